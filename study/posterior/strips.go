package posterior

import (
	"math/bits"
	"slices"

	"settle/internal/rng"
)

// strips draw from a density on [0, 1] that rises as far as its mode and falls
// from there, exactly, by rejection from a table (Ahrens 1995, "A one-table method
// for sampling from continuous and discrete distributions").
//
// Upright strips of the same area cover the density. Each is as high as the
// density at the edge nearer to the mode; those that end at 0 and at 1 may be
// higher. A strip is picked, all being equally likely, and a point in it. Most
// points lie low, below the density at the farther edge, and are taken unseen:
// that a point lies low tells nothing of where it is across the strip. Otherwise
// a point in the upper part of the strip is taken if it lies below the density;
// if not, all begins anew.
//
// One word of 64 bits is enough for most draws. It says which strip, and with the
// bits that this leaves, how high up; for a low point, how high up then says how
// far across.
type strips struct {
	edges   []strip // from the left to the right, and one more: the end of the last
	area    float64 // of each strip
	density density
}

// strip goes from left to the left of the next. A uniform number in [0, 1) times
// reach is less than the width with the probability that a point lies low, and
// then it is uniform across the strip.
type strip struct{ left, reach float64 }

// newStrips makes about count strips for a density of a mode, where it is 1, and
// a mass. The mass bears on nothing but how many strips there are.
func newStrips(f density, mode, mass float64, count int) *strips {
	t := &strips{edges: make([]strip, 0, count+count/16+8), area: mass / float64(count), density: f}
	for left, height := mode, 1.0; left > 0; {
		left = max(0, left-t.area/height)
		height = f.at(left)
		t.edges = append(t.edges, strip{left, t.area / height})
	}
	slices.Reverse(t.edges)
	for left, height := mode, 1.0; left < 1; {
		right := min(1, left+t.area/height)
		height = f.at(right)
		t.edges = append(t.edges, strip{left, t.area / height})
		left = right
	}
	t.edges = append(t.edges, strip{left: 1})
	return t
}

func (t *strips) sum(s *rng.Stream, n int) float64 {
	edges, count, sum := t.edges, uint64(len(t.edges)-1), 0.0
	for n > 0 {
		i, rest := bits.Mul64(s.Uint64(), count)
		u := float64(int64(rest>>11)) * 0x1p-53
		x := edges[i].left + float64(u*edges[i].reach)
		if !(x < edges[i+1].left) { // x may be NaN, of a reach without end
			var ok bool
			if x, ok = t.upper(i, s); !ok {
				continue
			}
		}
		sum += x
		n--
	}
	return sum
}

// upper draws a point in the upper part of a strip, and tells whether it lies
// below the density.
func (t *strips) upper(i uint64, s *rng.Stream) (x float64, ok bool) {
	left, width := t.edges[i].left, t.edges[i+1].left-t.edges[i].left
	low, high := t.area/t.edges[i].reach, t.area/width
	x = left + float64(s.Float64()*width)
	return x, low+float64(s.Float64()*(high-low)) < t.density.at(x)
}
