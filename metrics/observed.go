package metrics

import "settle/results"

// Observed is the metric that says what the trials of a tally alone show of what m
// estimates: avg@N of Bayes@N, Pass@k of its posterior mean under a fitted prior. It
// is false where the score of m is that itself, and where n is too small for it.
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

// Lost is by how much the means of M questions under a fitted prior vary less than their
// chances do, over M: by the law of total variance it is the mean of their variances,
// which over M is the σ² of the score given the prior. It is 0 of other estimates.
func Lost(e Estimate) float64 { return e.given }
