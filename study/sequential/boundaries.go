package sequential

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// A boundaries holds the z at which a one-sided test decides.
type boundaries struct {
	every []float64 // by look − 1
	last  []float64 // likewise, for a look that is the last; see lastShare
}

// lastShare is the share of the remaining level that is spent if two models have stopped before
// their last planned look. It could be 1 if models did not stop because of narrow intervals:
// models with unlucky trials have narrower intervals, which inflates the level by up to a
// quarter.
const lastShare = 0.5

// groupSequential returns the boundaries for looks at the given shares of a test's information,
// which rise to 1. Over all looks, z without drift crosses a boundary with exactly the
// probability level, if z is normal with independent increments. Each look spends the increase
// of the O'Brien–Fleming-type spending function (Lan and DeMets 1983). The boundary is found by
// recursion over the joint distribution of the looks (Armitage, McPherson and Rowe 1969;
// Jennison and Turnbull, "Group Sequential Methods", 2000, chapter 19). It is +Inf if there is
// nothing to spend.
//
// With more than mostLooks looks, only mostLooks of them, at about equal distances, can decide.
// The function stops after the given number of looks and leaves later boundaries 0.
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

// A walk is the distribution of a sum of normal increments, S(t) ~ N(0, t), that has not
// crossed a boundary yet. It holds the density at equidistant points, downwards from the last
// boundary, so that the kernel between two points depends only on the difference of their
// indices.
type walk struct {
	step    float64   // between points
	at      float64   // t of the last look, 0 before the first
	top     float64   // the first point, where the walk is stopped
	density []float64 // at top, top − step, …
	next    []float64
	kernel  []float64
}

// The grid reaches from a boundary down to lowest standard deviations below 0. Its step is the
// standard deviation of the smallest increment divided by fineness. It ignores values above
// highest standard deviations of the total, and increments larger than farthest of their own
// standard deviations.
const (
	fineness = 6.0
	lowest   = 7.0
	highest  = 9.0
	farthest = 12.0
)

// newWalk returns a walk that uses every apart-th look, including the last.
func newWalk(shares []float64, apart int) *walk {
	least, before := math.Inf(1), 0.0
	for i, t := range shares {
		if (len(shares)-1-i)%apart == 0 {
			least, before = min(least, t-before), t
		}
	}
	return &walk{step: math.Sqrt(least) / fineness}
}

// cross moves the walk to t and stops it at the boundary that it crosses at t with the given
// probability. It returns that boundary.
func (w *walk) cross(t, probability float64) float64 {
	boundary := w.boundary(t, probability)
	w.move(t, min(boundary, highest))
	return boundary
}

// boundary returns the boundary of cross without moving the walk.
func (w *walk) boundary(t, probability float64) float64 {
	if !(probability > 0) {
		return math.Inf(1)
	}
	// A walk that can be stopped before crosses less often than one that cannot.
	c := -distuv.UnitNormal.Quantile(probability) * math.Sqrt(t)
	if w.at == 0 || math.IsInf(c, 1) {
		return c
	}
	// The logarithm of the probability is concave, because the density is log-concave. So
	// Newton's method approaches the boundary from above and never passes it.
	for range 60 {
		above, density := w.above(c, t)
		step := float64(above / density * math.Log(probability/above))
		if !(step > 1e-13) {
			break
		}
		c -= step
	}
	return c
}

// above returns the probability that the walk is above c at t without being stopped before, and
// its density there.
func (w *walk) above(c, t float64) (probability, density float64) {
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

// move computes the density at t below top.
func (w *walk) move(t, top float64) {
	points := int((top+float64(lowest*math.Sqrt(t)))/w.step) + 1
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

// convolve adds an increment. From point i to point j of the next look, the distance is top −
// w.top + (i − j)·step.
func (w *walk) convolve(top, variance float64) {
	offset := len(w.next) - 1 // kernel[offset + i − j]
	w.kernel = slices.Grow(w.kernel[:0], offset+len(w.density))[:offset+len(w.density)]
	for k := range w.kernel {
		w.kernel[k] = normalDensity(top-w.top+float64(float64(k-offset)*w.step), variance)
	}
	for i := range w.density {
		w.density[i] *= weight(i) * w.step
	}
	reach := int(farthest*math.Sqrt(variance)/w.step) + 1
	same := int(math.Round((w.top - top) / w.step)) // i − j of points at one height
	for j := range w.next {
		from, to := max(0, j+same-reach), min(len(w.density), j+same+reach)
		sum := 0.0
		for i := from; i < to; i++ {
			sum += float64(w.density[i] * w.kernel[offset+i-j])
		}
		w.next[j] = sum
	}
}

// weight returns the quadrature weight of point i, counted from the end where the density is
// cut off: the trapezoidal rule with Gregory's end corrections up to third differences. At the
// other end the density is practically 0.
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
