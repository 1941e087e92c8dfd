package metrics_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/results"
)

// majorityRanker ranks models by the questions that they solved in more than half of their trials,
// and refuses boards on which nobody solved any.
type majorityRanker struct{}

var errNobody = errors.New("nobody solved anything")

func (majorityRanker) Rank(t *results.Tally, scores []float64, keys []uint64) error {
	any := false
	for model := range scores {
		scores[model] = 0
		for q, successes := range t.Row(model) {
			if 2*int(successes) > t.TrialsOf(model, q) {
				scores[model]++
				any = true
			}
		}
		keys[model] = uint64(scores[model])
	}
	if !any {
		return errNobody
	}
	return nil
}

func (majorityRanker) Limit(c *metrics.Chances, scores []float64, keys []uint64) error {
	for model := range scores {
		scores[model] = 0
		for _, p := range c.Row(model) {
			if p > 0.5 {
				scores[model]++
			}
		}
		keys[model] = uint64(scores[model])
	}
	return nil
}

func ranker(dear bool) metrics.Ranker {
	return metrics.NewRanker(metrics.Method{
		Name: "most", Weights: metrics.Binary, Dear: dear, New: func() metrics.Ranking { return majorityRanker{} },
	})
}

// The scores and the order of a Ranker are those that it says, alone and in a plan beside
// others; a board that it cannot rank is an error of it alone, and ties all in a plan.
func TestRanker(t *testing.T) {
	board := boardtest.Rights(3, []int{3, 2, 0}, []int{1, 1, 3}, []int{0, 2, 1}, []int{3, 3, 1})
	wantScores, wantOrder := []float64{2, 1, 1, 2}, []int{1, 0, 0, 1}
	e, err := metrics.Evaluate(t.Context(), ranker(false), board)
	if err != nil || !slices.Equal(e.Scores, wantScores) || !slices.Equal(e.Ordinals, wantOrder) {
		t.Errorf("%+v, error %v", e, err)
	}
	if got := metrics.Scores(ranker(false), board, nil); !slices.Equal(got, wantScores) {
		t.Errorf("scores %v", got)
	}
	shape := results.Shape{Models: 4, Questions: 3, Trials: 3, Top: 1}
	plan, err := metrics.NewPlan(t.Context(), []metrics.Metric{metrics.PassAtK(2), ranker(false)}, shape, 1)
	if err != nil {
		t.Fatal(err)
	}
	scorer, slot := plan.Scorer(), plan.Slot(1)
	scorer.Keep()
	scorer.Score(board)
	if keys := scorer.Keys(slot); keys[0] != keys[3] || keys[1] != keys[2] || keys[0] <= keys[1] || scorer.Failed(slot) {
		t.Errorf("keys %v, failed %v", keys, scorer.Failed(slot))
	}
	for model, value := range scorer.Values(slot) {
		if got := plan.Scale(1, 3).Score(value); got != wantScores[model] {
			t.Errorf("model %d: score %v in the plan, want %v", model, got, wantScores[model])
		}
	}
	if keys := scorer.Keys(plan.Slot(0)); !slices.Equal(order(keys), order(keysOf(t, metrics.PassAtK(2), board))) {
		t.Errorf("pass@2 beside it: keys %v", keys)
	}

	nobody := boardtest.Rights(3, []int{0, 0, 0}, []int{1, 0, 1}, []int{0, 0, 0}, []int{0, 1, 0})
	if _, err := metrics.Evaluate(t.Context(), ranker(false), nobody); !errors.Is(err, errNobody) || !strings.HasPrefix(err.Error(), "most: ") {
		t.Errorf("a board that it cannot rank: error %v", err)
	}
	scorer.Score(nobody)
	if keys := scorer.Keys(slot); !scorer.Failed(slot) || slices.Min(keys) != slices.Max(keys) {
		t.Errorf("a board that it cannot rank: keys %v, failed %v", keys, scorer.Failed(slot))
	}
	scorer.Score(board)
	if scorer.Failed(slot) {
		t.Error("it fails on the next board, too")
	}
}

func keysOf(t *testing.T, m metrics.Metric, board *results.Tally) []uint64 {
	ordinals, err := metrics.Ordinals(m, board)
	if err != nil {
		t.Fatal(err)
	}
	keys := make([]uint64, len(ordinals))
	for i, o := range ordinals {
		keys[i] = uint64(o)
	}
	return keys
}

// order returns the number of smaller keys, by key.
func order(keys []uint64) []int {
	below := make([]int, len(keys))
	for i, a := range keys {
		for _, b := range keys {
			if b < a {
				below[i]++
			}
		}
	}
	return below
}

// A Ranker takes all questions of an unequal board, where others leave out those that
// somebody never met.
func TestRankerOnUnequalBoards(t *testing.T) {
	unequal := results.NewUnequalTally(2, 2, 1, []uint16{2, 3, 0, 3})
	unequal.Add(0, 0, 1, 2)
	unequal.Add(1, 1, 1, 2)
	part, err := metrics.Restrict(ranker(false), unequal, false)
	if err != nil || part.LeftOut != 0 || part.Tally != unequal {
		t.Errorf("%+v, error %v", part, err)
	}
	if part, err = metrics.Restrict(metrics.Avg(metrics.Binary), unequal, false); err != nil || part.LeftOut != 1 {
		t.Errorf("avg leaves out %d, error %v", part.LeftOut, err)
	}
	if e, err := metrics.Evaluate(t.Context(), ranker(false), unequal); err != nil || !slices.Equal(e.Scores, []float64{1, 1}) {
		t.Errorf("%+v, error %v", e, err)
	}
	unmet := results.NewUnequalTally(2, 1, 1, []uint16{2, 0})
	var nothing metrics.ErrNothingMet
	if _, err := metrics.Restrict(ranker(false), unmet, false); !errors.As(err, &nothing) || nothing.Model != 1 {
		t.Errorf("a model that met nothing: error %v", err)
	}
}

// What scores come to as trials are added without end, worked out by hand; two sums that
// are the same number tie although floats have them apart: 0.1 + 0.2 and 0.3 + 0.
func TestOwnOrder(t *testing.T) {
	chances := metrics.BinaryChances([][]float64{{0.1, 0.2}, {0.3, 0}, {0.6, 0.7}, {0.95, 0.2}})
	for m, want := range map[metrics.Metric]struct {
		truths []float64
		order  []int
	}{
		metrics.Avg(metrics.Binary): {[]float64{0.15, 0.15, 0.65, 0.575}, []int{0, 0, 2, 1}},
		metrics.PassAtK(2):          {[]float64{(0.19 + 0.36) / 2, 0.51 / 2, (0.84 + 0.91) / 2, (0.9975 + 0.36) / 2}, []int{1, 0, 3, 2}},
		ranker(false):               {[]float64{0, 0, 2, 1}, []int{0, 0, 2, 1}},
	} {
		truths := metrics.Truths(m, &chances)
		for model, truth := range truths {
			if math.Abs(truth-want.truths[model]) > 1e-14 {
				t.Errorf("%s: %v, want %v", m.Name(), truths, want.truths)
			}
		}
		if got := metrics.OwnOrder(m, &chances); !slices.Equal(got, want.order) {
			t.Errorf("%s: order %v, want %v", m.Name(), got, want.order)
		}
	}
	weights, err := metrics.ParseWeights("0,1/2,2")
	if err != nil {
		t.Fatal(err)
	}
	graded := metrics.NewChances([][][]float64{{{0.5, 0.5, 0}, {0, 0, 1}}, {{0.25, 0.5, 0.25}, {1, 0, 0}}})
	if got := metrics.Truths(metrics.Avg(weights), &graded); math.Abs(got[0]-1.125) > 1e-15 || math.Abs(got[1]-0.375) > 1e-15 {
		t.Errorf("graded means %v, want 1.125 and 0.375", got)
	}
	if got := metrics.Truths(metrics.PassAtK(2), &graded); got != nil {
		t.Errorf("pass@2 of graded outcomes comes to %v", got)
	}
}

// The true means of two models are both 0 under the weights −1 and 1, in whatever order
// their chances are added up; 0.1 + 0.2 + 0.7 and 0.7 + 0.2 + 0.1 are not the same float.
func TestOwnOrderOfMeansThatCancel(t *testing.T) {
	w, err := metrics.ParseWeights("-1,1")
	if err != nil {
		t.Fatal(err)
	}
	p := [][]float64{{0.1, 0.2, 0.7, 0.9, 0.8, 0.3}, {0.9, 0.7, 0.3, 0.1, 0.2, 0.8}, {0.3, 0.8, 0.9, 0.7, 0.2, 0.1}}
	c := metrics.BinaryChances(p)
	ms, err := metrics.Parse("avg,max@1", metrics.Options{Weights: w})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range ms {
		if order := metrics.OwnOrder(m, &c); order[0] != order[1] || order[1] != order[2] {
			t.Errorf("%s: order %v of the truths %v", m.Name(), order, metrics.Truths(m, &c))
		}
	}
}

// Scores tie along a chain of neighbours that are near, and not otherwise.
func TestTieWithin(t *testing.T) {
	keys := make([]uint64, 5)
	metrics.TieWithin([]float64{1, 0.9, 1.1, -4, 1.4}, keys, 0.03, 0)
	if want := []uint64{1, 1, 1, 0, 4}; !slices.Equal(keys, want) { // a tolerance of 0.12
		t.Errorf("keys %v, want %v", keys, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.Float64Range(-1, 1), 1, 80).Draw(t, "scores")
		keys := make([]uint64, len(scores))
		metrics.TieWithin(scores, keys, 0, 0)
		for i, a := range scores {
			below := 0
			for _, b := range scores {
				if b < a {
					below++
				}
			}
			if keys[i] != uint64(below) {
				t.Fatalf("%v: keys %v", scores, keys)
			}
		}
	})
}

func TestGrid(t *testing.T) {
	for trials, want := range map[int][]int{1: {1}, 2: {1, 2}, 8: {1, 2, 4, 8}, 80: {1, 2, 4, 8, 16, 32, 64, 80}} {
		if got := metrics.Grid(trials); !slices.Equal(got, want) {
			t.Errorf("%d trials: %v, want %v", trials, got, want)
		}
		for n := 1; n <= trials; n++ {
			if metrics.OnGrid(n, trials) != slices.Contains(want, n) {
				t.Errorf("%d of %d trials: on the grid is %v", n, trials, metrics.OnGrid(n, trials))
			}
		}
	}
	if metrics.IsDear(ranker(false)) || !metrics.IsDear(ranker(true)) || metrics.IsDear(metrics.PassAtK(2)) {
		t.Error("what is dear")
	}
}

// Units are the weights above the first, in whole numbers without a common divisor.
func TestUnits(t *testing.T) {
	for list, want := range map[string][]int64{
		"0,1": {1}, "0,0.5,1": {1, 2}, "0,1/3,1": {1, 3}, "-1,1,3": {1, 2}, "0.25,0": {-1}, "1,1,1": {0, 0},
	} {
		w, err := metrics.ParseWeights(list)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Units(); !slices.Equal(got, want) {
			t.Errorf("%s: units %v, want %v", list, got, want)
		}
	}
}
