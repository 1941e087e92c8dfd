package metrics_test

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/results"
)

// Of 0, ½ and 1, the pairs have the maxima ½, 1 and 1.
func TestMaxByHand(t *testing.T) {
	w, err := metrics.ParseWeights("0,0.5,1")
	if err != nil {
		t.Fatal(err)
	}
	tally := outcomes([][]int{{0, 1, 2}}, 2)
	checkNear(t, "max@1", metrics.MaxAtK(1, w).Score(tally, 0), 0.5, 1e-16)
	checkNear(t, "max@2", metrics.MaxAtK(2, w).Score(tally, 0), 2.5/3, 1e-16)
	checkNear(t, "max@3", metrics.MaxAtK(3, w).Score(tally, 0), 1, 1e-16)
}

// expectedMax returns the mean of the maximum of k of the values: the i-th smallest
// is the maximum of C(i−1, k−1) subsets.
func expectedMax(values []*big.Rat, k int) *big.Rat {
	sorted := slices.SortedFunc(slices.Values(values), (*big.Rat).Cmp)
	sum := new(big.Rat)
	for i, value := range sorted {
		ways := new(big.Rat).SetInt(choose(i, k-1))
		sum.Add(sum, ways.Mul(ways, value))
	}
	return sum.Quo(sum, new(big.Rat).SetInt(choose(len(values), k)))
}

// Scores and the order of models are those of order statistics in rational
// arithmetic, for any weights, whatever the order of the categories, and for
// keys of one word and of many.
func TestMaxIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		top := rapid.IntRange(1, 4).Draw(t, "C")
		n := rapid.OneOf(rapid.IntRange(1, 8), rapid.IntRange(1, 100)).Draw(t, "n")
		k := rapid.IntRange(1, n).Draw(t, "k")
		questions := rapid.IntRange(1, 4).Draw(t, "M")
		spread := rapid.SampledFrom([]int64{2, 9, 999_999_999_999_999_989}).Draw(t, "denominator")
		// There may be weights for categories that the board does not have.
		weights := make([]*big.Rat, top+1+rapid.IntRange(0, 1).Draw(t, "more"))
		fields := make([]string, len(weights))
		for j := range weights {
			numerator := rapid.Int64Range(-spread, spread).Draw(t, "w")
			weights[j], fields[j] = big.NewRat(numerator, spread), fmt.Sprintf("%d/%d", numerator, spread)
		}
		w, err := metrics.ParseWeights(strings.Join(fields, ","))
		if err != nil {
			t.Fatal(err)
		}

		const models = 4
		tally := results.NewTally(models, questions, top)
		tally.Trials = n
		scores := make([]*big.Rat, models)
		for model := range models {
			sum := new(big.Rat)
			for q := range questions {
				values := make([]*big.Rat, n)
				for i := range values {
					category := rapid.IntRange(0, top).Draw(t, "outcome")
					if model == models-1 { // that of model 0, so that there is a tie
						category = categoryOf(tally, q, i)
					}
					tally.Add(model, q, category, 1)
					values[i] = weights[category]
				}
				sum.Add(sum, expectedMax(values, k))
			}
			scores[model] = sum.Quo(sum, big.NewRat(int64(questions), 1))
		}
		m := metrics.MaxAtK(k, w)
		checkOrder(t, m, tally, scores)
		for i := range models {
			if want, _ := scores[i].Float64(); m.Score(tally, i) != want {
				t.Fatalf("score %v, want %v rounded once", m.Score(tally, i), want)
			}
		}
	})
}

// categoryOf returns the i-th outcome of model 0 on a question, in order.
func categoryOf(t *results.Tally, question, i int) int {
	for j, count := range t.Row(0)[question*t.Top : (question+1)*t.Top] {
		if i < int(count) {
			return j + 1
		}
		i -= int(count)
	}
	return 0
}

// On a graded board the keys start at n = K and are those of every n, beside
// other metrics, without allocation.
func TestMaxInAPlan(t *testing.T) {
	w, err := metrics.ParseWeights("0,1/3,1")
	if err != nil {
		t.Fatal(err)
	}
	ms, err := metrics.Parse("bayes,max@3,max@40", metrics.Options{Weights: w})
	if err != nil {
		t.Fatal(err)
	}
	tally := results.NewTally(3, 2, 2)
	plan, err := metrics.NewPlan(t.Context(), ms, results.Shape{Models: 3, Questions: 2, Trials: 60, Top: 2}, 1)
	if err != nil {
		t.Fatal(err)
	}
	scorer := plan.Scorer()
	for n := 1; n <= 60; n++ {
		tally.Trials = n
		tally.Add(1, 0, 1, 1)         // model 1 is always partly right on one question,
		tally.Add(2, 0, 2, n%2)       // model 2 is right there every other time,
		tally.Add(2, 1, n*7%5%2*2, 1) // and now and then on the other
		scorer.Score(tally)
		for i, k := range []int{1, 3, 40} {
			if n < k || i == 0 {
				continue
			}
			want, err := metrics.Ordinals(ms[i], tally)
			if err != nil {
				t.Fatal(err)
			}
			keys := scorer.Keys(plan.Slot(i))
			for a := range keys {
				for b := range keys {
					if cmp.Compare(keys[a], keys[b]) != cmp.Compare(want[a], want[b]) {
						t.Fatalf("n = %d, %s: keys %v, ordinals %v", n, ms[i].Name(), keys, want)
					}
				}
			}
		}
	}
	if n := testing.AllocsPerRun(100, func() { scorer.Score(tally) }); n != 0 {
		t.Errorf("%v allocations per call, want none", n)
	}
}

func TestMaxChecks(t *testing.T) {
	m := parse(t, "max@4")[0]
	for want, board := range map[string][2]int{
		"max@4 has no score at n = 3; its scores start at n = 4":                       {1, 3},
		"max@4: the board has category 2, but weights are given only up to category 1": {2, 9},
	} {
		if err := m.Check(board[0], board[1]); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
