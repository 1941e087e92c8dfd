// Package unfused computes sums of products with the same result on every processor.
//
// Call [Dot] for a dot product, and [Exp] and [Log] in place of those in package math.
//
// Many processors can compute x·y + z in one fused operation that rounds once, and Go
// allows this. gonum's assembly also adds in a different order. The last bit of a
// result could therefore depend on the processor, and so could a decision. An explicit
// conversion, float64(x*y), prevents fusing. Packages whose results determine decisions
// use such conversions, and this package in place of gonum and math.
package unfused

import "math"

// Dot returns the sum of the products a[i]·b[i], added from first to last.
func Dot(a, b []float64) float64 {
	var sum float64
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
}

// Hypot returns √(a² + b²). It divides by the larger number first, because the square
// of that number could overflow.
func Hypot(a, b float64) float64 {
	a, b = math.Abs(a), math.Abs(b)
	small, large := min(a, b), max(a, b)
	if small == 0 || math.IsInf(large, 1) {
		return large
	}
	ratio := small / large
	return large * math.Sqrt(1+float64(ratio*ratio))
}

// MeanVariance returns the mean and the variance of the given values. Value i occurs
// counts[i] times, and at least one count must be positive. The mean is computed as a
// distance from the first value with a positive count, so that the variance of equal
// values is exactly 0.
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

// Spread returns the sum of the squared distances of values from their mean. It is
// exactly 0 if all values are equal.
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
