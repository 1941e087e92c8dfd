package figures

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Names of 43 characters, as the models of the paper have, are not cut.
func TestLongNames(t *testing.T) {
	d := inspect(t, render(t, &Figure{Panels: []Panel{board(31)}}, SVG))
	for _, e := range board(31).Entries {
		if n := len(e.Model); n != 43 {
			t.Fatalf("%q has %d characters", e.Model, n)
		}
		if !slices.Contains(d.texts, e.Model) {
			t.Errorf("no text %q", e.Model)
		}
	}
}

// ranked is a board whose models have sets of ranks and observed scores.
func ranked(n int) Leaderboard {
	b := board(n)
	b.RankLabel, b.Second = "rank, of all models at once", "mean of trials"
	for i := range b.Entries {
		e := &b.Entries[i]
		e.Place, e.RankLo, e.RankHi = float64(i+1), max(1, i-2), min(n, i+5)
		e.Observed = e.Score + 0.01
	}
	return b
}

// Every model is drawn, however many there are: of 63 and 200 also every name, of
// 1000 every fifth, for 2.35 points a row are fewer than the 9.4 of a name and
// four rows are just as many less rounding; the caption then says so.
func TestManyModels(t *testing.T) {
	for _, tt := range []struct{ models, names int }{{63, 63}, {200, 200}, {250, 250}, {300, 150}, {1000, 250}} {
		f := &Figure{Panels: []Panel{ranked(tt.models)}}
		d := inspect(t, render(t, f, SVG))
		if n := strings.Count(strings.Join(d.texts, "\n"), "organisation/"); n != tt.names {
			t.Errorf("%d of %d models are named, want %d", n, tt.models, tt.names)
		}
		if spans := len(d.styled("fill:#a9c9e3")); spans != tt.models {
			t.Errorf("%d sets of ranks are drawn, want %d", spans, tt.models)
		}
		said := strings.Contains(strings.Join(d.texts, "\n"), "models is named; all are drawn.")
		if said != (tt.names < tt.models) {
			t.Errorf("that names of %d models are left out: %t", tt.models, said)
		}
		if got := strings.Count(csvOf(t, f), "\n"); got != tt.models+1 {
			t.Errorf("the data have %d lines, want a header and %d models", got, tt.models)
		}
	}
}

// Rows get tighter, but a name has the height of its line, and a page has an end:
// 1000 rows are no higher than 250.
func TestPitch(t *testing.T) {
	for n := 1; n < 2000; n++ {
		p := pitchOf(n)
		if line := leading * p.text; p.height*vg.Length(p.every) < line-1e-9 {
			t.Fatalf("%d rows: a line of %g points every %d rows of %g", n, line, p.every, p.height)
		}
		if total := p.height * vg.Length(n); total > mostRows+1e-6 {
			t.Fatalf("%d rows are %g points high", n, total)
		}
	}
	if p := pitchOf(48); p.height != 15 || p.text != 9.5 {
		t.Errorf("48 rows are %v", p)
	}
}

// A set of the ranks 2 to 4 of 5 models reaches from the middle between 1 and 2 to
// that between 4 and 5: it is as long as three of the five ranks.
func TestRankSets(t *testing.T) {
	b := board(5)
	b.Entries[2].RankLo, b.Entries[2].RankHi, b.Entries[2].Place = 2, 4, 3
	d := inspect(t, render(t, &Figure{Panels: []Panel{b}}, SVG))
	sets := d.styled("fill:#a9c9e3")
	if len(sets) != 1 {
		t.Fatalf("%d sets, want 1", len(sets))
	}
	area := b.rankArea(typesetter{}, vg.Point{X: 100, Y: 75}, pitchOf(5), rankInset)
	if lo, hi := area.frame.x.lo, area.frame.x.hi; lo != 0.5 || hi != 5.5 {
		t.Errorf("the axis goes from %g to %g, want 0.5 to 5.5", lo, hi)
	}
	from, to := extent(t, sets[0])
	if want := 3.0 / 5 * rankShare * 320; math.Abs(to-from-want) > 0.02 {
		t.Errorf("the set is %g points wide, want %g", to-from, want)
	}
	if len(d.styled("fill:#e6eef6")) != 0 {
		t.Error("ties are drawn beside sets of ranks")
	}
	if !slices.Contains(d.texts, "rank") {
		t.Error("the ranks have no label")
	}
}

// extent is where a shape begins and ends, from left to right.
func extent(t *testing.T, p path) (from, to float64) {
	t.Helper()
	from, to = math.Inf(1), math.Inf(-1)
	for _, m := range regexp.MustCompile(`[ML](-?[0-9.]+),`).FindAllStringSubmatch(p.d, -1) {
		from, to = min(from, atof(t, m[1])), max(to, atof(t, m[1]))
	}
	return from, to
}

// The second number of an entry is a mark of its own, which a key names; without
// one there is no key.
func TestObserved(t *testing.T) {
	b := board(3)
	plain := inspect(t, render(t, &Figure{Panels: []Panel{b}}, SVG))
	b.Entries[0].Observed, b.Second = 0.89, "mean of trials"
	d := inspect(t, render(t, &Figure{Panels: []Panel{b}}, SVG))
	if got := len(d.styled("fill:#ffffff")) - len(plain.styled("fill:#ffffff")); got != 2 {
		t.Errorf("%d hollow marks, want one and that of the key", got)
	}
	if !slices.Contains(d.texts, "mean of trials") || slices.Contains(plain.texts, "observed") {
		t.Errorf("texts are %q with a second number and %q without", d.texts, plain.texts)
	}
}

// A band joins neighbours of one rank only.
func TestTies(t *testing.T) {
	var rows []Entry
	for _, r := range []string{"1", "2", "2", "3", "2", "", "", "4", "4", "4"} {
		rows = append(rows, Entry{Rank: r})
	}
	if got, want := ties(rows), [][2]int{{1, 3}, {7, 10}}; !slices.Equal(got, want) {
		t.Errorf("ties are %v, want %v", got, want)
	}
	bands := inspect(t, render(t, &Figure{Panels: []Panel{board(6)}}, SVG)).styled("fill:#e6eef6")
	if len(bands) != 2 {
		t.Errorf("%d bands for the ranks 1 2 2 3 4 4, want 2", len(bands))
	}
}

// A band in which somebody is told apart is a frame and not a shade.
func TestChains(t *testing.T) {
	b := board(6) // ranks 1 2 2 3 4 4
	b.Entries[4].Chained = true
	d := inspect(t, render(t, &Figure{Panels: []Panel{b}}, SVG))
	if shades, frames := len(d.styled("fill:#e6eef6")), len(d.styled("stroke:#7fa6c9")); shades != 1 || frames != 1 {
		t.Errorf("%d shades and %d frames, want one of each", shades, frames)
	}
}

// An entry without an interval is a dot without whiskers: a whisker and its
// two ends are three strokes.
func TestWhiskers(t *testing.T) {
	b := board(3)
	b.Entries[1].Lo, b.Entries[1].Hi = math.NaN(), math.NaN()
	d := inspect(t, render(t, &Figure{Panels: []Panel{b}}, SVG))
	if n := len(d.styled("stroke:#0072b2")); n != 2*3 {
		t.Errorf("%d strokes, want 6", n)
	}
	if n := len(d.styled("fill:#0072b2")); n != 3 {
		t.Errorf("%d dots, want 3", n)
	}
}

// Scores are written with four decimals, as in the paper's tables, fewer if
// they are large.
func TestScores(t *testing.T) {
	for _, tt := range []struct {
		score float64
		want  string
	}{
		{0.5, "0.5000"}, {-0.25, "−0.2500"}, {73.271, "73.27"}, {1.5e7, "1.5e+07"}, {math.NaN(), "–"},
	} {
		if got := figuresOf([]Entry{{Score: tt.score}})[0]; got != tt.want {
			t.Errorf("%g: %q, want %q", tt.score, got, tt.want)
		}
	}
}

// Joined numbers have a colour only where the interval lacks the old one: of five entries one
// rose (blue), one fell (vermilion), one changed within its interval, one is new and one gone.
func TestJoined(t *testing.T) {
	nan := math.NaN()
	entry := func(model string, old, new, reach float64) Entry {
		return Entry{Model: model, Rank: "1 → 2", Score: new, Observed: old, Lo: new - reach, Hi: new + reach, Value: "change of " + model}
	}
	b := Leaderboard{Joined: true, Value: "new", Second: "old", Entries: []Entry{
		entry("rose", 0.2, 0.5, 0.1), entry("fell", 0.7, 0.4, 0.1), entry("same", 0.3, 0.35, 0.1),
		entry("new", nan, 0.6, nan), entry("gone", 0.1, nan, nan),
	}}
	d := inspect(t, render(t, &Figure{Panels: []Panel{b}}, SVG))
	for color, want := range map[string]int{"#0072b2": 4, "#d55e00": 4} { // a line and three strokes of whiskers
		if got := len(d.styled("stroke:" + color)); got != want {
			t.Errorf("%d strokes of %s, want %d", got, color, want)
		}
	}
	for _, text := range []string{"change", "change of rose", "change of gone", "1 → 2"} {
		if !slices.Contains(d.texts, text) {
			t.Errorf("no text %q in %q", text, d.texts)
		}
	}
	if slices.Contains(d.texts, "0.5000") {
		t.Error("scores stand in figures where other texts do")
	}
}
