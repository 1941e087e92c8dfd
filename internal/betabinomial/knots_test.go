package betabinomial

import (
	"math"
	"testing"

	"settle/internal/rng"
)

// Between knots the logarithms are those of the product itself, for few and many trials and
// questions, and for parameters beyond the table, too: risingProduct.logs is the reference.
func TestInterpolated(t *testing.T) {
	random := rng.New(1, "knots", 0)
	for _, board := range []struct{ questions, trials int }{{30, 80}, {118, 400}, {500, 1000}, {20_000, 4096}} {
		var counts []Count
		for range board.questions {
			counts = append(counts, Count{Successes: int(random.Float64() * float64(board.trials+1)), Trials: board.trials, Questions: 1})
		}
		terms, worst := newTerms(counts, Node{Alpha: 0.7, Beta: 1.9}), 0.0
		for range 300 {
			var a, b [batchSize]float64
			for i := range a {
				a[i], b[i] = math.Exp(38*random.Float64()-31), math.Exp(12*random.Float64()-6)
			}
			want, got := terms.logs(a, b), terms.interpolate(a, b)
			for i := range want {
				worst = max(worst, math.Abs(got[i]-want[i])/max(1, math.Abs(want[i])))
			}
		}
		if worst > 1e-11 {
			t.Errorf("%d questions of %d trials: %v beside the product", board.questions, board.trials, worst)
		}
	}
}
