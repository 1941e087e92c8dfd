package sequential

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/results"
)

// Where all models have as many trials, a comparison by estimates that are made once is that
// by the trials of the two, but for rounding.
func TestPairsOfWholeBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models, questions, trials := rapid.IntRange(2, 5).Draw(t, "models"), rapid.IntRange(1, 6).Draw(t, "questions"), rapid.IntRange(1, 7).Draw(t, "trials")
		cells := rapid.SliceOfN(rapid.Uint8Range(0, 1), models*questions*trials, models*questions*trials).Draw(t, "cells")
		b, err := results.NewBoard(results.Numbered("m", models), results.Numbered("q", questions), trials, 1)
		if err != nil {
			t.Fatal(err)
		}
		for model := range models {
			for q := range questions {
				copy(b.Row(model, q), cells[(model*questions+q)*trials:])
			}
		}
		s := Step{Policy: Neighbours}
		s.Confidence, s.MaxTrials, s.Batch, s.Critical = 0.95, 20, 2, 2
		s.Correction = rapid.SampledFrom([]Correction{Holm, Mixture, Betting}).Draw(t, "correction")
		s.Sampled = Sampled(metrics.Binary)
		now, _, err := s.standing(b, metrics.Avg(metrics.Binary))
		if err != nil {
			t.Fatal(err)
		}
		for i := range models {
			for j := range i {
				fast, slow := now.pairs[i*models+j], s.pair(b, s.Sampled, i, j)
				if !alike(fast.z, slow.z) || !alike(fast.look.z, slow.look.z) || !alike(fast.gap, slow.gap) ||
					!alike(fast.reach, slow.reach) || !alike(fast.look.share, slow.look.share) ||
					fast.look.number != slow.look.number {
					t.Fatalf("%+v, and of the two by themselves %+v", fast, slow)
				}
			}
		}
	})
}

func alike(x, y float64) bool { return x == y || math.Abs(x-y) <= 1e-12*math.Abs(y) }
