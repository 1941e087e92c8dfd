package sequential

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// boundaries are the z at which a one-sided test is called.
type boundaries struct {
	every []float64 // by look − 1
	last  []float64 // likewise, where nothing is left to look at later; see lastShare
}

// lastShare is how much is spent of what is left of the level where two models have
// stopped before their last look. All of it might be, had they not stopped for having
// narrow intervals: those of models whose trials went badly are narrower, which makes
// the level up to a quarter larger.
const lastShare = 0.5

// groupSequential returns the boundaries of looks that come at the given shares of the
// information of a test, rising to 1: over all of them a z without drift crosses with
// the probability level, exactly, as far as z is normal and its increments
// independent. What each look may spend is what the O'Brien–Fleming-type spending
// function gains there (Lan and DeMets 1983), and the boundary that spends it is found
// by recursion over the joint distribution of the looks (Armitage, McPherson and Rowe
// 1969; Jennison and Turnbull, "Group Sequential Methods", 2000, chapter 19). +Inf
// where there is nothing to spend.
//
// Of more than mostLooks looks so many count, at about equal distances; at the others
// nothing is called. It stops after so many looks, and leaves the boundaries of later ones 0.
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

// walk is the distribution of a sum of normal increments, S(t) ~ N(0, t), that has not
// crossed a boundary yet: its density at points at equal distances down from the last
// boundary, so that which two points a step leads between goes by the difference of
// their numbers alone.
type walk struct {
	step    float64   // between points
	at      float64   // t of the last look, 0 before the first
	top     float64   // the first point, where the walk was stopped
	density []float64 // at top, top − step, …
	next    []float64
	kernel  []float64
}

// The points reach from a boundary down to lowest standard deviations below 0 and
// lie at a fine part of the standard deviation of the smallest increment. Nothing is
// above highest standard deviations of the whole, and no increment is larger than
// farthest of its own.
const (
	fineness = 6.0
	lowest   = 7.0
	highest  = 9.0
	farthest = 12.0
)

// newWalk is a walk with every so many of the looks, the last among them.
func newWalk(shares []float64, apart int) *walk {
	least, before := math.Inf(1), 0.0
	for i, t := range shares {
		if (len(shares)-1-i)%apart == 0 {
			least, before = min(least, t-before), t
		}
	}
	return &walk{step: math.Sqrt(least) / fineness}
}

// cross moves the walk on to t and stops it where it has crossed the boundary that it
// crosses with the given probability just now, which it returns.
func (w *walk) cross(t, probability float64) float64 {
	boundary := w.boundary(t, probability)
	w.move(t, min(boundary, highest))
	return boundary
}

// boundary is what cross returns.
func (w *walk) boundary(t, probability float64) float64 {
	if !(probability > 0) {
		return math.Inf(1)
	}
	// No walk that was stopped before crosses more often than one that never was.
	c := -distuv.UnitNormal.Quantile(probability) * math.Sqrt(t)
	if w.at == 0 || math.IsInf(c, 1) {
		return c
	}
	// The logarithm of the probability is concave, for the density is log-concave, so
	// that Newton's method comes down to the boundary from above and never passes it.
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

// above is the probability that the walk, not stopped before, is above c at t, and its
// density there.
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

// move fills in the density at t below the top given.
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

// convolve adds an increment. From point i to point j of the next look it leads over
// the distance top − w.top + (i − j)·step.
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

// weight is that of the i-th point from the end at which the density stops, in a sum in
// place of an integral: the trapezoidal rule with the end corrections of Gregory up to
// third differences. At the other end the density is as good as 0.
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
