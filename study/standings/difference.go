package standings

import "settle/metrics"

// Difference returns the lead of the model at place above over the model at place below, where
// places count from 0. d is the difference of their posterior means with its standard deviation,
// in units of the score. lo and hi bound its central interval at Rules.Confidence, for this pair
// alone. Versus.Compare gives the same difference, except in an unequal tally, where Difference
// uses only the questions that count for all models. s.Interval must be true.
func (s Standings) Difference(above, below int) (d metrics.Estimate, lo, hi float64) {
	d = s.scores.Difference(s.Rows[above].Index, s.Rows[below].Index)
	lo, hi = d.Interval(s.Rules.Confidence, metrics.Unbounded)
	return d, lo, hi
}
