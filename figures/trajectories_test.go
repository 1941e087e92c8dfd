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

// Every model is named at both ends: on the left in the order of the first
// ranking and on the right in that of the last, tied models in the order of
// gold.
func TestNamesAtBothEnds(t *testing.T) {
	for _, tr := range []Trajectories{climbing("", 2, 1), climbing("", 11, 2), climbing("", 31, 3)} {
		d := inspect(t, render(t, &Figure{Panels: []Panel{tr}}, SVG))
		var wants [2][]string
		for i, at := range []int{0, len(tr.N) - 1} {
			byRank := slices.Clone(tr.Paths)
			slices.SortStableFunc(byRank, func(p, q Path) int { return int(p.Ranks[at] - q.Ranks[at]) })
			for _, p := range byRank {
				name := p.Model
				if i == 1 && p.Ranks[at] != p.Gold {
					name = fmt.Sprintf("%s (gold: %g)", name, p.Gold)
				}
				wants[i] = append(wants[i], fmt.Sprint(p.Ranks[at]), name)
			}
		}
		if !d.has(slices.Concat(wants[0], wants[1])...) {
			t.Errorf("%d models: texts are %q,\nwant %q and %q", len(tr.Paths), d.texts, wants[0], wants[1])
		}
	}
}

// Names stand above one another at a distance of a line at least, however many
// models tie.
func TestNamesApart(t *testing.T) {
	tied := climbing("", 31, 2)
	for _, p := range tied.Paths {
		p.Ranks[0], p.Ranks[79] = 1, 31
	}
	for _, tr := range []Trajectories{climbing("", 31, 1), tied} {
		var ys []float64
		for _, s := range inspect(t, render(t, &Figure{Panels: []Panel{tr}}, SVG)).spots {
			if slices.ContainsFunc(tr.Paths, func(p Path) bool { return strings.HasPrefix(s.text, p.Model) }) {
				ys = append(ys, atof(t, s.y))
			}
		}
		if len(ys) != 2*31 {
			t.Fatalf("%d names, want 62", len(ys))
		}
		for _, side := range [][]float64{ys[:31], ys[31:]} {
			for i := range side[1:] {
				if d := side[i+1] - side[i]; d < leading*nameSize-1e-3 { // SVG has five digits
					t.Errorf("%q: names %d and %d are %g points apart", tr.Paths[i].Model, i+1, i+2, d)
				}
			}
		}
	}
}

// Tied models lie below the height of their rank, apart from one another and
// above the next rank, for every convention of ranks: competition, dense and
// average.
func TestHeights(t *testing.T) {
	for _, tt := range []struct{ ranks, want []float64 }{
		{[]float64{3, 1, 2}, []float64{3, 1, 2}},
		{[]float64{1, 2, 2, 4}, []float64{1, 2, 2.26, 4}},
		{[]float64{4, 2, 2, 1}, []float64{4, 2, 2.26, 1}},
		{[]float64{1, 1, 1, 1, 2}, []float64{1, 1.2, 1.4, 1.6, 2}}, // four share 0.8
		{[]float64{1.5, 1.5, 3}, []float64{1.5, 1.76, 3}},
		{[]float64{2, 1, 2}, []float64{2, 1, 2.26}}, // down to 4
	} {
		tr := Trajectories{N: []int{1}}
		for i, r := range tt.ranks {
			tr.Paths = append(tr.Paths, Path{Model: fmt.Sprint(i), Ranks: []float64{r}, Gold: float64(i + 1)})
		}
		for i, h := range tr.heights() {
			if math.Abs(h[0]-tt.want[i]) > 1e-12 {
				t.Errorf("%v: model %d at %g, want %g", tt.ranks, i+1, h[0], tt.want[i])
			}
		}
	}
	// Of models that tie, the better in gold is above, whatever the order given.
	tr := Trajectories{N: []int{1}, Paths: []Path{{Model: "a", Ranks: []float64{1}, Gold: 2}, {Model: "b", Ranks: []float64{1}, Gold: 1}}}
	if h := tr.heights(); h[0][0] <= h[1][0] {
		t.Errorf("a is at %g and b, better in gold, at %g", h[0][0], h[1][0])
	}
}

// A line is strong exactly where its model is not at its gold rank, and in the
// changes to and from there. On a canvas of one point per trial and rank, the
// ranks of swaps change within one trial, and tied models are 0.26 apart.
func TestStretches(t *testing.T) {
	tr := swaps()
	b := trails{Trajectories: tr, heights: tr.heights()}
	c := draw.Canvas{Rectangle: vg.Rectangle{Min: vg.Point{X: 1, Y: 0}, Max: vg.Point{X: 7, Y: 4}}}
	id := func(v float64) vg.Length { return vg.Length(v) }
	for j, want := range []string{
		"pale (1,1) (2,1); strong (2,1) (3,2) (4,2) (5,1); pale (5,1) (6,1) (7,1)",
		"strong (1,1.26) (2,1.26) (3,1) (4,1) (5,2); pale (5,2) (6,2) (7,2)",
		"pale (1,3) (2,3) (3,3) (4,3) (5,3) (6,3) (7,3)",
	} {
		var got []string
		for _, s := range b.stretches(c, j, id, id) {
			look := "pale"
			if s.strong {
				look = "strong"
			}
			for i, p := range s.points {
				if i == 0 || p != s.points[i-1] { // holds of no length
					look += fmt.Sprintf(" (%.4g,%.4g)", p.X, p.Y)
				}
			}
			got = append(got, look)
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("model %d: %s, want %s", j+1, got, want)
		}
	}
}

// However far apart the numbers of trials are, a change of rank takes 10
// points in the middle between them, and the rank holds until there.
func TestSlopes(t *testing.T) {
	tr := Trajectories{N: []int{10, 50}, Paths: []Path{{Model: "a", Ranks: []float64{1, 2}}, {Model: "b", Ranks: []float64{2, 1}}}}
	b := trails{Trajectories: tr, heights: tr.heights()}
	c := draw.Canvas{Rectangle: vg.Rectangle{Min: vg.Point{X: 10, Y: 0}, Max: vg.Point{X: 50, Y: 3}}}
	id := func(v float64) vg.Length { return vg.Length(v) }
	got := b.stretches(c, 0, id, id)
	want := []vg.Point{{X: 10, Y: 1}, {X: 25, Y: 1}, {X: 35, Y: 2}, {X: 50, Y: 2}}
	if len(got) != 1 || !slices.Equal(got[0].points, want) {
		t.Errorf("stretches are %v, want one of %v", got, want)
	}
}

// The panel says where the ranking settles and shades what follows, or says
// that it does not; without gold it says nothing.
func TestSettled(t *testing.T) {
	noGold := swapsBack()
	for i := range noGold.Paths {
		noGold.Paths[i].Gold = math.NaN()
	}
	late := swaps()
	late.Settled = 6
	single := Trajectories{N: []int{1}, Paths: []Path{{Model: "a", Ranks: []float64{1}, Gold: 2}, {Model: "b", Ranks: []float64{1}, Gold: 1}}}
	for _, tt := range []struct {
		tr     Trajectories
		want   string
		shades int
	}{
		{swaps(), "settles at n = 5", 1},
		{late, "settles only at 6", 1},
		{swapsBack(), "does not settle within 4 trials", 0},
		{single, "does not settle within 1 trial", 0},
		{noGold, "", 0},
	} {
		d := inspect(t, render(t, &Figure{Panels: []Panel{tt.tr}}, SVG))
		var got []string
		for _, s := range d.texts {
			if strings.Contains(s, "settle") && s != tt.tr.Title {
				got = append(got, s)
			}
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%d trials: the panel says %q, want %q", len(tt.tr.N), got, tt.want)
		}
		if n := len(d.styled("fill:#f0f5fa")); n != tt.shades {
			t.Errorf("%q: %d shades, want %d", tt.want, n, tt.shades)
		}
		if explained := slices.ContainsFunc(d.texts, func(s string) bool { return strings.HasPrefix(s, "Strong lines") }); explained != tt.tr.hasGold() {
			t.Errorf("%q: looks explained: %t", tt.want, explained)
		}
	}
}

// Where a ranking is settled nothing is strong or named with its gold rank,
// even if a tie in gold is broken there.
func TestSettledWithTies(t *testing.T) {
	tr := Trajectories{N: []int{1, 2}, Settled: 1, Paths: []Path{
		{Model: "a", Ranks: []float64{1, 2}, Gold: 1}, {Model: "b", Ranks: []float64{2, 1}, Gold: 1},
	}}
	for _, p := range tr.Paths {
		for i := range tr.N {
			if tr.deviates(p, i) {
				t.Errorf("%s is astray at n = %d", p.Model, tr.N[i])
			}
		}
	}
	if d := inspect(t, render(t, &Figure{Panels: []Panel{tr}}, SVG)); !d.has("b", "a") {
		t.Errorf("texts are %q", d.texts)
	}
}

// Sixty models must be told apart: the first twelve by colour, all by colour
// and dashes, and their pale stretches from each other and from strong ones.
func TestPathLooksDiffer(t *testing.T) {
	seen, colours := map[string]bool{}, map[string]bool{}
	for i := range maxRows {
		s := pathStrokeOf(i)
		for _, s := range []stroke{s, s.pale()} {
			look := fmt.Sprint(s.color, s.dashes)
			if seen[look] {
				t.Errorf("model %d looks like an earlier one", i+1)
			}
			seen[look] = true
		}
		colours[fmt.Sprint(s.color)] = true
		if want := min(i+1, 12); len(colours) != want {
			t.Errorf("%d colours for %d models, want %d", len(colours), i+1, want)
		}
	}
}

// A model looks the same in all panels, whatever its place there.
func TestSameModelSameLook(t *testing.T) {
	first, second := swaps(), swaps()
	slices.Reverse(second.Paths)
	second.Paths[0].Model = "d"
	cat := newCatalogue([]Panel{first, second})
	for model, i := range map[string]int{"a": 0, "b": 1, "c": 2, "d": 3} {
		if got, want := fmt.Sprint(cat.pathStroke(model, true)), fmt.Sprint(pathStrokeOf(i)); got != want {
			t.Errorf("%s is drawn as %s, want %s", model, got, want)
		}
	}
}

// Of 100 models 60 are drawn, and the note says so; the data have all.
func TestHundredPaths(t *testing.T) {
	f := &Figure{Panels: []Panel{climbing("(a)", 100, 1)}}
	d := inspect(t, render(t, f, SVG))
	if !slices.Contains(d.texts, "(a): The first 60 of 100 models are drawn.") {
		t.Error("no note")
	}
	if got := strings.Count(csvOf(t, f), "\n"); got != 1+100*80 {
		t.Errorf("the data have %d lines, want a header and 8000 ranks", got)
	}
}

// Panels of trajectories share one explanation.
func TestNotesOnce(t *testing.T) {
	d := inspect(t, render(t, &Figure{Panels: []Panel{swaps(), swapsBack()}}, SVG))
	n := 0
	for _, s := range d.texts {
		if strings.HasPrefix(s, "Strong lines") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("explained %d times", n)
	}
}
