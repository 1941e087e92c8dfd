package cli_test

import (
	"testing"

	"pgregory.net/rapid"

	"settle/cmd/internal/cli"
)

// Levenshtein's examples as textbooks have them, and what a distance must be.
func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"kitten", "sitting", 3}, {"saturday", "sunday", 3}, {"", "abc", 3}, {"flaw", "lawn", 2}, {"é", "e", 1}} {
		if got := cli.Edits(c.a, c.b); got != c.want {
			t.Errorf("%s to %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
	word := rapid.StringMatching("[abc]{0,8}")
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := word.Draw(t, "a"), word.Draw(t, "b"), word.Draw(t, "c")
		if ab, ba := cli.Edits(a, b), cli.Edits(b, a); ab != ba {
			t.Errorf("%d there, %d back", ab, ba)
		}
		if cli.Edits(a, c) > cli.Edits(a, b)+cli.Edits(b, c) {
			t.Errorf("a way around is shorter: %q, %q, %q", a, b, c)
		}
		if (cli.Edits(a, b) == 0) != (a == b) {
			t.Errorf("%q and %q", a, b)
		}
	})
}
