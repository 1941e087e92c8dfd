package signals_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/rubric"
	"settle/rubric/signals"
)

// The counts of a model's categories, weighted, are its avg@N (Eq. 19), and the
// shares are the same counts out of all attempts.
func TestCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		schema := rapid.SampledFrom(rubric.Paper()).Draw(t, "schema")
		s := &signals.Sorted{Schema: schema, Board: boardtest.Random(t, schema.Weights().Len()-1)}
		scores := metrics.Scores(metrics.Avg(schema.Weights()), s.Board.Tally(s.Board.Trials()), nil)
		want := len(s.Board.Questions) * s.Board.Trials()
		shares := s.Shares()
		for model, counts := range s.Counts() {
			var attempts int
			var worth float64
			for category, count := range counts {
				attempts += count
				worth += float64(count) * schema.Weights().Float(category)
				if got, share := shares[model][category], float64(count)/float64(want); got != share {
					t.Fatalf("model %d, category %d: share %v, want %v", model, category, got, share)
				}
			}
			if attempts != want || math.Abs(worth/float64(attempts)-scores[model]) > 1e-12 {
				t.Fatalf("model %d: %d attempts of mean %v, want %d of %v",
					model, attempts, worth/float64(attempts), want, scores[model])
			}
		}
	})
}
