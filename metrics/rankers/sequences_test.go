package rankers

import (
	"math"
	"slices"
	"testing"

	"settle/metrics"
	"settle/results"
)

// orderedMethods are the methods that follow the order of trials.
var orderedMethods = []string{"bt:aligned", "rao-kupper:aligned", "elo", "elo-mean:3", "glicko", "trueskill"}

func sequenceOf(t testing.TB, name string) metrics.Sequence {
	t.Helper()
	ms, err := metrics.Parse(name, metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ms[0].(metrics.Sequential).Sequence()
}

// A rating at n is the same whichever n were asked for before, whatever board came before,
// and is that of a board that ends there.
func TestRatingsDependOnTheirTrialsAlone(t *testing.T) {
	board := drawBoard(t, 5, 7, 9, 1, 3)
	for _, name := range orderedMethods {
		used := sequenceOf(t, name)
		used.Begin(drawBoard(t, 8, 3, 20, 1, 4), 1)
		used.Rank(20, make([]float64, 8), make([]uint64, 8))
		used.Begin(board, 7)
		for _, n := range []int{9, 2, 5, 2, 1} {
			scores, keys := make([]float64, 5), make([]uint64, 5)
			used.Rank(n, scores, keys)
			short := firstTrials(t, board, n)
			fresh, freshKeys := make([]float64, 5), make([]uint64, 5)
			sequence := sequenceOf(t, name)
			sequence.Begin(short, 7)
			sequence.Rank(n, fresh, freshKeys)
			if !slices.Equal(scores, fresh) || !slices.Equal(keys, freshKeys) {
				t.Errorf("%s at n = %d: %v, on a board of %d trials %v", name, n, scores, n, fresh)
			}
			sequence.Rank(n+50, fresh, freshKeys) // there are no more
			if !slices.Equal(scores, fresh) {
				t.Errorf("%s after all %d trials: %v, asked for more: %v", name, n, scores, fresh)
			}
		}
	}
}

// firstTrials has the first trials of a complete board.
func firstTrials(t *testing.T, b *results.Board, trials int) *results.Board {
	t.Helper()
	short, err := results.NewBoard(b.Models, b.Questions, trials, b.Top())
	if err != nil {
		t.Fatal(err)
	}
	for model := range b.Models {
		for q := range b.Questions {
			copy(short.Row(model, q), b.Row(model, q))
		}
	}
	return short
}

// Models with the same outcomes tie, and the sum of Elo's ratings stays what it was.
func TestEqualModelsHaveEqualRatings(t *testing.T) {
	for _, top := range []int{1, 3} {
		board := drawBoard(t, 6, 10, 12, top, 5)
		for q := range board.Questions {
			copy(board.Row(4, q), board.Row(1, q))
		}
		weights, err := metrics.NewWeights(0, 1, 2, 3)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range orderedMethods {
			ms, err := metrics.Parse(name, metrics.Options{Weights: weights})
			if err != nil {
				t.Fatal(err)
			}
			e := metrics.EvaluateInOrder(ms[0].(metrics.Sequential), board, 1)
			if e.Scores[1] != e.Scores[4] || e.Ordinals[1] != e.Ordinals[4] {
				t.Errorf("%s, categories to %d: two equal models have %v and %v", name, top, e.Scores[1], e.Scores[4])
			}
			sum := 0.0
			for _, score := range e.Scores {
				sum += score
			}
			if (name == "elo" || name == "elo-mean:3") && math.Abs(sum-6*1500) > 1e-8 {
				t.Errorf("%s: the ratings add up to %v", name, sum)
			}
		}
	}
}

// One event by hand, of categories 2, 1, 1, 0, 0 and a model that is not there. At equal
// ratings a winner of Elo's gains 16 and a draw moves nobody: the first wins four matches,
// the next two lose one and win two, the others lose three, and do not meet.
func TestOneEventOfElo(t *testing.T) {
	board, err := results.NewUnequalBoard(
		results.Numbered("model", 6), []string{"q"}, []int{1, 1, 1, 1, 1, 0}, 2)
	if err != nil {
		t.Fatal(err)
	}
	for model, category := range []uint8{2, 1, 1, 0, 0} {
		board.Row(model, 0)[0] = category
	}
	want := []float64{1564, 1516, 1516, 1452, 1452, 1500}
	for _, name := range []string{"elo", "elo-mean"} {
		scores, keys := make([]float64, 6), make([]uint64, 6)
		sequence := sequenceOf(t, name)
		sequence.Begin(board, 1)
		sequence.Rank(1, scores, keys)
		for i := range want {
			if math.Abs(scores[i]-want[i]) > 1e-9 {
				t.Errorf("%s: %v, want %v", name, scores, want)
				break
			}
		}
	}
}

// With one order after the other, Elo's mean rating comes to that of more orders: the
// means over 400 orders of two seeds differ by less than four standard errors of a rating
// that scatters by some 40 points, and their orders are drawn.
func TestEloMeanIsOverOrders(t *testing.T) {
	board := drawBoard(t, 4, 12, 10, 1, 6)
	mean := func(name string, seed uint64) []float64 {
		scores, keys := make([]float64, 4), make([]uint64, 4)
		sequence := sequenceOf(t, name)
		sequence.Begin(board, seed)
		sequence.Rank(10, scores, keys)
		return scores
	}
	one, other := mean("elo-mean:400", 1), mean("elo-mean:400", 2)
	for i := range one {
		if d := math.Abs(one[i] - other[i]); d > 4*40*math.Sqrt(2.0/400) {
			t.Errorf("model %d has the mean %v by one seed and %v by another", i, one[i], other[i])
		}
		if one[i] == other[i] {
			t.Errorf("model %d has the same mean %v by two seeds", i, one[i])
		}
	}
	if slices.Equal(mean("elo-mean:1", 1), mean("elo", 1)) {
		t.Error("a random order rates as that of the trials does")
	}
	if !slices.Equal(mean("elo-mean", 1), mean("elo-mean:20", 1)) {
		t.Error("there are not 20 orders if none are said")
	}
}

func TestParametersOfRatings(t *testing.T) {
	for _, name := range []string{"elo-mean:0", "elo-mean:", "elo-mean:+3", "elo-mean:1e3", "elo-mean:10001", "elo:3", "bt:x", "irt-2pl:3", "glicko:", "rasch:3"} {
		if m, err := metrics.Parse(name, metrics.Options{}); err == nil {
			t.Errorf("%s is taken for %s", name, m[0].Name())
		}
	}
}
