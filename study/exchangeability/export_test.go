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

// Agreed returns on how many questions two trials of the only model of a board agree, with
// the mean and the variance over all orders.
func Agreed(b *results.Board, earlier, later int) (agreed int, mean, variance float64) {
	t := newTrials(b)
	a := &t.models[0].agreement
	return a.agreed(&t.seen[0], earlier, later), a.mean[later], a.variance[later]
}
