package figures

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// distinct fails unless all names differ.
func distinct(t *testing.T, names []string) {
	t.Helper()
	seen := map[string]bool{}
	for _, s := range names {
		if seen[s] {
			t.Errorf("two of %q are %q", names, s)
		}
		seen[s] = true
	}
}

// Names that differ in their middle alone, or at one end, still differ once they are
// cut, and none is wider than its column.
func TestShortenedNamesDiffer(t *testing.T) {
	var ts typesetter
	long := strings.Repeat("x", 80)
	for what, names := range map[string][]string{
		"middle":    {"Qwen3-30B-A3B-Thinking-2507", "Qwen3-32B-A2B-Thinking-2507", "Qwen3-34B-A2B-Thinking-2507"},
		"sizes":     {"DeepSeek-R1-Distill-Qwen-1.5B", "DeepSeek-R1-Distill-Llama-1.5B", "DeepSeek-R2-Distill-Qwen-1.5B"},
		"beginning": {"a" + long, "b" + long},
		"end":       {long + "a", long + "b"},
		"deep":      {long + "a" + long, long + "b" + long, long + "c" + long},
		"one short": {"abcdefghijklmnop", "abc…nop", "abcXefghijklmnop"},
	} {
		for _, width := range []vg.Length{0, 40, 53, 78, 94} {
			short := ts.shortenedAll(sans(9.5), names, maxName, width)
			distinct(t, short)
			for _, s := range short {
				if w := ts.width(sans(9.5), s); width > 0 && w > width {
					t.Errorf("%s: %q is %g points wide, asked for %g", what, s, w, width)
				}
			}
		}
	}
}

// Forty names of one letter have fewer cuts of seven characters than there are names:
// the rest are numbered, within the width. A name that fits is left alone.
func TestShortenedNamesNumbered(t *testing.T) {
	var ts typesetter
	names := []string{"short"}
	for n := range 40 {
		names = append(names, strings.Repeat("x", 31+n))
	}
	short := ts.shortenedAll(sans(9.5), names, maxName, 45)
	distinct(t, short)
	if last := short[40]; !strings.Contains(last, "~") || ts.width(sans(9.5), last) > 45 || short[0] != "short" {
		t.Errorf("names are %q", short)
	}
}

// All models of a drawing that is 85 or 100 mm wide have names that differ.
func TestNamesOnFiguresDiffer(t *testing.T) {
	for _, width := range []float64{85, 100} {
		b := Leaderboard{}
		for _, m := range climbing("", 31, 1).Paths {
			b.Entries = append(b.Entries, Entry{Model: "organisation/" + m.Model + "-instruct", Score: 0.5, Lo: 0.4, Hi: 0.6})
		}
		d := inspect(t, render(t, &Figure{Panels: []Panel{b}, Width: width}, SVG))
		var names []string
		for _, s := range d.texts {
			if strings.Contains(s, "…") {
				names = append(names, s)
			}
		}
		if len(names) == 0 {
			t.Fatalf("%g mm: no name is cut", width)
		}
		distinct(t, names)
	}
}
