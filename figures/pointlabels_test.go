package figures

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Names of points that lie close together cover neither each other nor a point, lie
// inside of the axes, and no line to a name crosses another name.
func TestNamesOfPointsDoNotOverlap(t *testing.T) {
	canvas := draw.New(vgimg.New(400, 270))
	ls := &pointLabels{c: canvas}
	var points []vg.Point
	var names []string
	for i := range 24 { // three rows of eight, 30 apart and all but touching from row to row
		points = append(points, vg.Point{X: 80 + 30*vg.Length(i%8), Y: 130 + 6*vg.Length(i/8)})
		names = append(names, fmt.Sprintf("method-%d", i))
	}
	ls.draw(points, names)
	if len(ls.names) != len(points) {
		t.Fatalf("%d of %d names are drawn", len(ls.names), len(points))
	}
	for i, box := range ls.names {
		if box.Min.X < canvas.Min.X || box.Max.X > canvas.Max.X || box.Min.Y < canvas.Min.Y || box.Max.Y > canvas.Max.Y {
			t.Errorf("name %d is outside: %v", i, box)
		}
		for _, at := range points {
			if holds(box, at) {
				t.Errorf("name %d covers the point at %v", i, at)
			}
		}
		for j, other := range ls.names[:i] {
			if box.Min.X < other.Max.X && other.Min.X < box.Max.X && box.Min.Y < other.Max.Y && other.Min.Y < box.Max.Y {
				t.Errorf("names %d and %d overlap", i, j)
			}
		}
	}
}

// The names are drawn where they are asked for, and not without.
func TestNamedPoints(t *testing.T) {
	line := Line{Points: true, X: []float64{1, 2}, Y: []float64{1, 2}, Labels: []string{"here", "there"}}
	if d := inspect(t, render(t, &Figure{Panels: []Panel{Curves{Lines: []Line{line}}}}, SVG)); d.has("here") {
		t.Error("names are drawn that are for the data alone")
	}
	line.Named = true
	if d := inspect(t, render(t, &Figure{Panels: []Panel{Curves{Lines: []Line{line}, LogX: true}}}, SVG)); !slices.Contains(d.texts, "here") || !slices.Contains(d.texts, "there") {
		t.Errorf("texts are %q", d.texts)
	}
	line.Labels = nil
	if err := (&Figure{Panels: []Panel{Curves{Lines: []Line{line}}}}).check(); err == nil {
		t.Error("points without names are to be named")
	}
}
