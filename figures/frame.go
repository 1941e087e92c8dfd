package figures

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"settle/internal/lists"
)

// Distances around a data area and between its parts, in points.
const (
	axisWidth  = 0.6
	axisGap    = 4 // gap between an axis and the data area
	tickLength = 3
	tickGap    = 3 // gap between a label of the left axis and its tick
)

// margins holds the widths that are kept free on the four sides of a data area.
type margins struct{ left, right, top, bottom vg.Length }

// frame holds the axes of a data area, with their ticks, labels and grid.
type frame struct{ x, y axis }

// transforms returns functions that map numbers on the axes to positions in the data
// area c.
func (f frame) transforms(c draw.Canvas) (x, y func(float64) vg.Length) {
	return func(v float64) vg.Length { return c.X(f.x.norm(v)) }, func(v float64) vg.Length { return c.Y(f.y.norm(v)) }
}

// tickHeight returns the height of a tick label, and the distance from the lower edge
// of the label up to its baseline.
func tickHeight() (height, baseline vg.Length) {
	face := faceOf(sans(tickSize))
	extents := face.Extents()
	return extents.Ascent + extents.Descent, extents.Descent - extents.Ascent + tickSize
}

// labelWidth returns the width of the widest tick label of the axis.
func (a axis) labelWidth() vg.Length {
	face := faceOf(sans(tickSize))
	return lists.Max(a.ticks, func(t tick) vg.Length { return face.Width(t.label) })
}

// margins returns the margins that the axes need around a data area of the given size,
// including labels that extend beyond its corners.
func (f frame) margins(size vg.Point) margins {
	var m margins
	face := faceOf(sans(tickSize))
	height, _ := tickHeight()
	for _, t := range f.x.ticks {
		grow(&m.right, face.Width(t.label)/2-vg.Length(1-f.x.norm(t.value))*size.X)
	}
	for _, t := range f.y.ticks {
		grow(&m.top, height/2-vg.Length(1-f.y.norm(t.value))*size.Y)
	}
	m.bottom = axisWidth/2 + axisGap
	if len(f.x.ticks) > 0 {
		m.bottom += tickLength + height
	}
	if f.y.hidden {
		return m
	}
	m.left = axisWidth/2 + axisGap
	if len(f.y.ticks) > 0 {
		m.left += f.y.labelWidth() + tickGap + tickLength
	}
	return m
}

// draw draws the axes around the data area c, and the grid inside it.
func (f frame) draw(c draw.Canvas) {
	m := f.margins(c.Size())
	f.drawX(c, c.Min.Y-m.bottom)
	if !f.y.hidden {
		f.drawY(c, c.Min.X-m.left)
	}
	style := draw.LineStyle{Color: gridGrey, Width: axisWidth}
	x, y := f.transforms(c)
	for _, t := range f.x.ticks {
		c.StrokeLine2(style, x(t.value), c.Min.Y, x(t.value), c.Max.Y)
	}
	for _, t := range f.y.ticks {
		c.StrokeLine2(style, c.Min.X, y(t.value), c.Max.X, y(t.value))
	}
}

// drawX draws the x axis below the data area c. The lower edge of the axis labels is at
// y = foot.
func (f frame) drawX(c draw.Canvas, foot vg.Length) {
	x, _ := f.transforms(c)
	face := faceOf(sans(tickSize))
	height, baseline := tickHeight()
	style := draw.LineStyle{Color: ink, Width: axisWidth}
	line := foot + axisWidth/2
	for _, t := range f.x.ticks {
		c.SetColor(ink)
		c.FillString(face, vg.Point{X: x(t.value) - face.Width(t.label)/2, Y: foot + baseline}, t.label)
		line = foot + height + tickLength
	}
	for _, t := range f.x.ticks {
		c.StrokeLine2(style, x(t.value), foot+height, x(t.value), line)
	}
	c.StrokeLine2(style, c.Min.X, line, c.Max.X, line)
}

// drawY draws the y axis left of the data area c. The left edge of the axis labels is
// at x = edge.
func (f frame) drawY(c draw.Canvas, edge vg.Length) {
	_, y := f.transforms(c)
	face := faceOf(sans(tickSize))
	height, baseline := tickHeight()
	style := draw.LineStyle{Color: ink, Width: axisWidth}
	line, end := edge, edge+f.y.labelWidth()
	for _, t := range f.y.ticks {
		c.SetColor(ink)
		c.FillString(face, vg.Point{X: end - face.Width(t.label), Y: y(t.value) - height/2 + baseline}, t.label)
		line = end + face.Width(" ") + tickLength
	}
	for _, t := range f.y.ticks {
		c.StrokeLine2(style, line-tickLength, y(t.value), line, y(t.value))
	}
	c.StrokeLine2(style, line, c.Min.Y, line, c.Max.Y)
}
