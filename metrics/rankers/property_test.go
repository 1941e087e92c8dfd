package rankers

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/results"
)

// someWeights are weights of categories: binary, graded, negative, all alike, and as fine as
// methods take.
var someWeights = [][]string{
	{"0", "1"}, {"1", "0"}, {"0", "1/3", "1"}, {"-1", "0", "2", "0.5"}, {"1", "1", "1"},
	{"0", "0.000000000003", "1"}, {"0.000000000001", "0", "1", "7"},
}

// weightsFor returns the weights by which a method separates models that differ. Methods
// with float scores do not separate differences of 10⁻¹².
func weightsFor(name string) [][]string {
	if name == "inverse-difficulty" {
		return someWeights[:5]
	}
	return someWeights
}

// drawnTally returns a small board: complete, or with numbers of trials of its own, and none of
// some questions.
func drawnTally(t *rapid.T, top int) *results.Tally {
	models, questions := rapid.IntRange(1, 5).Draw(t, "models"), rapid.IntRange(1, 6).Draw(t, "questions")
	most := rapid.IntRange(1, 4).Draw(t, "most")
	tally := results.NewTally(models, questions, top)
	tally.Trials = most
	if rapid.Bool().Draw(t, "unequal") {
		trials := make([]uint16, models*questions)
		for i := range trials {
			trials[i] = uint16(rapid.IntRange(0, most).Draw(t, "trials"))
		}
		tally = results.NewUnequalTally(models, questions, top, trials)
	}
	for model := range models {
		for q := range questions {
			for range tally.TrialsOf(model, q) {
				tally.Add(model, q, rapid.IntRange(0, top).Draw(t, "category"), 1)
			}
		}
	}
	return tally
}

// TestVotesAreTheirDefinitions compares orders, exactly, and scores with those by fractions
// of whole numbers, all orders and all paths.
func TestVotesAreTheirDefinitions(t *testing.T) {
	for _, name := range voters {
		rapid.Check(t, func(t *rapid.T) {
			weights := rapid.SampledFrom(weightsFor(name)).Draw(t, "weights")
			w, err := metrics.ParseWeights(strings.Join(weights, ","))
			if err != nil {
				t.Fatal(err)
			}
			tally := drawnTally(t, len(weights)-1)
			want := newBrute(tally, ratsOf(weights)).scores(name, ratsOf(weights))
			scores, keys := make([]float64, tally.Models), make([]uint64, tally.Models)
			err = mustRanking(name, w).Rank(tally, scores, keys)
			if want == nil {
				if !errors.Is(err, errAlone) && !errors.Is(err, errNoGrade) {
					t.Fatalf("%s ranks a board with a model that cannot be compared: %v", name, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !agree(keys, want) {
				t.Fatalf("%s orders the models as %v, but their scores are %v", name, keys, want)
			}
			for i := range want {
				if exact, _ := want[i].Float64(); math.Abs(scores[i]-exact) > 1e-12 {
					t.Fatalf("%s: the scores are %v, by the definition %v", name, scores, want)
				}
			}
		})
	}
}

func mustRanking(name string, w metrics.Weights) metrics.Ranking {
	all, err := metrics.Parse(name, metrics.Options{Weights: w})
	if err != nil {
		panic(err)
	}
	return all[0].(metrics.Ranker).Ranking()
}

// TestLimitIsTheRankingOfShares: chances that are shares of a board's trials rank as the
// board does. Numbers of trials are those whose shares are whole millionths.
func TestLimitIsTheRankingOfShares(t *testing.T) {
	for _, name := range voters {
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.SampledFrom([]int{1, 2, 4, 5, 8, 16, 20}).Draw(t, "n")
			tally := results.NewTally(rapid.IntRange(1, 5).Draw(t, "models"), rapid.IntRange(1, 8).Draw(t, "questions"), 1)
			tally.Trials = n
			chances := metrics.Chances{Models: tally.Models, Questions: tally.Questions, Top: 1}
			for model := range tally.Models {
				for q := range tally.Questions {
					k := rapid.IntRange(0, n).Draw(t, "successes")
					tally.Add(model, q, 1, k)
					chances.P = append(chances.P, float64(k)/float64(n))
				}
			}
			ranking := mustRanking(name, metrics.Binary)
			scores, keys := make([]float64, tally.Models), make([]uint64, tally.Models)
			limits, limitKeys := make([]float64, tally.Models), make([]uint64, tally.Models)
			if err := errors.Join(ranking.Rank(tally, scores, keys), ranking.Limit(&chances, limits, limitKeys)); err != nil {
				t.Fatal(err)
			}
			for i := range scores {
				if math.Abs(scores[i]-limits[i]) > 1e-12 {
					t.Fatalf("%s: the scores are %v, and %v of the chances", name, scores, limits)
				}
			}
			if !slices.Equal(ordinals(keys), ordinals(limitKeys)) {
				t.Fatalf("%s: the keys are %v, and %v of the chances", name, keys, limitKeys)
			}
		})
	}
}

// ordinals returns the number of smaller keys, by key.
func ordinals(keys []uint64) []int {
	smaller := make([]int, len(keys))
	for i, x := range keys {
		for _, y := range keys {
			if y < x {
				smaller[i]++
			}
		}
	}
	return smaller
}

// TestNamesDoNotMatter: models in another order are ranked alike, and so they are by
// questions in another order.
func TestNamesDoNotMatter(t *testing.T) {
	for _, name := range voters {
		rapid.Check(t, func(t *rapid.T) {
			tally := drawnTally(t, 1)
			models := rapid.Permutation(upTo(tally.Models)).Draw(t, "order of models")
			questions := rapid.Permutation(upTo(tally.Questions)).Draw(t, "order of questions")
			var trials []uint16
			for _, model := range models {
				for _, q := range questions {
					trials = append(trials, uint16(tally.TrialsOf(model, q)))
				}
			}
			other := results.NewUnequalTally(tally.Models, tally.Questions, 1, trials)
			for i, model := range models {
				for at, q := range questions {
					other.Add(i, at, 1, int(tally.Row(model)[q]))
				}
			}
			scores, keys := make([]float64, tally.Models), make([]uint64, tally.Models)
			again, against := make([]float64, tally.Models), make([]uint64, tally.Models)
			ranking := mustRanking(name, metrics.Binary)
			err, otherErr := ranking.Rank(tally, scores, keys), ranking.Rank(other, again, against)
			if (err == nil) != (otherErr == nil) {
				t.Fatalf("%s: %v, in another order %v", name, err, otherErr)
			}
			if err != nil {
				return
			}
			before, after := ordinals(keys), ordinals(against)
			for i, model := range models {
				if after[i] != before[model] || math.Abs(again[i]-scores[model]) > 1e-12 {
					t.Fatalf("%s: %v are the ranks, in another order %v", name, before, after)
				}
			}
		})
	}
}

func upTo(n int) []int {
	var numbers []int
	for i := range n {
		numbers = append(numbers, i)
	}
	return numbers
}

// TestOneTrialVotesAsAvg: with one trial of each question the margin of two models is the
// difference of their successes, P_ij − P_ji = S_i − S_j, so that all methods by margins
// order a complete binary board as avg does.
func TestOneTrialVotesAsAvg(t *testing.T) {
	for _, name := range []string{"borda", "copeland", "minimax", "schulze", "kemeny", "majority-judgment"} {
		r := rand.New(rand.NewPCG(3, 4))
		for range 300 {
			tally := results.NewTally(1+r.IntN(25), 1+r.IntN(30), 1)
			tally.Trials = 1
			for model := range tally.Models {
				for q := range tally.Questions {
					tally.Add(model, q, r.IntN(2), 1)
				}
			}
			_, keys := rankTally(t, name, tally)
			successes := make([]uint64, tally.Models)
			for model := range successes {
				successes[model] = uint64(tally.Totals[model])
			}
			if got, want := ordinals(keys), ordinals(successes); !slices.Equal(got, want) {
				t.Fatalf("%s orders %d models as %v, their successes as %v", name, tally.Models, got, want)
			}
		}
	}
}

// TestTooFineWeightsAreRefused, which sums over trials could not hold.
func TestTooFineWeightsAreRefused(t *testing.T) {
	w, err := metrics.ParseWeights("0,0.0000000000001,1")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range voters {
		_, err := metrics.Parse(name, metrics.Options{Weights: w})
		if err == nil || !strings.Contains(err.Error(), "more than 12 digits") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestModelsThatNobodyMet: of three models the last met no question, or one that no other
// met. Shares of what could be won are ½ for it, and Copeland's score 0; methods that rank by
// defeats refuse the board, and so do those that need a grade where there is none.
func TestModelsThatNobodyMet(t *testing.T) {
	alone := results.NewUnequalTally(3, 2, 1, []uint16{2, 0, 2, 0, 0, 2})
	alone.Add(0, 0, 1, 2)
	alone.Add(1, 0, 1, 1)
	alone.Add(2, 1, 1, 1)
	none := results.NewUnequalTally(3, 2, 1, []uint16{2, 0, 2, 0, 0, 0})
	none.Add(0, 0, 1, 2)
	none.Add(1, 0, 1, 1)
	for name, want := range map[string][]float64{
		"borda": {4, 0, 2}, "copeland": {1, -1, 0}, "win-rate": {1, 0, 0.5},
	} {
		for _, tally := range []*results.Tally{alone, none} {
			if scores, keys := rankTally(t, name, tally); !slices.Equal(scores, want) || !sameOrder(keys, want, 0) {
				t.Errorf("%s: the scores are %v and the keys %v, want %v", name, scores, keys, want)
			}
		}
	}
	for _, name := range []string{"minimax", "schulze", "kemeny"} {
		for _, tally := range []*results.Tally{alone, none} {
			if err := mustRanking(name, metrics.Binary).Rank(tally, make([]float64, 3), make([]uint64, 3)); !errors.Is(err, errAlone) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, name := range []string{"majority-judgment", "inverse-difficulty"} {
		if err := mustRanking(name, metrics.Binary).Rank(none, make([]float64, 3), make([]uint64, 3)); !errors.Is(err, errNoGrade) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// By grades 1, ½ and ½, the last on a question of its own.
	if _, keys := rankTally(t, "majority-judgment", alone); !sameOrder(keys, []float64{1, 0.5, 0.5}, 0) {
		t.Errorf("majority-judgment: the keys are %v", keys)
	}
}
