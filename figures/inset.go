package figures

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An Inset gives the ranges of x and y that a small plot inside a panel of curves shows
// enlarged. In each range, the first number is the smaller one.
type Inset struct{ X, Y [2]float64 }

// Sizes of an inset, including the labels of its axes.
const (
	insetLeft = 0.22 // share of the width of the data area that stays free left of the inset
	insetTop  = 0.6  // share of the height of the data area below the top edge of the inset
	insetEdge = 5    // distance in points to the right and lower edges of the data area
)

func (in *Inset) check(logX, logY bool) error {
	switch {
	case in == nil:
		return nil
	case !finite(in.X[0]) || !finite(in.X[1]) || !finite(in.Y[0]) || !finite(in.Y[1]),
		in.X[0] >= in.X[1], in.Y[0] >= in.Y[1]:
		return fmt.Errorf("an inset cannot show x from %g to %g and y from %g to %g", in.X[0], in.X[1], in.Y[0], in.Y[1])
	case logX || logY:
		return fmt.Errorf("an inset cannot be on a log axis")
	}
	return nil
}

// draw draws the inset into the lower right corner of the data area c, with the lines
// of the panel.
func (in *Inset) draw(c draw.Canvas, ls lines) {
	if in == nil {
		return
	}
	box := vg.Rectangle{
		Min: vg.Point{X: c.Min.X + insetLeft*c.Size().X, Y: c.Min.Y + insetEdge},
		Max: vg.Point{X: c.Max.X - insetEdge, Y: c.Min.Y + insetTop*c.Size().Y},
	}
	size := box.Size()
	axes := frame{insetAxis(in.X, int(size.X/45)), insetAxis(in.Y, int(size.Y/30))}
	m := axes.margins(size)
	inner := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
		Min: vg.Point{X: box.Min.X + m.left, Y: box.Min.Y + m.bottom}, Max: vg.Point{X: box.Max.X - m.right, Y: box.Max.Y - m.top},
	}}
	c.FillPolygon(color.White, []vg.Point{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}})
	axes.draw(inner)
	ls.Lines = slices.Clone(ls.Lines)
	for i := range ls.Lines { // enlarged bands would cover each other
		ls.Lines[i].SE, ls.Lines[i].Lo, ls.Lines[i].Hi = nil, nil, nil
	}
	ls.draw(inner, axes)
}

// insetAxis returns an axis that runs between the given ends. It has about n labels and
// at least two.
func insetAxis(ends [2]float64, n int) axis {
	n = max(2, n)
	a := fixedAxis(ends[0], ends[1], false, n)
	for ; len(a.ticks) < 2; n++ {
		a = fixedAxis(ends[0], ends[1], false, n+1)
	}
	return a
}
