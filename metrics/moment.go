package metrics

import (
	"fmt"
	"math/big"
	"strings"

	"settle/internal/quoted"
)

// TailAtK returns the probability that at least needed of k trials are correct, where 1
// ≤ needed ≤ k. It has the same scores as GPassAtK, but takes a number of trials
// instead of a share.
func TailAtK(k, needed int) *UStatistic {
	return newReaching(fmt.Sprintf("tail@%d:%d", k, needed), k, needed)
}

// MomentAtK returns the expected λ-th power of the share of correct trials among k:
// E[(X/k)^λ], where X is the number of correct trials. It is the sum of the tails P(X ≥
// t) with the weights (t/k)^λ − ((t − 1)/k)^λ. λ = 1 gives avg@N. A smaller λ rewards
// the first successes, as Pass@k does. A larger λ rewards the last successes, as Pass^k
// does.
//
// If λ is a whole number, scores are rational and compared exactly. Otherwise the
// powers are rounded to multiples of 2^−60, and sums of the rounded powers are compared
// exactly. Models with equal counts then tie, and models whose scores differ by less
// than 10^−17 can also tie.
func MomentAtK(k int, lambda Power) *UStatistic {
	numerators := powersOfShares(k, lambda)
	return newUStatistic(fmt.Sprintf("moment@%d:%s", k, lambda), k, numerators, numerators.kernel(k))
}

// A Power is the exponent λ of MomentAtK, a positive rational number.
type Power struct {
	text  string
	value *big.Rat
}

// largestPower is the limit of a power and of its denominator. A denominator of 100 is
// enough for powers with two decimals.
const largestPower = 100

// ParsePower reads a positive decimal or fraction such as "2", "0.25" or "1/3". It can
// be at most 100, and its denominator can be at most 100.
func ParsePower(s string) (Power, error) {
	value, err := parseRational(s)
	limit := big.NewInt(largestPower)
	if err != nil || value.Sign() <= 0 || value.Cmp(new(big.Rat).SetInt(limit)) > 0 || value.Denom().Cmp(limit) > 0 {
		return Power{}, fmt.Errorf("invalid λ %s; use a number above 0 and at most %d, "+
			"with at most two decimals or a denominator of at most %d", quoted.Text(s), largestPower, largestPower)
	}
	return Power{strings.TrimSpace(s), value}, nil
}

// String returns the power in the form in which it was given.
func (p Power) String() string { return p.text }

// powersOfShares returns, for each number of successes in n trials, the mean of s^λ
// over all subsets of k trials, where s is the share of correct trials in the subset.
func powersOfShares(k int, lambda Power) numerators {
	if lambda.value.IsInt() {
		return wholeMoments(k, int(lambda.value.Num().Int64()))
	}
	return subsetMeans(k, roundedPowers(k, lambda.value))
}

// wholeMoments returns the same as powersOfShares for a whole power λ. Let x(i) = x·(x
// − 1)⋯(x − i + 1). Then x^λ = Σ S(λ, i)·x(i), where S(λ, i) are the Stirling numbers
// of the second kind. Let X be the number of correct trials in a random subset of k of
// n trials, of which c are correct. Then the mean of X(i) is k(i)·c(i)/n(i).
func wholeMoments(k, lambda int) numerators {
	most := min(lambda, k) // above it k(i) is 0
	stirling := stirlings(lambda)
	return func(n int, wanted func(int) bool) (sequence, *big.Int) {
		factors := make([]*big.Int, most+1) // S(λ, i)·k(i)·(n − i)(most − i)
		for i := range factors {
			factors[i] = new(big.Int).Mul(stirling[i], falling(k, i))
			factors[i].Mul(factors[i], falling(n-i, most-i))
		}
		den := new(big.Int).Exp(big.NewInt(int64(k)), big.NewInt(int64(lambda)), nil)
		sum := new(big.Int)
		return wantedValues(n, wanted, func(c int) *big.Int {
			sum.SetInt64(0)
			for i := most; i >= 1; i-- { // c·(f_1 + (c − 1)·(f_2 + …))
				sum.Add(sum, factors[i])
				sum.Mul(sum, big.NewInt(int64(c-i+1)))
			}
			return sum
		}), den.Mul(den, falling(n, most))
	}
}

// falling returns x·(x − 1)⋯ with the given number of factors.
func falling(x, factors int) *big.Int {
	return new(big.Int).MulRange(int64(x-factors+1), int64(x))
}

// stirlings returns, for i = 0, 1, …, the number of ways to divide the given number of
// things into i groups (Stirling numbers of the second kind).
func stirlings(things int) []*big.Int {
	row := []*big.Int{big.NewInt(1)}
	for range things {
		next := make([]*big.Int, len(row)+1)
		for i := range next {
			next[i] = new(big.Int)
			if i < len(row) {
				next[i].Mul(row[i], big.NewInt(int64(i)))
			}
			if i > 0 {
				next[i].Add(next[i], row[i-1])
			}
		}
		row = next
	}
	return row
}

// powerBits is the number of bits to which irrational powers of shares are rounded.
const powerBits = 60

// roundedPowers returns (j/k)^λ for j = 0..k in units of 2^−60, rounded down.
func roundedPowers(k int, lambda *big.Rat) []*big.Int {
	power, root := lambda.Num(), int(lambda.Denom().Int64())
	powers := make([]*big.Int, k+1)
	for j := range powers {
		x := new(big.Int).Exp(big.NewInt(int64(j)), power, nil)
		x.Lsh(x, uint(root*powerBits))
		x.Quo(x, new(big.Int).Exp(big.NewInt(int64(k)), power, nil))
		powers[j] = rootOf(x, root)
	}
	return powers
}

// rootOf returns the largest integer whose power with exponent degree is at most x. It
// uses Newton's iteration from above.
func rootOf(x *big.Int, degree int) *big.Int {
	if x.Sign() == 0 {
		return new(big.Int)
	}
	y := new(big.Int).Lsh(big.NewInt(1), uint((x.BitLen()+degree-1)/degree))
	for {
		next := new(big.Int).Exp(y, big.NewInt(int64(degree-1)), nil)
		next.Quo(x, next)
		next.Add(next, mulInt64(y, int64(degree-1)))
		next.Quo(next, big.NewInt(int64(degree)))
		if next.Cmp(y) >= 0 {
			return y
		}
		y = next
	}
}

// subsetMeans returns the mean score over all subsets of k trials, where scores[j] is the
// score of a subset with j correct trials, in units of 2^−60.
func subsetMeans(k int, scores []*big.Int) numerators {
	return func(n int, wanted func(int) bool) (sequence, *big.Int) {
		den, sum, term := binomial(n, k), new(big.Int), new(big.Int)
		return wantedValues(n, wanted, func(c int) *big.Int {
			sum.SetInt64(0)
			low, high := max(0, k-(n-c)), min(c, k)
			ways := binomial(c, low)
			ways.Mul(ways, binomial(n-c, k-low))
			for j := low; j <= high; j++ {
				sum.Add(sum, term.Mul(ways, scores[j]))
				ways.Mul(ways, term.SetInt64(int64(c-j)*int64(k-j)))
				ways.Quo(ways, term.SetInt64(int64(j+1)*int64(n-c-k+j+1)))
			}
			return sum
		}), den.Lsh(den, powerBits)
	}
}
