package ranking

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// By hand: of four models each is separated from all but its neighbours, so that
// neighbours, and they alone, share a letter.
func TestLetters(t *testing.T) {
	apart := func(i, j int) bool { return i+2 <= j || j+2 <= i }
	got, ok := Letters(4, apart)
	if want := []string{"a", "ab", "bc", "c"}; !ok || !slices.Equal(got, want) {
		t.Errorf("letters %q, want %q", got, want)
	}
}

// Without separated pairs there is one letter; if all are separated, each model has its
// own letter, also beyond z.
func TestLettersAtTheEnds(t *testing.T) {
	for _, models := range []int{0, 1, 30} {
		same, ok := Letters(models, func(int, int) bool { return false })
		if !ok || len(same) != models || slices.ContainsFunc(same, func(s string) bool { return s != "a" }) {
			t.Errorf("%d models alike: %q", models, same)
		}
		own, ok := Letters(models, func(int, int) bool { return true })
		if !ok {
			t.Fatalf("%d models apart: no letters", models)
		}
		for place, letters := range own {
			if want := letter(place); letters != want {
				t.Errorf("place %d of %d has %q, want %q", place, models, letters, want)
			}
		}
	}
	if letter(25) != "z" || letter(26) != "aa" || letter(27) != "ab" || letter(26+26*26) != "aaa" {
		t.Errorf("letters 25, 26, 27, 702: %s %s %s %s", letter(25), letter(26), letter(27), letter(26+26*26))
	}
}

// spelledLetters returns the letters of a model, ranges written out, and as they may be joined
// by commas.
func spelledLetters(letters string) map[string]bool {
	all := map[string]bool{}
	parts := strings.Split(letters, ",")
	if len(parts) == 1 && !strings.Contains(letters, "–") {
		parts = strings.Split(letters, "")
	}
	number := func(name string) (n int) {
		for _, c := range name {
			n = n*26 + int(c-'a') + 1
		}
		return n - 1
	}
	for _, part := range parts {
		from, to, isRange := strings.Cut(part, "–")
		if !isRange {
			to = from
		}
		for n := number(from); n <= number(to); n++ {
			all[letter(n)] = true
		}
	}
	return all
}

// For any separated pairs, two models share a letter if and only if they are not separated.
func TestLettersSayWhoIsToldApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "models")
		pairs := rapid.SliceOfN(rapid.IntRange(0, 3), n*n, n*n).Draw(t, "pairs")
		near := rapid.IntRange(0, 5).Draw(t, "near")
		apart := func(i, j int) bool { // mostly by distance, as z-scores go
			i, j = min(i, j), max(i, j)
			return j-i > near && pairs[i*n+j] > 0 || pairs[i*n+j] == 3
		}
		letters, ok := Letters(n, apart)
		if !ok {
			return // TestLettersOfNoOrder
		}
		for i := range n {
			for j := range i {
				shared := false
				for name := range spelledLetters(letters[i]) {
					shared = shared || spelledLetters(letters[j])[name]
				}
				if shared == apart(i, j) {
					t.Errorf("places %d %q and %d %q: separated %v", i, letters[i], j, letters[j], apart(i, j))
				}
			}
		}
	})
}

// Of pairs that alone are separated, every choice of one of each is a largest set:
// 2²⁰ of them, which nobody reads.
func TestLettersOfNoOrder(t *testing.T) {
	if letters, ok := Letters(40, func(i, j int) bool { return i/2 == j/2 && i != j }); ok {
		t.Errorf("letters %q", letters)
	}
}

func TestShortened(t *testing.T) {
	for want, numbers := range map[string][]int{
		"a": {0}, "ab": {0, 1}, "a–c": {0, 1, 2}, "ac": {0, 2}, "a–c,e": {0, 1, 2, 4}, "z,aa": {25, 26}, "x–ab": {23, 24, 25, 26, 27},
	} {
		if got := shortenLetters(numbers); got != want {
			t.Errorf("%v is %q, want %q", numbers, got, want)
		}
	}
}
