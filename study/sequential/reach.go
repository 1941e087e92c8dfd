package sequential

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// leastReach is a probability of separation. If more trials separate a pair of models with a smaller
// probability, the pair is out of reach.
const leastReach = 0.1

// reach returns the predictive probability that two models are separated once both have MaxTrials
// trials of each question. z is the current z statistic of the two models, and share is the
// current statistical information as a share of the final information. reach returns 1 if
// s.Critical is 0 or z is not finite.
func (s Step) reach(z, share float64) float64 {
	if s.Critical == 0 || math.IsNaN(z) || math.IsInf(z, 0) {
		return 1
	}
	return predictivePower(z, share, s.Critical)
}

// predictivePower returns the probability that |z| is at least bound at the end of an evaluation.
// z is the current value, and share is the current statistical information as a share of the
// final information. The result is the predictive power of Spiegelhalter, Freedman and Blackburn,
// "Monitoring clinical trials: conditional or predictive power?" (1986). The true difference is
// taken as normal around the estimate with its standard error, so the final z is normal with mean
// z/√share and variance 1/share − 1.
func predictivePower(z, share, bound float64) float64 {
	if share >= 1 {
		if math.Abs(z) >= bound {
			return 1
		}
		return 0
	}
	mean, sd := math.Abs(z)/math.Sqrt(share), math.Sqrt(1/share-1)
	normal := distuv.UnitNormal
	return float64(normal.CDF((mean-bound)/sd)) + float64(normal.CDF((-mean-bound)/sd))
}

// isOutOfReach reports whether the probability that two undecided models will be separated is
// below leastReach. It is always false in simulations.
func (g *game) isOutOfReach(a, b int) bool {
	return g.now != nil && g.now.pairs[g.pairIndex(a, b)].reach < leastReach
}
