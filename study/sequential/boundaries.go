package sequential

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// boundaries holds, for each look at the results, the z value at which a one-sided test decides.
type boundaries struct {
	every []float64 // by look − 1
	last  []float64 // by look − 1, for a look that is the last one because both models stop there; see lastShare
}

// lastShare is used for a look at which both models stop earlier than planned. It is the share of
// the unspent significance level that this look spends. With a share of 1, the error rate would
// exceed the level by up to a quarter: models stop when their intervals are narrow, and unlucky
// trials make intervals narrower.
const lastShare = 0.5

// groupSequential returns the boundaries of a one-sided test with several looks at growing data.
// The shares are those of the final information at each look; they increase to 1. If the models
// are equally good and z is normal with independent increments, the probability that z crosses a
// boundary at some look is exactly the given level.
//
// At each look, the spent level grows by the O'Brien–Fleming-type spending function (Lan and
// DeMets 1983). The boundaries are computed by recursion over the joint distribution of the looks
// (Armitage, McPherson and Rowe 1969; Jennison and Turnbull, "Group Sequential Methods", 2000,
// chapter 19). A look that has no level to spend has the boundary +Inf.
//
// If there are more than mostLooks looks, only mostLooks of them, about equally spaced, can
// decide. Boundaries are computed only for the first looks, as many as requested; all other
// boundaries are 0.
func groupSequential(level float64, shares []float64, looks int) boundaries {
	b := boundaries{make([]float64, len(shares)), make([]float64, len(shares))}
	apart := (len(shares) + mostLooks - 1) / mostLooks
	w := newWalk(shares, apart)
	before := 0.0
	for i, t := range shares[:looks] {
		if (len(shares)-1-i)%apart != 0 {
			b.every[i], b.last[i] = math.Inf(1), math.Inf(1)
			continue
		}
		spent := OBrienFleming.Spent(level, t)
		b.last[i] = w.boundary(t, lastShare*(level-before)) / math.Sqrt(t)
		b.every[i] = w.cross(t, spent-before) / math.Sqrt(t)
		before = spent
	}
	return b
}

const mostLooks = 100

// A walk holds the distribution, at time t, of a sum of independent normal increments with total
// variance t. It includes only sums that have not crossed a boundary yet. It stores the density
// at equidistant points from the last boundary downwards. The convolution kernel between two
// points then depends only on the difference of their indices.
type walk struct {
	step    float64   // between points
	at      float64   // t of the last look, 0 before the first
	top     float64   // the first point: the boundary at which the walk is stopped
	density []float64 // at top, top − step, …
	next    []float64
	kernel  []float64
}

// These constants define the grid of points at which a walk stores its density. The highest point
// is the boundary, but at most gridTop standard deviations of the final sum. The lowest point
// lies below 0 by gridBottom standard deviations of the current sum. The distance between points
// is the standard deviation of the smallest increment divided by fineness. Increments beyond
// incrementLimit of their own standard deviations are ignored.
const (
	fineness       = 6.0
	gridBottom     = 7.0
	gridTop        = 9.0
	incrementLimit = 12.0
)

// newWalk returns a walk for looks at the given shares of the final information. Only every
// stride-th look is used, counted back from the last.
func newWalk(shares []float64, stride int) *walk {
	least, before := math.Inf(1), 0.0
	for i, t := range shares {
		if (len(shares)-1-i)%stride == 0 {
			least, before = min(least, t-before), t
		}
	}
	return &walk{step: math.Sqrt(least) / fineness}
}

// cross moves the walk to time t and removes the part of the walk above a boundary. It chooses
// the boundary that the walk crosses with the given probability, and returns that boundary.
func (w *walk) cross(t, probability float64) float64 {
	boundary := w.boundary(t, probability)
	w.move(t, min(boundary, gridTop))
	return boundary
}

// boundary returns the boundary that cross would return for time t, but does not move the walk.
func (w *walk) boundary(t, probability float64) float64 {
	if !(probability > 0) {
		return math.Inf(1)
	}
	// A walk that can be stopped at an earlier look crosses less often than a walk that cannot.
	c := -distuv.UnitNormal.Quantile(probability) * math.Sqrt(t)
	if w.at == 0 || math.IsInf(c, 1) {
		return c
	}
	// The logarithm of the probability is concave, because the density is log-concave. So
	// Newton's method approaches the boundary from above and never passes it.
	for range 60 {
		above, density := w.probabilityAbove(c, t)
		step := float64(above / density * math.Log(probability/above))
		if !(step > 1e-13) {
			break
		}
		c -= step
	}
	return c
}

// probabilityAbove returns the probability that the walk is above c at time t and was not stopped
// earlier. It also returns the probability density at c.
func (w *walk) probabilityAbove(c, t float64) (probability, density float64) {
	variance := t - w.at
	sd := math.Sqrt(variance)
	for i, before := range w.density {
		d := c - w.top + float64(float64(i)*w.step)
		mass := weight(i) * before
		probability += float64(mass * math.Erfc(d/(sd*math.Sqrt2)) / 2)
		density += float64(mass * normalDensity(d, variance))
	}
	return probability * w.step, density * w.step
}

// move moves the walk to time t and computes its density on a grid that runs downwards from top.
func (w *walk) move(t, top float64) {
	points := int((top+float64(gridBottom*math.Sqrt(t)))/w.step) + 1
	w.next = slices.Grow(w.next[:0], points)[:points]
	variance := t - w.at
	if w.at == 0 {
		for i := range w.next {
			w.next[i] = normalDensity(top-float64(float64(i)*w.step), variance)
		}
	} else {
		w.convolve(top, variance)
	}
	w.density, w.next = w.next, w.density
	w.at, w.top = t, top
}

// convolve adds a normal increment with the given variance to the walk, and stores the new
// density on a grid that runs downwards from top. Point j of the new grid minus point i of the
// old grid is top − w.top + (i − j)·step.
func (w *walk) convolve(top, variance float64) {
	offset := len(w.next) - 1 // the kernel's index is offset + i − j
	w.kernel = slices.Grow(w.kernel[:0], offset+len(w.density))[:offset+len(w.density)]
	for k := range w.kernel {
		w.kernel[k] = normalDensity(top-w.top+float64(float64(k-offset)*w.step), variance)
	}
	for i := range w.density {
		w.density[i] *= weight(i) * w.step
	}
	reach := int(incrementLimit*math.Sqrt(variance)/w.step) + 1
	same := int(math.Round((w.top - top) / w.step)) // i − j for points at the same height
	for j := range w.next {
		from, to := max(0, j+same-reach), min(len(w.density), j+same+reach)
		sum := 0.0
		for i := from; i < to; i++ {
			sum += float64(w.density[i] * w.kernel[offset+i-j])
		}
		w.next[j] = sum
	}
}

// weight returns the weight of point i of the grid in numerical integrals; point 0 is at the
// boundary. The weights follow the trapezoidal rule, with Gregory's end corrections up to third
// differences. The far end of the grid needs no correction, because the density there is
// practically 0.
func weight(i int) float64 {
	if i < len(endWeights) {
		return endWeights[i]
	}
	return 1
}

var endWeights = [...]float64{251.0 / 720, 299.0 / 240, 211.0 / 240, 739.0 / 720}

func normalDensity(x, variance float64) float64 {
	return math.Exp(-float64(x*x)/(2*variance)) / math.Sqrt(2*math.Pi*variance)
}
