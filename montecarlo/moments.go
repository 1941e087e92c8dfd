package montecarlo

// Moments are the sums over replicates of a number and of its square.
type Moments struct{ Sum, Squares float64 }

// Add counts one more number.
func (m *Moments) Add(x float64) {
	m.Sum += x
	m.Squares += float64(x * x)
}

// Merge adds the sums of other replicates.
func (m *Moments) Merge(from Moments) {
	m.Sum += from.Sum
	m.Squares += from.Squares
}

// Mean is the mean of count numbers with its standard error, which is NaN for
// one number.
func (m Moments) Mean(count float64) (mean, se float64) {
	mean = m.Sum / count
	return mean, standardError(m.Squares/count, mean, count)
}
