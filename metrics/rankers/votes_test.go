package rankers

import (
	"cmp"
	"encoding/json"
	"os"
	"testing"

	"settle/metrics"
	"settle/results"
)

// golden are the boards of testdata/rankers.json, which a reference package ranked.
type golden struct {
	Models, Questions, Trials int
	R                         [][]string
	Scores                    map[string][]float64
	LikeAvg                   map[string][]float64 `json:"like_avg"` // of methods that order as avg does
}

func goldens(t testing.TB) []golden {
	t.Helper()
	data, err := os.ReadFile("testdata/rankers.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []golden }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

func (g *golden) tally() *results.Tally {
	t := results.NewTally(g.Models, g.Questions, 1)
	t.Trials = g.Trials
	for model, questions := range g.R {
		for q, trials := range questions {
			for _, outcome := range trials {
				t.Add(model, q, int(outcome-'0'), 1)
			}
		}
	}
	return t
}

// TestVotesAgreeWithTheReference compares with the scores of the reference package: orders
// with ties exactly, and scores but those of majority judgment, of which it has only ranks.
func TestVotesAgreeWithTheReference(t *testing.T) {
	for name, theirs := range map[string]string{
		"borda": "borda", "copeland": "copeland", "win-rate": "win_rate", "minimax": "minimax", "schulze": "schulze",
		"kemeny": "kemeny_young", "majority-judgment": "majority_judgment", "inverse-difficulty": "inverse_difficulty",
	} {
		compared := 0
		for at, g := range goldens(t) {
			want, ok := g.Scores[theirs]
			if !ok {
				continue
			}
			compared++
			scores, keys := rankTally(t, name, g.tally())
			if !sameOrder(keys, want, 1e-9) {
				t.Errorf("%s, board %d: the order is %v, that of the reference %v", name, at, keys, want)
			}
			for i := range want {
				if d := scores[i] - want[i]; name != "majority-judgment" && (d > 1e-12 || d < -1e-12) {
					t.Errorf("%s, board %d: the scores are %v, those of the reference %v", name, at, scores, want)
					break
				}
			}
		}
		if compared < 33 {
			t.Errorf("%s was compared on %d boards only", name, compared)
		}
	}
}

// rankTally returns the scores and keys of a tally by a method.
func rankTally(t testing.TB, name string, tally *results.Tally) ([]float64, []uint64) {
	t.Helper()
	scores, keys := make([]float64, tally.Models), make([]uint64, tally.Models)
	if err := rankingOf(t, name, metrics.Weights{}).Rank(tally, scores, keys); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return scores, keys
}

func rankingOf(t testing.TB, name string, w metrics.Weights) metrics.Ranking {
	t.Helper()
	all, err := metrics.Parse(name, metrics.Options{Weights: w})
	if err != nil {
		t.Fatal(err)
	}
	return all[0].(metrics.Ranker).Ranking()
}

// sameOrder reports whether keys order models as scores do that differ by more than a
// tolerance where they differ.
func sameOrder(keys []uint64, scores []float64, tolerance float64) bool {
	for i := range keys {
		for j := range i {
			want := 0
			if d := scores[i] - scores[j]; d > tolerance {
				want = 1
			} else if d < -tolerance {
				want = -1
			}
			if cmp.Compare(int64(keys[i]), int64(keys[j])) != want {
				return false
			}
		}
	}
	return true
}
