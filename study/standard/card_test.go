package standard_test

import (
	"context"
	"math"
	"testing"

	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
	"settle/study/standard"
	"settle/study/standings"
)

// carded returns the card of a board from counts of correct trials out of n, by model and
// question.
func carded(t *testing.T, n int, rights ...[]int) standard.Card {
	t.Helper()
	tally := results.NewTally(len(rights), len(rights[0]), 1)
	tally.Trials = n
	models := make([]string, len(rights))
	for model, own := range rights {
		models[model] = string(rune('a' + model))
		for q, c := range own {
			tally.Add(model, q, 1, c)
		}
	}
	m := metrics.Avg(metrics.Binary)
	s, err := standings.Rank(context.Background(), models, tally, m, standings.Rules{
		Confidence: 0.95, Ties: ranking.ZScore, Bounds: metrics.Unbounded,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.CompareAll(context.Background(), posterior.Bonferroni, 1, montecarlo.Options{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	c, err := standard.New(s, m, tally, 1)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 || math.IsNaN(a) && math.IsNaN(b) }

// By hand: a and b are alike and far above c and d, which are alike, so that of the 24
// orders 2·2 agree with the four pairs of six that are separated.
func TestCardByHand(t *testing.T) {
	high, low := []int{64, 63, 64, 60}, []int{1, 0, 3, 0}
	c := carded(t, 64, high, high, low, low)
	if c.Separated != 4 || c.Pairs != 6 || c.Levels != 2 || c.Widest != 2 || c.CouldLead != 2 || !near(c.Width, 0.5) {
		t.Errorf("%+v", c)
	}
	if !near(c.Order.Total.Bits, 2) || !near(c.Order.Possible, math.Log2(24)) || !c.Order.Total.Exact || c.Top != c.Order {
		t.Errorf("order %+v, top %+v", c.Order, c.Top)
	}
	// Equal means are perfectly paired, so κ is 0; only the pair in the middle is separated.
	for i, want := range []bool{false, true, false} {
		if claim := c.Claims[i]; claim.Separated != want || claim.Above != i || claim.Below != i+1 {
			t.Errorf("claim %d: %+v", i, claim)
		}
	}
	if !near(c.Claims[0].SD, 0) || !near(c.Claims[0].Kappa, 0) || !math.IsNaN(c.Reliability) {
		t.Errorf("%+v, reliability %v", c.Claims[0], c.Reliability)
	}
}

// By hand: 1 of 2 and 2 of 2 disagree with the chance ½, 1 of 2 and 1 of 2 too, 0 of 2
// and 2 of 2 always; summed over the questions.
func TestDiscordanceByHand(t *testing.T) {
	c := carded(t, 2, []int{2, 1}, []int{1, 1}, []int{0, 2})
	// a and b: ½ + ½; a and c: 1 + ½; b and c: ½ + ½.
	if want := (1 + 1.5 + 1) / 3.; !near(c.Discordance, want) {
		t.Errorf("discordance %v, want %v", c.Discordance, want)
	}
	if !near(c.TopDiscordance, 1) && !near(c.TopDiscordance, 1.5) { // a and one of the two that tie
		t.Errorf("discordance of the best %v", c.TopDiscordance)
	}
}

// κ is 1 for models that are uncorrelated over the questions: here by an orthogonal
// design, in which the difference has the variances' sum exactly.
func TestKappaOfUnrelatedModels(t *testing.T) {
	c := carded(t, 4, []int{4, 4, 2, 2}, []int{3, 1, 3, 1})
	if claim := c.Claims[0]; !near(claim.Kappa, 1) || !near(claim.SD, math.Sqrt(2*(0.25*0.25)*4/3)) {
		t.Errorf("%+v, want κ = 1", claim)
	}
}
