package converge_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"testing"

	"settle/bootstrap"
	"settle/internal/tests/boardtest"
)

// settled is convergence@n by its definition: the smallest n from which all pairs
// of models stand as in gold up to the last; one more than the last if there is
// none.
func settled(gold []int, scores [][]float64, from int) int {
	n := len(scores) + 1
	for n > from && agrees(gold, scores[n-2]) {
		n--
	}
	return n
}

func agrees(gold []int, scores []float64) bool {
	for i := range gold {
		for j := range i {
			if cmp.Compare(gold[i], gold[j]) != cmp.Compare(scores[i], scores[j]) {
				return false
			}
		}
	}
	return true
}

// On an unequal board, the share of replicates that have settled by n agrees at
// every n with a simulation that draws trials one by one with another generator,
// within four standard errors of the difference; with replacement also beyond the
// most trials, of 3 to 9.
func TestUnequalBoardsAgreeWithBruteForce(t *testing.T) {
	const replicates = 20_000
	gold := []int{0, 1, 2}
	r := rand.New(rand.NewPCG(7, 2))
	b := boardtest.Unequal(t, 1, r)
	for _, o := range []bootstrap.Options{{}, {Replacement: true}, {Replacement: true, Trials: 14}} {
		source := sourceOf(t, b, o)
		n := source.Shape().Trials
		for i, d := range measure(t, source, boardtest.Parse(t, "avg,pass@2"), gold, replicates) {
			counts := make([]float64, n+1)
			for range replicates {
				scores := boardtest.Replay(b, n, o.Replacement, r, boardtest.PlainScores[d.Metric])
				counts[settled(gold, scores, 1+i)-1]++ // pass@2 starts at n = 2
			}
			var ours, theirs float64
			for k, count := range d.Counts {
				ours += float64(count) / replicates
				theirs += counts[k] / replicates
				p := (ours + theirs) / 2
				if se := math.Sqrt(2 * p * (1 - p) / replicates); math.Abs(ours-theirs) > 4*se+1e-9 {
					t.Errorf("%+v, %s: by n = %d a share of %.4f has settled, by brute force %.4f ± %.4f",
						o, d.Metric, k+1, ours, theirs, se)
				}
			}
			if ours < 0.05 || ours > 0.999 {
				t.Errorf("%+v, %s: a share of %.4f settles, which tells little", o, d.Metric, ours)
			}
		}
	}
}
