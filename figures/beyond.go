package figures

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Distances of the bars beyond the axes, in points.
const (
	beyondGap   = 14 // from the data area
	beyondWidth = 12 // of a bar, on which a percentage stands upright
	beyondAside = 2  // between bars
	beyondText  = 8  // size of the percentages
	beyondFoot  = 3  // below them
	beyondLabel = 48 // greatest width of the label
)

// beyondAlpha is the opacity of the bars; percentages on them stay legible.
const beyondAlpha = uint8(0x55)

// beyond holds the bars right of the axes, one per drawn line, for shares that have no x. All
// bars have an axis from 0 to 100 %, whatever the y axis shows.
type beyond struct {
	label block
	bars  []beyondBar
}

// A beyondBar is the bar of one line.
type beyondBar struct {
	line   int // number of the line in the figure
	share  float64
	text   block
	stroke stroke
}

// newBeyond measures the bars of a panel. There are none if the panel does not name them.
func newBeyond(t typesetter, cat *catalogue, c Curves) beyond {
	var b beyond
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

// shareText formats a share in [0, 1]. Only exactly 0 and 1 become 0 % and 100 %.
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

// across returns the width of the bars.
func (b beyond) across() vg.Length {
	n := vg.Length(len(b.bars))
	return n*beyondWidth + (n-1)*beyondAside
}

// width returns the room that the bars and their label take right of the data area.
func (b beyond) width() vg.Length {
	if len(b.bars) == 0 {
		return 0
	}
	return beyondGap + max(b.across(), b.label.width)
}

// draw draws the bars right of c, a data area, and their label at the height of the tick labels.
func (b beyond) draw(c draw.Canvas) {
	if len(b.bars) == 0 {
		return
	}
	from := c.Max.X + beyondGap
	b.label.draw(c, ink, from+b.across()/2, c.Min.Y-4, centre)
	for i, bar := range b.bars {
		x := from + vg.Length(i)*(beyondWidth+beyondAside)
		taggedLine(c, bar.line, func() { bar.draw(c, x, x+beyondWidth) })
	}
}

// draw draws a bar with the height of its share of c, inside an outline of 100 %.
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
		foot += high // the top of such a low bar would cross the text
	}
	b.text.drawUp(c, ink, (from+to)/2-b.text.height/2, foot+beyondFoot, left)
}

// checkBeyond fails if a share is not in [0, 1].
func (c Curves) checkBeyond() error {
	for _, l := range c.Lines {
		if c.Beyond != "" && !(l.Beyond >= 0 && l.Beyond <= 1) || math.IsNaN(l.Beyond) {
			return fmt.Errorf("line %q: share %g beyond the axes is not from 0 to 1", l.Name, l.Beyond)
		}
	}
	return nil
}
