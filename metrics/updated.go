package metrics

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"settle/results"
)

// Updated is a U-statistic, or GeomAtK, with the posterior of the same prior for every question: a
// question's p is Beta(α0 + c, β0 + n − c) after c correct trials in n. Its score is the
// unbiased one, but the estimate is the posterior mean and standard deviation of the
// mean of g(p) over the questions, which are independent. They shrink towards the
// prior, so that an interval need not hold the score, and on boards of many questions
// leaves out what it is about (see docs/coverage.md).
type Updated struct {
	*PerQuestion
	aim           Targeter
	question      conditional
	alpha0, beta0 float64
	known         *sync.Map // n → []atomic.Pointer[moments], by c = 0..n
}

// WithPrior returns the metric, named with ":uniform" or ":BETA0+ALPHA0", whose estimates are posteriors
// under a Beta(α0, β0) prior of every question's p: 1 and 1 for the uniform one. Both
// must be positive and finite, or WithPrior panics. The prior changes estimates, never
// scores.
func (m *UStatistic) WithPrior(alpha0, beta0 float64) *Updated {
	return newUpdated(m.PerQuestion, m, curve{m}, alpha0, beta0)
}

func newUpdated(m *PerQuestion, aim Targeter, question conditional, alpha0, beta0 float64) *Updated {
	must(checkBetaPrior(alpha0, beta0))
	scores := *m
	scores.name += priorSuffix(alpha0, beta0)
	return &Updated{&scores, aim, question, alpha0, beta0, new(sync.Map)}
}

// Target is that of the unbiased score.
func (m *Updated) Target(p []float64) float64 { return m.aim.Target(p) }

// checkBetaPrior reports the parameter of a Beta(α0, β0) prior that is not positive and
// finite, or nil.
func checkBetaPrior(alpha0, beta0 float64) error {
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
// The posterior of each c is worked out once per n, in O(K), on top of at most
// O(K²) for the metric; from then on an estimate allocates nothing.
func (m *Updated) Estimate(t *results.Tally, model int) Estimate {
	must(m.checkBinary(t.Top))
	met, unequal := float64(t.Met(model)), t.Unequal()
	if met == 0 {
		must(fmt.Errorf("%s has no estimate without trials", m.name))
	}
	posteriors := m.at(t.TrialsOf(model, 0))
	var mu, variance float64
	for q, successes := range t.Row(model) {
		if unequal {
			if posteriors = m.of(posteriors, t, model, q); len(posteriors) == 1 {
				continue // it was never met
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

// of returns those of the question's own n, given those of the question before.
func (m *Updated) of(
	last []atomic.Pointer[moments], t *results.Tally, model, question int,
) []atomic.Pointer[moments] {
	if n := t.TrialsOf(model, question); n != len(last)-1 {
		return m.at(n)
	}
	return last
}

// at returns the posterior moments of one question by its successes in n, nil
// where they are not known yet.
func (m *Updated) at(n int) []atomic.Pointer[moments] {
	known, ok := m.known.Load(n)
	if !ok {
		known, _ = m.known.LoadOrStore(n, make([]atomic.Pointer[moments], n+1))
	}
	return known.([]atomic.Pointer[moments])
}

// posterior works out the moments of g(p) for p ~ Beta(α0 + c, β0 + n − c), for
// n = len(known) − 1.
func (m *Updated) posterior(known []atomic.Pointer[moments], c int) *moments {
	n := len(known) - 1
	p := m.question.posterior(m.alpha0+float64(c), m.beta0+float64(n-c))
	known[c].Store(&p)
	return &p
}

// prepare works out the posteriors that the estimates of a tally take.
func (m *Updated) prepare(ctx context.Context, t *results.Tally) error {
	posteriors, unequal := m.at(t.TrialsOf(0, 0)), t.Unequal()
	for model := range t.Models {
		for q, successes := range t.Row(model) {
			if unequal {
				posteriors = m.of(posteriors, t, model, q)
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
