package metrics_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/results"
)

// Closed forms of one question solved with chance p: π̄ is p (Eq. 1), Pass@k
// and its naive variant aim at 1 − (1 − p)^k, Pass^k at p^k, G-Pass@2 with
// τ = ½ at Pass@2, mG-Pass@2 at the chance of two, and at least 3 of 4 are
// 4p³(1 − p) + p⁴. The mean over questions is that of the values.
func TestTarget(t *testing.T) {
	for name, g := range map[string]func(p float64) float64{
		"avg":          func(p float64) float64 { return p },
		"bayes":        func(p float64) float64 { return p },
		"pass@1":       func(p float64) float64 { return p },
		"pass@8":       func(p float64) float64 { return 1 - math.Pow(1-p, 8) },
		"pass-naive@3": func(p float64) float64 { return 1 - math.Pow(1-p, 3) },
		"pass^5":       func(p float64) float64 { return math.Pow(p, 5) },
		"gpass@2:0.5":  func(p float64) float64 { return 1 - (1-p)*(1-p) },
		"gpass@4:3/4":  func(p float64) float64 { return 4*p*p*p*(1-p) + p*p*p*p },
		"mgpass@2":     func(p float64) float64 { return p * p },
	} {
		m := boardtest.Parse(t, name)[0].(metrics.Targeter)
		questions := []float64{0, 0.001, 0.25, 0.5, 0.8, 1}
		var sum float64
		for _, p := range questions {
			sum += g(p)
			if got := m.Target([]float64{p}); math.Abs(got-g(p)) > 1e-14 {
				t.Errorf("%s of p = %v: %v, want %v", name, p, got, g(p))
			}
		}
		if got, want := m.Target(questions), sum/6; math.Abs(got-want) > 1e-14 {
			t.Errorf("%s of all: %v, want %v", name, got, want)
		}
	}
}

// The weights 3 and 1 of wrong and correct: the mean is 3 − 2p, and the best of
// two is 3 unless both are correct, 3 − 2p².
func TestTargetOfWeights(t *testing.T) {
	w, err := metrics.NewWeights(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := []float64{0.25}
	if got := metrics.Avg(w).(metrics.Targeter).Target(p); got != 2.5 {
		t.Errorf("avg: %v, want 2.5", got)
	}
	if got := metrics.MaxAtK(2, w).(metrics.Targeter).Target(p); math.Abs(got-2.875) > 1e-15 {
		t.Errorf("max@2: %v, want 2.875", got)
	}
}

// A metric of unknown aim has none.
func TestTargetUnknown(t *testing.T) {
	m := metrics.NewPerQuestion("mine", 1, func(n int) ([]*big.Int, *big.Int) { return make([]*big.Int, n+1), big.NewInt(1) })
	if got := m.Target([]float64{0.5}); !math.IsNaN(got) {
		t.Errorf("target %v, want NaN", got)
	}
}

// By its meaning: an unbiased metric's expected score, over the binomial
// distribution of the successes of n trials, is its target at every n ≥ k.
func TestTargetIsExpectedScore(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.SampledFrom([]string{"avg", "pass@2", "pass^3", "gpass@4:0.5", "gpass@5:2/3", "mgpass@4", "mgpass@5"}).Draw(rt, "metric")
		m := boardtest.Parse(t, name)[0]
		n := rapid.IntRange(m.FirstTrial(), 12).Draw(rt, "n")
		p := rapid.Float64Range(0, 1).Draw(rt, "p")
		var mean float64
		for c := range n + 1 {
			tally := results.NewTally(1, 1, 1)
			tally.Trials = n
			tally.Add(0, 0, 1, c)
			ways, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(n), int64(c))).Float64()
			mean += ways * math.Pow(p, float64(c)) * math.Pow(1-p, float64(n-c)) * m.Score(tally, 0)
		}
		if got := m.(metrics.Targeter).Target([]float64{p}); math.Abs(got-mean) > 1e-12 {
			rt.Fatalf("%s at n = %d, p = %v: target %v, expected score %v", name, n, p, got, mean)
		}
	})
}

// A score is the mean of the scores of its questions.
func TestQuestionScores(t *testing.T) {
	m := metrics.PassAtK(3)
	tally := results.NewTally(1, 4, 1)
	tally.Trials = 7
	var sum float64
	for q, c := range []int{0, 2, 5, 7} {
		tally.Add(0, q, 1, c)
		sum += m.QuestionScores(7)[c]
	}
	if got := m.Score(tally, 0); math.Abs(got-sum/4) > 1e-15 {
		t.Errorf("score %v, mean of the questions %v", got, sum/4)
	}
}
