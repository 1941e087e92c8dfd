package metrics_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
)

// drawn returns a board of fresh trials of chances by model and question.
func drawn(r *rand.Rand, chances [][]float64, trials int) *results.Tally {
	t := results.NewTally(len(chances), len(chances[0]), 1)
	t.Trials = trials
	for model, row := range chances {
		for q, p := range row {
			for range trials {
				if r.Float64() < p {
					t.Add(model, q, 1, 1)
				}
			}
		}
	}
	return t
}

// betaChances draws the chances of some models on some questions.
func betaChances(r *rand.Rand, models, questions int, alpha, beta float64) [][]float64 {
	law := distuv.Beta{Alpha: alpha, Beta: beta, Src: r}
	chances := make([][]float64, models)
	for model := range chances {
		chances[model] = make([]float64, questions)
		for q := range chances[model] {
			chances[model][q] = law.Rand()
		}
	}
	return chances
}

func fitTo(tb testing.TB, m metrics.Estimator, t *results.Tally) metrics.Estimator {
	tb.Helper()
	f, err := metrics.Fit(tb.Context(), m, t)
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// pass@1 is the mean itself, and a weight that is worth w for a success gives w
// times as much.
func TestFittedMeans(t *testing.T) {
	r := rand.New(rng.New(1, "fitted", 0))
	tally := drawn(r, betaChances(r, 4, 25, 0.4, 0.6), 5)
	weights, err := metrics.NewWeights(1, 4)
	if err != nil {
		t.Fatal(err)
	}
	bayes := fitTo(t, metrics.BayesFitted(metrics.Binary), tally)
	pass := fitTo(t, metrics.PassAtK(1).Fitted(), tally)
	weighted := fitTo(t, metrics.BayesFitted(weights), tally)
	for model := range tally.Models {
		want, one, w := bayes.Estimate(tally, model), pass.Estimate(tally, model), weighted.Estimate(tally, model)
		if math.Abs(one.Mu-want.Mu) > 1e-12 || math.Abs(one.Sigma-want.Sigma) > 1e-9 {
			t.Errorf("model %d: pass@1 is %v ± %v, want %v ± %v", model, one.Mu, one.Sigma, want.Mu, want.Sigma)
		}
		if math.Abs(w.Mu-(1+3*want.Mu)) > 1e-12 || math.Abs(w.Sigma-3*want.Sigma) > 1e-12 {
			t.Errorf("model %d: with weights 1 and 4 %v ± %v, want 1 + 3 times %v ± %v", model, w.Mu, w.Sigma, want.Mu, want.Sigma)
		}
	}
}

// On a board with very many questions of chances from a Beta distribution the fit
// finds it, so that pass@K for K above n is that of the law,
// 1 − B(α, β + K)/B(α, β): to four of the estimate's σ and what 2000 draws of
// chances differ by.
func TestFittedPredicts(t *testing.T) {
	const alpha, beta, k = 0.4, 0.8, 16
	r := rand.New(rng.New(2, "fitted", 0))
	chances := betaChances(r, 3, 2000, alpha, beta)
	tally := drawn(r, chances, 4)
	pass := fitTo(t, metrics.PassAtK(k).Fitted(), tally)
	want := 1 - math.Exp(mathext.Lbeta(alpha, beta+k)-mathext.Lbeta(alpha, beta))
	for model := range tally.Models {
		e := pass.Estimate(tally, model)
		if math.Abs(e.Mu-want) > 4*math.Hypot(e.Sigma, 0.45/math.Sqrt(2000)) {
			t.Errorf("model %d: %.4f ± %.4f, want %.4f", model, e.Mu, e.Sigma, want)
		}
		if e.Sigma < 0.001 || e.Sigma > 0.05 {
			t.Errorf("model %d: σ = %v", model, e.Sigma)
		}
	}
}

// Intervals of 95 % hold the truth in 95 % of boards, on chances of all shapes: of
// 100 boards with 8 models, whose coverages are nearly independent, the share has a
// standard error of 0.8 %. A single trial does not tell the concentration, and errs to
// the wide side.
func TestFittedCovers(t *testing.T) {
	if testing.Short() {
		t.Skip("600 fits")
	}
	const boards, models, questions = 100, 8, 30
	for _, c := range []struct {
		alpha, beta float64
		trials      int
		most        float64
	}{{0.3, 0.5, 1, 1}, {0.3, 0.5, 2, 0.975}, {0.15, 0.15, 4, 0.975}, {9, 9, 2, 0.975}, {9, 9, 1, 0.975}, {6, 12, 8, 0.975}} {
		r := rand.New(rng.New(3, "fitted", c.trials))
		held := 0
		for range boards {
			chances := betaChances(r, models, questions, c.alpha, c.beta)
			tally := drawn(r, chances, c.trials)
			m := fitTo(t, metrics.BayesFitted(metrics.Binary), tally)
			for model, row := range chances {
				var truth float64
				for _, p := range row {
					truth += p / questions
				}
				if lo, hi := m.Estimate(tally, model).Interval(0.95, metrics.Unbounded); lo <= truth && truth <= hi {
					held++
				}
			}
		}
		least := 0.925
		if c.trials == 1 {
			least = 0.90
		}
		if share := float64(held) / (boards * models); share < least || share > c.most {
			t.Errorf("Beta(%v, %v), %d trials: %.3f of the intervals hold the truth", c.alpha, c.beta, c.trials, share)
		}
	}
}

// Where all outcomes are the same the interval ends next to 0 or 1, the score lies
// within, and the two ends are mirror images.
func TestFittedAtTheEnds(t *testing.T) {
	tally := results.NewTally(2, 30, 1)
	tally.Trials = 4
	for q := range 30 {
		tally.Add(1, q, 1, 4)
	}
	m := fitTo(t, metrics.BayesFitted(metrics.Binary), tally)
	low, high := m.Estimate(tally, 0), m.Estimate(tally, 1)
	if math.Abs(low.Mu+high.Mu-1) > 1e-9 || math.Abs(low.Sigma-high.Sigma) > 1e-9 {
		t.Errorf("%v ± %v and %v ± %v are no mirror images", low.Mu, low.Sigma, high.Mu, high.Sigma)
	}
	if low.Mu <= 0 || low.Mu > 0.02 {
		t.Errorf("mean of nothing but failures: %v", low.Mu)
	}
	if lo, hi := low.Interval(0.95, metrics.Unbounded); lo < 0 || lo > 1e-3 || hi > 0.05 || hi <= low.Mu {
		t.Errorf("interval [%v, %v]", lo, hi)
	}
}

// Models of the same counts tie, wherever their questions stand, and each question by
// itself has a mean between its own and the model's.
func TestFittedTies(t *testing.T) {
	tally := results.NewTally(2, 10, 1)
	tally.Trials = 3
	for q := range 10 {
		tally.Add(0, q, 1, q%4)
		tally.Add(1, 9-q, 1, q%4)
	}
	m := metrics.BayesFitted(metrics.Binary)
	ordinals, err := metrics.Ordinals(m, tally)
	if err != nil || ordinals[0] != ordinals[1] {
		t.Errorf("ordinals %v, %v", ordinals, err)
	}
	f := fitTo(t, m, tally)
	means, err := metrics.QuestionMeans(f, tally, 0)
	if err != nil {
		t.Fatal(err)
	}
	whole := f.Estimate(tally, 0).Mu
	for q, mean := range means {
		own := float64(q%4) / 3
		if mean < min(own, whole)-1e-9 || mean > max(own, whole)+1e-9 {
			t.Errorf("question %d: %v, of %v itself and %v of all", q, mean, own, whole)
		}
	}
}

// An unequal tally counts what a model met only: one that met the first questions of
// another, with the same counts, has that one's estimate on a board of these alone, but
// for what the third model, the same on both, tells of concentrations.
func TestFittedUnequal(t *testing.T) {
	trials := []uint16{3, 3, 5, 0, 3, 3, 5, 2}
	tally := results.NewUnequalTally(2, 4, 1, trials)
	for q, c := range []int{1, 3, 2} {
		tally.Add(0, q, 1, c)
		tally.Add(1, q, 1, c)
	}
	part := tally.Part([]int{0, 0}, []int{0, 1, 2})
	m := metrics.BayesFitted(metrics.Binary)
	alone := fitTo(t, m, part).Estimate(part, 0)
	part = tally.Part([]int{0, 0}, nil)
	with := fitTo(t, m, part).Estimate(part, 0)
	if alone.Mu != with.Mu || alone.Sigma != with.Sigma {
		t.Errorf("%v ± %v with a question it never met, %v ± %v without", with.Mu, with.Sigma, alone.Mu, alone.Sigma)
	}
}

func BenchmarkFitted(b *testing.B) {
	r := rand.New(rng.New(4, "fitted", 0))
	tally := drawn(r, betaChances(r, 63, 198, 0.4, 0.6), 16)
	for _, m := range []metrics.Estimator{metrics.BayesFitted(metrics.Binary), metrics.PassAtK(8).Fitted()} {
		b.Run(m.Name(), func(b *testing.B) {
			for b.Loop() {
				fitTo(b, m, tally)
			}
		})
	}
}

// Of chances of which a third is 0 and the others are from Beta(2, 2), pass@64 is 2/3
// less what the others lack, 2/3·B(2, 66)/B(2, 2): to four of the estimate's σ and what
// the share of zeros varies by. Without that share the fit promises more.
func TestZeroInflatedPredicts(t *testing.T) {
	const k = 64
	r := rand.New(rng.New(3, "fitted", 0))
	chances := betaChances(r, 2, 1200, 2, 2)
	for _, row := range chances {
		for q := range row {
			if q%3 == 0 {
				row[q] = 0
			}
		}
	}
	tally := drawn(r, chances, 6)
	want := 2. / 3 * (1 - math.Exp(mathext.Lbeta(2, 2+k)-mathext.Lbeta(2, 2)))
	inflated := fitTo(t, metrics.PassAtK(k).ZeroInflated(), tally)
	fitted := fitTo(t, metrics.PassAtK(k).Fitted(), tally)
	for model := range tally.Models {
		e := inflated.Estimate(tally, model)
		if math.Abs(e.Mu-want) > 4*e.Sigma || e.Sigma > 0.05 {
			t.Errorf("model %d: %.4f ± %.4f, want %.4f", model, e.Mu, e.Sigma, want)
		}
		if without := fitted.Estimate(tally, model); without.Mu < want+0.03 {
			t.Errorf("model %d: without the share %.4f, as good as with it", model, without.Mu)
		}
		means, err := metrics.QuestionMeans(inflated, tally, model)
		if err != nil {
			t.Fatal(err)
		}
		if means[0] > 0.5 || means[0] <= 0 {
			t.Errorf("model %d: a question that was not solved scores %v", model, means[0])
		}
	}
}
