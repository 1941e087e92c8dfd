package figures

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	sampleWidth  = 46 // long enough for the longest dash pattern
	sampleGap    = 6
	entryGap     = 3
	maxEntry     = 230 // greatest width of a name before it wraps
	minEntry     = 40  // where the page is narrow
	maxEntries   = 60
	legendColumn = 16 // between columns
)

// legend names the lines of a figure, outside of every data area.
type legend struct {
	items []item
	note  string // for the caption
}

// item is one line of the legend.
type item struct {
	name   block
	group  int
	stroke stroke
	points bool
}

// newLegend sets the names, wrapped to a width.
func newLegend(t typesetter, cat *catalogue, width vg.Length) legend {
	var l legend
	named := cat.named()
	if n := len(named); n > maxEntries {
		l.note = fmt.Sprintf("The legend names the first %d of %d lines.", maxEntries, n)
		named = named[:maxEntries]
	}
	for _, e := range named {
		l.items = append(l.items, item{
			name: t.set(sans(legendSize), e.name, width), group: e.group, stroke: e.stroke, points: e.points,
		})
	}
	return l
}

func (it item) width() vg.Length { return sampleWidth + sampleGap + it.name.width }

// draw draws the item right of x and below y.
func (it item) draw(c draw.Canvas, x, y vg.Length) {
	mid := y - leading*legendSize/2
	if it.points {
		for _, f := range []vg.Length{0.25, 0.5, 0.75} {
			it.stroke.dot().draw(c, it.stroke.color, 1.8, vg.Point{X: x + f*sampleWidth, Y: mid})
		}
	} else {
		c.StrokeLine2(it.stroke.line(), x, mid, x+sampleWidth, mid)
		it.stroke.shape.draw(c, it.stroke.color, 2.6, vg.Point{X: x + sampleWidth/2, Y: mid})
	}
	it.name.draw(c, ink, x+sampleWidth+sampleGap, y, left)
}

// fitsBeside tells whether the legend is no taller than a data area.
func (l legend) fitsBeside(height vg.Length) bool { return stack(l.items).height <= height }

func (l legend) width() vg.Length { return stack(l.items).width }

// draw draws the legend in one column right of x and below y.
func (l legend) draw(c draw.Canvas, x, y vg.Length) {
	arrange([][]item{l.items}).draw(c, x, y)
}

// stacked is a column of a legend.
type stacked struct {
	items         []item
	width, height vg.Length
}

func stack(items []item) stacked {
	s := stacked{items: items}
	for i, it := range items {
		s.width = max(s.width, it.width())
		s.height += it.name.height
		if i > 0 {
			s.height += entryGap
		}
	}
	return s
}

// arranged is a legend in columns.
type arranged struct {
	columns       []stacked
	width, height vg.Length
}

func arrange(columns [][]item) arranged {
	var a arranged
	for i, items := range columns {
		s := stack(items)
		a.columns = append(a.columns, s)
		a.width += s.width
		if i > 0 {
			a.width += legendColumn
		}
		a.height = max(a.height, s.height)
	}
	return a
}

// arrange puts the legend into columns within a width: one per group if they
// fit, and otherwise as many equal ones as do.
func (l legend) arrange(width vg.Length) arranged {
	if len(l.items) == 0 {
		return arranged{}
	}
	if a := arrange(l.groups()); a.width <= width {
		return a
	}
	for n := len(l.items); n > 1; n-- {
		if a := arrange(l.split(n)); a.width <= width {
			return a
		}
	}
	return arrange([][]item{l.items})
}

// groups are the stretches of items of one group.
func (l legend) groups() [][]item {
	var out [][]item
	for i, it := range l.items {
		if i > 0 && it.group == l.items[i-1].group {
			out[len(out)-1] = append(out[len(out)-1], it)
			continue
		}
		out = append(out, []item{it})
	}
	return out
}

// split divides the items into at most n columns of equal length, the last
// perhaps shorter.
func (l legend) split(n int) [][]item {
	length := (len(l.items) + n - 1) / n
	var out [][]item
	for from := 0; from < len(l.items); from += length {
		out = append(out, l.items[from:min(from+length, len(l.items))])
	}
	return out
}

func (a arranged) draw(c draw.Canvas, x, y vg.Length) {
	for _, s := range a.columns {
		at := y
		for _, it := range s.items {
			it.draw(c, x, at)
			at -= it.name.height + entryGap
		}
		x += s.width + legendColumn
	}
}
