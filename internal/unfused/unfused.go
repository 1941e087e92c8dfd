// Package unfused adds up products as every processor does.
//
// Begin with [Dot].
//
// It believes that what decides must come out the same everywhere, to the last
// bit. Many processors fuse x·y + z into one operation that rounds once, Go lets
// them, and gonum's sums go in another order where it has assembly. An explicit
// conversion, float64(x*y), forbids to fuse; where a product is added to
// something in a package that decides there is one, and what would be gonum's or
// package math's work is here. What is to be decided is for others to say.
package unfused

import "math"

// Dot is the sum of the products a[i]·b[i], from the first to the last.
func Dot(a, b []float64) float64 {
	var sum float64
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
}

// Hypot is √(a² + b²), by way of the larger of the two, whose square may be
// beyond the range of a float64.
func Hypot(a, b float64) float64 {
	a, b = math.Abs(a), math.Abs(b)
	small, large := min(a, b), max(a, b)
	if small == 0 || math.IsInf(large, 1) {
		return large
	}
	ratio := small / large
	return large * math.Sqrt(1+float64(ratio*ratio))
}

// MeanVariance is the mean and the variance of values of which each counts as
// often as counts say, some at least once. The mean is found as a distance from
// the first value that counts, so that the variance of equal values is 0, and not
// rounding.
func MeanVariance(values, counts []float64) (mean, variance float64) {
	first := 0
	for counts[first] == 0 {
		first++
	}
	var shift, squares, all float64
	for i, x := range values {
		shift += float64(counts[i] * (x - values[first]))
		all += counts[i]
	}
	mean = values[first] + shift/all
	for i, x := range values {
		squares += float64(counts[i] * float64((x-mean)*(x-mean)))
	}
	return mean, squares / all
}

// Spread returns the sum of the squared distances of values from their mean, which is 0 if all are
// equal.
func Spread(values []float64) float64 {
	var shift, squares float64
	for _, x := range values {
		shift += x - values[0]
	}
	mean := values[0] + shift/float64(len(values))
	for _, x := range values {
		squares += float64((x - mean) * (x - mean))
	}
	return squares
}
