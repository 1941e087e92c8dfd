package figures

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// HeatMap is a panel of shares, one row per model in the order given, the
// darker the larger, with a scale beside. Where three figures fit into a cell,
// the cells say the shares in percent, and nothing below half a percent. Of
// more than 60 rows or columns the first 60 are drawn, and the caption says so.
type HeatMap struct {
	Title   string   // wrapped to the panel
	XLabel  string   // what the columns are
	Columns []string // headings of the columns, left out where they do not fit
	Slanted bool     // the headings are names: they rise to the right, and none is left out
	Rows    []HeatRow
}

// HeatRow is one model's shares, each in [0, 1] or NaN for none, one for each
// column.
type HeatRow struct {
	Model  string
	Shares []float64
}

const (
	cellSize   = 8.5 // of the figures in cells
	cellGap    = 3   // around them
	mapWidth   = 440 // of a map that has a row to itself
	widestCell = 44
	scaleWidth = 10
)

func (h HeatMap) heading() string      { return h.Title }
func (HeatMap) kind() string           { return "heat maps" }
func (HeatMap) curves() (Curves, bool) { return Curves{}, false }
func (HeatMap) models() []string       { return nil }

func (h HeatMap) check() error {
	seen := map[string]bool{}
	for _, row := range h.Rows {
		if seen[row.Model] {
			return fmt.Errorf("two models are named %q", row.Model)
		}
		seen[row.Model] = true
		if len(row.Shares) != len(h.Columns) {
			return fmt.Errorf("model %q: %d shares for %d columns", row.Model, len(row.Shares), len(h.Columns))
		}
		for _, v := range row.Shares {
			if v < 0 || v > 1 {
				return fmt.Errorf("model %q: share %g is not from 0 to 1", row.Model, v)
			}
		}
	}
	return nil
}

// shown is the part of the map that is drawn.
func (h HeatMap) shown() HeatMap {
	h.Rows = h.Rows[:min(len(h.Rows), maxRows)]
	h.Columns = h.Columns[:min(len(h.Columns), maxRows)]
	return h
}

// notes say what is not drawn, and what cells without figures are.
func (h HeatMap) notes(numbered bool) []string {
	var notes []string
	if numbered && h.shown().bare() {
		notes = append(notes, "Cells without a number, where others have one: less than half a percent.")
	}
	if len(h.Rows) > maxRows {
		notes = append(notes, undrawn(h.Title, len(h.Rows)))
	}
	if len(h.Columns) > maxRows {
		notes = append(notes, undrawnColumns(len(h.Columns)))
	}
	return notes
}

// bare tells whether a share is too small for a figure.
func (h HeatMap) bare() bool {
	return slices.ContainsFunc(h.Rows, func(row HeatRow) bool {
		return slices.ContainsFunc(row.Shares[:len(h.Columns)], func(v float64) bool { return percentage(v) == "" })
	})
}

// undrawnColumns says that there are too many columns to draw.
func undrawnColumns(columns int) string {
	return fmt.Sprintf("The first %d of %d columns are drawn.", maxRows, columns)
}

// body lays the panel out: names left of the cells, headings above and the
// scale right of them.
func (h HeatMap) body(t typesetter, _ *catalogue, size vg.Point) body {
	drawn := h.shown()
	var names []string
	for _, row := range drawn.Rows {
		names = append(names, shorten(row.Model, maxName))
	}
	width := min(mapWidth*size.X/dataSize(1).X, widestCell*vg.Length(max(4, len(drawn.Columns))))
	height := rowHeight * vg.Length(max(4, len(drawn.Rows)))
	models := newColumn(t, "", names)
	above := t.set(sans(labelSize), h.XLabel, width)
	headings := drawn.headings(t, width)
	leftward, rightward := headings.overhang(width)
	scale := newScale(t)
	return body{
		title: h.Title, outdented: true, width: width, height: height, notes: h.notes(drawn.numbered(t, width)),
		margins: margins{
			left:   max(models.width()+columnGap, leftward),
			right:  max(scale.width(), rightward),
			top:    gapped(above.height, 2) + headings.height(),
			bottom: tickSize / 2,
		},
		draw: func(c draw.Canvas, margin vg.Length) {
			if len(drawn.Rows) == 0 || len(drawn.Columns) == 0 {
				none := t.set(sans(labelSize), "no data", 0)
				none.draw(c, paleInk, c.Center().X, c.Center().Y+none.height/2, centre)
				return
			}
			models.draw(c, c.Min.X-margin, left)
			above.draw(c, ink, c.Center().X, c.Max.Y+headings.height()+above.height, centre)
			drawn.drawCells(c, t)
			headings.draw(c)
			scale.draw(c)
		},
	}
}

// headings stand above the columns of a data area.
type headings interface {
	height() vg.Length                                // that they take above the data area
	overhang(width vg.Length) (left, right vg.Length) // beyond the sides of one so wide
	draw(c draw.Canvas)                               // above c
}

func (h HeatMap) headings(t typesetter, width vg.Length) headings {
	if h.Slanted {
		return newSlanted(t, h.Columns)
	}
	return h.level(t, width)
}

// level are headings side by side.
type level []block

// level are the headings of columns, those set empty that would run into each
// other: every second, fifth, tenth, … stays.
func (h HeatMap) level(t typesetter, width vg.Length) level {
	cell := width / vg.Length(max(1, len(h.Columns)))
	var widest vg.Length
	for _, s := range h.Columns {
		widest = max(widest, t.width(sans(tickSize), s))
	}
	every := h.stride(cell, widest)
	out := make(level, len(h.Columns))
	for i, s := range h.Columns {
		if (i+1)%every == 0 || i == 0 && 2 < every && every <= len(h.Columns) {
			out[i] = t.set(sans(tickSize), s, 0)
		}
	}
	return out
}

// stride is how many cells lie between headings of a width that do not touch.
func (h HeatMap) stride(cell, widest vg.Length) int {
	for _, every := range []int{1, 2, 5, 10, 20} {
		if widest+cellGap <= cell*vg.Length(min(every, len(h.Columns))) {
			return every
		}
	}
	return len(h.Columns) + 1 // none
}

const levelGap = 3 // between headings and the data area

func (l level) height() vg.Length {
	var height vg.Length
	for _, b := range l {
		height = max(height, b.height)
	}
	return height + levelGap
}

// overhang is at most half of the widest, of the first and the last.
func (l level) overhang(vg.Length) (left, right vg.Length) {
	half := column{cells: l}.width() / 2
	return half, half
}

func (l level) draw(c draw.Canvas) {
	for i, b := range l {
		b.draw(c, ink, columnAt(c, i, len(l)), c.Max.Y+levelGap+b.height, centre)
	}
}

// numbered tells whether the cells of a map so wide hold figures.
func (h HeatMap) numbered(t typesetter, width vg.Length) bool {
	return t.width(sans(cellSize), "100")+cellGap <= width/vg.Length(max(1, len(h.Columns)))
}

// drawCells fills the cells, from the first column in the upper left corner.
func (h HeatMap) drawCells(c draw.Canvas, t typesetter) {
	across, down := c.Size().X/vg.Length(len(h.Columns)), rowHeightIn(c, len(h.Rows))
	numbered := h.numbered(t, c.Size().X)
	for i, row := range h.Rows {
		for j, v := range row.Shares[:len(h.Columns)] {
			x, y := c.Min.X+across*vg.Length(j), c.Max.Y-down*vg.Length(i)
			if math.IsNaN(v) {
				continue
			}
			fillBox(c, ramp(v), x, y-down, across, down)
			if numbered {
				label := t.set(sans(cellSize), percentage(v), 0)
				label.draw(c, inkOn(v), x+across/2, y-down/2+label.height/2, centre)
			}
		}
	}
	thin := draw.LineStyle{Color: gridGrey, Width: 0.5}
	for i := range len(h.Rows) + 1 {
		y := c.Max.Y - down*vg.Length(i)
		c.StrokeLine2(thin, c.Min.X, y, c.Max.X, y)
	}
	for j := range len(h.Columns) + 1 {
		x := c.Min.X + across*vg.Length(j)
		c.StrokeLine2(thin, x, c.Min.Y, x, c.Max.Y)
	}
}

func fillBox(c draw.Canvas, clr color.Color, x, y, width, height vg.Length) {
	right, top := x+width, y+height
	c.FillPolygon(clr, []vg.Point{{X: x, Y: y}, {X: right, Y: y}, {X: right, Y: top}, {X: x, Y: top}})
}

// percentage is a share in whole percent, nothing if it is below half of one.
func percentage(v float64) string {
	if v < 0.005 {
		return ""
	}
	return strconv.Itoa(int(math.Round(100 * v)))
}

// scale is the ramp from 0 to 100 %, right of a map.
type scale struct{ labels []block }

func newScale(t typesetter) scale {
	var s scale
	for _, label := range []string{"0 %", "50 %", "100 %"} {
		s.labels = append(s.labels, t.set(sans(tickSize), label, 0))
	}
	return s
}

func (s scale) width() vg.Length {
	return columnGap + scaleWidth + 4 + column{cells: s.labels}.width()
}

// draw draws the scale beside the data area c, as high as that.
func (s scale) draw(c draw.Canvas) {
	const steps = 50
	x, step := c.Max.X+columnGap, c.Size().Y/steps
	for i := range steps { // each up to the top, or seams would show
		fillBox(c, ramp((float64(i)+0.5)/steps), x, c.Min.Y+step*vg.Length(i), scaleWidth, step*vg.Length(steps-i))
	}
	edge := draw.LineStyle{Color: gridGrey, Width: 0.5}
	c.StrokeLines(edge, []vg.Point{
		{X: x, Y: c.Min.Y}, {X: x + scaleWidth, Y: c.Min.Y},
		{X: x + scaleWidth, Y: c.Max.Y}, {X: x, Y: c.Max.Y}, {X: x, Y: c.Min.Y},
	})
	for i, label := range s.labels {
		y := c.Min.Y + c.Size().Y*vg.Length(i)/vg.Length(len(s.labels)-1)
		label.draw(c, paleInk, x+scaleWidth+4, y+label.height/2, left)
	}
}
