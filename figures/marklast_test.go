package figures

import (
	"bytes"
	"testing"
)

// A line of five points has five markers, and one if only the last is marked;
// the group before it has none. A marker is drawn as one filled shape.
func TestMarkLast(t *testing.T) {
	shapes := func(last bool) int {
		line := Line{Name: "b", Group: "b", X: []float64{1, 2, 3, 4, 5}, Y: []float64{1, 2, 1, 2, 3}, MarkLast: last}
		f := &Figure{Panels: []Panel{Curves{Lines: []Line{{Group: "a"}, line}}}}
		var b bytes.Buffer
		if err := f.Write(&b, SVG); err != nil {
			t.Fatal(err)
		}
		return len(inspect(t, b.Bytes()).paths)
	}
	if every, last := shapes(false), shapes(true); every-last != 4 {
		t.Errorf("%d shapes with every point marked, %d with the last alone, want 4 fewer", every, last)
	}
}
