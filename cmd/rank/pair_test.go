package main

import (
	"testing"

	"pgregory.net/rapid"
)

// Levenshtein's examples as textbooks have them, and what a distance must be.
func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"kitten", "sitting", 3}, {"saturday", "sunday", 3}, {"", "abc", 3}, {"flaw", "lawn", 2}, {"é", "e", 1}} {
		if got := edits([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("%s to %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
	word := rapid.SliceOfN(rapid.SampledFrom([]rune("abc")), 0, 8)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := word.Draw(t, "a"), word.Draw(t, "b"), word.Draw(t, "c")
		if ab, ba := edits(a, b), edits(b, a); ab != ba {
			t.Errorf("%d there, %d back", ab, ba)
		}
		if edits(a, c) > edits(a, b)+edits(b, c) {
			t.Errorf("a way around is shorter: %q, %q, %q", string(a), string(b), string(c))
		}
		if (edits(a, b) == 0) != (string(a) == string(b)) {
			t.Errorf("%q and %q", string(a), string(b))
		}
	})
}
