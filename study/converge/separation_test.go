package converge_test

import (
	"context"
	"math"
	"testing"

	"settle/bootstrap"
	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/sim"
	"settle/study/converge"
)

// The shares agree with those counted from the ranks that package ranking
// gives with the interval, pair by pair, replicate by replicate.
func TestSeparationsAgreeWithRanks(t *testing.T) {
	coins, err := sim.Random(6, 8, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	const trials, replicates, confidence = 12, 300, 0.8
	source := coins.Source(trials, 4)
	bayes := metrics.Bayes(metrics.Binary, nil)
	gold := []int{0, 1, 1, 2, 4, 3} // a tie, and not quite the truth
	var wrong, apart [trials + 1]float64
	walker := source.Walker()
	for r := range replicates {
		tally := walker.Draw(r)
		for n := trials; n >= 1; n-- {
			mu, sigma := make([]float64, 6), make([]float64, 6)
			for m := range mu {
				e := bayes.Estimate(tally, m)
				mu[m], sigma[m] = e.Mu, e.Sigma
			}
			order, err := ranking.ByScore(mu).TieClose(ranking.ZScore, mu, sigma, confidence)
			if err != nil {
				t.Fatal(err)
			}
			ranks := order.Ranks(ranking.Dense)
			bad := false
			for i := range gold {
				for j := range gold {
					if gold[i] > gold[j] && ranks[i] != ranks[j] {
						apart[n]++
						bad = bad || ranks[i] > ranks[j]
					}
				}
			}
			if bad {
				wrong[n]++
			}
			walker.Drop()
		}
	}
	got, err := converge.Separations(context.Background(), source, bayes, gold, confidence, montecarlo.Options{Replicates: replicates})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != trials {
		t.Fatalf("%d points, want %d", len(got), trials)
	}
	for _, s := range got {
		// 14 of the 15 pairs differ in gold.
		if want := wrong[s.N] / replicates; math.Abs(s.Wrong-want) > 1e-12 {
			t.Errorf("n = %d: wrong in %v, want %v", s.N, s.Wrong, want)
		}
		if want := apart[s.N] / replicates / 14; math.Abs(s.Resolved-want) > 1e-12 {
			t.Errorf("n = %d: resolved %v, want %v", s.N, s.Resolved, want)
		}
	}
	if got[trials-1].Wrong == 0 || got[0].Resolved == 0 {
		t.Error("the case says nothing: no replicate is wrong, or no pair is resolved")
	}
}

// With the 95 % rule the chance to rank some pair the wrong way round stays
// small at every n, where the plain ranking of HMMT'25 is wrong nearly always
// at n = 5: none of its replicates settles that early (Fig. 1 (c)).
func TestSeparationsAreCautious(t *testing.T) {
	b, err := sim.StandIn("hmmt25")
	if err != nil {
		t.Fatal(err)
	}
	got, err := converge.Separations(context.Background(), sourceOf(t, b, bootstrap.Options{}), metrics.Bayes(metrics.Binary, nil), boardtest.Gold(t, b), 0.95, montecarlo.Options{Replicates: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range got {
		if s.Wrong > 0.05 {
			t.Errorf("n = %d: a share of %v is wrong", s.N, s.Wrong)
		}
	}
}

func TestSeparationsErrors(t *testing.T) {
	coins := sim.PaperQuantile()
	bayes := metrics.Bayes(metrics.Binary, nil)
	o := montecarlo.Options{Replicates: 1}
	if _, err := converge.Separations(context.Background(), coins.Source(3, 1), bayes, make([]int, 11), 0.95, o); err == nil {
		t.Error("all tied: no error")
	}
	for _, confidence := range []float64{0, 1, math.NaN()} {
		if _, err := converge.Separations(context.Background(), coins.Source(3, 1), bayes, coins.Gold(), confidence, o); err == nil {
			t.Errorf("confidence %v: no error", confidence)
		}
	}
}
