package montecarlo_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"settle/bootstrap"
	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/montecarlo"
)

// plainTau returns Kendall's τ_b by its definition, over all pairs; 0 where it is
// undefined, as a mean counts it.
func plainTau(a []int, b []float64) float64 {
	var sum, untiedA, untiedB float64
	for i := range a {
		for j := range i {
			x, y := sign(float64(a[i]-a[j])), sign(b[i]-b[j])
			sum += x * y
			untiedA += x * x
			untiedB += y * y
		}
	}
	if untiedA == 0 || untiedB == 0 {
		return 0
	}
	return sum / math.Sqrt(untiedA*untiedB)
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// On unequal boards, binary and graded, every curve agrees at every n with a
// simulation that draws trials one by one with another generator, scores them by
// the formulas of the paper and counts pairs, within four standard errors of the
// difference; with replacement also beyond the most trials, of 3 to 9.
func TestUnequalBoardsAgreeWithBruteForce(t *testing.T) {
	const replicates = 20_000
	gold := []int{0, 1, 2}
	for _, c := range []struct {
		top         int
		names       []string
		replacement bool
		trials, n   int // asked for, and what the replicates must have
	}{
		{1, []string{"avg", "pass@2"}, true, 12, 12},
		{1, []string{"avg", "pass@2"}, false, 0, 3},
		{2, []string{"avg"}, true, 5, 5},
		{2, []string{"avg"}, false, 2, 2},
	} {
		r := rand.New(rand.NewPCG(uint64(c.top), 2))
		b := boardtest.Unequal(t, c.top, r)
		source, err := bootstrap.New(b, bootstrap.Options{Replacement: c.replacement, Trials: c.trials}, 3)
		if err != nil {
			t.Fatal(err)
		}
		if got := source.Shape().Trials; got != c.n {
			t.Fatalf("replicates of %d trials, want %d", got, c.n)
		}
		ms := boardtest.Parse(t, "avg,pass@2")[:len(c.names)]
		if c.top == 2 {
			w, err := metrics.ParseWeights("0,1,2")
			if err != nil {
				t.Fatal(err)
			}
			ms = []metrics.Metric{metrics.Avg(w)}
		}
		curves, err := montecarlo.Curves(context.Background(), source, ms, gold, montecarlo.Options{Replicates: replicates})
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range c.names {
			sums, squares := make([]float64, c.n), make([]float64, c.n)
			for range replicates {
				for k, scores := range boardtest.Replay(b, c.n, c.replacement, r, boardtest.PlainScores[name]) {
					tau := plainTau(gold, scores)
					sums[k] += tau / replicates
					squares[k] += tau * tau / replicates
				}
			}
			for _, p := range curves[i].Points {
				mean, variance := sums[p.N-1], squares[p.N-1]-sums[p.N-1]*sums[p.N-1]
				if se := math.Sqrt(variance/replicates + p.SE*p.SE); !(math.Abs(p.Tau-mean) <= 4*se) {
					t.Errorf("top %d, replacement %v, %s: τ at n = %d is %.4f, by brute force %.4f ± %.4f",
						c.top, c.replacement, name, p.N, p.Tau, mean, se)
				}
			}
		}
	}
}
