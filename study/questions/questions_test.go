package questions

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/results"
)

// By hand, of three models on four questions with two trials: all right, all wrong,
// one that follows the rest and one that goes against it.
func TestDescribe(t *testing.T) {
	tally := boardtest.Rights(2, []int{2, 0, 2, 0}, []int{2, 0, 1, 1}, []int{2, 0, 0, 2})
	list, err := Describe(metrics.Avg(metrics.Binary), tally)
	if err != nil {
		t.Fatal(err)
	}
	for q, want := range []Question{
		{Index: 0, Mean: 1, SD: 0, Discrimination: math.NaN(), Flat: true},
		{Index: 1, Mean: 0, SD: 0, Discrimination: math.NaN(), Flat: true},
		// 1, 1/2, 0 against the rest of 1/3, 1/2, 2/3: on one line, downwards.
		{Index: 2, Mean: 0.5, SD: 0.5, Discrimination: -1},
		{Index: 3, Mean: 0.5, SD: 0.5, Discrimination: -1},
	} {
		got := list[q]
		same := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 || math.IsNaN(a) && math.IsNaN(b) }
		if got.Index != q || !same(got.Mean, want.Mean) || !same(got.SD, want.SD) ||
			!same(got.Discrimination, want.Discrimination) || got.Flat != want.Flat {
			t.Errorf("question %d: %+v, want %+v", q, got, want)
		}
	}
}

// Of single trials it is McNemar's count of questions on which the two differ.
func TestDecideCountsDiscordance(t *testing.T) {
	d, err := Decide(metrics.Avg(metrics.Binary), boardtest.Rights(1, []int{1, 1, 0, 0, 1}, []int{1, 0, 1, 0, 0}), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if d.For != 2 || d.Against != 1 || math.Abs(d.Carrying-3) > 1e-12 || !slices.Equal(d.Gaps, []float64{0, 1, -1, 0, 1}) {
		t.Errorf("%+v, want 2 for, 1 against, 3 that carry", d)
	}
}

// By hand: without the first question the second model leads, without the second one
// the first leads more clearly, without the third the two tie.
func TestLeaveOneOut(t *testing.T) {
	tally := boardtest.Rights(4, []int{4, 1, 3}, []int{1, 4, 2}, []int{0, 0, 0})
	w, err := LeaveOneOut(context.Background(), metrics.Avg(metrics.Binary), tally)
	if err != nil {
		t.Fatal(err)
	}
	want := []LeftOut{{Question: 0, Leaders: []int{1}}, {Question: 2, Leaders: []int{0, 1}}}
	if !slices.EqualFunc(w.Changes, want, func(a, b LeftOut) bool {
		return a.Question == b.Question && slices.Equal(a.Leaders, b.Leaders)
	}) {
		t.Errorf("%+v, want %+v", w.Changes, want)
	}
	for model, want := range [][2]int{{1, 2}, {1, 2}, {3, 3}} {
		if s := w.Ranks[model]; s.Best != want[0] || s.Worst != want[1] {
			t.Errorf("model %d has ranks %+v, want %v", model, s, want)
		}
	}
}

// Compare with every possible regrading of the trials of the two models.
func TestFewestRegradedBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const questions, n = 2, 2
		weights, err := metrics.ParseWeights("0,1")
		if err != nil {
			t.Fatal(err)
		}
		// An outcome a bit: the leader's trials, then the challenger's.
		outcomes := rapid.Uint16Range(0, 1<<(2*questions*n)-1).Draw(t, "outcomes")
		half := questions * n
		rights := func(bitset uint16) (leader, challenger int) {
			return bits.OnesCount16(bitset & (1<<half - 1)), bits.OnesCount16(bitset >> half)
		}
		tally := results.NewTally(2, questions, 1)
		tally.Trials = n
		for trial := range 2 * half {
			tally.Add(trial/half, trial%half/n, 1, int(outcomes>>trial&1))
		}
		fewest := -1
		for other := range uint16(1 << (2 * half)) {
			if leader, challenger := rights(other); challenger > leader {
				if changed := bits.OnesCount16(other ^ outcomes); fewest < 0 || changed < fewest {
					fewest = changed
				}
			}
		}
		if got, ok := FewestRegraded(weights, tally, 0, 1); !ok || got != fewest {
			t.Errorf("%016b: %d (%v), want %d", outcomes, got, ok, fewest)
		}
	})
}

// A trial of a question of few trials weighs more: by hand, the leader's 1 of 1 is
// worth a half, the challenger's lack of 10 of 10 a twentieth each.
func TestFewestRegradedUnequal(t *testing.T) {
	tally := results.NewUnequalTally(2, 2, 1, []uint16{1, 10, 1, 10})
	tally.Add(0, 0, 1, 1)
	tally.Add(0, 1, 1, 9)
	tally.Add(1, 0, 1, 1)
	tally.Add(1, 1, 1, 0)
	if got, ok := FewestRegraded(metrics.Binary, tally, 0, 1); !ok || got != 1 {
		t.Errorf("%d (%v), want the one trial of the first question", got, ok) // 0.95 − 0.5 < 0.5
	}
	if gap := new(big.Rat).Sub(mean(metrics.Binary, tally, 0), mean(metrics.Binary, tally, 1)); gap.Cmp(big.NewRat(9, 20)) != 0 {
		t.Errorf("the gap is %v, want 9/20", gap)
	}
}

// Nothing is left of a single question, be its models' trials equal in number or not.
func TestLeaveOneOutOfOneQuestion(t *testing.T) {
	for _, tally := range []*results.Tally{
		boardtest.Rights(2, []int{2}, []int{1}),
		results.NewUnequalTally(2, 1, 1, []uint16{2, 1}),
	} {
		if w, err := LeaveOneOut(context.Background(), metrics.Avg(metrics.Binary), tally); err == nil {
			t.Errorf("%+v of one question", w)
		}
	}
}
