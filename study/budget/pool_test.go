package budget

import (
	"math"
	"testing"

	"settle/metrics"
	"settle/results"
)

// drawnOf returns draws of a board of 40 questions and 3 trials. Each model always solves the
// given number of questions and never solves the others.
func drawnOf(t *testing.T, solved ...int) *future {
	t.Helper()
	board := results.NewTally(len(solved), 40, 1)
	board.Trials = 3
	for model, n := range solved {
		for q := range n {
			board.Add(model, q, 1, 1+q%3)
		}
	}
	m, err := New(board, metrics.Binary, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.drawnFuture(t.Context(), 1, 400, 1, true)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Equal models are as likely to be in either order: of two and of five.
func TestPoolOfEqualModels(t *testing.T) {
	for _, solved := range [][]int{{20, 20}, {20, 20, 20, 20, 20}} {
		f := drawnOf(t, solved...)
		if limit := f.limit(0, 1); math.Abs(limit-0.5) > 0.15 {
			t.Errorf("%d equal models are in order with a chance of %v", len(solved), limit)
		}
	}
}

// Two models are closer among others that are alike than by themselves, on average.
func TestPoolAmongLikeModels(t *testing.T) {
	gap := func(f *future) (mean float64) {
		for draw := range f.draws {
			g, _ := f.gap(draw, 0, 1)
			mean += g / float64(len(f.draws))
		}
		return mean
	}
	alone, among := gap(drawnOf(t, 24, 18)), gap(drawnOf(t, 24, 18, 20, 21, 22, 21))
	if !(among < alone && among > 0) {
		t.Errorf("a gap of %v by itself, of %v among like models", alone, among)
	}
}
