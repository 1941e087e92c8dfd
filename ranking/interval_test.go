package ranking

import (
	"slices"
	"testing"
)

// By hand, σ = 0.02 each, so that models tie within 1.645·0.02·√2 = 0.0465: 0.60,
// 0.57, 0.54 and 0.50 chain into one group; anchored, the third is separated from
// the first (0.06) and begins a group, to which the fourth (0.04 below) belongs.
func TestAnchoredTiesDoNotChain(t *testing.T) {
	mu, sigma := []float64{0.60, 0.57, 0.54, 0.50}, []float64{0.02, 0.02, 0.02, 0.02}
	for rule, want := range map[Ties][]float64{ZScore: {1, 1, 1, 1}, Anchored: {1, 1, 2, 2}} {
		tied, err := ByScore(mu).TieClose(rule, mu, sigma, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		if got := tied.Ranks(Dense); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", rule, got, want)
		}
	}
}

// Models of equal scores stay together, whichever of them is nearer to the first.
func TestAnchoredTiesKeepEqualScores(t *testing.T) {
	mu, sigma := []float64{0.60, 0.55, 0.55}, []float64{0.01, 0.05, 0.001}
	tied, err := ByScore(mu).TieClose(Anchored, mu, sigma, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tied.Ranks(Dense), []float64{1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v: the second is not separated from the first", got, want)
	}
}
