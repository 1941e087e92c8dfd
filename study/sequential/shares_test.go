package sequential

import (
	"math"
	"testing"
)

// What happens on a share x of boards is seen on none of n with the chance
// (1 − x)ⁿ, which is one in twenty at the limit: 95 % of one board.
func TestNeverLimit(t *testing.T) {
	if x := NeverLimit(1); math.Abs(x-0.95) > 1e-15 {
		t.Errorf("the limit of one board is %v", x)
	}
	for _, n := range []int{1, 10, 100_000} {
		if unseen := math.Pow(1-NeverLimit(n), float64(n)); math.Abs(unseen-0.05) > 1e-9 {
			t.Errorf("at the limit of %d boards nothing is seen with the chance %v", n, unseen)
		}
	}
}

// 30 of 120 trials are a quarter of the budget; wrong boards of 15 % are three
// times the nominal 5 %.
func TestResultShares(t *testing.T) {
	r := Result{Trials: Ratio{Value: 30}, Budget: 120, WrongBoards: Ratio{Value: 0.15}}
	if got := r.BudgetShare(); got != 0.25 {
		t.Errorf("the share of the budget is %v", got)
	}
	if got := r.Inflation(Design{Confidence: 0.95}); math.Abs(got-3) > 1e-12 {
		t.Errorf("the inflation is %v", got)
	}
}
