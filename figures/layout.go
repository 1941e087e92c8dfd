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

// Distances on the page, in points.
const (
	border     = 12 // around everything
	gutter     = 18 // between panels, and between panels and legend
	titleGap   = 8
	headingGap = 4
	captionGap = 10
	minWidth   = 300 // so that captions do not become columns

	// Where the width of the page was asked for:
	narrowest   = 90   // data area of a panel that does not have a row to itself
	leastData   = 40   // of one that does
	leastBeside = 70   // of one that has all beside it that may be there
	lowest      = 110  // data area
	highest     = 400  // data area
	tightNames  = 0.8  // of that, where the page is tight
	nameShare   = 0.36 // of the width that names of models take at most
	oneSide     = 0.78 // of that, where paths have names at their ends alone
)

// body is a panel laid out around its data area, the part that panels side by
// side align.
type body struct {
	title         string
	remark        string   // in small type below the title
	outdented     bool     // the title begins left of the margin, not of the data area
	notes         []string // for the caption, where each stands once
	width, height vg.Length
	wants         vg.Length // width below which the panel would rather be piled, 0 for any
	margins       margins

	// draw is given the data area and the left margin, which may be wider
	// than the panel's own.
	draw func(data draw.Canvas, margin vg.Length)
}

// room is what a panel may take: the size of its data area, and the width of the
// names of models beside it, 0 for any.
type room struct {
	vg.Point
	names vg.Length
	exact bool // the data area has just this width, else about this one
	tightness
}

// eachSide returns the width of names that stand on both sides of a data area, or on one.
func (r room) eachSide() vg.Length {
	if r.tightness >= piled {
		return r.names * oneSide
	}
	return r.names / 2
}

// tightness is what a narrow page makes a panel do without.
type tightness int

const (
	loose tightness = iota
	piled           // what stands beside the data area goes below, if it may; paths have names at their ends alone
	tight           // ranks, where the order of rows tells them, are left out, and names are shorter
)

// dataSize returns the size of a data area where so many stand in a row.
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

// page is a figure with every size settled.
type page struct {
	width, height vg.Length
	content       vg.Length // width of the panels and of the legend
	caption       string    // what stands below, or would
	draw          func(draw.Canvas)
}

// compose settles every size and position.
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
			inner += gapped(column.width, gutter)
		}
		inner = max(inner, minWidth)
	}
	title := t.set(bold(titleSize), f.Title, inner)
	p := page{width: inner + 2*border, content: g.width(), caption: f.caption(g, key)}
	var caption block
	if !f.Bare {
		caption = t.setParagraphs(sans(captionSize), p.caption, inner)
	}
	top := border + gapped(title.height, titleGap)
	under := top + g.height()
	below := stacked(down, 0, nil)
	if !beside {
		below = key.arrange(inner - g.indent())
		p.content = max(p.content, gapped(below.width, g.indent()))
		p.height += gapped(below.height, gutter)
	}
	p.height += under + gapped(caption.height, captionGap) + border

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
		caption.draw(c, paleInk, x, y-under-gapped(below.height, gutter)-captionGap, left)
	}
	return p
}

// inner returns the width that was asked for, without the border.
func (f *Figure) inner() vg.Length {
	if f.Width == 0 {
		return vg.Inch * 1000
	}
	return vg.Millimeter*vg.Length(f.Width) - 2*border
}

// grid lays the panels out, so many in a row that they have the width asked for
// and their data areas are not too narrow.
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

// fits reports whether the panels and the legend are no wider than the page.
func (p page) fits() bool { return p.content <= p.width-2*border+1 }

// leastWidth returns the least whole number of millimetres on which the figure fits, if
// it does on any.
func (f *Figure) leastWidth(t typesetter) float64 {
	wider := *f
	for wider.Width = math.Ceil(f.Width); wider.Width < MaxWidth && !wider.compose(t).fits(); wider.Width++ {
	}
	return wider.Width
}

// fitted returns the grid whose data areas are so wide that it has the width asked for.
// Margins depend on the data area through ticks alone, so that few secants do.
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

// caption returns the caller's, followed by what could not be drawn.
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

// track is a row or a column of panels: their data areas, and the room before and after.
type track struct{ heading, before, size, after vg.Length }

// fit makes room for a panel.
func (t *track) fit(before, size, after vg.Length) {
	grow(&t.before, before)
	grow(&t.size, size)
	grow(&t.after, after)
}

func (t track) length() vg.Length { return t.heading + t.before + t.size + t.after }

// lengthOf returns the length of tracks with the gutters between them.
func lengthOf(tracks []track) vg.Length {
	length := gutter * vg.Length(len(tracks)-1)
	for _, t := range tracks {
		length += t.length()
	}
	return length
}

// panelGrid is panels in rows and columns, their data areas aligned.
type panelGrid struct {
	cells         []body
	titles        []block
	remarks       []block
	columns, rows []track // a row has its titles and remarks for a heading
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
		grow(&g.rows[i/columns].heading, gapped(title.height, headingGap)+gapped(remark.height, headingGap))
	}
	return g
}

// narrowest returns the width of the narrowest data area.
func (g panelGrid) narrowest() vg.Length {
	return slices.Min(lists.Each(g.columns, func(column track) vg.Length { return column.size }))
}

// wants returns the width of data areas below which the panels would rather be piled.
func (g panelGrid) wants() vg.Length {
	return lists.Max(g.cells, func(b body) vg.Length { return b.wants })
}

func grow(l *vg.Length, to vg.Length) { *l = max(*l, to) }

// outdent returns how far left of its data area the title of cell i begins.
func (g panelGrid) outdent(i int) vg.Length {
	if g.cells[i].outdented {
		return g.columns[i%len(g.columns)].before
	}
	return 0
}

// indent returns where the first data area begins.
func (g panelGrid) indent() vg.Length { return g.columns[0].before }

func (g panelGrid) width() vg.Length  { return lengthOf(g.columns) }
func (g panelGrid) height() vg.Length { return lengthOf(g.rows) }

// draw draws the grid right of x and below y.
func (g panelGrid) draw(c draw.Canvas, x, y vg.Length) {
	at := vg.Point{X: x, Y: y}
	for i, b := range g.cells {
		column, row := g.columns[i%len(g.columns)], g.rows[i/len(g.columns)]
		area := b.area(at, column, row)
		g.titles[i].draw(c, ink, area.Min.X-g.outdent(i), at.Y, left)
		g.remarks[i].draw(c, paleInk, area.Min.X-g.outdent(i), at.Y-gapped(g.titles[i].height, headingGap/2), left)
		tagged(c, fmt.Sprintf(`data-panel="%d"`, i), func() {
			b.draw(draw.Canvas{Canvas: c.Canvas, Rectangle: area}, column.before)
		})
		at.X += column.length() + gutter
		if (i+1)%len(g.columns) == 0 {
			at = vg.Point{X: x, Y: at.Y - row.length() - gutter}
		}
	}
}

// area returns the data area of a panel whose upper left corner is given. It has the
// width of its column but its own height: rows of a table must not stretch.
func (b body) area(corner vg.Point, column, row track) vg.Rectangle {
	minX := corner.X + column.before
	maxY := corner.Y - row.heading - row.before
	return vg.Rectangle{
		Min: vg.Point{X: minX, Y: maxY - b.height},
		Max: vg.Point{X: minX + column.size, Y: maxY},
	}
}
