package montecarlo

import "settle/internal/exact"

// Moments are the exact sums over replicates of a number and of its square. They must not
// be copied once a number was added.
type Moments struct{ exact.Moments }

// Merge adds the sums of other replicates.
func (m *Moments) Merge(from *Moments) { m.Moments.Merge(&from.Moments) }

// Mean is the mean of count numbers with its standard error, which is NaN for
// one number.
func (m *Moments) Mean(count float64) (mean, se float64) {
	return Mean(m.Sum(), m.Squares(), count)
}

// Mean is the mean of count numbers with its standard error, which is NaN for one number,
// from the sums of the numbers and of their squares.
func Mean(sum, squares, count float64) (mean, se float64) {
	mean = sum / count
	return mean, standardError(squares/count, mean, count)
}
