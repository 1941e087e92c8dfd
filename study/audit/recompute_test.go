package audit

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"settle/results/logs"
)

// What is drawn without replacement is counted by trying all subsets.
func TestChancesOfSubsets(t *testing.T) {
	for n := 1; n <= 8; n++ {
		for c := 0; c <= n; c++ {
			trials := slices.Concat(slices.Repeat([]float64{1}, c), slices.Repeat([]float64{0.5}, n-c))
			for k := 1; k <= n; k++ {
				all, atLeastOne, every := 0.0, 0.0, 0.0
				gpass := make([]float64, k+1) // subsets with so many right or more
				for subset := range 1 << n {
					if bits.OnesCount(uint(subset)) != k {
						continue
					}
					all++
					hits := bits.OnesCount(uint(subset) & (1<<c - 1))
					if hits > 0 {
						atLeastOne++
					}
					if hits == k {
						every++
					}
					for m := range hits + 1 {
						gpass[m]++
					}
				}
				near(t, "pass@k", passAtK(trials, k), atLeastOne/all)
				near(t, "pass^k", probabilityAtLeast(n, c, k, k), every/all)
				for m := 1; m <= k; m++ {
					near(t, "G-Pass@k", gPassAtK(trials, k, float64(m)/float64(k)), gpass[m]/all)
				}
				near(t, "G-Pass@k of 0", gPassAtK(trials, k, 0), atLeastOne/all)
			}
			// LiveCodeBench and human-eval count a question with fewer wrong trials than k
			// as solved; OpenCompass one with fewer trials as not.
			near(t, "pass@k of more", passAtK(trials, n+1), 1)
			near(t, "G-Pass@k of more", gPassAtK(trials, n+1, 0), 0)
		}
	}
	// C(n−c, k)/C(n, k) for n = 1000, c = 1, k = 500 is ½.
	near(t, "large", passAtK(append(make([]float64, 999), 1), 500), 0.5)
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > 1e-12 {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// The rules, on two questions with trials 1, 1, 0 and 0, 0.5, 0: worked out by
// hand. The means are ⅔ and ⅙, and so on.
func TestRules(t *testing.T) {
	a := attempts{
		names: []string{"q", "r"}, places: map[string]int{"q": 0, "r": 1},
		trials: [][]float64{{1, 1, 0}, {0, 0.5, 0}}, labels: [][]int64{{1, 2, 3}, {1, 2, 3}},
	}
	by := func(by logs.ReduceBy, k int) logs.Reduce { return logs.Reduce{By: by, K: k} }
	for _, c := range []struct {
		name string
		p    logs.Published
		want float64
	}{
		{"mean", logs.Published{Rule: logs.Mean}, 5. / 12},
		{"percent", logs.Published{Rule: logs.Mean, Scale: 100}, 500. / 12},
		{"first two", logs.Published{Rule: logs.Mean, K: 2}, 0.625},
		{"of q", logs.Published{Rule: logs.Mean, Among: map[string]bool{"q": true}}, 2. / 3},
		{"mode", logs.Published{Rule: logs.Mean, Reduce: by(logs.ByMode, 0)}, 0.5},
		{"median", logs.Published{Rule: logs.Mean, Reduce: by(logs.ByMedian, 0)}, 0.5},
		{"max", logs.Published{Rule: logs.Mean, Reduce: by(logs.ByMax, 0)}, 0.75},
		{"pass_at_2", logs.Published{Rule: logs.Mean, Reduce: by(logs.ByPassAtK, 2)}, 0.5},
		{"at_least_2", logs.Published{Rule: logs.Mean, Reduce: by(logs.ByAtLeastK, 2)}, 0.5},
		{"at_least_3", logs.Published{Rule: logs.Mean, Reduce: by(logs.ByAtLeastK, 3)}, 0},
		{"variance", logs.Published{Rule: logs.Variance}, 0.125}, // (½)²/2
		{"deviation", logs.Published{Rule: logs.Deviation}, math.Sqrt(0.125)},
		{"stderr", logs.Published{Rule: logs.StdErr}, 0.25},
		{"attempts", logs.Published{Rule: logs.MeanAttempts}, 2.5 / 6},
		{"pass@2", logs.Published{Rule: logs.PassAtK, K: 2}, 0.5},
		{"pass@1", logs.Published{Rule: logs.PassAtK, K: 1}, 1. / 3},
		{"pass^2", logs.Published{Rule: logs.PassHatK, K: 2}, 1. / 6},
		{"pass^4", logs.Published{Rule: logs.PassHatK, K: 4}, math.NaN()},
		{"G-Pass@2_1", logs.Published{Rule: logs.GPassAtK, K: 2, T: 1}, 1. / 6},
		// The means of the trials are ½, ¾, 0, and of those the mean is 5/12:
		// deviations 1/12, 4/12, −5/12, squares 42/144, over 2.
		{"of trials", logs.Published{Rule: logs.DeviationOfTrials}, math.Sqrt(42. / 288)},
		{"error of trials", logs.Published{Rule: logs.StdErrOfTrials}, math.Sqrt(42. / 288 / 3)},
		// 1, 1, 0: variance ⅓; 0, ½, 0: 1/12.
		{"mean deviation", logs.Published{Rule: logs.MeanDeviation}, (math.Sqrt(1./3) + math.Sqrt(1./12)) / 2},
		{"unknown", logs.Published{Why: "a secret"}, math.NaN()},
	} {
		got, why := a.recompute(c.p)
		near(t, c.name, got, c.want)
		if math.IsNaN(got) && why == "" {
			t.Errorf("%s: nothing says why it cannot be made", c.name)
		}
	}
	if x := (Check{}); x.repeats(Check{Name: "other"}) {
		t.Error("two numbers are one")
	}
	near(t, "of nothing else", variance([]float64{3}), 0)
	near(t, "even median", median([]float64{3, 1, 2, 0}), 1.5)
	near(t, "infinite mean", 1/mean([]float64{1, math.Inf(1)}), 0)
}
