package figures

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"settle/internal/lists"
)

// Distances between the parts of a page, in points.
const (
	border     = 12 // around the whole page
	gutter     = 18 // gap between panels, and between panels and legend
	titleGap   = 8
	headingGap = 4
	captionGap = 10
	minWidth   = 300 // keeps captions from becoming narrow columns

	// These apply if the width of the page is given.
	narrowest   = 90   // least width of a data area if several panels share a row
	leastData   = 40   // least width of a data area if a panel has a row to itself
	leastBeside = 70   // the same if the panel also has all possible parts beside its data area
	lowest      = 110  // least height of a data area
	highest     = 400  // greatest height of a data area
	tightNames  = 0.8  // factor for names on a tight page
	nameShare   = 0.36 // greatest share of the page width for the names of models
	oneSide     = 0.78 // factor for nameShare if paths have names only at their ends
)

// A body is a panel laid out around its data area. The data areas of panels in the same
// row or column are aligned.
type body struct {
	title         string
	remark        string   // small text below the title
	outdented     bool     // the title begins left of the margin, not of the data area
	notes         []string // notes for the caption, which contains equal notes once
	width, height vg.Length
	wants         vg.Length // data areas narrower than this make the panel prefer the layout piled; 0 for none
	margins       margins

	// draw draws into the data area. margin is the width of the left margin, which can
	// exceed the panel's own margins.left.
	draw func(data draw.Canvas, margin vg.Length)
}

// room is the space available to a panel: the size of its data area, and the width for
// names of models beside it. A width of 0 means no limit.
type room struct {
	vg.Point
	names vg.Length
	exact bool // the data area must have exactly this width
	tightness
}

// eachSide returns the width available for names on one side of a data area.
func (r room) eachSide() vg.Length {
	if r.tightness >= piled {
		return r.names * oneSide
	}
	return r.names / 2
}

// tightness is the degree to which a narrow page simplifies a panel.
type tightness int

const (
	loose tightness = iota
	piled           // parts next to the data area go below if they can; paths have names only at their ends
	tight           // also omit ranks that the order of rows shows, and shorten names
)

// dataSize returns the size of a data area in a row with the given number of panels.
func dataSize(columns int) vg.Point {
	switch columns {
	case 1:
		return vg.Point{X: 400, Y: 270}
	case 2:
		return vg.Point{X: 300, Y: 210}
	default:
		return vg.Point{X: 240, Y: 200}
	}
}

// columns returns the number of panels per row.
func (f *Figure) columns() int {
	n := len(f.Panels)
	switch {
	case f.Columns > 0:
		return min(f.Columns, n)
	case n <= 3:
		return n
	case n == 4:
		return 2
	}
	return 3
}

// A page is a figure whose sizes and positions are all computed.
type page struct {
	width, height vg.Length
	content       vg.Length // width of the panels and of the legend
	caption       string    // text below the panels, even if it is not drawn
	draw          func(draw.Canvas)
}

// compose computes the sizes and positions of all parts of the figure.
func (f *Figure) compose(t typesetter) page {
	cat := newCatalogue(f.Panels)
	g := f.grid(t, cat)
	key := newLegend(t, cat, min(maxEntry, max(minEntry, f.inner()-g.indent()-sampleWidth-sampleGap)))
	column := key.column()
	beside := len(f.Panels) == 1 && f.Width == 0 && column.height <= g.cells[0].height

	inner := f.inner()
	if f.Width == 0 {
		inner = g.width()
		if beside {
			inner += addGap(column.width, gutter)
		}
		inner = max(inner, minWidth)
	}
	title := t.set(bold(titleSize), f.Title, inner)
	p := page{width: inner + 2*border, content: g.width(), caption: f.caption(g, key)}
	var caption block
	if !f.Bare {
		caption = t.setParagraphs(sans(captionSize), p.caption, inner)
	}
	top := border + addGap(title.height, titleGap)
	under := top + g.height()
	below := stacked(down, 0, nil)
	if !beside {
		below = key.arrange(inner - g.indent())
		p.content = max(p.content, addGap(below.width, g.indent()))
		p.height += addGap(below.height, gutter)
	}
	p.height += under + addGap(caption.height, captionGap) + border

	p.draw = func(c draw.Canvas) {
		c.FillPolygon(color.White, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}})
		x, y := c.Min.X+border, c.Max.Y
		title.draw(c, ink, x, y-border, left)
		g.draw(c, x, y-top)
		if beside {
			column.draw(c, x+g.width()+gutter, y-top-g.rows[0].heading-g.rows[0].before)
		} else {
			below.draw(c, x+g.indent(), y-under-gutter)
		}
		caption.draw(c, paleInk, x, y-under-addGap(below.height, gutter)-captionGap, left)
	}
	return p
}

// inner returns the requested width of the page without its border.
func (f *Figure) inner() vg.Length {
	if f.Width == 0 {
		return vg.Inch * 1000
	}
	return vg.Millimeter*vg.Length(f.Width) - 2*border
}

// grid returns the panels, laid out for the requested width. Each row has as many
// panels as fit without making a data area too narrow.
func (f *Figure) grid(t typesetter, cat *catalogue) panelGrid {
	columns := f.columns()
	if f.Width == 0 {
		return newGrid(t, f.Panels, cat, columns, room{Point: dataSize(columns)})
	}
	for ; columns > 1; columns-- {
		asked := f.Columns == columns
		g := f.fitted(t, cat, columns, loose)
		if g.width() <= f.inner()+1 && g.narrowest() >= narrowest && (!asked || g.narrowest() >= g.wants()) {
			return g
		}
		if g := f.fitted(t, cat, columns, piled); asked && g.width() <= f.inner()+1 && g.narrowest() >= narrowest {
			return g
		}
	}
	if g := f.fitted(t, cat, 1, loose); g.width() <= f.inner()+1 && g.narrowest() >= max(leastBeside, g.wants()) {
		return g
	}
	if g := f.fitted(t, cat, 1, piled); g.width() <= f.inner()+1 {
		return g
	}
	return f.fitted(t, cat, 1, tight)
}

// fits reports whether the panels and the legend are no wider than the page allows.
func (p page) fits() bool { return p.content <= p.width-2*border+1 }

// leastWidth returns the smallest page width, in whole millimetres up to MaxWidth, on
// which the figure fits.
func (f *Figure) leastWidth(t typesetter) float64 {
	wider := *f
	for wider.Width = math.Ceil(f.Width); wider.Width < MaxWidth && !wider.compose(t).fits(); wider.Width++ {
	}
	return wider.Width
}

// fitted returns the panels in the given number of columns. It chooses the width of the
// data areas such that the whole grid has the requested width. It finds this width in a
// few secant steps, because margins depend on it a little, through the ticks.
func (f *Figure) fitted(t typesetter, cat *catalogue, columns int, how tightness) panelGrid {
	inner, usual := f.inner(), dataSize(columns)
	lay := func(x vg.Length) panelGrid {
		y := min(max(x*usual.Y/usual.X, lowest), highest)
		names := inner * nameShare / vg.Length(columns)
		if how == tight {
			names *= tightNames
		}
		r := room{Point: vg.Point{X: x, Y: y}, names: names, exact: true, tightness: how}
		return newGrid(t, f.Panels, cat, columns, r)
	}
	x := inner / vg.Length(columns) / 2
	g := lay(x)
	slope := vg.Length(columns)
	for range 8 {
		off := inner - g.width()
		if abs(off) < 0.5 {
			break
		}
		next := max(leastData, x+off/slope)
		if next == x {
			break
		}
		then := lay(next)
		if s := (then.width() - g.width()) / (next - x); s > 0.1 {
			slope = s
		}
		x, g = next, then
	}
	return g
}

// caption returns the caption of the figure, followed by notes on parts that are not
// drawn, one per line.
func (f *Figure) caption(g panelGrid, key legend) string {
	var notes []string
	if f.Caption != "" {
		notes = append(notes, f.Caption)
	}
	for _, b := range g.cells {
		for _, n := range b.notes {
			if !slices.Contains(notes, n) {
				notes = append(notes, n)
			}
		}
	}
	if key.note != "" {
		notes = append(notes, key.note)
	}
	return strings.Join(notes, "\n")
}

// A track is a row or a column of the grid of panels. It holds the size of the data
// areas, and the room before and after them.
type track struct{ heading, before, size, after vg.Length }

// fit enlarges a track until a panel with the given sizes fits into it.
func (t *track) fit(before, size, after vg.Length) {
	grow(&t.before, before)
	grow(&t.size, size)
	grow(&t.after, after)
}

func (t track) length() vg.Length { return t.heading + t.before + t.size + t.after }

// lengthOf returns the total length of rows or columns, including the gutters between
// them.
func lengthOf(tracks []track) vg.Length {
	length := gutter * vg.Length(len(tracks)-1)
	for _, t := range tracks {
		length += t.length()
	}
	return length
}

// panelGrid holds panels in rows and columns. The data areas of a row or column are
// aligned.
type panelGrid struct {
	cells         []body
	titles        []block
	remarks       []block
	columns, rows []track // the heading of a row holds titles and remarks
}

func newGrid(t typesetter, panels []Panel, cat *catalogue, columns int, r room) panelGrid {
	g := panelGrid{columns: make([]track, columns), rows: make([]track, (len(panels)+columns-1)/columns)}
	for i, p := range panels {
		b := p.body(t, cat, r)
		g.cells = append(g.cells, b)
		g.columns[i%columns].fit(b.margins.left, b.width, b.margins.right)
		g.rows[i/columns].fit(b.margins.top, b.height, b.margins.bottom)
	}
	for i, b := range g.cells {
		column := g.columns[i%columns]
		room := g.outdent(i) + column.size + column.after
		title, remark := t.set(bold(headingSize), b.title, room), t.set(sans(captionSize), b.remark, room)
		g.titles, g.remarks = append(g.titles, title), append(g.remarks, remark)
		grow(&g.rows[i/columns].heading, addGap(title.height, headingGap)+addGap(remark.height, headingGap))
	}
	return g
}

// narrowest returns the width of the narrowest data area.
func (g panelGrid) narrowest() vg.Length {
	return slices.Min(lists.Each(g.columns, func(column track) vg.Length { return column.size }))
}

// wants returns the least width of data areas at which no panel moves parts from beside
// its data area to below it.
func (g panelGrid) wants() vg.Length {
	return lists.Max(g.cells, func(b body) vg.Length { return b.wants })
}

// grow raises *l to the given length if *l is smaller.
func grow(l *vg.Length, to vg.Length) { *l = max(*l, to) }

// outdent returns the distance by which the title of panel i begins left of its data
// area.
func (g panelGrid) outdent(i int) vg.Length {
	if g.cells[i].outdented {
		return g.columns[i%len(g.columns)].before
	}
	return 0
}

// indent returns the distance from the left edge of the grid to its first data area.
func (g panelGrid) indent() vg.Length { return g.columns[0].before }

func (g panelGrid) width() vg.Length  { return lengthOf(g.columns) }
func (g panelGrid) height() vg.Length { return lengthOf(g.rows) }

// draw draws the panels, with the upper left corner of the grid at (x, y).
func (g panelGrid) draw(c draw.Canvas, x, y vg.Length) {
	at := vg.Point{X: x, Y: y}
	for i, b := range g.cells {
		column, row := g.columns[i%len(g.columns)], g.rows[i/len(g.columns)]
		area := b.area(at, column, row)
		g.titles[i].draw(c, ink, area.Min.X-g.outdent(i), at.Y, left)
		g.remarks[i].draw(c, paleInk, area.Min.X-g.outdent(i), at.Y-addGap(g.titles[i].height, headingGap/2), left)
		tagged(c, fmt.Sprintf(`data-panel="%d"`, i), func() {
			b.draw(draw.Canvas{Canvas: c.Canvas, Rectangle: area}, column.before)
		})
		at.X += column.length() + gutter
		if (i+1)%len(g.columns) == 0 {
			at = vg.Point{X: x, Y: at.Y - row.length() - gutter}
		}
	}
}

// area returns the data area of a panel, given the upper left corner, the column and
// the row of the panel's cell in the grid. The data area is as wide as the column, but
// keeps its own height, since the rows of a table must not stretch.
func (b body) area(corner vg.Point, column, row track) vg.Rectangle {
	minX := corner.X + column.before
	maxY := corner.Y - row.heading - row.before
	return vg.Rectangle{
		Min: vg.Point{X: minX, Y: maxY - b.height},
		Max: vg.Point{X: minX + column.size, Y: maxY},
	}
}
