package figures

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	pointLabelSize  = 8   // of the font
	pointLabelGap   = 4   // between a point and its label
	pointLabelStep  = 5   // by which a label moves on where it finds no room
	pointLabelTries = 80  // how far it does at most
	pointLabelSides = 32  // in so many directions
	leaderFrom      = 7.0 // from this distance on a label is joined to its point
)

// pointLabels puts the names of points beside them, where none covers a point, another
// name or the edge: as near as there is room, and joined to the point by a line where
// that is not near.
type pointLabels struct {
	c     draw.Canvas
	t     typesetter
	taken []vg.Rectangle

	names   []vg.Rectangle // that are drawn
	leaders []vg.Point     // points of the lines that are, close to one another
}

// nameOfPoint is a point that has a name.
type nameOfPoint struct {
	at    vg.Point
	label block
}

// draw draws the names of all points that can be seen; those at the right first, which
// have the least room.
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

func (ls *pointLabels) take(r vg.Rectangle) { ls.taken = append(ls.taken, r) }

// place draws one name at the nearest place that is free; without one it is left out,
// for the data has it.
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

// leader returns points of the line from a point to its name, both ends among them.
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

// crosses reports whether a line would go through a name that is drawn.
func (ls *pointLabels) crosses(leader []vg.Point) bool {
	return slices.ContainsFunc(leader, func(at vg.Point) bool {
		return slices.ContainsFunc(ls.names, func(box vg.Rectangle) bool { return holds(box, at) })
	})
}

func holds(box vg.Rectangle, at vg.Point) bool {
	return box.Min.X <= at.X && at.X <= box.Max.X && box.Min.Y <= at.Y && at.Y <= box.Max.Y
}

// sideOf returns a direction: right first, then left, and those between in turn.
func sideOf(side int) float64 {
	turn := float64((side+1)/2) * 2 * math.Pi / pointLabelSides
	if side%2 == 1 {
		return math.Pi - turn + 2*math.Pi/pointLabelSides
	}
	return -turn
}

// box returns where the name stands that is so far away from its point in a direction.
func (p nameOfPoint) box(away vg.Length, direction float64) vg.Rectangle {
	sin, cos := math.Sincos(direction)
	w, h := p.label.width, p.label.height
	mid := vg.Point{
		X: p.at.X + vg.Length(cos)*(away+w/2),
		Y: p.at.Y + vg.Length(sin)*(away+h/2),
	}
	return vg.Rectangle{Min: vg.Point{X: mid.X - w/2, Y: mid.Y - h/2}, Max: vg.Point{X: mid.X + w/2, Y: mid.Y + h/2}}
}

// free reports whether nothing is where a box would be, and it is inside the axes.
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
