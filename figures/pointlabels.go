package figures

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	pointLabelSize  = 8   // size of the font
	pointLabelGap   = 4   // gap between a point and its label
	pointLabelStep  = 5   // step by which a label moves away if there is no room
	pointLabelTries = 80  // greatest number of steps
	pointLabelSides = 32  // number of directions
	leaderFrom      = 7.0 // distance from which a line joins a label to its point
)

// pointLabels writes the name of each point next to the point. The name takes the
// nearest place that lies inside the plot and covers no point and no other name. If a
// name is far from its point, a line joins the two.
type pointLabels struct {
	c     draw.Canvas
	t     typesetter
	taken []vg.Rectangle

	names   []vg.Rectangle // boxes of the drawn names
	leaders []vg.Point     // closely spaced points of the drawn lines
}

// A nameOfPoint is the position of a point, together with the name to draw next to it.
type nameOfPoint struct {
	at    vg.Point
	label block
}

// draw draws the names of all visible points. It starts with the points furthest right,
// since these have the least room for a name.
func (ls *pointLabels) draw(points []vg.Point, names []string) {
	var list []nameOfPoint
	for i, at := range points {
		if ls.c.Contains(at) && names[i] != "" {
			list = append(list, nameOfPoint{at, ls.t.set(sans(pointLabelSize), names[i], 0)})
			ls.take(vg.Rectangle{
				Min: vg.Point{X: at.X - markRadius, Y: at.Y - markRadius}, Max: vg.Point{X: at.X + markRadius, Y: at.Y + markRadius},
			})
		}
	}
	slices.SortStableFunc(list, func(p, q nameOfPoint) int {
		return cmp.Or(cmp.Compare(q.at.X, p.at.X), cmp.Compare(q.at.Y, p.at.Y))
	})
	for _, p := range list {
		ls.place(p)
	}
}

// take records that the box r is occupied.
func (ls *pointLabels) take(r vg.Rectangle) { ls.taken = append(ls.taken, r) }

// place draws the name of p at the nearest free place. If no place near the point is
// free, it draws nothing; the CSV data still contains the name.
func (ls *pointLabels) place(p nameOfPoint) {
	for try := range pointLabelTries {
		away := pointLabelGap + pointLabelStep*vg.Length(try)
		for side := range pointLabelSides {
			box := p.box(away, sideOf(side))
			if !ls.free(box) {
				continue
			}
			if away >= leaderFrom {
				leader := p.leader(box)
				if ls.crosses(leader) {
					continue
				}
				ls.leaders = append(ls.leaders, leader...)
				end := leader[len(leader)-1]
				ls.c.StrokeLine2(draw.LineStyle{Color: paleInk, Width: 0.4}, p.at.X, p.at.Y, end.X, end.Y)
			}
			ls.take(box)
			ls.names = append(ls.names, box)
			p.label.draw(ls.c, ink, box.Min.X, box.Max.Y, left)
			return
		}
	}
}

// leader returns closely spaced points, including both ends, on the line that joins the
// point p to the box of its name.
func (p nameOfPoint) leader(box vg.Rectangle) []vg.Point {
	to := vg.Point{X: min(max(p.at.X, box.Min.X), box.Max.X), Y: min(max(p.at.Y, box.Min.Y), box.Max.Y)}
	var points []vg.Point
	for i := range leaderPoints + 1 {
		share := vg.Length(i) / leaderPoints
		points = append(points, vg.Point{X: p.at.X + share*(to.X-p.at.X), Y: p.at.Y + share*(to.Y-p.at.Y)})
	}
	return points
}

const leaderPoints = 24

// crosses reports whether a leader, the line from a point to its name, would cross a
// name that is already drawn.
func (ls *pointLabels) crosses(leader []vg.Point) bool {
	return slices.ContainsFunc(leader, func(at vg.Point) bool {
		return slices.ContainsFunc(ls.names, func(box vg.Rectangle) bool { return holds(box, at) })
	})
}

func holds(box vg.Rectangle, at vg.Point) bool {
	return box.Min.X <= at.X && at.X <= box.Max.X && box.Min.Y <= at.Y && at.Y <= box.Max.Y
}

// sideOf returns the angle at which a name stands, seen from its point, for the side
// with the given number. Side 0 is on the right and side 1 on the left. The following
// sides turn away from right and from left by growing angles, alternately.
func sideOf(side int) float64 {
	turn := float64((side+1)/2) * 2 * math.Pi / pointLabelSides
	if side%2 == 1 {
		return math.Pi - turn + 2*math.Pi/pointLabelSides
	}
	return -turn
}

// box returns the box that the name takes if it is drawn at the given distance from its
// point, in the given direction.
func (p nameOfPoint) box(away vg.Length, direction float64) vg.Rectangle {
	sin, cos := math.Sincos(direction)
	w, h := p.label.width, p.label.height
	mid := vg.Point{
		X: p.at.X + vg.Length(cos)*(away+w/2),
		Y: p.at.Y + vg.Length(sin)*(away+h/2),
	}
	return vg.Rectangle{Min: vg.Point{X: mid.X - w/2, Y: mid.Y - h/2}, Max: vg.Point{X: mid.X + w/2, Y: mid.Y + h/2}}
}

// free reports whether the box r lies inside the axes and overlaps nothing that is
// already drawn or recorded as occupied.
func (ls *pointLabels) free(r vg.Rectangle) bool {
	if r.Min.X < ls.c.Min.X || r.Max.X > ls.c.Max.X || r.Min.Y < ls.c.Min.Y || r.Max.Y > ls.c.Max.Y {
		return false
	}
	if slices.ContainsFunc(ls.leaders, func(at vg.Point) bool { return holds(r, at) }) {
		return false
	}
	return !slices.ContainsFunc(ls.taken, func(o vg.Rectangle) bool {
		return r.Min.X < o.Max.X && o.Min.X < r.Max.X && r.Min.Y < o.Max.Y && o.Min.Y < r.Max.Y
	})
}
