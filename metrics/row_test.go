package metrics

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"settle/results"
)

// The sums of a row that is part of that of N trials are those of the row of n alone, which
// is made of all numerators at n and nothing else.
func TestRowAsPartOfAnother(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 30).Draw(t, "k")
		n := rapid.IntRange(k, 60).Draw(t, "n")
		trials, questions := rapid.IntRange(n, 90).Draw(t, "N"), rapid.IntRange(1, 9).Draw(t, "M")
		m := rapid.SampledFrom([]*PerQuestion{PassAtK(k).PerQuestion, PassHatK(k).PerQuestion, PassNaiveAtK(k)}).Draw(t, "metric")
		whole, err := newRow(t.Context(), m, trials, questions)
		if err != nil {
			t.Fatal(err)
		}
		want, err := newRow(t.Context(), m, n, questions)
		if err != nil {
			t.Fatal(err)
		}
		got := whole.part(m, n, trials, questions)
		tally := results.NewTally(1, questions, 1)
		tally.Trials = n
		for q := range questions {
			tally.Add(0, q, 1, rapid.IntRange(0, n).Draw(t, "c"))
		}
		a, b := make([]uint64, got.words), make([]uint64, want.words)
		got.addTo(a, tally, 0)
		want.addTo(b, tally, 0)
		x := []*big.Int{fromWords(a), got.least, got.step, got.denominator, got.largest}
		y := []*big.Int{fromWords(b), want.least, want.step, want.denominator, want.largest}
		same := func(x, y *big.Int) bool { return x.Cmp(y) == 0 }
		if !slices.EqualFunc(x, y, same) || got.bits != want.bits {
			t.Fatalf("%s at n = %d of %d: %v and %d bits, want %v and %d", m.Name(), n, trials, x, got.bits, y, want.bits)
		}
	})
}
