package metrics

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync"

	"settle/internal/pmf"
	"settle/internal/unfused"
	"settle/results"
)

// UStatistic is a PerQuestion metric that estimates without bias what K trials
// of a question score: its kernel s_j, the score of K trials with j correct
// (Hoeffding, "A class of statistics with asymptotically normal distribution",
// 1948). Pass@k, for one, has s_0 = 0 and s_j = 1 for j ≥ 1.
//
// It is an Estimator. A question whose trials are correct with probability p
// scores g(p) = Σ_j s_j · C(K, j) · p^j · (1 − p)^(K−j) in expectation, and
// after c correct trials in n, p is Beta(α0 + c, β0 + n − c). Estimate returns
// the posterior mean and standard deviation of the mean of g(p) over the
// questions, which are independent.
type UStatistic struct {
	*PerQuestion
	alpha0, beta0 float64
	kernel        func() *kernel
	posteriors    *sync.Map // n → func() []moments, by c = 0..n
}

// NewUStatistic returns the metric with the given name whose numerators, as
// those of NewPerQuestion, are the average over all subsets of k of the n
// trials of what a subset scores. Its kernel is the scores at n = k. The
// prior is uniform.
func NewUStatistic(name string, k int, numerators func(n int) (num []*big.Int, den *big.Int)) *UStatistic {
	return &UStatistic{
		PerQuestion: NewPerQuestion(name, k, numerators),
		alpha0:      1, beta0: 1,
		kernel:     sync.OnceValue(func() *kernel { return newKernel(numerators(k)) }),
		posteriors: new(sync.Map),
	}
}

// WithPrior returns the metric with another Beta(α0, β0) prior of every
// question's p. Both must be positive and finite, or WithPrior panics. The
// prior changes estimates, never scores.
func (m *UStatistic) WithPrior(alpha0, beta0 float64) *UStatistic {
	must(CheckBetaPrior(alpha0, beta0))
	updated := *m
	updated.alpha0, updated.beta0, updated.posteriors = alpha0, beta0, new(sync.Map)
	return &updated
}

// CheckBetaPrior reports the parameter of a Beta(α0, β0) prior, by the name of
// the field of Options, that is not positive and finite, or nil.
func CheckBetaPrior(alpha0, beta0 float64) error {
	for i, value := range []float64{alpha0, beta0} {
		if !(value > 0) || math.IsInf(value, 1) {
			return fmt.Errorf("%s must be positive and finite, but is %v", []string{"alpha0", "beta0"}[i], value)
		}
	}
	return nil
}

// Estimate returns the posterior mean and standard deviation. The mean is not
// the Score: it shrinks towards that of the prior. Outcomes must be binary, but
// unlike a score there is an estimate at every n ≥ 1, even below K. No interval
// leaves the Range: [0, 1], or the extremes of the kernel where they are
// beyond.
//
// The posteriors of all c = 0..n are worked out once per n, in O(nK), on top
// of O(K²) for the metric; from then on an estimate allocates nothing.
func (m *UStatistic) Estimate(t *results.Tally, model int) Estimate {
	must(m.checkBinary(t.Top))
	if t.Trials < 1 {
		must(fmt.Errorf("%s has no estimate without trials", m.name))
	}
	posteriors := m.at(t.Trials)
	var mu, variance float64
	for _, successes := range t.Row(model) {
		mu += posteriors[successes].mean
		variance += posteriors[successes].variance
	}
	questions := float64(t.Questions)
	return Estimate{Mu: mu / questions, Sigma: math.Sqrt(variance) / questions, Range: m.kernel().extent}
}

// at returns the posterior moments of one question by its successes in n.
func (m *UStatistic) at(n int) []moments {
	work, known := m.posteriors.Load(n)
	if !known {
		work, _ = m.posteriors.LoadOrStore(n, sync.OnceValue(func() []moments {
			return m.kernel().posteriors(n, m.alpha0, m.beta0)
		}))
	}
	return work.(func() []moments)()
}

// moments are the posterior mean and variance of g(p) for one question.
type moments struct{ mean, variance float64 }

// kernel is s_0..s_K as its distances from the least and from the largest
// value, neither of which is negative: the variance is taken from the distance
// that is smaller on average, where E[g²] − E[g]² cancels least.
type kernel struct {
	least, largest float64
	above, below   side
	extent         Bounds // of intervals
}

// side is a kernel d_j ≥ 0 and its square under a shared p: square[m] is the
// expected d_i · d_{m−i} when 2K trials with m correct are split at random into
// two halves with i and m − i correct. Thus E[g²] is the mean of square[m] over
// the beta-binomial m in 2K, as E[g] is that of value[j] over j in K.
type side struct{ value, square []float64 }

func newKernel(num []*big.Int, den *big.Int) *kernel {
	least, largest := slices.MinFunc(num, (*big.Int).Cmp), slices.MaxFunc(num, (*big.Int).Cmp)
	above, below := make([]float64, len(num)), make([]float64, len(num))
	for j, x := range num {
		above[j] = quotient(new(big.Int).Sub(x, least), den)
		below[j] = quotient(new(big.Int).Sub(largest, x), den)
	}
	k := &kernel{least: quotient(least, den), largest: quotient(largest, den), above: newSide(above), below: newSide(below)}
	k.extent = Bounds{Lo: min(0, k.least), Hi: max(1, k.largest)}
	return k
}

// quotient is num/den, rounded once.
func quotient(num, den *big.Int) float64 {
	value, _ := new(big.Rat).SetFrac(num, den).Float64()
	return value
}

// newSide squares a kernel, term by term where it is not zero.
func newSide(d []float64) side {
	trials := len(d) - 1
	s := side{value: d, square: make([]float64, 2*trials+1)}
	first, last := support(d)
	split := make([]float64, trials+1)
	for m := 2 * first; m <= 2*last; m++ {
		low := max(0, m-trials)
		p := split[:min(m, trials)-low+1]
		hypergeometric(p, trials, m, low)
		for i := max(first, m-last); i <= min(last, m-first); i++ {
			s.square[m] += float64(p[i-low] * d[i] * d[m-i])
		}
	}
	return s
}

// support returns the first and the last index of what is not zero, an empty
// range if all is.
func support(d []float64) (first, last int) {
	last = len(d) - 1
	for first <= last && d[first] == 0 {
		first++
	}
	for last >= first && d[last] == 0 {
		last--
	}
	return first, last
}

// posteriors returns the moments of g(p) for p ~ Beta(α0 + c, β0 + n − c), for
// c = 0..n.
func (k *kernel) posteriors(n int, alpha0, beta0 float64) []moments {
	trials := len(k.above.value) - 1
	once, twice := make([]float64, trials+1), make([]float64, 2*trials+1)
	all := make([]moments, n+1)
	for c := range all {
		alpha, beta := alpha0+float64(c), beta0+float64(n-c)
		betaBinomial(once, alpha, beta)
		betaBinomial(twice, alpha, beta)
		all[c] = k.moments(once, twice)
	}
	return all
}

// moments are those of g(p), given the distributions of the correct trials
// among K and 2K.
func (k *kernel) moments(once, twice []float64) moments {
	up, down := unfused.Dot(once, k.above.value), unfused.Dot(once, k.below.value)
	if up <= down {
		return moments{k.least + up, max(0, unfused.Dot(twice, k.above.square)-float64(up*up))}
	}
	return moments{k.largest - down, max(0, unfused.Dot(twice, k.below.square)-float64(down*down))}
}

// betaBinomial fills p with the probabilities of j = 0..K correct among
// K = len(p) − 1 trials whose chance is Beta(α, β), at least one of which is 1
// or more.
func betaBinomial(p []float64, alpha, beta float64) {
	trials := float64(len(p) - 1)
	pmf.ByRatios(p, func(i int) float64 {
		j := float64(i)
		return (trials - j) / (j + 1) * ((alpha + j) / (beta + trials - j - 1))
	})
}

// hypergeometric fills p with the probabilities of i = low, low + 1, … correct
// in the first half of 2K trials, m of which are correct.
func hypergeometric(p []float64, trials, m, low int) {
	k, correct := float64(trials), float64(m)
	pmf.ByRatios(p, func(at int) float64 {
		i := float64(low + at)
		return (correct - i) / (i + 1) * ((k - i) / (k - correct + i + 1))
	})
}
