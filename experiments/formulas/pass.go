package formulas

import (
	"math"
	"math/big"
)

// Eqs. 21 to 24 give the score of one question with c correct trials among n.

// choose returns the binomial coefficient of n and k. It is 0 for k < 0 and for k > n.
func choose(n, k int) *big.Rat {
	if k < 0 || k > n {
		return new(big.Rat)
	}
	return new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(k)))
}

// PassAtK returns Pass@k after c of n trials are correct, by Eq. 21.
func PassAtK(n, c, k int) *big.Rat { return sub(whole(1), quo(choose(n-c, k), choose(n, k))) }

// PassHatK returns Pass^k after c of n trials are correct, by Eq. 22.
func PassHatK(n, c, k int) *big.Rat { return quo(choose(c, k), choose(n, k)) }

// NaiveAtK returns the naive estimate 1 − (1 − c/n)^k, from section 2.7 and the article
// on pass@k.
func NaiveAtK(n, c, k int) *big.Rat {
	all, wrong := whole(1), big.NewRat(int64(n-c), int64(n))
	for range k {
		all = mul(all, wrong)
	}
	return sub(whole(1), all)
}

// GPassAtK returns G-Pass@k_τ after c of n trials are correct, by Eq. 23. The sum
// begins with ⌈τ·k⌉.
func GPassAtK(n, c, k int, tau *big.Rat) *big.Rat {
	from := mul(tau, whole(int64(k)))
	least := new(big.Int).Add(from.Num(), new(big.Int).Sub(from.Denom(), big.NewInt(1)))
	sum := new(big.Rat)
	for j := int(least.Div(least, from.Denom()).Int64()); j <= c; j++ {
		sum.Add(sum, quo(mul(choose(c, j), choose(n-c, k-j)), choose(n, k)))
	}
	return sum
}

// MGPassAtK returns mG-Pass@k after c of n trials are correct, as the sum of Eq. 24.
// The index of its first term is firstIndex. The paper prints ⌈k/2⌉ for it, but the
// authors of mG-Pass@k define it as ⌈k/2⌉ + 1.
func MGPassAtK(n, c, k, firstIndex int) *big.Rat {
	sum := new(big.Rat)
	for i := firstIndex; i <= k; i++ {
		sum.Add(sum, GPassAtK(n, c, k, big.NewRat(int64(i), int64(k))))
	}
	return mul(sum, big.NewRat(2, int64(k)))
}

// MGPassArea returns the integral of G-Pass@k_τ over τ that the sum of Eq. 24
// approximates. G-Pass@k_τ is constant for τ in (i/k − 1/k, i/k]. For odd k, half of
// the first such interval lies below ½.
func MGPassArea(n, c, k int) *big.Rat {
	area, half := new(big.Rat), big.NewRat(1, 2)
	for i := k/2 + 1; i <= k; i++ {
		from, to := big.NewRat(int64(i-1), int64(k)), big.NewRat(int64(i), int64(k))
		if from.Cmp(half) < 0 {
			from = half
		}
		area.Add(area, mul(sub(to, from), GPassAtK(n, c, k, to)))
	}
	return mul(whole(2), area)
}

// Expectation returns the expected value of score(c), where c is the number of correct
// trials among n. Each trial is correct with probability p.
func Expectation(n int, p *big.Rat, score func(c int) *big.Rat) *big.Rat {
	mean, q := new(big.Rat), sub(whole(1), p)
	for c := range n + 1 {
		probability := choose(n, c)
		for i := range n {
			if i < c {
				probability = mul(probability, p)
			} else {
				probability = mul(probability, q)
			}
		}
		mean.Add(mean, mul(probability, score(c)))
	}
	return mean
}

// Binomial returns the probabilities of 0..n correct trials, if each trial is correct
// with probability p.
func Binomial(n int, p float64) []float64 {
	mass := make([]float64, n+1)
	for c := range mass {
		mass[c] = Float(choose(n, c)) * math.Pow(p, float64(c)) * math.Pow(1-p, float64(n-c))
	}
	return mass
}
