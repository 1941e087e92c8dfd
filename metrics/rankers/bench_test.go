package rankers

import (
	"math/rand/v2"
	"testing"

	"settle/metrics"
	"settle/results"
)

// voters are the methods that rank by votes of questions, or weigh questions.
var voters = []string{
	"borda", "copeland", "win-rate", "minimax", "schulze", "kemeny", "majority-judgment", "inverse-difficulty",
}

// BenchmarkRank ranks boards of 11 models on 30 questions, which are new each time.
func BenchmarkRank(b *testing.B) {
	for _, name := range voters {
		b.Run(name, func(b *testing.B) {
			ranking := rankingOf(b, name, metrics.Weights{})
			tallies := randomTallies(100, 11, 30, 16)
			scores, keys := make([]float64, 11), make([]uint64, 11)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if err := ranking.Rank(tallies[i%len(tallies)], scores, keys); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// randomTallies returns complete binary ones, of models whose abilities differ little.
func randomTallies(many, models, questions, trials int) []*results.Tally {
	r := rand.New(rand.NewPCG(1, 2))
	var tallies []*results.Tally
	for range many {
		t := results.NewTally(models, questions, 1)
		t.Trials = trials
		for model := range models {
			for q := range questions {
				p := 0.5*r.Float64() + 0.03*float64(model)
				for range trials {
					if r.Float64() < p {
						t.Add(model, q, 1, 1)
					}
				}
			}
		}
		tallies = append(tallies, t)
	}
	return tallies
}

// TestNothingIsAllocated: once a board of the shape was ranked.
func TestNothingIsAllocated(t *testing.T) {
	for _, name := range voters {
		ranking := rankingOf(t, name, metrics.Weights{})
		tallies := randomTallies(100, 11, 30, 16)
		scores, keys := make([]float64, 11), make([]uint64, 11)
		at := 0
		rank := func() {
			if err := ranking.Rank(tallies[at%len(tallies)], scores, keys); err != nil {
				t.Fatal(err)
			}
			at++
		}
		for range tallies {
			rank()
		}
		if n := testing.AllocsPerRun(100, rank); n != 0 {
			t.Errorf("%s allocates %v times a ranking", name, n)
		}
	}
}
