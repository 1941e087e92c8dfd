package report_test

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/ranking"
	"settle/report"
	"settle/study/posterior"
)

// What the rows and pairs of a ranking say is what packages posterior and ranking
// say of the same two models of the board, under every rule.
func TestRankPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := randomBoard(t, 1)
		rules := report.Rules{
			Confidence: 0.8, Bounds: metrics.Unbounded,
			Ties: rapid.SampledFrom([]ranking.Ties{ranking.ZScore, ranking.Overlap}).Draw(t, "ties"),
		}
		if len(b.Questions) > 1 {
			rules.Estimand = rapid.SampledFrom([]posterior.Estimand{posterior.Questions, posterior.Population}).Draw(t, "estimand")
		}
		tally := b.Tally(b.Trials())
		m := rapid.SampledFrom([]metrics.Estimator{metrics.Bayes(metrics.Binary, nil), metrics.Avg(metrics.Binary)}).Draw(t, "metric")
		s, err := report.Rank(t.Context(), b.Models, tally, m, rules)
		if err != nil {
			t.Fatal(err)
		}
		scores, err := posterior.New(m, tally, rules.Estimand)
		if err != nil {
			t.Fatal(err)
		}
		resolved, err := rules.Ties.Resolved(scores, rules.Confidence)
		if err != nil {
			t.Fatal(err)
		}
		spans := ranking.Spans(tally.Models, scores, resolved)
		at := 0
		for i, above := range s.Rows {
			if above.Mu != scores.Mean(above.Index) || above.Sigma != scores.Sigma(above.Index) || above.Span != spans[above.Index] {
				t.Fatalf("place %d is %+v, want %v ± %v in places %v", i+1, above, scores.Mean(above.Index), scores.Sigma(above.Index), spans[above.Index])
			}
			for j := i + 1; j < len(s.Rows); j++ {
				below := s.Rows[j].Index
				z := scores.Z(above.Index, below)
				want := ranking.Pair{Above: i, Below: j, Z: z, Rho: ranking.Rho(z)}
				if s.Pairs[at] != want || s.Resolved[at] != resolved(above.Index, below) {
					t.Fatalf("pair %d is %+v, resolved %v, want %+v, resolved %v", at, s.Pairs[at], s.Resolved[at], want, resolved(above.Index, below))
				}
				at++
			}
		}
		if len(s.Pairs) != at || len(s.Resolved) != at {
			t.Fatalf("%d pairs, %d resolved or not, want %d", len(s.Pairs), len(s.Resolved), at)
		}
	})
}

// ending is a context that ends once it was looked at so many times.
type ending struct {
	context.Context
	looks int
}

func (c *ending) Err() error {
	if c.looks == 0 {
		return context.Canceled
	}
	c.looks--
	return nil
}

// Comparing the pairs of many models, and ranking by many schemata, stops in the
// middle.
func TestRankInterrupted(t *testing.T) {
	a := fourModels()
	thresholds := a.Thresholds()
	names := schemata(t, "exact-match", "format-aware", "strict-compliance")
	board, err := a.Board(names[0], &thresholds)
	if err != nil {
		t.Fatal(err)
	}
	for looks := range 3 {
		if _, err := report.RankAcross(&ending{t.Context(), looks}, a, &thresholds, names, nil, acrossRules); !errors.Is(err, context.Canceled) {
			t.Errorf("after %d of 3 schemata the error is %v", looks, err)
		}
		if _, err := report.Rank(&ending{t.Context(), looks}, a.Models, board.Tally(4), metrics.Bayes(names[0].Weights(), nil), acrossRules); !errors.Is(err, context.Canceled) {
			t.Errorf("after %d of 4 models the error is %v", looks, err)
		}
	}
}
