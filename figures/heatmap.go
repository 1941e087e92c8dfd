package figures

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"settle/internal/lists"
)

// HeatMap is a panel of shares with one row per model, in the given order, and a scale
// on the right. Larger shares are darker. Colours get darker with the square root of
// the share, so that small shares differ visibly from zero. The darkest colour stands
// for the largest share, rounded up.
//
// If three digits fit into a cell, each cell shows its share in percent, except for
// shares below half a percent. Every cell is drawn, but names and headings that would
// touch are omitted.
type HeatMap struct {
	Title   string   // wrapped to the panel
	XLabel  string   // description of the columns
	Columns []string // headings of the columns, omitted where they do not fit
	Slanted bool     // headings are names, which rise to the right; in very narrow columns they become row numbers
	Rows    []HeatRow
}

// HeatRow holds the shares of one model, one share for each column. Each share is in
// [0, 1], or NaN if there is none.
type HeatRow struct {
	Model  string
	Shares []float64
}

// cellSizes lists the font sizes for the numbers in cells, in points. The first size
// that fits is used.
var cellSizes = []vg.Length{8.5, 7.5}

const (
	cellGap    = 3   // room around the number in a cell
	mapWidth   = 440 // width of a map that has a row of panels to itself
	widestMap  = 560 // greatest width of a map with many columns
	thinCell   = 9   // least width of a cell in a map with many columns
	widestCell = 44
	scaleWidth = 10
	mostBoxes  = 250 * 250 // largest number of cells that are drawn one by one; more would make files of tens of megabytes
	cellPixels = 3         // pixels per cell in a picture, in either direction
	// scaleHeight is the greatest height of the colour scale.
	scaleHeight = 300
)

func (h HeatMap) heading() string { return h.Title }
func (HeatMap) kind() string      { return "heat maps" }
func (HeatMap) models() []string  { return nil }
func (h HeatMap) names() []string {
	return lists.Each(h.Rows, func(row HeatRow) string { return row.Model })
}

func (h HeatMap) check() error {
	for _, row := range h.Rows {
		if len(row.Shares) != len(h.Columns) {
			return fmt.Errorf("model %q: %d shares for %d columns", row.Model, len(row.Shares), len(h.Columns))
		}
		for _, v := range row.Shares {
			if v < 0 || v > 1 {
				return fmt.Errorf("model %q: share %g is not from 0 to 1", row.Model, v)
			}
		}
	}
	return checkNames("models", h.names())
}

// notes returns notes that explain the colours, the cells without numbers, and omitted
// names of models.
func (h HeatMap) notes(p pitch, numbered bool) []string {
	var notes []string
	if len(h.Rows) > 0 && len(h.Columns) > 0 {
		notes = append(notes, "Colours follow the square root of the share.")
	}
	if numbered && h.bare() {
		notes = append(notes, "Where other cells have numbers, a cell without one is below half a percent.")
	}
	return append(notes, p.notes(h.Title)...)
}

// bare reports whether the map has a share below half a percent, which is too small to
// be written in its cell.
func (h HeatMap) bare() bool {
	return slices.ContainsFunc(h.Rows, func(row HeatRow) bool {
		return slices.ContainsFunc(row.Shares, func(v float64) bool { return percentage(v) == "" })
	})
}

// body lays the panel out: names of models left of the cells, headings above them, and
// the scale on the right.
func (h HeatMap) body(t typesetter, _ *catalogue, r room) body {
	pitch := pitchOf(len(h.Rows))
	names := t.shortenedAll(sans(pitch.text), h.names(), maxName, r.names)
	width := r.X
	if !r.exact {
		columns := vg.Length(len(h.Columns))
		width = max(mapWidth, min(widestMap, thinCell*columns)) * r.X / dataSize(1).X
		width = min(width, widestCell*max(4, columns))
	}
	height := pitch.height * vg.Length(max(4, len(h.Rows)))
	models := newColumn(t, pitch, "", names)
	label := h.XLabel
	if h.crowded(width) {
		label += " (1 is the first row)"
	}
	above := t.set(sans(labelSize), label, width)
	headings := h.headings(t, width)
	leftward, rightward := headings.overhang(width)
	scale := newScale(t, h.shades())
	text := h.cellText(t, width, pitch)
	return body{
		title: h.Title, outdented: true, width: width, height: height, notes: h.notes(pitch, text > 0),
		margins: margins{
			left:   max(models.width()+columnGap, leftward),
			right:  max(scale.width(), rightward),
			top:    addGap(above.height, 2) + headings.height(),
			bottom: tickSize / 2,
		},
		draw: func(c draw.Canvas, margin vg.Length) {
			if len(h.Rows) == 0 || len(h.Columns) == 0 {
				t.noData(c)
				return
			}
			models.draw(c, c.Min.X-margin, left)
			above.draw(c, ink, c.Center().X, c.Max.Y+headings.height()+above.height, centre)
			h.drawCells(c, t, text)
			tagArea(c, fmt.Sprintf(`data-rows="%d" data-columns="%d"`, len(h.Rows), len(h.Columns)), textTag("of", h.XLabel))
			headings.draw(c)
			scale.draw(c)
		},
	}
}

// headings are the headings of columns, drawn above a data area.
type headings interface {
	height() vg.Length                                // height above the data area
	overhang(width vg.Length) (left, right vg.Length) // room beyond the sides of a data area of the given width
	draw(c draw.Canvas)                               // above c
}

// headings returns the headings of the columns for a map of the given width: slanted
// names, horizontal text, or numbers if slanted names do not fit.
func (h HeatMap) headings(t typesetter, width vg.Length) headings {
	switch {
	case h.crowded(width):
		places := lists.Each(lists.Indices(len(h.Columns)), func(i int) string { return strconv.Itoa(i + 1) })
		return HeatMap{Columns: places}.level(t, width)
	case h.Slanted:
		return newSlanted(t, h.Columns, width/vg.Length(max(1, len(h.Columns))))
	}
	return h.level(t, width)
}

// crowded reports whether slanted names of columns would overlap on a map of the given
// width, even at the steepest angle.
func (h HeatMap) crowded(width vg.Length) bool {
	return h.Slanted && width/vg.Length(max(1, len(h.Columns))) < clearLine*nameSize
}

// level holds horizontal headings side by side.
type level []block

// level returns the horizontal headings of the columns, some of which are left out so
// that none touch. The first and the last heading stay. Between them every n-th heading
// stays, where n is the smallest of 1, 5, 10, 20, 50, … that leaves enough room.
func (h HeatMap) level(t typesetter, width vg.Length) level {
	cell, font := width/vg.Length(max(1, len(h.Columns))), sans(tickSize)
	widest := lists.Max(h.Columns, func(s string) vg.Length { return t.width(font, s) })
	out := make(level, len(h.Columns))
	if widest+cellGap > width {
		return out
	}
	every, last := stride(cell, widest+cellGap), len(h.Columns)-1
	for i, s := range h.Columns {
		away := func(from int) bool { return cell*vg.Length(max(i-from, from-i)) >= widest+cellGap }
		if i == 0 || i == last && away(0) || (i+1)%every == 0 && away(0) && away(last) {
			out[i] = t.set(font, s, 0)
		}
	}
	return out
}

// stride returns the distance, in cells, from one shown heading to the next, such that
// they do not touch. It is the smallest of 1, 5, 10, 20, 50, … that suffices. The
// arguments are the width of a cell and the width that a heading needs.
func stride(cell, room vg.Length) int {
	for unit := 1; ; unit *= 10 {
		for _, n := range []int{unit, 5 * unit, 10 * unit, 20 * unit} {
			if room <= cell*vg.Length(n) {
				return n
			}
		}
	}
}

const levelGap = 3 // gap between headings and the data area

func (l level) height() vg.Length {
	return levelGap + lists.Max(l, func(b block) vg.Length { return b.height })
}

// overhang returns how far headings can reach beyond the left and the right side of the
// data area: half the width of the widest heading.
func (l level) overhang(vg.Length) (left, right vg.Length) {
	half := column{cells: l}.width() / 2
	return half, half
}

func (l level) draw(c draw.Canvas) {
	for i, b := range l {
		b.draw(c, ink, columnAt(c, i, len(l)), c.Max.Y+levelGap+b.height, centre)
	}
}

// cellText returns the font size of the numbers in the cells of a map of the given
// width, or 0 if there is no room for numbers.
func (h HeatMap) cellText(t typesetter, width vg.Length, p pitch) vg.Length {
	for _, size := range cellSizes {
		across := t.width(sans(size), "100")+cellGap <= width/vg.Length(max(1, len(h.Columns)))
		if across && leading*size <= p.height {
			return size
		}
	}
	return 0
}

// A cell is a cell of the map: the position of its upper left corner, and its share.
type cell struct {
	x, y  vg.Length
	share float64
	color color.Color
}

// drawCells draws the cells, with their shares as numbers. The numbers have the given
// font size; 0 means no numbers. A map with very many cells is drawn as one picture,
// without numbers.
func (h HeatMap) drawCells(c draw.Canvas, t typesetter, text vg.Length) {
	if len(h.Rows)*len(h.Columns) > mostBoxes {
		c.DrawImage(c.Rectangle, h.image())
		return
	}
	across, down, shades := c.Size().X/vg.Length(len(h.Columns)), rowHeightIn(c, len(h.Rows)), h.shades()
	var cells []cell
	for i, row := range h.Rows {
		for j, v := range row.Shares {
			if !math.IsNaN(v) {
				x, y := c.Min.X+across*vg.Length(j), c.Max.Y-down*vg.Length(i)
				cells = append(cells, cell{x, y, v, ramp(shades.position(v))})
			}
		}
	}
	alike := slices.Clone(cells) // sorting by share halves the size of the drawing in a page
	slices.SortStableFunc(alike, func(a, b cell) int { return cmp.Compare(a.share, b.share) })
	for _, one := range alike {
		if one.color != ramp(0) { // most cells of a long board are white
			fillBox(c, one.color, one.x, one.y-down, across, down)
		}
	}
	for _, one := range cells {
		if text > 0 {
			label := t.set(sans(text), percentage(one.share), 0)
			label.draw(c, inkOn(shades.position(one.share)), one.x+across/2, one.y-down/2+label.height/2, centre)
		}
	}
	h.drawGrid(c, across, down)
}

// image returns the map as a picture. Every cell is several pixels wide and high, since
// viewers blur the edges of pixels when they enlarge a picture.
func (h HeatMap) image() image.Image {
	shades := h.shades()
	img := image.NewNRGBA(image.Rect(0, 0, cellPixels*len(h.Columns), cellPixels*len(h.Rows)))
	for i, row := range h.Rows {
		for j, v := range row.Shares {
			clr := ramp(0)
			if !math.IsNaN(v) {
				clr = ramp(shades.position(v))
			}
			for k := range cellPixels * cellPixels {
				img.SetNRGBA(cellPixels*j+k%cellPixels, cellPixels*i+k/cellPixels, clr)
			}
		}
	}
	return img
}

// A value of the type shades is the share that has the darkest colour of a heat map.
// Smaller shares have lighter colours.
type shades float64

// shades returns the share that has the darkest colour. This is the largest share of
// the map, rounded up to a share that the scale can mark.
func (h HeatMap) shades() shades {
	var largest float64
	for _, row := range h.Rows {
		for _, v := range row.Shares {
			if v > largest { // false for NaN, which stands for none
				largest = v
			}
		}
	}
	for _, v := range marked[1:] {
		if largest <= v {
			return shades(v)
		}
	}
	return 1
}

// position returns the position of a share on the colour ramp, from 0 to 1.
func (s shades) position(share float64) float64 { return math.Sqrt(share / float64(s)) }

// drawGrid draws the lines between the cells of the map.
func (h HeatMap) drawGrid(c draw.Canvas, across, down vg.Length) {
	thin := draw.LineStyle{Color: gridGrey, Width: min(0.5, 0.06*min(across, down))}
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

// percentage returns a share in whole percent, or "" for a share below half a percent.
func percentage(v float64) string {
	if v < 0.005 {
		return ""
	}
	return strconv.Itoa(int(math.Round(100 * v)))
}

// scale is the legend of a heat map's colours, drawn right of the map. It runs from 0
// to the share with the darkest colour.
type scale struct {
	shades
	labels []block // labels of the marked shares
}

// marked contains the shares that the scale of a heat map can mark. The scale ends at
// one of them.
var marked = []float64{0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 1}

func newScale(t typesetter, darkest shades) scale {
	s := scale{shades: darkest}
	for _, v := range marked {
		if v <= float64(darkest) {
			s.labels = append(s.labels, t.set(sans(tickSize), fmt.Sprintf("%g %%", 100*v), 0))
		}
	}
	return s
}

func (s scale) width() vg.Length {
	return columnGap + scaleWidth + 4 + column{cells: s.labels}.width()
}

// draw draws the scale right of the data area c. The scale begins at the top of c and
// is at most scaleHeight high.
func (s scale) draw(c draw.Canvas) {
	const steps = 50
	c.Min.Y = max(c.Min.Y, c.Max.Y-scaleHeight)
	x, step := c.Max.X+columnGap, c.Size().Y/steps
	for i := range steps { // each box reaches the top, otherwise seams would show
		fillBox(c, ramp((float64(i)+0.5)/steps), x, c.Min.Y+step*vg.Length(i), scaleWidth, step*vg.Length(steps-i))
	}
	edge := draw.LineStyle{Color: gridGrey, Width: 0.5}
	c.StrokeLines(edge, []vg.Point{
		{X: x, Y: c.Min.Y}, {X: x + scaleWidth, Y: c.Min.Y},
		{X: x + scaleWidth, Y: c.Max.Y}, {X: x, Y: c.Max.Y}, {X: x, Y: c.Min.Y},
	})
	under := c.Max.Y + tickSize // the foot of the label above
	for i := len(s.labels) - 1; i >= 0; i-- {
		label, y := s.labels[i], c.Y(s.position(marked[i]))
		if i > 0 && (y+label.height/2 > under || y-label.height < c.Min.Y) {
			continue // 0 % is below
		}
		under = y - label.height/2
		c.StrokeLine2(edge, x+scaleWidth, y, x+scaleWidth+2, y)
		label.draw(c, paleInk, x+scaleWidth+4, y+label.height/2, left)
	}
}
