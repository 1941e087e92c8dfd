package ranking

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Three models one step of z = 1.2 apart chain into one rank; compared with
// each other the outer two, z = 2.4, are resolved. Worked out by hand.
func TestSpansDoNotChain(t *testing.T) {
	sigma := 1 / math.Sqrt2 // so that differences have σ = 1
	mu, sigmas := []float64{0, 2.4, 1.2}, []float64{sigma, sigma, sigma}
	chained, err := ByScore(mu).TieClose(ZScore, mu, sigmas, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := chained.Ranks(Dense), []float64{1, 1, 1}; !slices.Equal(got, want) {
		t.Fatalf("ranks %v, want %v", got, want)
	}
	e := Independent{mu, sigmas}
	resolved, err := ZScore.Resolved(e, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Spans(3, e, resolved), []Span{{2, 3}, {1, 2}, {1, 3}}; !slices.Equal(got, want) {
		t.Errorf("spans %v, want %v", got, want)
	}
}

// Spans equal their doc, counted model by model. If no pair is separated, every model
// can have every place; if every pair is, places are competition ranks.
func TestSpans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu := drawScores(t)
		e := Independent{mu, drawSigmas(t, len(mu))}
		rule := rapid.SampledFrom([]Ties{ZScore, Overlap}).Draw(t, "rule")
		resolved, err := rule.Resolved(e, rapid.Float64Range(0.5, 0.999).Draw(t, "confidence"))
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range Spans(len(mu), e, resolved) {
			want := Span{1, len(mu)}
			for j := range mu {
				if resolved(i, j) != resolved(j, i) {
					t.Errorf("%d and %d are resolved one way only", i, j)
				}
				if resolved(i, j) && mu[j] > mu[i] {
					want.Best++
				}
				if resolved(i, j) && mu[j] < mu[i] {
					want.Worst--
				}
			}
			if got != want {
				t.Errorf("model %d: %v, want %v", i, got, want)
			}
		}
		never := func(i, j int) bool { return false }
		for i, got := range Spans(len(mu), e, never) {
			if got != (Span{1, len(mu)}) {
				t.Errorf("model %d: %v although nothing is resolved", i, got)
			}
		}
		always := func(i, j int) bool { return true }
		best, worst := ByScore(mu).Ranks(Competition), ByScore(mu).Ranks(CompetitionMax)
		for i, got := range Spans(len(mu), e, always) {
			if float64(got.Best) != best[i] || float64(got.Worst) != worst[i] {
				t.Errorf("model %d: %v although all is resolved", i, got)
			}
		}
	})
}

// A span of one place is one number.
func TestSpanString(t *testing.T) {
	for span, want := range map[Span]string{{3, 3}: "3", {2, 5}: "2–5"} {
		if got := span.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
