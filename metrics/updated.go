package metrics

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"settle/results"
)

// An Updated is a U-statistic or GeomAtK whose estimates use the same Beta prior for
// every question. After c correct trials of n, the posterior of a question's
// probability of success p is Beta(α0 + c, β0 + n − c).
//
// The score remains the unbiased score. The estimate is the posterior mean and standard
// deviation of the mean over questions of g(p), the expected score of a question. The
// questions are independent. Posterior means shrink towards the prior, so an interval
// need not contain the score. On boards with many questions it can also miss the true
// value (see docs/coverage.md).
type Updated struct {
	*PerQuestion
	aim           Targeter
	question      conditionalScorer
	alpha0, beta0 float64
	known         *sync.Map // n → []atomic.Pointer[moments], by c = 0..n
}

// WithPrior returns a metric with the same scores, whose estimates are posterior means
// under the prior Beta(α0, β0) for every question. With 1 and 1 the prior is uniform,
// and the name gets the suffix ":uniform". Otherwise the name gets the suffix
// ":BETA0+ALPHA0". WithPrior panics unless both parameters are positive and finite.
func (m *UStatistic) WithPrior(alpha0, beta0 float64) *Updated {
	return newUpdated(m.PerQuestion, m, curve{m}, alpha0, beta0)
}

func newUpdated(m *PerQuestion, aim Targeter, question conditionalScorer, alpha0, beta0 float64) *Updated {
	must(checkBetaPrior(alpha0, beta0))
	scores := *m
	scores.name += priorSuffix(alpha0, beta0)
	return &Updated{&scores, aim, question, alpha0, beta0, new(sync.Map)}
}

// Target returns the true value that the metric's unbiased score estimates.
func (m *Updated) Target(p []float64) float64 { return m.aim.Target(p) }

// checkBetaPrior returns an error if a parameter of the prior Beta(α0, β0) is not
// positive and finite. The error names the parameter.
func checkBetaPrior(alpha0, beta0 float64) error {
	for i, value := range []float64{alpha0, beta0} {
		if !(value > 0) || math.IsInf(value, 1) {
			return fmt.Errorf("%s must be positive and finite, but is %v", []string{"alpha0", "beta0"}[i], value)
		}
	}
	return nil
}

// Estimate returns the posterior mean and standard deviation. The mean shrinks towards
// the mean of the prior and therefore differs from the score. Outcomes must be binary.
// Unlike a score, the estimate exists at every n ≥ 1, even below K. Intervals are
// clipped to the union of [0, 1] and the range of the kernel.
//
// The first estimate takes at most O(K²), and each new pair of c and n takes O(K).
// Later estimates do not allocate.
func (m *Updated) Estimate(t *results.Tally, model int) Estimate {
	must(m.checkBinary(t.Top))
	met, unequal := float64(t.Met(model)), t.Unequal()
	if met == 0 {
		must(fmt.Errorf("%s has no estimate before the first trial", m.name))
	}
	posteriors := m.posteriors(t.TrialsOf(model, 0))
	var mu, variance float64
	for q, successes := range t.Row(model) {
		if unequal {
			if posteriors = m.posteriorsOf(posteriors, t, model, q); len(posteriors) == 1 {
				continue // the model never met it
			}
		}
		p := posteriors[successes].Load()
		if p == nil {
			p = m.posterior(posteriors, int(successes))
		}
		mu += p.mean
		variance += p.variance
	}
	return Estimate{Mu: mu / met, Sigma: math.Sqrt(variance) / met, Range: m.question.limits()}
}

// posteriorsOf returns the posterior means and variances for a question's number of
// trials, indexed by the number of successes. The first argument is the result for the
// previous question. It is returned again if both questions have the same number of
// trials.
func (m *Updated) posteriorsOf(
	last []atomic.Pointer[moments], t *results.Tally, model, question int,
) []atomic.Pointer[moments] {
	if n := t.TrialsOf(model, question); n != len(last)-1 {
		return m.posteriors(n)
	}
	return last
}

// posteriors returns the posterior mean and variance of one question's score for each
// number of successes in n trials. Entries that are not yet computed are nil.
func (m *Updated) posteriors(n int) []atomic.Pointer[moments] {
	known, ok := m.known.Load(n)
	if !ok {
		known, _ = m.known.LoadOrStore(n, make([]atomic.Pointer[moments], n+1))
	}
	return known.([]atomic.Pointer[moments])
}

// posterior computes the posterior mean and variance of a question's expected score
// after c correct trials of n, and stores them in known[c]. The posterior is Beta(α0 +
// c, β0 + n − c) with n = len(known) − 1.
func (m *Updated) posterior(known []atomic.Pointer[moments], c int) *moments {
	n := len(known) - 1
	p := m.question.posterior(m.alpha0+float64(c), m.beta0+float64(n-c))
	known[c].Store(&p)
	return &p
}

// prepare computes all posteriors that the estimates of a tally need.
func (m *Updated) prepare(ctx context.Context, t *results.Tally) error {
	posteriors, unequal := m.posteriors(t.TrialsOf(0, 0)), t.Unequal()
	for model := range t.Models {
		for q, successes := range t.Row(model) {
			if unequal {
				posteriors = m.posteriorsOf(posteriors, t, model, q)
			}
			if posteriors[successes].Load() != nil || len(posteriors) == 1 {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			m.posterior(posteriors, int(successes))
		}
	}
	return ctx.Err()
}
