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

// StandardError tells whether the σ of a metric is the standard error of its score, as
// it is of avg@N (Eq. 20) and of a UStatistic, and not the standard deviation of a
// posterior.
func StandardError(m Metric) bool {
	switch m := m.(type) {
	case *weighted:
		return !m.shrink
	case *otherwise:
		return true
	}
	_, ok := asSampler(m)
	return ok
}

// Anew tells whether a metric is about questions that are not on the board, and nothing
// else: what a fitted prior says of these.
func Anew(m Metric) bool {
	switch m := m.(type) {
	case *fitted:
		return m.anew
	case *fit:
		return m.anew
	}
	return false
}

// Shrunk tells whether a prior that is fitted to the board draws the means of questions
// together.
func Shrunk(m Metric) bool { return isFitted(m) }

// Lost is by how much the means of M questions under a fitted prior vary less than their
// chances do, over M: by the law of total variance it is the mean of their variances,
// which over M is the σ² of the score given the prior. It is 0 of other estimates.
func Lost(e Estimate) float64 { return e.given }

// OfTheseQuestions tells whether the interval of a metric is a rule for these very
// questions, which says nothing of others like them.
func OfTheseQuestions(m Metric) bool {
	_, ok := m.(*otherwise)
	return ok
}
