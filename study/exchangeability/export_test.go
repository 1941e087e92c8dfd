package exchangeability

import "settle/results"

// Standardised returns the two standardized statistics of the only model of a board.
func Standardised(b *results.Board) (linear, squared float64) {
	v := newTrials(b).viewer()
	v.columns = v.seen
	v.see()
	return v.linear[0], v.squared[0]
}

// Least returns the smallest approximate p-value of a board.
func Least(b *results.Board) float64 {
	v := newTrials(b).viewer()
	v.columns = v.seen
	return v.smallestPValues()
}

// Agreed returns the number of questions on which two trials of the only model of a board
// agree, with its mean and variance over all orders.
func Agreed(b *results.Board, earlier, later int) (agreed int, mean, variance float64) {
	t := newTrials(b)
	a := &t.models[0].agreement
	return a.countAgreements(&t.seen[0], earlier, later), a.mean[later], a.variance[later]
}
