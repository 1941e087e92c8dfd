package figures

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// threeRules ranks four models in three columns: once with a tie of two and
// once with all tied, in competition ranks.
func threeRules() Bumps {
	return Bumps{
		Title: "(a)", XLabel: "rule", Columns: []string{"plain", "with a tie", "all alike"},
		Rows: []BumpRow{
			{"a", []float64{1, 1, 1}}, {"b", []float64{2, 2, 1}}, {"c", []float64{3, 2, 1}}, {"d", []float64{4, 4, 1}},
		},
	}
}

// reordered are models of so many columns, of which column i is rotated by i.
func reordered(title string, models, columns int) Bumps {
	b := Bumps{Title: title}
	for i := range columns {
		b.Columns = append(b.Columns, fmt.Sprintf("column %d", i+1))
	}
	for j := range models {
		row := BumpRow{Model: fmt.Sprintf("model-%02d", j+1)}
		for i := range columns {
			row.Ranks = append(row.Ranks, float64((i+j)%models+1))
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}

// Columns and their label are named, models are at both ends, and every rank is
// written in its column: 12 in circles, which the ends do not repeat.
func TestBumps(t *testing.T) {
	b := threeRules()
	d := inspect(t, render(t, &Figure{Panels: []Panel{b}}, SVG))
	if !d.has("rule", "plain", "with a tie", "all alike", "a", "b", "c", "d", "a", "b", "c", "d") {
		t.Errorf("texts are %q", d.texts)
	}
	for rank, want := range map[string]int{"1": 1 + 1 + 4, "2": 1 + 2, "3": 1, "4": 1 + 1} {
		if n := len(slices.DeleteFunc(slices.Clone(d.texts), func(s string) bool { return s != rank })); n != want {
			t.Errorf("rank %s is written %d times, want %d", rank, n, want)
		}
	}
	want := "panel,model,column,rank\n(a),a,plain,1\n(a),a,with a tie,1\n(a),a,all alike,1\n(a),b,plain,2\n(a),b,with a tie,2\n(a),b,all alike,1\n" +
		"(a),c,plain,3\n(a),c,with a tie,2\n(a),c,all alike,1\n(a),d,plain,4\n(a),d,with a tie,4\n(a),d,all alike,1\n"
	if got := csvOf(t, &Figure{Panels: []Panel{b}}); got != want {
		t.Errorf("the data are %q, want %q", got, want)
	}
}

// Where columns are narrow only new ranks are written: of a model that keeps its rank
// the first and the last, of two that change places in the last of ten columns these,
// and of two that change places in every column all; where there is room, all are.
func TestBumpsThatAreCrowded(t *testing.T) {
	b := Bumps{Columns: reordered("", 1, 10).Columns}
	for j := range 6 {
		b.Rows = append(b.Rows, BumpRow{fmt.Sprint("m", j), slices.Repeat([]float64{float64(j + 1)}, 10)})
	}
	b.Rows[1].Ranks[9], b.Rows[2].Ranks[9] = 3, 2
	for i := 1; i < 10; i += 2 {
		b.Rows[3].Ranks[i], b.Rows[4].Ranks[i] = 5, 4
	}
	for width, want := range map[float64]map[string]int{
		80:  {"1": 2, "2": 2, "3": 2, "4": 10, "5": 10, "6": 2},
		200: {"1": 10, "2": 10, "3": 10, "4": 10, "5": 10, "6": 10},
	} {
		d := inspect(t, render(t, &Figure{Panels: []Panel{b}, Width: width}, SVG))
		for rank, n := range want {
			if got := len(slices.DeleteFunc(slices.Clone(d.texts), func(s string) bool { return s != rank })); got != n {
				t.Errorf("at %g mm rank %s is written %d times, want %d", width, rank, got, n)
			}
		}
	}
}

// Circles shrink so that none covers another, down to markers. On an area of 24
// points a rank, tied models are half a rank apart, so that circles of 6 points
// touch, also where four tie down to the foot of the area; five that tie above
// a rank 2 share 0.8 ranks, 3.84 points each, and are markers.
func TestBumpRadius(t *testing.T) {
	for _, tt := range []struct {
		ranks []float64
		want  float64
	}{
		{[]float64{1, 2, 3, 4}, circleRadius},
		{[]float64{1, 2, 2, 4}, 6},
		{[]float64{1, 1, 1, 1}, 6},
		{[]float64{1, 1, 1, 1, 1, 2}, pathRadius},
	} {
		b := Bumps{Columns: []string{"c"}}
		for i, r := range tt.ranks {
			b.Rows = append(b.Rows, BumpRow{fmt.Sprint(i), []float64{r}})
		}
		n := len(tt.ranks)
		chart := bumpChart{
			paths: b.paths(), columns: 1, y: axis{interval: interval{lo: 0, hi: float64(n), some: true}, inverted: true},
			heights: heightsOf(b.paths(), 1, n, bumpShare),
		}
		c := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: 100, Y: vg.Length(24 * n)}}}
		if got := float64(chart.radius(c, 0)); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%v: radius %v, want %v", tt.ranks, got, tt.want)
		}
	}
}

// A line is level over a circle in the middle of each column and straight in
// between.
func TestBumpLine(t *testing.T) {
	b := Bumps{Columns: []string{"x", "y"}, Rows: []BumpRow{{"a", []float64{1, 2}}, {"b", []float64{2, 1}}}}
	chart := bumpChart{
		paths: b.paths(), columns: 2, y: axis{interval: interval{lo: 0, hi: 3, some: true}, inverted: true},
		heights: heightsOf(b.paths(), 2, 2, bumpShare),
	}
	c := draw.Canvas{Rectangle: vg.Rectangle{Min: vg.Point{X: 10}, Max: vg.Point{X: 90, Y: 3}}}
	want := []vg.Point{{X: 10, Y: 2}, {X: 30 - circleRadius, Y: 2}, {X: 30 + circleRadius, Y: 2}, {X: 70 - circleRadius, Y: 1}, {X: 70 + circleRadius, Y: 1}, {X: 90, Y: 1}}
	if got := chart.line(c, 0); !slices.EqualFunc(got, want, func(p, q vg.Point) bool {
		return math.Abs(float64(p.X-q.X)) < 1e-9 && math.Abs(float64(p.Y-q.Y)) < 1e-9
	}) {
		t.Errorf("the line is %v, want %v", got, want)
	}
}

// Names that slant beyond the data area have room there, so that none is cut
// off: the last of names of 36 characters, which are all that is drawn of them.
func TestBumpHeadings(t *testing.T) {
	b := threeRules()
	b.Columns[2] = strings.Repeat("w", 80)
	for i := range b.Rows {
		b.Rows[i].Model = fmt.Sprint(i) // too short to make room
	}
	body := b.body(typesetter{}, newCatalogue([]Panel{b}), room{Point: dataSize(1)})
	last := typesetter{}.set(sans(nameSize), typesetter{}.shortenedTo(sans(nameSize), b.Columns[2], maxHeading, 0), 0)
	reach := body.width*5/6 + last.width*vg.Length(math.Cos(slant)) - body.width
	if body.margins.right < reach || body.margins.top < last.width*vg.Length(math.Sin(slant)) {
		t.Errorf("margins are %+v for a name that reaches %v to the right", body.margins, reach)
	}
}

// A model looks the same in all panels, and as in trajectories.
func TestBumpsLook(t *testing.T) {
	first, second := threeRules(), threeRules()
	slices.Reverse(second.Rows)
	cat := newCatalogue([]Panel{first, second})
	for i, model := range []string{"a", "b", "c", "d"} {
		if got, want := fmt.Sprint(cat.pathStroke(model, true)), fmt.Sprint(pathStrokeOf(i)); got != want {
			t.Errorf("%s is drawn as %s, want %s", model, got, want)
		}
	}
}

// Of 70 models and columns 60 are drawn, and the notes say so; the data have
// all.
func TestLargeBumps(t *testing.T) {
	f := &Figure{Panels: []Panel{reordered("(a)", 70, 70)}}
	d := inspect(t, render(t, f, SVG))
	for _, note := range []string{"(a): The first 60 of 70 models are drawn.", "The first 60 of 70 columns are drawn."} {
		if !slices.Contains(d.texts, note) {
			t.Errorf("no note %q", note)
		}
	}
	if slices.Contains(d.texts, "column 61") || !d.has("column 60", "model-60") || slices.Contains(d.texts, "model-61") {
		t.Error("more or less than 60 are drawn")
	}
	if got := strings.Count(csvOf(t, f), "\n"); got != 1+70*70 {
		t.Errorf("the data have %d lines, want a header and 4900 ranks", got)
	}
}

// The golden file was looked at, as the others were.
func TestGoldenBumps(t *testing.T) {
	golden(t, "bumps.svg", render(t, &Figure{Title: "Ranks by three rules", Panels: []Panel{threeRules()}}, SVG))
}
