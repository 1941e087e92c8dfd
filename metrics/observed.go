package metrics

import "settle/results"

// Observed returns the metric that estimates the same true value as m, but without a
// prior, from the trials of a tally alone. Examples are avg@N for Bayes@N, and Pass@k
// for the posterior mean of Pass@k under a fitted prior. Observed returns false if m
// has no prior that shrinks its scores, or if the tally has too few trials.
func Observed(m Metric, t *results.Tally) (Metric, bool) {
	var observed Metric
	switch m := m.(type) {
	case *weightedMetric:
		if m.shrink {
			observed = Avg(m.weights)
		}
	case *fittedMetric:
		observed = m.observed()
	case *fit:
		observed = m.observed()
	}
	if observed == nil || checkTally(observed, t) != nil {
		return nil, false
	}
	return observed, true
}

func (m *fittedMetric) observed() Metric {
	if m.sampled != nil {
		return m.sampled
	}
	return Avg(m.weights)
}

// Lost returns the variance that the score would have if the prior were known. Under a
// fitted prior, the posterior means of M questions vary less than the true
// probabilities. By the law of total variance, the missing variance is the mean of the
// posterior variances. Lost returns this mean divided by M. It is 0 for estimates
// without a fitted prior.
func Lost(e Estimate) float64 { return e.given }
