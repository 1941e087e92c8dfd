package sequential

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/results"
)

// Where all models have as many trials, a comparison by estimates that are made once is that
// by the trials of the two, to the last bit.
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
		s.Confidence, s.MaxTrials, s.Batch = 0.95, 20, 2
		s.Correction = rapid.SampledFrom([]Correction{Holm, Mixture, Betting}).Draw(t, "correction")
		s.Sampled = Sampled(metrics.Binary)
		whole := s.whole(b, s.Sampled)
		for i := range models {
			for j := range i {
				fast, slow := s.pair(b, s.Sampled, whole, i, j), s.pair(b, s.Sampled, nil, i, j)
				if math.Float64bits(fast.z) != math.Float64bits(slow.z) {
					t.Fatalf("z is %v, and of the two by themselves %v", fast.z, slow.z)
				}
				if fast.z, slow.z = 0, 0; fast != slow {
					t.Fatalf("%+v, and of the two by themselves %+v", fast, slow)
				}
			}
		}
	})
}
