package metrics

import "settle/results"

// Observed returns the metric that estimates the target of m from the trials of a tally
// alone: avg@N for Bayes@N, or Pass@k for its posterior mean under a fitted prior. It
// returns false if m does not shrink, or if n is too small.
func Observed(m Metric, t *results.Tally) (Metric, bool) {
	var observed Metric
	switch m := m.(type) {
	case *weighted:
		if m.shrink {
			observed = Avg(m.weights)
		}
	case *fitted:
		observed = m.observed()
	case *fit:
		observed = m.observed()
	}
	if observed == nil || checkTally(observed, t) != nil {
		return nil, false
	}
	return observed, true
}

func (m *fitted) observed() Metric {
	if m.sampled != nil {
		return m.sampled
	}
	return Avg(m.weights)
}

// Lost returns the σ² of the score given the prior. This is the variance that the means
// of M questions under a fitted prior lack, compared with the chances themselves, divided
// by M: by the law of total variance, the mean of the posterior variances over M. It is 0
// for other estimates.
func Lost(e Estimate) float64 { return e.given }
