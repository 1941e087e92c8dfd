package posterior

import (
	"math/bits"
	"slices"

	"settle/internal/rng"
)

// A strips draws exactly from a unimodal density on [0, 1], by rejection sampling from a table
// (Ahrens 1995, "A one-table method for sampling from continuous and discrete distributions").
//
// Vertical strips of equal area cover the density. Each strip is as high as the density at its
// edge nearer to the mode; the first and the last strip can be higher. A draw picks a strip
// uniformly, then a point in that strip. Most points are lower than the density at the strip's
// far edge. Such a low point is uniform across the strip and is accepted without evaluating the
// density. A point in the upper part is accepted if it is below the density; otherwise the draw
// starts again.
//
// One 64-bit word is enough for most draws. Some of its bits select the strip, and the
// remaining bits give the height. For a low point, the height also gives the horizontal
// position.
type strips struct {
	edges   []strip // from left to right, plus one for the end of the last strip
	area    float64 // of each strip
	density density
}

// A strip covers an interval that begins at left and ends where the next strip begins. A draw
// takes a uniform number between left and left + reach. If the number is in the interval, it is
// the drawn point, uniform across the strip. Otherwise the point lies in the upper part of the
// strip and is drawn by drawUpper.
type strip struct{ left, reach float64 }

// newStrips returns a sampling table of about count strips for a density with the given mode and
// total mass. The density must be 1 at its mode. mass affects only the number of strips.
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
		if !(x < edges[i+1].left) { // x can be NaN if reach is infinite
			var ok bool
			if x, ok = t.drawUpper(i, s); !ok {
				continue
			}
		}
		sum += x
		n--
	}
	return sum
}

// drawUpper draws a point uniformly from the upper part of strip i. It returns the point's
// horizontal position, and ok reports whether the point is below the density and so accepted.
func (t *strips) drawUpper(i uint64, s *rng.Stream) (x float64, ok bool) {
	left, width := t.edges[i].left, t.edges[i+1].left-t.edges[i].left
	low, high := t.area/t.edges[i].reach, t.area/width
	x = left + float64(s.Float64()*width)
	return x, low+float64(s.Float64()*(high-low)) < t.density.at(x)
}
