package figures

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// A model looks the same in two figures that have the same models in other orders, and
// of another kind.
func TestOneColourPerModel(t *testing.T) {
	trail := func(models ...string) Panel {
		p := Trajectories{N: []int{1}}
		for i, m := range models {
			p.Paths = append(p.Paths, Path{Model: m, Ranks: []float64{float64(i + 1)}, Gold: math.NaN()})
		}
		return p
	}
	bumps := Bumps{Columns: []string{"x"}, Rows: []BumpRow{
		{Model: "c", Ranks: []float64{1}}, {Model: "a", Ranks: []float64{2}}, {Model: "b", Ranks: []float64{3}},
	}}
	first := newCatalogue([]Panel{trail("b", "c", "a")})
	colours := map[string]bool{}
	for _, other := range [][]Panel{{trail("a", "b", "c")}, {bumps}, {trail("c"), trail("b", "a")}} {
		cat := newCatalogue(other)
		for _, m := range []string{"a", "b", "c"} {
			want := first.pathStroke(m, true)
			if got := cat.pathStroke(m, true); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s looks %v, and %v in another figure", m, want, got)
			}
			colours[hexOf(want.color)] = true
		}
	}
	if len(colours) != 3 {
		t.Errorf("3 models have the colours %v", colours)
	}
}

// Names that are too long take up to three lines, broken behind hyphens; what has no
// hyphen in reach, or needs more lines, is cut.
func TestNamesInLines(t *testing.T) {
	var s typesetter
	f := sans(nameSize)
	const name = "OpenReasoning-Nemotron-1.5B"
	width := s.width(f, "OpenReasoning-")
	b := s.setName("OpenR…-1.5B", name, " (gold: 3)", width)
	if got := strings.Join(b.lines, "|"); got != "OpenReasoning-|Nemotron-1.5B (gold: 3)" {
		t.Errorf("the lines are %q", got)
	}
	narrow := s.width(f, "DeepSeek-R1-")
	b = s.setName("Deep…-1.5B", "DeepSeek-R1-Distill-Qwen-1.5B", "", narrow)
	if got := strings.Join(b.lines, "|"); got != "DeepSeek-R1-|Distill-Qwen-|1.5B" {
		t.Errorf("the lines are %q", got)
	}
	for _, tt := range []struct {
		name  string
		width vg.Length
	}{{name, width - 1}, {name, 0}, {"one-two-three-four-five", s.width(f, "three-")}, {strings.Repeat("x", 30), width}} {
		if got := s.setName("short", tt.name, "", tt.width); strings.Join(got.lines, "|") != "short" {
			t.Errorf("%s on %g points is %q, want the short name", tt.name, tt.width, got.lines)
		}
	}
}

// Trajectories of long names have whole ones where two lines make them fit.
func TestTrajectoriesHaveWholeNames(t *testing.T) {
	const long = "DeepSeek-R1-Distill-Qwen-1.5B"
	panel := Trajectories{N: []int{1, 2}, Paths: []Path{
		{Model: long, Ranks: []float64{1, 1}, Gold: 1}, {Model: "b", Ranks: []float64{2, 2}, Gold: 2},
	}}
	f := &Figure{Panels: []Panel{panel, panel}, Columns: 2, Width: 240}
	svg := string(render(t, f, SVG))
	if strings.Contains(svg, "…") || !strings.Contains(svg, "Qwen-1.5B") {
		t.Error("a name is cut")
	}
	cat := newCatalogue(f.Panels)
	if g := f.grid(typesetter{}, cat); len(g.columns) != 2 {
		t.Errorf("%d panels in a row, want the 2 that were asked for", len(g.columns))
	}
}

// Of many models there are pages, on one axis, none of them higher than a sheet.
func TestPages(t *testing.T) {
	board := Leaderboard{XLabel: "score"}
	for i := range 63 {
		score := 1 - float64(i)/100
		board.Entries = append(board.Entries, Entry{
			Model: fmt.Sprint("model ", i), Rank: fmt.Sprint(i + 1), Score: score, Lo: score - 0.01, Hi: score + 0.01,
			Observed: math.NaN(), RankLo: i + 1, RankHi: i + 1, Place: float64(i + 1),
		})
	}
	for _, width := range []float64{0, 88} {
		f := &Figure{Title: "board", Panels: []Panel{board}, Width: width}
		pages := f.Pages()
		var models []string
		var first axis
		for i, p := range pages {
			part := p.Panels[0].(Leaderboard)
			models = append(models, part.names()...)
			if height := p.compose(typesetter{}).height; height > pageHeight {
				t.Errorf("width %g: page %d is %g points high, more than %g", width, i+1, height, pageHeight)
			}
			if want := fmt.Sprintf("board (page %d of %d)", i+1, len(pages)); p.Title != want {
				t.Errorf("a page is called %q, want %q", p.Title, want)
			}
			a := valueAxis(part.scores(), false, 5)
			if i == 0 {
				first = a
			}
			if a.interval != first.interval || part.lowest() != 63 {
				t.Errorf("page %d shows scores %v and %g ranks, the first %v and 63", i+1, a.interval, part.lowest(), first.interval)
			}
		}
		if len(pages) < 2 || strings.Join(models, ",") != strings.Join(board.names(), ",") {
			t.Errorf("width %g: %d pages with %d of 63 models in order", width, len(pages), len(models))
		}
	}
	if few := (&Figure{Panels: []Panel{Leaderboard{Entries: board.Entries[:11]}}}); len(few.Pages()) != 1 {
		t.Error("11 models are on several pages")
	}
}

// An inset shows the lines again: those that enter it have two strokes.
func TestInset(t *testing.T) {
	c := Curves{
		Lines: []Line{straight("a", 1, 2, 3, 4), straight("b", 0, 0, 0, 0)}, YRange: &[2]float64{0, 10},
		Inset: &Inset{X: [2]float64{1, 3}, Y: [2]float64{1.5, 4}},
	}
	count := func(c Curves) int { return len(inspect(t, render(t, &Figure{Panels: []Panel{c}}, SVG)).thick(t)) }
	with := count(c)
	in := c.Inset
	if c.Inset = nil; with != count(c)+1 {
		t.Errorf("%d strokes with an inset, %d without, want one more", with, count(c))
	}
	for _, bad := range []Inset{{X: [2]float64{1, 1}, Y: in.Y}, {X: in.X, Y: [2]float64{2, 1}}, {X: [2]float64{math.NaN(), 1}, Y: in.Y}} {
		if c.Inset = &bad; c.check() == nil {
			t.Errorf("an inset of %v is no error", bad)
		}
	}
	if c.Inset, c.LogX = in, true; c.check() == nil {
		t.Error("an inset on a log axis is no error")
	}
}
