package metrics_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"settle/metrics"
	"settle/results"
)

// The numbers in testdata were computed with the paper's reference Python
// package; each file's "source" says how.

// moments is [mu, sigma, lo, hi] at 95 %.
type moments [4]float64

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// checkNear compares with the relative tolerance, or absolutely below 1.
func checkNear(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance*math.Max(1, math.Abs(want)) && math.Abs(got-want) > tolerance*math.Abs(want) {
		t.Errorf("%s = %.17g, want %.17g", what, got, want)
	}
}

// checkRelative compares with a purely relative tolerance.
func checkRelative(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance*math.Abs(want) {
		t.Errorf("%s = %.17g, want %.17g", what, got, want)
	}
}

func checkMoments(t *testing.T, what string, e metrics.Estimate, want moments) {
	t.Helper()
	checkRelative(t, what+" mu", e.Mu, want[0], 1e-12)
	checkRelative(t, what+" sigma", e.Sigma, want[1], 1e-12)
	lo, hi := e.Interval(0.95, metrics.Unbounded)
	checkNear(t, what+" lo", lo, want[2], 1e-9)
	checkNear(t, what+" hi", hi, want[3], 1e-9)
}

// checkPosterior is checkMoments for a posterior of pass metrics. The reference computes
// their σ as E[g²] − E[g]² in float64, with no more precision than the ends of the
// interval.
func checkPosterior(t *testing.T, what string, e metrics.Estimate, want moments) {
	t.Helper()
	checkNear(t, what+" mu", e.Mu, want[0], 1e-12)
	checkNear(t, what+" sigma", e.Sigma, want[1], 1e-9)
	lo, hi := e.Interval(0.95, metrics.Unbounded)
	checkNear(t, what+" lo", lo, want[2], 1e-9)
	checkNear(t, what+" hi", hi, want[3], 1e-9)
}

// successes returns the tally of one model with the given success counts.
func successes(counts []int, trials int) *results.Tally {
	t := results.NewTally(1, len(counts), 1)
	t.Trials = trials
	for q, c := range counts {
		t.Add(0, q, 1, c)
	}
	return t
}

// outcomes returns the tally of one model with the given results matrix.
func outcomes(matrix [][]int, top int) *results.Tally {
	t := results.NewTally(1, len(matrix), top)
	t.Trials = len(matrix[0])
	for q, row := range matrix {
		for _, category := range row {
			t.Add(0, q, category, 1)
		}
	}
	return t
}

func parse(t *testing.T, list string) []metrics.Metric {
	t.Helper()
	ms, err := metrics.Parse(list, metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

func TestBinaryFixtures(t *testing.T) {
	var fixture struct {
		Cases []struct {
			Counts      []int   `json:"counts"`
			Trials      int     `json:"trials"`
			PriorCounts []int   `json:"prior_counts"`
			PriorTrials int     `json:"prior_trials"`
			Bayes       moments `json:"bayes"`
			BayesPrior  moments `json:"bayes_prior"`
			Avg         moments `json:"avg"`
			K           []struct {
				K         int     `json:"k"`
				Pass      float64 `json:"pass@k"`
				PassHat   float64 `json:"pass^k"`
				PassNaive float64 `json:"pass-naive@k"`
				MGPass    float64 `json:"mgpass@k"`
				Maj       float64 `json:"maj@k"`
				PassCI    moments `json:"pass@k_ci"`
				PassHatCI moments `json:"pass^k_ci"`
				MGPassCI  moments `json:"mgpass@k_ci"`
				GPass     []struct {
					Tau   float64 `json:"tau"`
					Value float64 `json:"value"`
					CI    moments `json:"ci"`
				} `json:"gpass"`
			} `json:"k"`
		} `json:"cases"`
	}
	readJSON(t, "testdata/binary_metrics.json", &fixture)
	if len(fixture.Cases) != 60 {
		t.Fatalf("%d cases, want the 60 of the fixture", len(fixture.Cases))
	}
	for i, c := range fixture.Cases {
		tally := successes(c.Counts, c.Trials)
		checkMoments(t, fmt.Sprintf("case %d bayes", i), metrics.Bayes(metrics.Binary, nil).Estimate(tally, 0), c.Bayes)
		checkMoments(t, fmt.Sprintf("case %d avg", i), metrics.Avg(metrics.Binary).Estimate(tally, 0), c.Avg)
		prior := successes(c.PriorCounts, c.PriorTrials)
		checkMoments(t, fmt.Sprintf("case %d bayes with prior", i), metrics.Bayes(metrics.Binary, prior).Estimate(tally, 0), c.BayesPrior)
		for _, k := range c.K {
			values := map[string]float64{
				fmt.Sprintf("pass@%d", k.K):       k.Pass,
				fmt.Sprintf("pass^%d", k.K):       k.PassHat,
				fmt.Sprintf("pass-naive@%d", k.K): k.PassNaive,
				fmt.Sprintf("mgpass@%d", k.K):     k.MGPass,
				fmt.Sprintf("maj@%d", k.K):        k.Maj,
			}
			intervals := map[string]moments{
				fmt.Sprintf("pass@%d", k.K):   k.PassCI,
				fmt.Sprintf("pass^%d", k.K):   k.PassHatCI,
				fmt.Sprintf("mgpass@%d", k.K): k.MGPassCI,
			}
			for _, g := range k.GPass {
				name := fmt.Sprintf("gpass@%d:%v", k.K, g.Tau)
				values[name], intervals[name] = g.Value, g.CI
			}
			for name, want := range intervals {
				e := parse(t, name+":uniform")[0].(metrics.Estimator).Estimate(tally, 0)
				checkPosterior(t, fmt.Sprintf("case %d %s", i, name), e, want)
			}
			for name, want := range values {
				got := parse(t, name)[0].Score(tally, 0)
				checkRelative(t, fmt.Sprintf("case %d %s", i, name), got, want, 1e-12)
			}
		}
	}
}

func TestCategoricalFixtures(t *testing.T) {
	var fixture struct {
		Cases []struct {
			Weights  []float64 `json:"weights"`
			Outcomes [][]int   `json:"outcomes"`
			Prior    [][]int   `json:"prior"`
			Bayes    moments   `json:"bayes"`
			Avg      moments   `json:"avg"`
		} `json:"cases"`
	}
	readJSON(t, "testdata/categorical_bayes.json", &fixture)
	if len(fixture.Cases) != 40 {
		t.Fatalf("%d cases, want the 40 of the fixture", len(fixture.Cases))
	}
	for i, c := range fixture.Cases {
		w, err := metrics.NewWeights(c.Weights...)
		if err != nil {
			t.Fatal(err)
		}
		tally := outcomes(c.Outcomes, w.Len()-1)
		var prior *results.Tally
		if len(c.Prior) > 0 {
			prior = outcomes(c.Prior, w.Len()-1)
		}
		checkMoments(t, fmt.Sprintf("case %d bayes", i), metrics.Bayes(w, prior).Estimate(tally, 0), c.Bayes)
		checkMoments(t, fmt.Sprintf("case %d avg", i), metrics.Avg(w).Estimate(tally, 0), c.Avg)
	}
}

// The worked example of the paper's poster ("Prior knowledge"), to the digits
// printed there.
func TestPosterExample(t *testing.T) {
	w, err := metrics.ParseWeights("0,0.5,1")
	if err != nil {
		t.Fatal(err)
	}
	r := outcomes([][]int{{0, 1, 2, 2, 1}, {1, 1, 0, 2, 2}}, 2)
	r0 := outcomes([][]int{{2}, {1}}, 2)
	e := metrics.Bayes(w, nil).Estimate(r, 0)
	checkNear(t, "mu", e.Mu, 0.562500, 5e-7)
	checkNear(t, "sigma", e.Sigma, 0.091998, 5e-7)
	lo, hi := e.Interval(0.95, metrics.Unbounded)
	checkNear(t, "lo", lo, 0.382188, 5e-7)
	checkNear(t, "hi", hi, 0.742812, 5e-7)
	e = metrics.Bayes(w, r0).Estimate(r, 0)
	checkNear(t, "mu with prior", e.Mu, 0.583333, 5e-7)
	checkNear(t, "sigma with prior", e.Sigma, 0.085165, 5e-7)
}

// n = 10, c = 3, k = 5 from the article on pass@k: naive 0.83193, unbiased
// 0.91667.
func TestArticleExample(t *testing.T) {
	tally := successes([]int{3}, 10)
	checkNear(t, "naive", metrics.PassNaiveAtK(5).Score(tally, 0), 0.83193, 5e-6)
	checkNear(t, "unbiased", metrics.PassAtK(5).Score(tally, 0), 0.91667, 5e-6)
}

func TestIntervalIsClipped(t *testing.T) {
	e := metrics.Estimate{Mu: 0.9, Sigma: 0.1}
	if lo, hi := e.Interval(0.95, metrics.Bounds{Lo: 0.8, Hi: 1}); lo != 0.8 || hi != 1 {
		t.Errorf("clipped interval [%v, %v], want [0.8, 1]", lo, hi)
	}
	if lo, hi := (metrics.Estimate{Mu: 2, Sigma: 0.1}).Interval(0.95, metrics.Bounds{Lo: 0, Hi: 1}); lo != 1 || hi != 1 {
		t.Errorf("interval beyond the bounds [%v, %v], want [1, 1]", lo, hi)
	}
}
