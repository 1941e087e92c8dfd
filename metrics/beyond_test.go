package metrics_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/metrics"
)

// passBeyond returns 1 − B(α, β + k)/B(α, β), the chance that one of k trials is correct of a
// question whose chance is Beta(α, β).
func passBeyond(alpha, beta float64, k int) float64 {
	log := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	failures := float64(k)
	return 1 - math.Exp(log(beta+failures)-log(alpha+beta+failures)-log(beta)+log(alpha+beta))
}

// Posterior means of Pass@k for k beyond n are Σ_m [1 − B(α + c, β + n − c + k)/B(α + c, β
// + n − c)]/M, here under the uniform prior, by gamma functions.
func TestPosteriorBeyondTheTrials(t *testing.T) {
	counts := []int{0, 0, 1, 5, 16}
	for _, k := range []int{17, 100, 1000, 20_000} {
		var want float64
		for _, c := range counts {
			want += passBeyond(1+float64(c), 1+float64(16-c), k) / float64(len(counts))
		}
		e := metrics.PassAtK(k).WithPrior(1, 1).Estimate(boardtest.Rights(16, counts), 0)
		checkNear(t, "posterior mean", e.Mu, want, 1e-9)
	}
}

// Of 3,000 questions whose chances are Beta(1, 2) or Beta(1, 5), fitted priors and what they
// say of new questions come to 1 − B(α, β + k)/B(α, β), and what they say of these
// questions to the mean of 1 − (1 − p)^k, for k beyond n.
func TestFittedBeyondTheTrials(t *testing.T) {
	if testing.Short() {
		t.Skip("fits to 3,000 questions")
	}
	random := rand.New(rand.NewPCG(3, 4))
	const n, k, questions = 16, 200, 3000
	draw := map[[2]float64]func() float64{
		{1, 2}: func() float64 { return 1 - math.Sqrt(random.Float64()) }, // its distribution function is 1 − (1 − p)²
		{1, 5}: func() float64 { return 1 - math.Pow(random.Float64(), 1.0/5) },
	}
	for parameters, chance := range draw {
		counts := make([]int, questions)
		var these float64
		for q := range counts {
			p := chance()
			these += (1 - math.Pow(1-p, k)) / questions
			for range n {
				if random.Float64() < p {
					counts[q]++
				}
			}
		}
		tally := boardtest.Rights(n, counts)
		for name, want := range map[string]float64{
			"pass@200:new": passBeyond(parameters[0], parameters[1], k), "pass@200:fitted": these,
		} {
			e := parse(t, name)[0].(metrics.Estimator).Estimate(tally, 0)
			if math.Abs(e.Mu-want) > 4*e.Sigma || e.Sigma > 0.01 {
				t.Errorf("%s of Beta%v: %.5f ± %.5f, want %.5f", name, parameters, e.Mu, e.Sigma, want)
			}
		}
	}
}

// What a board says of new questions has no chances of these behind it, and the same mean
// for each of these.
func TestNewQuestions(t *testing.T) {
	tally := boardtest.Rights(6, []int{0, 1, 5, 3, 2, 0}, []int{6, 6, 4, 2, 6, 5})
	m := parse(t, "pass@50:new")[0].(metrics.Estimator)
	if target := m.(metrics.Targeter).Target([]float64{0.1, 0.9}); !math.IsNaN(target) {
		t.Errorf("its target is %v, want none", target)
	}
	these := parse(t, "pass@50:fitted")[0].(metrics.Estimator)
	for model := range 2 {
		e := m.Estimate(tally, model)
		if lo, hi := e.Interval(0.95, metrics.Unbounded); !(lo < e.Mu && e.Mu < hi && e.Sigma > these.Estimate(tally, model).Sigma) {
			t.Errorf("model %d: %v with the interval [%v, %v]; these questions have %v", model, e, lo, hi, these.Estimate(tally, model))
		}
		means, err := metrics.QuestionMeans(m, tally, model)
		if err != nil || means[0] != means[1] {
			t.Errorf("%v, %v", means, err)
		}
	}
}
