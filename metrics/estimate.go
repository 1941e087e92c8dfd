package metrics

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a score with the standard deviation of its posterior, both in
// units of the weights.
type Estimate struct {
	Mu    float64
	Sigma float64
}

// Bounds are the ends that an interval may not pass. Unbounded is the default,
// as Eq. 15 has none.
type Bounds struct{ Lo, Hi float64 }

// Unbounded clips nothing.
var Unbounded = Bounds{math.Inf(-1), math.Inf(1)}

// Interval is the central interval of the given confidence in (0, 1) under the
// normal approximation of section 2.5, clipped to the bounds.
func (e Estimate) Interval(confidence float64, b Bounds) (lo, hi float64) {
	half := distuv.UnitNormal.Quantile((1+confidence)/2) * e.Sigma
	return min(max(e.Mu-half, b.Lo), b.Hi), max(min(e.Mu+half, b.Hi), b.Lo)
}
