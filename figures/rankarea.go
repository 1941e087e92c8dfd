package figures

import (
	"cmp"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"settle/internal/lists"
)

// rankArea is the second data area of a leaderboard. For each model, it shows the set
// of possible ranks as a span, and the rank as a dot.
type rankArea struct {
	rows  *spans // nil if no entry has a set of ranks
	frame frame
	size  vg.Point
	ticks margins
	below block
}

// rankArea returns the data area for sets of possible ranks, in the given size. The
// label below the area can be wider than the area, by at most spill.
func (b Leaderboard) rankArea(t typesetter, size vg.Point, pitch pitch, spill vg.Length) rankArea {
	if !b.ranked() {
		return rankArea{}
	}
	models := b.lowest()
	x := trialAxis(interval{lo: 1, hi: models, some: true, whole: true}, false, size.X)
	x.interval = interval{lo: 0.5, hi: models + 0.5, some: true}
	a := rankArea{rows: &spans{b.Entries, pitch}, frame: b.axes(x), size: size}
	a.ticks = a.frame.margins(size)
	a.below = t.set(sans(labelSize), cmp.Or(b.RankLabel, "rank"), size.X+spill)
	return a
}

// lowest returns the last rank on the axis of ranks. This is the number of entries or,
// if that is larger, the largest possible rank of an entry. If the leaderboard is split
// over pages, it is the number of all models.
func (b Leaderboard) lowest() float64 {
	if b.ShowX != nil {
		return float64(max(b.Of, len(b.Entries)))
	}
	last := lists.Max(b.Entries, func(e Entry) float64 { return max(float64(e.RankHi), math.Ceil(e.Place)) })
	return max(float64(len(b.Entries)), last)
}

// rankAreas returns the data area for sets of possible ranks, given the size of the
// data area of scores. If below is false, the result is rightArea, which lies right of
// the scores. If below is true, the result is lowerArea, which is as wide as the scores
// and their numbers together. The other area is empty.
func (b Leaderboard) rankAreas(t typesetter, size vg.Point, p pitch, below bool, tb table) (rightArea, lowerArea rankArea) {
	if below {
		return rankArea{}, b.rankArea(t, vg.Point{X: size.X + tb.right(), Y: size.Y}, p, 0)
	}
	return b.rankArea(t, vg.Point{X: rankShare * size.X, Y: size.Y}, p, rankInset), rankArea{}
}

// left returns the distance by which the labels of the rank area reach beyond its left
// side.
func (a rankArea) left() vg.Length { return max(a.ticks.left, (a.below.width-a.size.X)/2) }

// width returns the width that the rank area needs right of the numbers that show the
// scores.
func (a rankArea) width() vg.Length {
	if a.rows == nil {
		return 0
	}
	return rankInset + a.size.X + max(a.ticks.right, (a.below.width-a.size.X)/2)
}

func (a rankArea) bottom() vg.Length { return a.ticks.bottom + addGap(a.below.height, 4) }

// draw draws the rank area in the rows of the data area c. The left side of the rank
// area is at the given x coordinate.
func (a rankArea) draw(c draw.Canvas, from vg.Length) {
	if a.rows == nil {
		return
	}
	c.Min.X = from
	c.Max.X = c.Min.X + a.size.X
	a.frame.draw(c)
	a.rows.draw(c, a.frame)
	a.below.draw(c, ink, c.Center().X, c.Min.Y-a.ticks.bottom-4, centre)
}

// spans holds the sets of possible ranks of the models, which are drawn as spans. The
// middle of row i has the y coordinate i + ½.
type spans struct {
	rows  []Entry
	pitch pitch
}

// draw draws each set of possible ranks as a span, from half a rank before the best
// rank to half a rank after the worst. A set of a single rank thus has a visible width.
func (s spans) draw(c draw.Canvas, f frame) {
	x, y := f.transforms(c)
	high, radius := s.pitch.atMost(6, 0.55), s.pitch.atMost(2.4, 0.26)
	for i, e := range s.rows {
		at := y(float64(i) + 0.5)
		if e.hasRanks() {
			from, to := x(float64(e.RankLo)-0.5), x(float64(e.RankHi)+0.5)
			fillBox(c, spanShade, from, at-high/2, to-from, high)
		}
		if e.Place != 0 {
			shapes[0].draw(c, palette[2], radius, vg.Point{X: x(e.Place), Y: at})
		}
	}
}

// drawSecond draws a ring around pt, the mark for the second number of an entry.
func drawSecond(c draw.Canvas, radius vg.Length, pt vg.Point) {
	circle := shapes[0]
	circle.draw(c, ink, radius, pt)
	c.FillPolygon(color.White, circle.corners(0.7*radius, pt))
}

// markKey is the key above the data area of a leaderboard. It explains the two marks of
// an entry: the dot of the score and the ring of the second number.
type markKey struct {
	names         [2]block
	width, height vg.Length
}

const keyGap = 8

// key returns the key that explains the marks of entries. It is empty if no entry has a
// second number.
func (b Leaderboard) key(t typesetter) markKey {
	if !b.twice() {
		return markKey{}
	}
	k := markKey{names: [2]block{
		t.set(sans(headSize), cmp.Or(b.Value, "score"), 0), t.set(sans(headSize), cmp.Or(b.Second, "observed"), 0),
	}}
	k.height = k.names[0].height
	k.width = 2*2*keyGap + k.names[0].width + k.names[1].width
	return k
}

// draw writes the key with its lower left corner at (x, y).
func (k markKey) draw(c draw.Canvas, x, y vg.Length) {
	if k.height == 0 {
		return
	}
	y += k.height
	mid := y - k.height/2
	shapes[0].draw(c, palette[2], 2.8, vg.Point{X: x + keyGap/2, Y: mid})
	k.names[0].draw(c, paleInk, x+keyGap+2, y, left)
	x += 2*keyGap + k.names[0].width + keyGap/2
	drawSecond(c, 2.8*1.3, vg.Point{X: x + keyGap/2, Y: mid})
	k.names[1].draw(c, paleInk, x+keyGap+2, y, left)
}
