package misspelt_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/misspelt"
)

// Levenshtein's examples as textbooks have them, and what a distance must be.
func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"kitten", "sitting", 3}, {"saturday", "sunday", 3}, {"", "abc", 3}, {"flaw", "lawn", 2}, {"é", "e", 1}} {
		if got := misspelt.Edits(c.a, c.b); got != c.want {
			t.Errorf("%s to %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
	word := rapid.StringMatching("[abc]{0,8}")
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := word.Draw(t, "a"), word.Draw(t, "b"), word.Draw(t, "c")
		if ab, ba := misspelt.Edits(a, b), misspelt.Edits(b, a); ab != ba {
			t.Errorf("%d there, %d back", ab, ba)
		}
		if misspelt.Edits(a, c) > misspelt.Edits(a, b)+misspelt.Edits(b, c) {
			t.Errorf("a way around is shorter: %q, %q, %q", a, b, c)
		}
		if (misspelt.Edits(a, b) == 0) != (a == b) {
			t.Errorf("%q and %q", a, b)
		}
	})
}

// Names that hold the given one come first, then those of fewer edits; large letters are
// as good as small ones.
func TestNearest(t *testing.T) {
	names := []string{"copeland", "borda", "pass@", "gpass@", "bayes"}
	for name, want := range map[string][]string{
		"PASS": {"pass@", "gpass@"}, "bord": {"borda", "pass@"}, "copelnad": {"copeland", "borda"},
	} {
		if got := misspelt.Nearest(name, names, 2); got[0] != want[0] || name == "PASS" && !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if got := misspelt.Nearest("x", names, 9); len(got) != len(names) {
		t.Errorf("%v of %v", got, names)
	}
}
