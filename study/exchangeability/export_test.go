package exchangeability

import "settle/results"

// Standardised are the two statistics of the only model of a board in units of their
// standard deviations.
func Standardised(b *results.Board) (linear, squared float64) {
	v := newTrials(b).viewer()
	v.columns = v.seen
	v.see()
	return v.linear[0], v.squared[0]
}

// Least is the least approximate probability on a board.
func Least(b *results.Board) float64 {
	v := newTrials(b).viewer()
	v.columns = v.seen
	return v.least()
}
