package tables

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// Names that differ still do when they are shortened, also from names that stay whole, and
// one that can be shortened is as wide as is asked for. Few letters make collisions likely.
func TestShortenedNamesStayDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfDistinct(rapid.StringMatching(`[ab…-]{1,24}`), rapid.ID[string]).Draw(t, "names")
		width := rapid.IntRange(1, 30).Draw(t, "width")
		called := Shortened(names, width)
		seen := map[string]string{}
		for _, name := range names {
			short := called[name]
			if other, taken := seen[short]; taken {
				t.Fatalf("%q and %q are both %q", name, other, short)
			}
			seen[short] = name
			if short != name && (utf8.RuneCountInString(short) != width || !isCut(short, name)) {
				t.Fatalf("%q is %q in %d columns", name, short, width)
			}
			if utf8.RuneCountInString(name) <= width && short != name {
				t.Fatalf("%q has room, and is %q", name, short)
			}
		}
	})
}

// isCut reports whether a text is a name without its middle.
func isCut(short, name string) bool {
	for at, r := range short {
		head, tail := short[:at], short[at+utf8.RuneLen(r):]
		if r == '…' && strings.HasPrefix(name, head) && strings.HasSuffix(name, tail) && len(head)+len(tail) < len(name) {
			return true
		}
	}
	return false
}

// A name loses its middle. By hand: eleven columns are five letters, the mark and five more; the
// second name would read the same, and is cut one letter earlier.
func TestShortened(t *testing.T) {
	called := Shortened([]string{"Qwen3-30B-A3B-2507", "Qwen3-32B-A3B-2507", "LIMO"}, 11)
	for name, want := range map[string]string{
		"Qwen3-30B-A3B-2507": "Qwen3…-2507", "Qwen3-32B-A3B-2507": "Qwen…B-2507", "LIMO": "LIMO",
	} {
		if called[name] != want {
			t.Errorf("%s is %q, want %q", name, called[name], want)
		}
	}
}

// Wrapped text has the same words, no line that is too wide unless it is one word, and no line
// that had room for the next word.
func TestWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[aτ]{1,9}`), 1, 30).Draw(t, "words")
		width := rapid.IntRange(1, 40).Draw(t, "width")
		lines := strings.Split(Wrap(strings.Join(words, " "), width), "\n")
		if got := strings.Fields(strings.Join(lines, " ")); !slices.Equal(got, words) {
			t.Fatalf("the words are %q", got)
		}
		for i, line := range lines {
			wide := utf8.RuneCountInString(line)
			if wide > width && strings.Contains(line, " ") {
				t.Fatalf("line %q is wider than %d", line, width)
			}
			if i+1 < len(lines) && wide+1+utf8.RuneCountInString(strings.Fields(lines[i+1])[0]) <= width {
				t.Fatalf("line %q had room for more", line)
			}
		}
	})
}

// leaderboard is a table like one of rank.
func leaderboard() *Table {
	return &Table{
		Title: "Board", Lead: "first-model-of-the-board leads, separated from the other model of the board.",
		Columns: []Column{{Name: "rank", Right: true}, {Name: "model"}, {Name: "bayes:fitted", Right: true}, {Name: "interval", Right: true}, {Name: "sure", Marks: true}},
		Rows: [][]string{
			{"1", "first-model-of-the-board", "0.75", "0.50–1.00", "yes"},
			{"2", "other-model-of-the-board", "0.25", "0.00–0.50", "no"},
		},
		Bands:  []int{1, 2},
		Ranges: &Ranges{Head: "interval", Lo: []float64{0.5, 0}, Mid: []float64{0.75, 0.25}, Hi: []float64{1, 0.5}},
	}
}

func drawn(t *testing.T, s Screen) string {
	t.Helper()
	var b strings.Builder
	if err := leaderboard().WriteOn(&b, Text, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// escapes are the sequences of a terminal that set colours (ECMA-48, SGR).
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// What a screen gets, written out by hand: the scale of 17 columns has 0 at its first, 1 at its
// last and 0.5 at its ninth.
func TestScreen(t *testing.T) {
	const wide = `Board

first-model-of-the-board leads, separated from the other model of the board.

rank  model                     bayes:fitted   interval  0.00         1.00  sure
────────────────────────────────────────────────────────────────────────────────
   1  first-model-of-the-board          0.75  0.50–1.00          ├───●───┤  ✓
   2  other-model-of-the-board          0.25  0.00–0.50  ├───●───┤          ✗
`
	const narrow = `Board

first-model-of-the-board leads,
separated from the other model of the
board.

                  bayes:
rank  model       fitted   interval  sure
─────────────────────────────────────────
   1  firs…board    0.75  0.50–1.00  ✓
   2  othe…board    0.25  0.00–0.50  ✗
`
	const pipe = `Board

first-model-of-the-board leads, separated
from the other model of the board.

rank  model                     bayes:fitted   interval  sure
─────────────────────────────────────────────────────────────
   1  first-model-of-the-board          0.75  0.50–1.00  yes
   2  other-model-of-the-board          0.25  0.00–0.50  no
`
	for want, s := range map[string]Screen{wide: {Width: 80, Fit: true}, narrow: {Width: 38, Fit: true}, pipe: {Width: 41}} {
		if got := drawn(t, s); got != want {
			t.Errorf("%+v:\n%s\nwant\n%s", s, got, want)
		}
	}
	colored := drawn(t, Screen{Width: 80, Fit: true, Color: true})
	if got := escapes.ReplaceAllString(colored, ""); got != wide {
		t.Errorf("without its colours:\n%s\nwant\n%s", got, wide)
	}
	for _, want := range []string{"\x1b[32mfirst-model-of-the-board\x1b[0m", "\x1b[36mother-model-of-the-board\x1b[0m", "\x1b[32m✓\x1b[0m", "\x1b[31m✗\x1b[0m"} {
		if !strings.Contains(colored, want) {
			t.Errorf("no %q in\n%q", want, colored)
		}
	}
}
