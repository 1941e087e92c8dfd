package metrics

import (
	"fmt"
	"math/big"

	"settle/results"
)

// PerQuestion is a metric of binary outcomes: the mean over questions of a
// function of the successes c among n trials.
type PerQuestion struct {
	name       string
	first      int
	numerators func(n int) (num []*big.Int, den *big.Int)
	aim        *UStatistic // what it estimates, if that is known
}

// NewPerQuestion returns the metric with the given name, which starts at
// n = first. For any n ≥ first, numerators returns the scores of one question
// with c = 0..n successes as integers over one positive denominator. It is no
// Estimator; see NewUStatistic for metrics that have a posterior.
func NewPerQuestion(name string, first int, numerators func(n int) (num []*big.Int, den *big.Int)) *PerQuestion {
	return &PerQuestion{name: name, first: first, numerators: numerators}
}

// Name is the metric in the grammar of Parse.
func (m *PerQuestion) Name() string { return m.name }

// FirstTrial is the smallest n at which there is a score.
func (m *PerQuestion) FirstTrial() int { return m.first }

// Check refuses graded outcomes and too few trials.
func (m *PerQuestion) Check(top, trials int) error {
	if err := m.checkBinary(top); err != nil {
		return err
	}
	return checkTrials(m, trials)
}

func (m *PerQuestion) checkBinary(top int) error {
	if top != 1 {
		return fmt.Errorf("%s needs binary outcomes, but the board has categories 0..%d", m.name, top)
	}
	return nil
}

// Score is the mean over questions, computed exactly and rounded once.
func (m *PerQuestion) Score(t *results.Tally, model int) float64 {
	must(m.Check(t.Top, t.Trials))
	numerators, denominator := m.numerators(t.Trials)
	questions := make([]int64, t.Trials+1) // by number of successes
	for _, successes := range t.Row(model) {
		questions[successes]++
	}
	sum, term := new(big.Int), new(big.Int)
	for successes, n := range questions {
		if n > 0 {
			sum.Add(sum, term.Mul(numerators[successes], big.NewInt(n)))
		}
	}
	mean := new(big.Rat).SetFrac(sum, term.Mul(denominator, big.NewInt(int64(t.Questions))))
	score, _ := mean.Float64()
	return score
}

// PassAtK is the unbiased Pass@k (Eq. 21): the chance that at least one of k
// of the n trials, taken without replacement, is correct.
func PassAtK(k int) *UStatistic {
	return NewUStatistic(fmt.Sprintf("pass@%d", k), k, func(n int) ([]*big.Int, *big.Int) {
		return atLeast(n, k, 1), binomial(n, k)
	})
}

// PassHatK is Pass^k (Eq. 22): the chance that all k are correct.
func PassHatK(k int) *UStatistic {
	return NewUStatistic(fmt.Sprintf("pass^%d", k), k, func(n int) ([]*big.Int, *big.Int) {
		return atLeast(n, k, k), binomial(n, k)
	})
}

// GPassAtK is G-Pass@k_τ (Eq. 23): the chance that at least ⌈τ·k⌉ of the k are
// correct, and at least one even where τ = 0, which makes it Pass@k there.
func GPassAtK(k int, tau Threshold) *UStatistic {
	needed := max(1, tau.Of(k))
	return NewUStatistic(fmt.Sprintf("gpass@%d:%s", k, tau), k, func(n int) ([]*big.Int, *big.Int) {
		return atLeast(n, k, needed), binomial(n, k)
	})
}

// MGPassAtK is mG-Pass@k (Eq. 24): twice the area under G-Pass@k_τ for τ from
// ½ to 1, as the sum 2/k · Σ G-Pass@k_{i/k} for i from ⌈k/2⌉+1 to k, as the
// metric's authors define it. For odd k a perfect model so scores (k − 1)/k,
// and every model 0 for k = 1, where the sum is empty.
func MGPassAtK(k int) *UStatistic {
	from := (k+1)/2 + 1
	return NewUStatistic(fmt.Sprintf("mgpass@%d", k), k, func(n int) ([]*big.Int, *big.Int) {
		num := beyond(n, k, from)
		for _, x := range num {
			x.Lsh(x, 1)
		}
		den := binomial(n, k)
		return num, den.Mul(den, big.NewInt(int64(k)))
	})
}

// MajAtK is Maj@k: the chance that the correct ones are the majority of k of the
// n trials, taken without replacement. It takes more than k/2 of them,
// ⌊k/2⌋ + 1: where exactly half are correct, the vote is tied and counts as
// wrong. Binary outcomes do not tell wrong answers apart, so these vote as one,
// which makes Maj@k a lower bound of the vote among the answers themselves.
func MajAtK(k int) *UStatistic {
	return NewUStatistic(fmt.Sprintf("maj@%d", k), k, func(n int) ([]*big.Int, *big.Int) {
		return atLeast(n, k, k/2+1), binomial(n, k)
	})
}

// AUCAtK is the area under Pass@1..Pass@k by the trapezoidal rule, divided by
// the width k − 1: (½·Pass@1 + Pass@2 + … + Pass@(k−1) + ½·Pass@k) / (k − 1).
// For k = 1 it is Pass@1, the mean over a width that vanishes.
//
// With t_i = C(n−c, i)/C(n, i) = 1 − Pass@i it needs no sum over i: since
// (n+1−i)·t_i − (n−i)·t_{i+1} = (c+1)·t_i, the sum of t_1..t_k telescopes to
// (n − c − (n−c−k)·t_k) / (c+1).
func AUCAtK(k int) *UStatistic {
	if k == 1 {
		return NewUStatistic("auc@1", 1, PassAtK(1).numerators)
	}
	return NewUStatistic(fmt.Sprintf("auc@%d", k), k, func(n int) ([]*big.Int, *big.Int) {
		return areas(n, k)
	})
}

// areas returns, for c = 0..n successes, the score of AUCAtK for k > 1 over
// 2(k − 1)·n!/(n−k)!.
func areas(n, k int) ([]*big.Int, *big.Int) {
	last := arrangements(n+1, k) // t_k by the number of failures, times all
	all := last[n]
	each := new(big.Int).Quo(all, big.NewInt(int64(n))) // t_1 is failures/n
	den := times(all, 2*(k-1))
	num := make([]*big.Int, n+1)
	for c := range num {
		failures := n - c
		sum := times(all, failures)
		sum.Sub(sum, times(last[failures], failures-k))
		sum.Quo(sum, big.NewInt(int64(c+1)))
		ends := times(each, failures)
		ends.Add(ends, last[failures])
		failed := sum.Sub(sum.Lsh(sum, 1), ends)
		num[c] = failed.Sub(den, failed)
	}
	return num, den
}

// times is x·n.
func times(x *big.Int, n int) *big.Int { return new(big.Int).Mul(x, big.NewInt(int64(n))) }

// PassNaiveAtK is the plug-in 1 − (1 − c/n)^k, the biased estimator of Pass@k
// that the paper plots as the naive variant. Like the others it starts at
// n = k.
func PassNaiveAtK(k int) *PerQuestion {
	m := NewPerQuestion(fmt.Sprintf("pass-naive@%d", k), k, func(n int) ([]*big.Int, *big.Int) {
		power := func(base int) *big.Int {
			return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(k)), nil)
		}
		den := power(n)
		num := make([]*big.Int, n+1)
		for c := range num {
			num[c] = new(big.Int).Sub(den, power(n-c))
		}
		return num, den
	})
	m.aim = PassAtK(k)
	return m
}

// atLeast returns, for c = 0..n successes among n trials, how many of the
// subsets of k trials hold at least needed ≥ 1 successes.
//
// Turning one more failure into a success adds the subsets that hold this
// trial and exactly needed − 1 other successes, so the whole row is a running
// sum of products of two binomials.
func atLeast(n, k, needed int) []*big.Int {
	others, failures := binomials(n, needed-1), binomials(n, k-needed)
	return runningSum(n, func(c int) *big.Int {
		return new(big.Int).Mul(others[c], failures[n-c-1])
	})
}

// beyond returns, for c = 0..n successes, the sum of atLeast(n, k, i)[c] over
// i = from..k. Its step from c to c+1 counts the subsets of the other k − 1
// trials with at least from − 1 successes, which is atLeast once more.
func beyond(n, k, from int) []*big.Int {
	if from > k {
		return runningSum(n, func(int) *big.Int { return new(big.Int) })
	}
	steps := atLeast(n-1, k-1, from-1)
	return runningSum(n, func(c int) *big.Int { return steps[c] })
}

// runningSum returns the n+1 partial sums of n steps, from 0.
func runningSum(n int, step func(c int) *big.Int) []*big.Int {
	sums := make([]*big.Int, n+1)
	sums[0] = new(big.Int)
	for c := range n {
		sums[c+1] = new(big.Int).Add(sums[c], step(c))
	}
	return sums
}

// binomials returns C(m, k) for m = 0..n−1, each from the one before.
func binomials(n, k int) []*big.Int {
	column := make([]*big.Int, n)
	factor := new(big.Int)
	for m := range column {
		switch {
		case m < k:
			column[m] = new(big.Int)
		case m == k:
			column[m] = big.NewInt(1)
		default: // C(m, k) = C(m−1, k) · m / (m − k)
			c := new(big.Int).Mul(column[m-1], factor.SetInt64(int64(m)))
			column[m] = c.Quo(c, factor.SetInt64(int64(m-k)))
		}
	}
	return column
}

// arrangements returns m!/(m−k)! for m = 0..n−1, 0 for m < k. Unlike those of
// C(m, k), the products of C(m, i)/C(n, i) with that of n are integers for every
// i ≤ k.
func arrangements(n, k int) []*big.Int {
	column := binomials(n, k)
	orders := new(big.Int).MulRange(1, int64(k))
	for _, x := range column {
		x.Mul(x, orders)
	}
	return column
}

// binomial returns C(n, k), which is 0 for k > n.
func binomial(n, k int) *big.Int {
	return new(big.Int).Binomial(int64(n), int64(k))
}
