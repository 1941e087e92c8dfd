package sequential_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/study/sequential"
)

// plainEstimate is avg of the first n outcomes of each question, or of all where
// there are fewer, and its σ: c/n, and the standard deviation of Beta(c + 1, n − c +
// 1) stretched by (n + 2)/n, as the posterior mean (c + 1)/(n + 2) is.
func plainEstimate(rows [][]uint8, n int) (mu, sigma float64) {
	questions := float64(len(rows))
	for _, row := range rows {
		own := min(n, len(row))
		c := 0.0
		for _, outcome := range row[:own] {
			c += float64(outcome)
		}
		k := float64(own)
		mu += c / k / questions
		a, b := c+1, k-c+1
		variance := a * b / ((a + b) * (a + b) * (a + b + 1))
		sigma += variance * (k + 2) / k * (k + 2) / k / questions / questions
	}
	return mu, math.Sqrt(sigma)
}

// The policy all without a correction, told plainly on an unequal board: trials in
// a random order by another generator, a look after every two passes, a call of two
// neighbours stands from the first look at which z is at or above 1.2816 on. The
// share of boards with a wrong call agrees within four standard errors of the
// difference, and what is spent are all attempts there are.
func TestUnequalBoardsAgreeWithThePlainTelling(t *testing.T) {
	const replicates, z90 = 10_000, 1.2815515655446004
	r := rand.New(rand.NewPCG(3, 4))
	b := boardtest.Unequal(t, 1, r)
	gold := []int{1, 0, 2}
	wrong := 0.0
	for range replicates {
		rows := make([][][]uint8, len(b.Models))
		for m := range rows {
			for q := range b.Questions {
				row := slices.Clone(b.Row(m, q))
				r.Shuffle(len(row), func(i, j int) { row[i], row[j] = row[j], row[i] })
				rows[m] = append(rows[m], row)
			}
		}
		if wronglyCalled(rows, b.MostTrials(), gold, z90) {
			wrong++
		}
	}
	want := wrong / replicates
	d := sequential.Design{Batch: 2, HalfWidth: 0.01, Confidence: 0.9}
	results, err := sequential.Evaluate(context.Background(), replicate.Staggered(b.TallyAll(), 6, "test"),
		metrics.Avg(metrics.Binary), gold, d, []sequential.Correction{sequential.None}, montecarlo.Options{Replicates: replicates})
	if err != nil {
		t.Fatal(err)
	}
	all := results[0]
	se := math.Sqrt(want*(1-want)/replicates + all.WrongBoards.SE*all.WrongBoards.SE)
	if math.Abs(all.WrongBoards.Value-want) > 4*se || want < 0.02 || want > 0.98 {
		t.Errorf("a share of %.4f of the boards is wrong, told plainly %.4f ± %.4f", all.WrongBoards.Value, want, se)
	}
	attempts := 0
	for m := range b.Models {
		for q := range b.Questions {
			attempts += len(b.Row(m, q))
		}
	}
	if all.Budget != attempts || all.Trials.Value != float64(attempts) {
		t.Errorf("%v of %d attempts are spent, want all %d", all.Trials.Value, all.Budget, attempts)
	}
	if wide := results[1]; wide.Policy != sequential.HalfWidth || wide.Trials.Value != float64(attempts) {
		t.Errorf("%v spends %v attempts for intervals that are never narrow enough, want %d", wide.Policy, wide.Trials.Value, attempts)
	}
}

// wronglyCalled tells whether any call of neighbours contradicts gold.
func wronglyCalled(rows [][][]uint8, most int, gold []int, quantile float64) bool {
	called := map[[2]int]bool{}
	for n := 2; ; n = min(n+2, most) {
		order := []int{0, 1, 2}
		mu, sigma := make([]float64, 3), make([]float64, 3)
		for m := range rows {
			mu[m], sigma[m] = plainEstimate(rows[m], n)
		}
		slices.SortStableFunc(order, func(i, j int) int {
			if math.Abs(mu[i]-mu[j]) < 1e-12 {
				return 0
			} else if mu[i] > mu[j] {
				return -1
			}
			return 1
		})
		for i, below := range order[1:] {
			above := order[i]
			pair := [2]int{min(above, below), max(above, below)}
			if z := (mu[above] - mu[below]) / math.Hypot(sigma[above], sigma[below]); z >= quantile && !called[pair] {
				called[pair] = true
				if gold[above] <= gold[below] {
					return true
				}
			}
		}
		if n == most {
			return false
		}
	}
}
