package standings

import "settle/metrics"

// Difference compares the models at two places of the ranking, above and below, counted from 0.
// It returns the posterior mean and standard deviation of the first model's score minus the
// second's, in units of the score. lo and hi bound the central interval of this difference at
// Rules.Confidence, for this pair alone. Versus.Compare gives the same difference, except in an
// unequal tally, where Difference uses only the questions that count for all models. s.Interval
// must be true.
func (s Standings) Difference(above, below int) (d metrics.Estimate, lo, hi float64) {
	d = s.scores.Difference(s.Rows[above].Index, s.Rows[below].Index)
	lo, hi = d.Interval(s.Rules.Confidence, metrics.Unbounded)
	return d, lo, hi
}
