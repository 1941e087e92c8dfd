package budget

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// difference is how the outcomes of two models differ, summed over questions:
// the prior has given the better model a lead, which may be negative, and one
// trial of each question makes it gain mean on the other, with this variance.
type difference struct{ lead, mean, variance float64 }

func (m *Models) difference(above, below int) (d difference) {
	for q, a := range m.outcome[above] {
		b := m.outcome[below][q]
		d.lead += m.start[above][q].sum - m.start[below][q].sum
		d.mean += a.mean - b.mean
		d.variance += a.variance + b.variance
	}
	return d
}

// right is the probability, in the normal approximation, that n trials of each
// question put the models in the right order, counting half of the ties.
func (d difference) right(n int) float64 {
	return distuv.UnitNormal.CDF(d.z(n))
}

// distance is the mean of how far n trials of each question put the models
// apart, in the normal approximation.
func (d difference) distance(n int) float64 {
	if d.variance == 0 {
		return math.Abs(d.lead + float64(float64(n)*d.mean))
	}
	return math.Sqrt(float64(n)*d.variance) * foldedMean(d.z(n))
}

// z is how far the better model is ahead after n trials, in standard deviations
// of that: ±∞ without any.
func (d difference) z(n int) float64 {
	ahead := d.lead + float64(float64(n)*d.mean)
	if ahead == 0 {
		return 0
	}
	return ahead / math.Sqrt(float64(n)*d.variance)
}

// foldedMean is E|X| for X normal with the given mean and variance 1. Its erf is
// 1 − 2Φ(−x) without cancelling near 0.
func foldedMean(mean float64) float64 {
	return float64(mean*math.Erf(mean/math.Sqrt2)) + float64(noise*math.Exp(-mean*mean/2))
}

// noise is E|X| of a standard normal X: the |z| of models that do not differ.
var noise = math.Sqrt(2 / math.Pi)

// unfolded is the mean ≥ 0 for which foldedMean is the given one, 0 for those
// that noise alone surpasses.
func unfolded(folded float64) float64 {
	low, high := 0.0, max(folded, 0) // foldedMean(x) ≥ x
	for {
		middle := (low + high) / 2
		if middle == low || middle == high {
			return high
		}
		if foldedMean(middle) < folded {
			low = middle
		} else {
			high = middle
		}
	}
}
