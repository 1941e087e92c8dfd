package standings

import "settle/metrics"

// Difference is how far the model of one place, from 0, is ahead of that of another: the
// difference of their posterior means in units of the score, with its standard deviation
// and its central interval at the confidence of the rules, of these two models by
// themselves. It is that of Versus.Compare, but that of an unequal tally it is on the
// questions that count for all models. There must be an Interval.
func (s Standings) Difference(above, below int) (d metrics.Estimate, lo, hi float64) {
	d = s.scores.Difference(s.Rows[above].Index, s.Rows[below].Index)
	lo, hi = d.Interval(s.Rules.Confidence, metrics.Unbounded)
	return d, lo, hi
}
