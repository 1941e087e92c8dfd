package figures

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"settle/internal/lists"
)

const (
	sampleWidth  = 46 // long enough for the longest dash pattern
	sampleGap    = 6
	entryGap     = 3
	maxEntry     = 230 // greatest width of a name before it wraps
	minEntry     = 40  // the same on a narrow page
	maxEntries   = 60
	legendColumn = 16 // gap between columns
	partGap      = 10 // gap between the parts
)

// legend lists the lines of a figure, and stands outside all data areas. If not all
// panels have the same lines, the legend has one part for each group of panels that
// have the same lines.
type legend struct {
	parts []part
	note  string // note for the caption
}

// A part is one part of the legend. It lists the lines of a group of panels that all
// have the same lines.
type part struct {
	heading block // names of the panels, empty if all have the same lines
	items   []item
}

// An item is the entry of one line in the legend.
type item struct {
	name   block
	text   string // name of the line
	line   int    // number of the line in the figure
	group  int
	stroke stroke
	points bool
}

// newLegend returns a legend whose names are wrapped to the given width.
func newLegend(t typesetter, cat *catalogue, width vg.Length) legend {
	var l legend
	named := cat.legendEntries()
	if n := len(named); n > maxEntries {
		l.note = fmt.Sprintf("The legend names the first %d of %d lines.", maxEntries, n)
		named = named[:maxEntries]
	}
	at := map[string]int{}
	for _, e := range named {
		i, ok := at[e.where]
		if !ok {
			i = len(l.parts)
			at[e.where] = i
			l.parts = append(l.parts, part{heading: t.set(bold(legendSize), e.where, 0)})
		}
		l.parts[i].items = append(l.parts[i].items, item{
			name: t.set(sans(legendSize), e.name, width), text: e.name, line: e.same, group: e.group, stroke: e.stroke, points: e.points,
		})
	}
	return l
}

func (it item) width() vg.Length { return sampleWidth + sampleGap + it.name.width }

// draw draws the item with its upper left corner at (x, y).
func (it item) draw(c draw.Canvas, x, y vg.Length) {
	tagged(c, fmt.Sprintf(`data-key="%d" %s`, it.line, textTag("name", it.text)), func() { it.set(c, x, y) })
}

func (it item) set(c draw.Canvas, x, y vg.Length) {
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

// column returns the legend as one column, to stand beside a panel.
func (l legend) column() drawing {
	return columnsOf([][]item{lists.Flat(l.parts, func(p part) []item { return p.items })})
}

// arrange returns the parts of the legend below each other. Each part is at most as
// wide as width.
func (l legend) arrange(width vg.Length) drawing {
	return stacked(down, partGap, lists.Each(l.parts, func(p part) drawing {
		return stacked(down, 0, []drawing{p.heading.drawing(), p.arrange(width)})
	}))
}

// A drawing is a part of the page with a known size. draw(c, x, y) draws it on c with
// its upper left corner at (x, y).
type drawing struct {
	width, height vg.Length
	draw          func(c draw.Canvas, x, y vg.Length)
}

func (b block) drawing() drawing {
	return drawing{b.width, b.height, func(c draw.Canvas, x, y vg.Length) { b.draw(c, ink, x, y, left) }}
}

// direction is the direction in which drawings are stacked.
type direction bool

const (
	down   direction = true
	across direction = false
)

// stacked returns a drawing that consists of several drawings, one after the other in
// the given direction, with a gap between them.
func stacked(to direction, gap vg.Length, all []drawing) drawing {
	var out drawing
	for i, d := range all {
		along, aside, length, breadth := &out.width, &out.height, d.width, d.height
		if to == down {
			along, aside, length, breadth = aside, along, breadth, length
		}
		*aside = max(*aside, breadth)
		*along += length
		if i > 0 {
			*along += gap
		}
	}
	out.draw = func(c draw.Canvas, x, y vg.Length) {
		for _, d := range all {
			d.draw(c, x, y)
			if to == down {
				y -= d.height + gap
			} else {
				x += d.width + gap
			}
		}
	}
	return out
}

// columnsOf returns a drawing of the given columns of items, side by side.
func columnsOf(columns [][]item) drawing {
	return stacked(across, legendColumn, lists.Each(columns, func(items []item) drawing {
		return stacked(down, entryGap, lists.Each(items, func(it item) drawing {
			return drawing{it.width(), it.name.height, it.draw}
		}))
	}))
}

// arrange returns the items of the part in columns within the given width. Each group
// of lines has its own column if all these columns fit. Otherwise the part has as many
// columns of equal length as fit.
func (p part) arrange(width vg.Length) drawing {
	if d := columnsOf(p.groups()); d.width <= width {
		return d
	}
	for n := len(p.items); n > 1; n-- {
		equal := slices.Collect(slices.Chunk(p.items, (len(p.items)+n-1)/n)) // the last perhaps shorter
		if d := columnsOf(equal); d.width <= width {
			return d
		}
	}
	return columnsOf([][]item{p.items})
}

// groups splits the items into the longest possible stretches of neighbouring items
// from the same group of lines.
func (p part) groups() [][]item {
	runs := runsOf(len(p.items), func(i int) bool { return p.items[i].group == p.items[i-1].group })
	return lists.Each(runs, func(run [2]int) []item { return p.items[run[0]:run[1]] })
}
