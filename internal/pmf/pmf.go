// Package pmf fills in probability mass functions with one mode.
//
// It starts at the mode and goes outwards by the ratios of neighbours, then
// divides by the sum: products of thousands of ratios cannot overflow, what
// underflows is negligible, and it takes no gamma function, whose logarithm
// loses digits as its argument grows. What the counts are of is for others to
// say.
package pmf

import "sort"

// Binomial fills mass with P(X = k) for k = 0..n successes in n =
// len(mass) − 1 trials of chance p in [0, 1].
//
// Gonum's distuv.Binomial does not serve: it is NaN at p = 0 and 1, and off by
// 1e-13 of the probability at n = 80 and by 1e-10 at n = 60,000.
func Binomial(mass []float64, p float64) {
	n := len(mass) - 1
	if p <= 0 || p >= 1 {
		clear(mass)
		if p > 0 {
			mass[n] = 1
		} else {
			mass[0] = 1
		}
		return
	}
	odds := p / (1 - p)
	outwards(mass, min(n, int(float64(n+1)*p)),
		func(x float64, k int) float64 { return x * odds * float64(n-k) / float64(k+1) },
		func(x float64, k int) float64 { return x / odds * float64(k) / float64(n-k+1) })
}

// ByRatios fills mass with the probabilities of 0..len(mass) − 1 that have the
// given ratios P(k + 1)/P(k), which must not rise from below 1 to above it.
func ByRatios(mass []float64, ratio func(k int) float64) {
	outwards(mass, sort.Search(len(mass)-1, func(k int) bool { return ratio(k) < 1 }),
		func(x float64, k int) float64 { return x * ratio(k) },
		func(x float64, k int) float64 { return x / ratio(k-1) })
}

// outwards fills mass from its mode: above and below tell from the mass x at k
// that at k + 1 and at k − 1.
func outwards(mass []float64, mode int, above, below func(x float64, k int) float64) {
	mass[mode] = 1
	sum := 1.0
	for k := mode; k < len(mass)-1; k++ {
		mass[k+1] = above(mass[k], k)
		sum += mass[k+1]
	}
	for k := mode; k > 0; k-- {
		mass[k-1] = below(mass[k], k)
		sum += mass[k-1]
	}
	for k := range mass {
		mass[k] /= sum
	}
}
