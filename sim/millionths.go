package sim

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Numbers that are drawn from a continuous distribution are rounded to
// millionths: the chances of coins, what questions of mimics are like, and
// token_ratio and completion_bpt of their attempts. Processors differ in the last
// bits of exponentials and of what gonum makes of them, by 10^-16 on average, so
// that about one number in 10^10 is another millionth elsewhere. Without
// rounding up to half of them would be other numbers.
const inOne = 1e6

// millionth rounds to a multiple of 10^-6, the float64 that is nearest to it.
func millionth(x float64) float64 { return math.Round(x*inOne) / inOne }

// atMost is the chance that a number drawn from a continuous distribution and
// rounded to millionths is x or less. Such are all that lie less than half a
// millionth above the last one that is.
func atMost(d distuv.LogNormal, x float64) float64 {
	last := math.Round(x * inOne)
	if last/inOne > x {
		last--
	}
	return d.CDF((last + 0.5) / inOne)
}

// millionthBelow is the largest multiple of 10^-6 below x.
func millionthBelow(x float64) float64 {
	last := math.Round(x * inOne)
	for last/inOne >= x {
		last--
	}
	return last / inOne
}

// inMillionths rounds probabilities, in place, such that their sum becomes that
// of the mean given, in millionths; none becomes 0 or 1. What rounding leaves is
// shared out one by one from the first on.
func inMillionths(p []float64, mean float64) []float64 {
	missing := math.Round(mean * float64(len(p)) * inOne)
	for i, x := range p {
		p[i] = min(max(math.Round(x*inOne), 1), inOne-1)
		missing -= p[i]
	}
	for i := 0; missing != 0; i = (i + 1) % len(p) {
		one := math.Copysign(1, missing)
		if moved := p[i] + one; 0 < moved && moved < inOne {
			p[i] = moved
			missing -= one
		}
	}
	for i := range p {
		p[i] /= inOne
	}
	return p
}
