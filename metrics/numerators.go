package metrics

import (
	"context"
	"iter"
	"math/big"
	"slices"
	"sync"
)

// A numerators function returns the scores of one question for c = 0..n successes in n
// trials, as integers over one positive denominator. The integer for c can be nil if
// wanted(c) is false.
type numerators func(n int, wanted func(c int) bool) (each sequence, denominator *big.Int)

// A sequence yields an integer for each number of successes. The integer is read-only
// and valid only until the next is yielded. With many trials an integer has thousands
// of digits, so not all of them are in memory at once.
type sequence = iter.Seq2[int, *big.Int]

// all returns the integers for c = 0..n successes, and their denominator. It returns an
// error if the context ends.
func (f numerators) all(ctx context.Context, n int) (num []*big.Int, den *big.Int, err error) {
	each, den := f(n, func(int) bool { return true })
	num = make([]*big.Int, n+1)
	for c, x := range each {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		num[c] = new(big.Int).Set(x)
	}
	return num, den, nil
}

// numeratorsFromList makes a numerators function from list(n), which returns the
// integers for c = 0..n successes as a slice, and their denominator.
func numeratorsFromList(list func(n int) (num []*big.Int, den *big.Int)) numerators {
	return func(n int, _ func(int) bool) (sequence, *big.Int) {
		num, den := list(n)
		return slices.All(num), den
	}
}

// wantedValues yields value(c) for each c in 0..n that is wanted, and nil for the others.
func wantedValues(n int, wanted func(c int) bool, value func(c int) *big.Int) sequence {
	return func(yield func(int, *big.Int) bool) {
		for c := range n + 1 {
			var x *big.Int
			if wanted(c) {
				x = value(c)
			}
			if !yield(c, x) {
				return
			}
		}
	}
}

// kernel returns a function that makes the kernel of k trials: the scores f of one
// question with k trials, for each number of successes.
func (f numerators) kernel(k int) func() *kernel {
	return func() *kernel {
		num, den, _ := f.all(context.Background(), k) // this context never ends
		return newKernel(num, den)
	}
}

// reachProbability returns, for each number of successes in n trials, the probability
// that k trials drawn from these contain at least needed ≥ 1 successes.
func reachProbability(k, needed int) numerators {
	return func(n int, _ func(int) bool) (sequence, *big.Int) {
		return atLeast(n, k, needed), binomial(n, k)
	}
}

// gaps returns, for each number of successes c in n trials, the probability that k
// trials drawn from these contain at least one success, minus the probability c/n for a
// single trial.
func gaps(k int) numerators {
	return func(n int, _ func(int) bool) (sequence, *big.Int) {
		all, trials := binomial(n, k), int64(n)
		return func(yield func(int, *big.Int) bool) {
			gap, single := new(big.Int), new(big.Int)
			for c, passed := range atLeast(n, k, 1) {
				gap.Mul(passed, big.NewInt(trials))
				if !yield(c, gap.Sub(gap, single.Mul(all, big.NewInt(int64(c))))) {
					return
				}
			}
		}, mulInt64(all, trials)
	}
}

// meanReachProbability returns 2/k times the sum of reachProbability(k, i) over i =
// from..k.
func meanReachProbability(k, from int) numerators {
	return func(n int, _ func(int) bool) (sequence, *big.Int) {
		return doubleTailSum(n, k, from), mulInt64(binomial(n, k), int64(k))
	}
}

// atLeast yields, for c = 0..n successes among n trials, the number of subsets of k
// trials that contain at least needed ≥ 1 successes.
//
// If one more failure becomes a success, this number grows by C(c, needed − 1)·C(n − c
// − 1, k − needed). This is the number of subsets that contain the changed trial and
// exactly needed − 1 other successes. Each increase is the previous increase times a
// quotient of small integers.
func atLeast(n, k, needed int) sequence {
	return func(yield func(int, *big.Int) bool) {
		others, spare := int64(needed-1), int64(k-needed)
		sum, step, factor := new(big.Int), new(big.Int), new(big.Int)
		for c := range int64(n) {
			if !yield(int(c), sum) {
				return
			}
			switch rest := int64(n) - c; {
			case c == others:
				step = binomial(n-needed, k-needed)
			case c > others:
				step.Mul(step, factor.SetInt64(c*(rest-spare)))
				step.Quo(step, factor.SetInt64((c-others)*rest))
			}
			sum.Add(sum, step)
		}
		yield(n, sum)
	}
}

// doubleTailSum yields, for c = 0..n successes among n trials, twice the sum of
// atLeast(n, k, i) over i = from..k, where from ≥ 2. Each further success increases
// that sum by a value of atLeast(n − 1, k − 1, from − 1). This value is the number of
// subsets of k − 1 of the other n − 1 trials with at least from − 1 successes.
func doubleTailSum(n, k, from int) sequence {
	return func(yield func(int, *big.Int) bool) {
		sum := new(big.Int)
		for c, half := range atLeast(n-1, k-1, from-1) {
			if !yield(c, sum) {
				return
			}
			sum.Add(sum, half)
			sum.Add(sum, half)
		}
		yield(n, sum)
	}
}

// areas returns the scores of AUCAtK for k > 1.
//
// With t_i = C(n−c, i)/C(n, i) = 1 − Pass@i, no sum over i is needed. Because
// (n+1−i)·t_i − (n−i)·t_{i+1} = (c+1)·t_i, the sum of t_1..t_k telescopes to (n − c −
// (n−c−k)·t_k) / (c+1). Its denominator divides C(n, k) times the least common multiple
// of C(k, 1)..C(k, k), because C(n, k)/C(n, i) = C(n−i, k−i)/C(k, i).
func areas(k int) numerators {
	common := sync.OnceValue(func() *big.Int { return lcmOfBinomials(k) })
	return func(n int, wanted func(int) bool) (sequence, *big.Int) {
		all := binomial(n, k)
		den := mulInt64(all, 2*int64(k-1))
		den.Mul(den, common())
		return func(yield func(int, *big.Int) bool) {
			for c, passed := range atLeast(n, k, 1) {
				var num *big.Int
				if wanted(c) {
					num = failedArea(n, c, k, all, new(big.Int).Sub(all, passed))
					num.Mul(num, common())
					num.Quo(num, big.NewInt(int64(n)*int64(c+1)))
					num.Sub(den, num)
				}
				if !yield(c, num) {
					return
				}
			}
		}, den
	}
}

// failedArea returns 2·(t_1 + … + t_k) − t_1 − t_k (see areas), as an integer over the
// denominator all·n·(c + 1). Here all is C(n, k), and t_k is last/all.
func failedArea(n, c, k int, all, last *big.Int) *big.Int {
	trials, failures, next := int64(n), int64(n-c), int64(c+1)
	sum := mulInt64(all, failures)
	sum.Sub(sum, mulInt64(last, failures-int64(k)))
	sum.Mul(sum, big.NewInt(2*trials))
	sum.Sub(sum, mulInt64(all, failures*next))
	return sum.Sub(sum, mulInt64(last, trials*next))
}

// lcmOfBinomials returns the least common multiple of C(k, 0)..C(k, k). It is computed
// as the least common multiple of 1..k+1, divided by k + 1.
func lcmOfBinomials(k int) *big.Int {
	limit := int64(k + 1)
	product, composite := big.NewInt(1), make([]bool, limit+1)
	for p := int64(2); p <= limit; p++ {
		if composite[p] {
			continue
		}
		for multiple := p * p; multiple <= limit; multiple += p {
			composite[multiple] = true
		}
		power := p
		for power*p <= limit {
			power *= p
		}
		product.Mul(product, big.NewInt(power))
	}
	return product.Quo(product, big.NewInt(limit))
}

// powers returns the scores 1 − (1 − c/n)^k for c = 0..n successes in n trials.
func powers(k int) numerators {
	power := func(base int) *big.Int {
		return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(k)), nil)
	}
	return func(n int, wanted func(int) bool) (sequence, *big.Int) {
		den := power(n)
		return wantedValues(n, wanted, func(c int) *big.Int {
			failed := power(n - c)
			return failed.Sub(den, failed)
		}), den
	}
}

// mulInt64 returns x·n.
func mulInt64(x *big.Int, n int64) *big.Int { return new(big.Int).Mul(x, big.NewInt(n)) }

// binomial returns C(n, k), which is 0 for k < 0 and k > n. The binomial function of
// package big divides at every step and takes ten times as long for large k.
func binomial(n, k int) *big.Int {
	if k < 0 || k > n {
		return new(big.Int)
	}
	k = min(k, n-k)
	product := new(big.Int).MulRange(int64(n-k+1), int64(n))
	return product.Quo(product, new(big.Int).MulRange(1, int64(k)))
}
