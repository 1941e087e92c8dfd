package figures

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// maxMagnitude is the largest absolute value that an axis can show. The difference of
// two larger numbers could overflow.
const maxMagnitude = 1e100

// finite reports whether v is a number that can be drawn.
func finite(v float64) bool { return math.Abs(v) <= maxMagnitude } // false for NaN

// interval is the range of the numbers that were included so far.
type interval struct {
	lo, hi float64
	some   bool // false while the interval is empty
	whole  bool // every number seen was whole
}

// include widens the interval to contain all finite numbers in vs.
func (r *interval) include(vs ...float64) {
	for _, v := range vs {
		switch {
		case !finite(v):
		case !r.some:
			*r = interval{lo: v, hi: v, some: true, whole: v == math.Trunc(v)}
		default:
			r.lo, r.hi = min(r.lo, v), max(r.hi, v)
			r.whole = r.whole && v == math.Trunc(v)
		}
	}
}

// flat reports whether the interval is too narrow for two distinct labels.
func (r interval) flat() bool {
	return r.hi-r.lo <= max(1/maxMagnitude, 1e-9*max(math.Abs(r.lo), math.Abs(r.hi)))
}

// opened returns the interval with room for labels. An interval that is flat (too
// narrow for two distinct labels) is widened by pad on either side or, on a log axis,
// by a factor of 1.5 at each end. Any other interval is returned unchanged.
func (r interval) opened(log bool, pad float64) interval {
	switch {
	case r.flat() && log:
		r.lo, r.hi = r.lo/1.5, r.hi*1.5
	case r.flat():
		r.lo, r.hi = r.lo-pad, r.hi+pad
	}
	return r
}

// stretched returns the interval extended at each end by the given fraction of its
// length on the axis.
func (r interval) stretched(log bool, by float64) interval {
	if log {
		factor := math.Pow(r.hi/r.lo, by)
		r.lo, r.hi = r.lo/factor, r.hi*factor
		return r
	}
	pad := by * (r.hi - r.lo)
	r.lo, r.hi = r.lo-pad, r.hi+pad
	return r
}

// An axis is a range of numbers with the ticks and text along it.
type axis struct {
	interval
	log      bool // positive numbers only
	inverted bool
	ticks    []tick
	hidden   bool // no line, ticks or labels
}

// A tick is a marked number on an axis, with its label.
type tick struct {
	value float64
	label string
}

// valueAxis returns an axis for measured values, with about n ticks at round numbers.
// The axis extends a little beyond the range r of the values.
func valueAxis(r interval, log bool, n int) axis {
	if !r.some {
		return axis{interval: interval{lo: 0, hi: 1}}
	}
	r = r.opened(log, max(0.1*math.Abs(r.lo), 1e-3)).stretched(log, 0.02)
	a := axis{interval: r, log: log}
	for ; len(a.ticks) < 2; n++ { // one number makes no scale
		a.ticks = rounds(r, log, roundStep((r.hi-r.lo)/float64(n)))
	}
	return a
}

// fixedAxis returns an axis from the first number to the second, with about n ticks. If
// the first number is larger, the axis is inverted.
func fixedAxis(from, to float64, log bool, n int) axis {
	r := interval{lo: min(from, to), hi: max(from, to), some: true}
	return axis{interval: r, log: log, inverted: from > to, ticks: rounds(r, log, roundStep((r.hi-r.lo)/float64(n)))}
}

// trialAxis returns an axis of the given width for chosen values, such as numbers of
// trials. It ends where the data end. An end that is a whole number gets a tick. If the
// labels of both ends do not fit, only the upper end gets one.
func trialAxis(r interval, log bool, width vg.Length) axis {
	if !r.some {
		return axis{interval: interval{lo: 0, hi: 1}}
	}
	ends := wholes(r.hi, r.lo)
	r = r.opened(log, max(0.5, 1e-3*math.Abs(r.lo)))
	step := roundStep((r.hi - r.lo) / float64(width/45))
	if r.whole {
		step = max(step, 1)
	}
	a := axis{interval: r, log: log}
	a.ticks = a.spacedTicks(append(ends, rounds(r, log, step)...), width)
	return a
}

// wholes returns a tick for each whole number among vs.
func wholes(vs ...float64) []tick {
	var out []tick
	for _, v := range vs {
		if v == math.Trunc(v) {
			out = append(out, tick{value: v, label: typeset(number(v))})
		}
	}
	return out
}

// roundStep returns the smallest round number that is at least step: 1, 2, 2.5 or 5
// times a power of ten. It never returns 2.5 itself, whose multiples look odd among
// counts.
func roundStep(step float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(step)))
	for _, m := range []float64{1, 2, 2.5, 5} {
		if m*unit >= step*(1-1e-9) && m*unit != 2.5 {
			return m * unit
		}
	}
	return 10 * unit
}

// rounds returns ticks at round numbers in the interval r. On a log axis that spans a
// factor of at least 5, these are the ticks of decades(r), if there are at least three.
// Otherwise they are the multiples of step.
func rounds(r interval, log bool, step float64) []tick {
	if log && r.hi/r.lo >= 5 {
		if out := decades(r); len(out) > 2 {
			return out
		}
	}
	return multiples(r, step)
}

// multiples returns a tick at each multiple of step within r.
func multiples(r interval, step float64) []tick {
	var out []tick
	last := math.Floor(r.hi/step + 1e-9)
	for i := math.Ceil(r.lo/step - 1e-9); i <= last; i++ {
		out = append(out, tick{value: min(max(i*step, r.lo), r.hi), label: round(i*step, step)})
	}
	return out
}

// round formats v, which must be a multiple of step, with as many decimals as step
// itself needs.
func round(v, step float64) string {
	if step >= 1e6 || step < 1e-5 {
		return typeset(strconv.FormatFloat(v, 'g', 6, 64))
	}
	decimals := 0
	for s := step; decimals < 7 && math.Abs(s-math.Round(s)) > 1e-6*s; s *= 10 {
		decimals++
	}
	return typeset(strconv.FormatFloat(v, 'f', decimals, 64))
}

// typeset replaces hyphens in numbers by minus signs.
func typeset(s string) string {
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return strings.ReplaceAll(s, "-", "−")
}

// decades returns ticks at 1, 2 and 5 times powers of ten in the interval r. If r spans
// many powers of ten, only the powers themselves have ticks, and some of them can be
// left out.
func decades(r interval) []tick {
	first, last := int(math.Floor(math.Log10(r.lo))), int(math.Ceil(math.Log10(r.hi)))
	factors, stride := []string{"1", "2", "5"}, 1
	if last-first > 4 {
		factors, stride = factors[:1], 1+(last-first)/10
	}
	var out []tick
	for e := first; e <= last; e += stride {
		for _, m := range factors {
			// Parse the decimal form, since a product or quotient can be a slightly different
			// float.
			v, err := strconv.ParseFloat(m+"e"+strconv.Itoa(e), 64)
			if err == nil && v >= r.lo && v <= r.hi {
				out = append(out, tick{value: v, label: typeset(number(v))})
			}
		}
	}
	return out
}

// spacedTicks returns the wanted ticks that fit on an axis of the given width, in
// ascending order. Earlier elements of wanted take precedence: a tick is dropped if its
// label would come too close to the label of an earlier one.
func (a axis) spacedTicks(wanted []tick, width vg.Length) []tick {
	face := faceOf(sans(tickSize))
	const gap = 8
	reach := func(t tick) (from, to vg.Length) {
		x, half := width*vg.Length(a.norm(t.value)), face.Width(t.label)/2
		return x - half - gap/2, x + half + gap/2
	}
	var kept []tick
	for _, t := range wanted {
		from, to := reach(t)
		clashes := func(k tick) bool {
			f, g := reach(k)
			return from < g && f < to
		}
		if !slices.ContainsFunc(kept, clashes) {
			kept = append(kept, t)
		}
	}
	slices.SortFunc(kept, func(s, t tick) int {
		if s.value < t.value {
			return -1
		}
		return 1
	})
	return kept
}

// norm returns the position of v on the axis, from 0 at its start to 1 at its end.
func (a axis) norm(v float64) float64 {
	lo, hi := a.lo, a.hi
	if a.inverted {
		lo, hi = hi, lo
	}
	if a.log {
		from := math.Log(lo)
		return (math.Log(v) - from) / (math.Log(hi) - from)
	}
	return (v - lo) / (hi - lo)
}
