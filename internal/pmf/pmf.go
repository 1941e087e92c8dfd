// Package pmf computes probability mass functions with one mode.
//
// Call [Binomial] for a binomial distribution, or [Around] for a function given by the
// ratios of neighbouring probabilities.
//
// Both start at the mode, multiply by the ratios outwards, and divide by the sum at the
// end. Products of thousands of ratios therefore cannot overflow, and only negligible
// probabilities underflow. They need no gamma function, whose logarithm loses digits as
// its argument grows.
package pmf

import "sort"

// Binomial sets mass[k] to the probability of k successes in n = len(mass) − 1 trials,
// each with success probability p in [0, 1].
//
// Gonum's distuv.Binomial is not suitable. It returns NaN at p = 0 and 1, and its
// relative error is 1e-13 at n = 80 and 1e-10 at n = 60,000.
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
	from, to := fillOutwards(mass, min(n, int(float64(n+1)*p)), 0,
		func(x float64, k int) float64 { return x * odds * float64(n-k) / float64(k+1) },
		func(x float64, k int) float64 { return x / odds * float64(k) / float64(n-k+1) })
	clearOutside(mass, from, to)
}

// Around computes the probabilities P(k) of k = 0..len(mass) − 1, given ratio(k) =
// P(k + 1)/P(k). The ratios must not rise from below 1 to above 1. Around sets
// mass[from:to] to the probabilities that exceed the given share of the mode's
// probability, scaled so that they add up to 1. The rest of mass is not changed.
func Around(mass []float64, ratio func(k int) float64, share float64) (from, to int) {
	return fillOutwards(mass, sort.Search(len(mass)-1, func(k int) bool { return ratio(k) < 1 }), share,
		func(x float64, k int) float64 { return x * ratio(k) },
		func(x float64, k int) float64 { return x / ratio(k-1) })
}

// fillOutwards computes probabilities from the mode outwards, as long as they exceed
// the given share of the mode's probability. It stores them in mass[from:to], scaled so
// that they add up to 1. If x is the probability of k, above(x, k) returns the
// probability of k + 1, and below(x, k) the probability of k − 1.
func fillOutwards(mass []float64, mode int, share float64, above, below func(x float64, k int) float64) (from, to int) {
	mass[mode] = 1
	sum := 1.0
	for to = mode + 1; to < len(mass); to++ {
		x := above(mass[to-1], to-1)
		if x <= share {
			break
		}
		mass[to] = x
		sum += x
	}
	for from = mode; from > 0; from-- {
		x := below(mass[from], from)
		if x <= share {
			break
		}
		mass[from-1] = x
		sum += x
	}
	for k := from; k < to; k++ {
		mass[k] /= sum
	}
	return from, to
}

// clearOutside sets mass to 0, except for mass[from:to].
func clearOutside(mass []float64, from, to int) {
	clear(mass[:from])
	clear(mass[to:])
}
