package sequential

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// leastReach is the chance of being separated below which a pair is out of reach.
const leastReach = 0.1

// reach returns the chance that two models are separated when both have MaxTrials of each
// question: that |z| is then at least Critical, given z now and the share of the information
// that it is by. What is not known of the difference is normal around the estimate with its
// standard error, so that z at the end is normal with the mean z/√share and the variance
// 1/share − 1: the predictive power of Spiegelhalter, Freedman and Blackburn, "Monitoring
// clinical trials: conditional or predictive power?" (1986). It is 1 where nothing is out of
// reach.
func (s Step) reach(z, share float64) float64 {
	if s.Critical == 0 || math.IsNaN(z) || math.IsInf(z, 0) {
		return 1
	}
	if share >= 1 {
		if math.Abs(z) >= s.Critical {
			return 1
		}
		return 0
	}
	mean, sd := math.Abs(z)/math.Sqrt(share), math.Sqrt(1/share-1)
	normal := distuv.UnitNormal
	return float64(normal.CDF((mean-s.Critical)/sd)) + float64(normal.CDF((-mean-s.Critical)/sd))
}

// outOfReach reports whether two models without a call will hardly be separated.
func (g *game) outOfReach(a, b int) bool {
	return g.now != nil && g.now.pairs[g.ordered(a, b)].reach < leastReach
}
