package standings_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/ranking"
	"settle/study/posterior"
	"settle/study/standings"
)

// The rows and pairs of a ranking agree with packages posterior and ranking on the same two
// models, under every rule.
func TestRankPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.Random(t, 1)
		rules := standings.Rules{
			Confidence: 0.8, Bounds: metrics.Unbounded,
			Ties: rapid.SampledFrom([]ranking.Ties{ranking.ZScore, ranking.Overlap}).Draw(t, "ties"),
		}
		if len(b.Questions) > 1 {
			estimands := []posterior.Estimand{posterior.Questions, posterior.Population}
			rules.Estimand = rapid.SampledFrom(estimands).Draw(t, "estimand")
		}
		tally := b.Tally(b.Trials())
		estimators := []metrics.Estimator{metrics.Bayes(metrics.Binary, nil), metrics.Avg(metrics.Binary)}
		m := rapid.SampledFrom(estimators).Draw(t, "metric")
		s, err := standings.Rank(t.Context(), b.Models, tally, m, rules)
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
			mean, sigma, span := scores.Mean(above.Index), scores.Sigma(above.Index), spans[above.Index]
			if above.Mu != mean || above.Sigma != sigma || above.Span != span {
				t.Fatalf("place %d is %+v, want %v ± %v in places %v", i+1, above, mean, sigma, span)
			}
			for j := i + 1; j < len(s.Rows); j++ {
				below := s.Rows[j].Index
				z := scores.Z(above.Index, below)
				want, apart := ranking.Pair{Above: i, Below: j, Z: z, Rho: ranking.Rho(z)}, resolved(above.Index, below)
				if s.Pairs[at] != want || s.Resolved[at] != apart {
					t.Fatalf("pair %d is %+v, resolved %v, want %+v, %v", at, s.Pairs[at], s.Resolved[at], want, apart)
				}
				d, lo, hi := s.Difference(i, j)
				gap := scores.Difference(above.Index, below)
				if from, to := gap.Interval(rules.Confidence, metrics.Unbounded); d.Mu != gap.Mu || d.Sigma != gap.Sigma || lo != from || hi != to {
					t.Fatalf("the difference of pair %d is %v in %v to %v, want %v in %v to %v", at, d, lo, hi, gap, from, to)
				}
				if z, rho, told := s.Next(i); j == i+1 && (z != want.Z || rho != want.Rho || told != apart) {
					t.Fatalf("place %d is at z = %v, ρ = %v, resolved %v of the next, want %+v, %v",
						i, z, rho, told, want, apart)
				}
				at++
			}
		}
		if z, rho, _ := s.Next(len(s.Rows) - 1); !math.IsNaN(z) || !math.IsNaN(rho) {
			t.Fatalf("the last model is at z = %v, ρ = %v of nobody", z, rho)
		}
		if len(s.Pairs) != at || len(s.Resolved) != at {
			t.Fatalf("%d pairs, %d resolved or not, want %d", len(s.Pairs), len(s.Resolved), at)
		}
	})
}

// An ending is a context that ends after a number of calls.
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
	a := boardtest.FourModels()
	thresholds := a.Thresholds()
	names := boardtest.Schemata(t, "exact-match", "format-aware", "strict-compliance")
	board, err := a.Board(names[0], &thresholds)
	if err != nil {
		t.Fatal(err)
	}
	for looks := range 3 {
		_, err := standings.RankAcross(&ending{t.Context(), looks}, a, &thresholds, names, nil, acrossRules)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("after %d of 3 schemata the error is %v", looks, err)
		}
		bayes := metrics.Bayes(names[0].Weights(), nil)
		_, err = standings.Rank(&ending{t.Context(), looks}, a.Models, board.Tally(4), bayes, acrossRules)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("after %d of 4 models the error is %v", looks, err)
		}
	}
}
