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

// beyondAlpha lets the percentages on the bars be read.
const beyondAlpha = uint8(0x55)

// beyond are the bars right of the axes, one for each line that is drawn: the shares
// that have no x. All reach from 0 to 100 %, whatever the y axis shows.
type beyond struct {
	label block
	bars  []beyondBar
}

type beyondBar struct {
	line   int // its number in the figure
	share  float64
	text   block
	stroke stroke
}

// newBeyond measures the bars of a panel; there are none where no label names them.
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

// shareText writes a share in [0, 1], such that only none and all read as 0 % and
// 100 %.
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

// draw draws the bars right of c, a data area, and their label as low as those of
// the ticks.
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

// draw draws a bar as high as its share of c, in the outline of one of 100 %.
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
		foot += high // on a bar that low, its top would cross the text
	}
	b.text.drawUp(c, ink, (from+to)/2-b.text.height/2, foot+beyondFoot, left)
}

// checkBeyond fails for a share that cannot be drawn.
func (c Curves) checkBeyond() error {
	for _, l := range c.Lines {
		if c.Beyond != "" && !(l.Beyond >= 0 && l.Beyond <= 1) || math.IsNaN(l.Beyond) {
			return fmt.Errorf("line %q: a share of %g beyond the axes", l.Name, l.Beyond)
		}
	}
	return nil
}
