package figures

import (
	"math"
	"slices"
	"strings"
	"testing"
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

// Of 1000 models 60 are drawn, the note says so, and the page is no taller
// than it is for 60 plus the note.
func TestThousandModels(t *testing.T) {
	d := inspect(t, render(t, &Figure{Panels: []Panel{board(1000)}}, SVG))
	if !slices.Contains(d.texts, "(a) AIME'25: The first 60 of 1000 models are drawn.") {
		t.Error("no note")
	}
	if n := strings.Count(strings.Join(d.texts, "\n"), "organisation/"); n != 60 {
		t.Errorf("%d models are drawn, want 60", n)
	}
	few, many := &Figure{Panels: []Panel{board(60)}}, &Figure{Panels: []Panel{board(1000)}}
	extra := many.compose(typesetter{}).height - few.compose(typesetter{}).height
	if extra < 0 || extra > captionGap+2*leading*captionSize {
		t.Errorf("the page is %g points taller", extra)
	}
	if got := strings.Count(csvOf(t, many), "\n"); got != 1001 {
		t.Errorf("the data have %d lines, want a header and 1000 models", got)
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
	bands := inspect(t, render(t, &Figure{Panels: []Panel{board(6)}}, SVG)).styled("fill:#E6EEF6")
	if len(bands) != 2 {
		t.Errorf("%d bands for the ranks 1 2 2 3 4 4, want 2", len(bands))
	}
}

// A band in which somebody is told apart is a frame and not a shade.
func TestChains(t *testing.T) {
	b := board(6) // ranks 1 2 2 3 4 4
	b.Entries[4].Chained = true
	d := inspect(t, render(t, &Figure{Panels: []Panel{b}}, SVG))
	if shades, frames := len(d.styled("fill:#E6EEF6")), len(d.styled("stroke:#7FA6C9")); shades != 1 || frames != 1 {
		t.Errorf("%d shades and %d frames, want one of each", shades, frames)
	}
}

// An entry without an interval is a dot without whiskers: a whisker and its
// two ends are three strokes.
func TestWhiskers(t *testing.T) {
	b := board(3)
	b.Entries[1].Lo, b.Entries[1].Hi = math.NaN(), math.NaN()
	d := inspect(t, render(t, &Figure{Panels: []Panel{b}}, SVG))
	if n := len(d.styled("stroke:#0072B2")); n != 2*3 {
		t.Errorf("%d strokes, want 6", n)
	}
	if n := len(d.styled("fill:#0072B2")); n != 3 {
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
