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

// legend names the lines of a figure, outside of every data area. Where panels have
// lines of their own, it has a part for each set of panels that share theirs.
type legend struct {
	parts []part
	note  string // for the caption
}

// part is what a legend says of some of the panels.
type part struct {
	heading block // which panels, empty where all have the same lines
	items   []item
}

// item is one line of the legend.
type item struct {
	name   block
	text   string // the name
	line   int    // its number in the figure
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

// draw draws the item right of x and below y.
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

// fitsBeside tells whether the legend is no taller than a data area.
func (l legend) fitsBeside(height vg.Length) bool { return l.column().height <= height }

func (l legend) width() vg.Length { return l.column().width }

// column is the legend in one column, as it stands beside a panel.
func (l legend) column() stacked {
	var items []item
	for _, p := range l.parts {
		items = append(items, p.items...)
	}
	return stack(items)
}

// draw draws the legend in one column right of x and below y.
func (l legend) draw(c draw.Canvas, x, y vg.Length) {
	arranged{columns: []stacked{l.column()}}.draw(c, x, y)
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

// partGap is between the parts of a legend.
const partGap = 10

// partTable is a legend below the panels: its parts, each in columns.
type partTable struct {
	parts         []part
	columns       []arranged
	width, height vg.Length
}

// arrange puts the parts of the legend below one another, within a width.
func (l legend) arrange(width vg.Length) partTable {
	out := partTable{parts: l.parts}
	for i, p := range l.parts {
		a := p.arrange(width)
		out.columns = append(out.columns, a)
		out.width = max(out.width, a.width, p.heading.width)
		out.height += p.heading.height + a.height
		if i > 0 {
			out.height += partGap
		}
	}
	return out
}

// draw draws the legend right of x and below y.
func (t partTable) draw(c draw.Canvas, x, y vg.Length) {
	for i, p := range t.parts {
		p.heading.draw(c, ink, x, y, left)
		y -= p.heading.height
		t.columns[i].draw(c, x, y)
		y -= t.columns[i].height + partGap
	}
}

// arrange puts a part into columns within a width: one per group if they
// fit, and otherwise as many equal ones as do.
func (p part) arrange(width vg.Length) arranged {
	if a := arrange(p.groups()); a.width <= width {
		return a
	}
	for n := len(p.items); n > 1; n-- {
		if a := arrange(p.split(n)); a.width <= width {
			return a
		}
	}
	return arrange([][]item{p.items})
}

// groups are the stretches of items of one group.
func (p part) groups() [][]item {
	var out [][]item
	for i, it := range p.items {
		if i > 0 && it.group == p.items[i-1].group {
			out[len(out)-1] = append(out[len(out)-1], it)
			continue
		}
		out = append(out, []item{it})
	}
	return out
}

// split divides the items into at most n columns of equal length, the last
// perhaps shorter.
func (p part) split(n int) [][]item {
	length := (len(p.items) + n - 1) / n
	var out [][]item
	for from := 0; from < len(p.items); from += length {
		out = append(out, p.items[from:min(from+length, len(p.items))])
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
