package figures

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Distances and sizes of the bars right of the axes, in points.
const (
	beyondGap   = 14 // between the data area and the first bar
	beyondWidth = 12 // of a bar, in which a percentage is written upwards
	beyondAside = 2  // gap between two bars
	beyondText  = 8  // size of the percentages
	beyondFoot  = 3  // between the foot of a bar and its percentage
	beyondLabel = 48 // greatest width of the label
)

// beyondAlpha is the opacity of the bars right of the axes. It is low, so that the
// percentages written on the bars stay legible.
const beyondAlpha = uint8(0x55)

// beyondBars holds the bars right of the axes, one per drawn line. Each bar shows a
// line's share of a category that lies beyond the x axis, such as "never". Every bar
// has its own axis from 0 to 100 %, independent of the y axis.
type beyondBars struct {
	label block
	bars  []beyondBar
}

// A beyondBar is the bar of one line, right of the axes. It shows the line's share of a
// category beyond the x axis.
type beyondBar struct {
	line   int // number of the line in the figure
	share  float64
	text   block
	stroke stroke
}

// newBeyond returns the bars to draw right of the axes of a panel. It returns no bars
// if Curves.Beyond is empty.
func newBeyond(t typesetter, cat *catalogue, c Curves) beyondBars {
	var b beyondBars
	if c.Beyond == "" {
		return b
	}
	for _, l := range c.Lines {
		i := cat.index[l.key()]
		if e := cat.lines[i]; e.same == i && l.hasData() && !l.Points {
			b.bars = append(b.bars, beyondBar{i, l.Beyond, t.set(sans(beyondText), shareText(l.Beyond), 0), e.stroke})
		}
	}
	b.label = t.set(sans(tickSize), c.Beyond, beyondLabel)
	return b
}

// shareText formats a share in [0, 1] as a percentage. It returns "0 %" and "100 %"
// only for exactly 0 and 1.
func shareText(share float64) string {
	switch {
	case share == 0 || share == 1:
		return fmt.Sprintf("%.0f %%", 100*share)
	case share < 0.0005:
		return "< 0.1 %"
	case share > 0.9995:
		return "> 99.9 %"
	}
	return fmt.Sprintf("%.1f %%", 100*share)
}

// barsWidth returns the total width of the bars, without their label.
func (b beyondBars) barsWidth() vg.Length {
	n := vg.Length(len(b.bars))
	return n*beyondWidth + (n-1)*beyondAside
}

// width returns the width that the bars and their label need right of the data area.
func (b beyondBars) width() vg.Length {
	if len(b.bars) == 0 {
		return 0
	}
	return beyondGap + max(b.barsWidth(), b.label.width)
}

// draw draws the bars right of the data area c, and their label at the height of the
// tick labels.
func (b beyondBars) draw(c draw.Canvas) {
	if len(b.bars) == 0 {
		return
	}
	from := c.Max.X + beyondGap
	b.label.draw(c, ink, from+b.barsWidth()/2, c.Min.Y-4, centre)
	for i, bar := range b.bars {
		x := from + vg.Length(i)*(beyondWidth+beyondAside)
		taggedLine(c, bar.line, func() { bar.draw(c, x, x+beyondWidth) })
	}
}

// draw draws the bar inside an outline. The outline stands for 100 % and is as high as
// the data area c. The bar fills it up to the share.
func (b beyondBar) draw(c draw.Canvas, from, to vg.Length) {
	box := func(share float64) []vg.Point {
		y := c.Min.Y + vg.Length(share)*(c.Max.Y-c.Min.Y)
		return []vg.Point{{X: from, Y: c.Min.Y}, {X: from, Y: y}, {X: to, Y: y}, {X: to, Y: c.Min.Y}, {X: from, Y: c.Min.Y}}
	}
	c.FillPolygon(b.stroke.faint(beyondAlpha), box(b.share))
	c.StrokeLines(draw.LineStyle{Color: gridGrey, Width: 0.6}, box(1))
	c.StrokeLines(draw.LineStyle{Color: color.Color(b.stroke.color), Width: 0.8}, box(b.share))
	foot := c.Min.Y
	if high := vg.Length(b.share) * (c.Max.Y - c.Min.Y); high < b.text.width+2*beyondFoot {
		foot += high // the top edge of such a low bar would cross the text
	}
	b.text.drawUp(c, ink, (from+to)/2-b.text.height/2, foot+beyondFoot, left)
}

// checkBeyond returns an error if the share Beyond of any line is not in [0, 1].
func (c Curves) checkBeyond() error {
	for _, l := range c.Lines {
		if c.Beyond != "" && !(l.Beyond >= 0 && l.Beyond <= 1) || math.IsNaN(l.Beyond) {
			return fmt.Errorf("line %q: the share %g beyond the axes must be from 0 to 1", l.Name, l.Beyond)
		}
	}
	return nil
}
