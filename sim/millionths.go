package sim

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// millionthsInOne is the number of millionths in 1. All numbers that package sim draws
// from continuous distributions are rounded to millionths, because processors differ in
// the last bits of exponentials and of gonum's functions, by 10^-16 on average. With
// rounding, about one number in 10^10 differs between processors. Without it, up to
// half of them would differ.
const millionthsInOne = 1e6

// millionth rounds x to the nearest multiple of 10^-6.
func millionth(x float64) float64 { return math.Round(x*millionthsInOne) / millionthsInOne }

// probabilityAtMost returns the probability that a draw from d is at most x after it is rounded
// to millionths. The rounded draw is at most x if the draw is less than half a millionth above
// the largest multiple of 10^-6 that is at most x.
func probabilityAtMost(d distuv.LogNormal, x float64) float64 {
	last := math.Round(x * millionthsInOne)
	if last/millionthsInOne > x {
		last--
	}
	return d.CDF((last + 0.5) / millionthsInOne)
}

// millionthBelow returns the largest multiple of 10^-6 below x.
func millionthBelow(x float64) float64 {
	last := math.Round(x * millionthsInOne)
	for last/millionthsInOne >= x {
		last--
	}
	return last / millionthsInOne
}

// roundToMillionths rounds probabilities to millionths in place, so that their mean
// becomes the given mean. No probability becomes 0 or 1. It spreads the remainder in
// steps of one millionth, starting with the first probability.
func roundToMillionths(p []float64, mean float64) []float64 {
	missing := math.Round(mean * float64(len(p)) * millionthsInOne)
	for i, x := range p {
		p[i] = min(max(math.Round(x*millionthsInOne), 1), millionthsInOne-1)
		missing -= p[i]
	}
	for i := 0; missing != 0; i = (i + 1) % len(p) {
		one := math.Copysign(1, missing)
		if moved := p[i] + one; 0 < moved && moved < millionthsInOne {
			p[i] = moved
			missing -= one
		}
	}
	for i := range p {
		p[i] /= millionthsInOne
	}
	return p
}
