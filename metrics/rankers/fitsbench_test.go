package rankers

import (
	"testing"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
)

// drawBoard returns a board of models whose chances lie between low and high, and differ by
// question as those of LLMs do.
func drawBoard(t testing.TB, models, questions, trials, top int, seed uint64) *results.Board {
	t.Helper()
	b, err := results.NewBoard(
		results.Numbered("model", models), results.Numbered("question", questions), trials, top)
	if err != nil {
		t.Fatal(err)
	}
	stream := rng.New(seed, "boards of tests", 0)
	hard := make([]float64, questions)
	for q := range hard {
		hard[q] = stream.Float64()
	}
	for model := range models {
		able := 0.2 + 0.6*float64(model+1)/float64(models+1)
		for q := range questions {
			row := b.Row(model, q)
			for n := range row {
				for range top {
					if stream.Float64() < (able+hard[q])/2 {
						row[n]++
					}
				}
			}
		}
	}
	return b
}

// BenchmarkFit ranks 11 models by 8 trials of 30 questions.
func BenchmarkFit(b *testing.B) {
	tally := drawBoard(b, 11, 30, 8, 1, 1).TallyAll()
	for _, name := range []string{"bt", "rao-kupper", "irt-2pl"} {
		b.Run(name, func(b *testing.B) {
			ranking := metric(b, name).(metrics.Ranker).Ranking()
			scores, keys := make([]float64, tally.Models), make([]uint64, tally.Models)
			b.ReportAllocs()
			for b.Loop() {
				if err := ranking.Rank(tally, scores, keys); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSequence takes the 80 trials of 30 questions of 11 models, and ranks at n = 80.
func BenchmarkSequence(b *testing.B) {
	board := drawBoard(b, 11, 30, 80, 1, 1)
	for _, name := range []string{"elo", "elo-mean", "glicko", "trueskill", "bt:aligned"} {
		b.Run(name, func(b *testing.B) {
			sequence := metric(b, name).(metrics.Sequential).Sequence()
			scores, keys := make([]float64, len(board.Models)), make([]uint64, len(board.Models))
			b.ReportAllocs()
			for b.Loop() {
				sequence.Begin(board, 1)
				sequence.Rank(board.Trials(), scores, keys)
			}
		})
	}
}
