package posterior

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
)

// Gamma variables follow gonum's distribution function: the largest deviation
// of the empirical one from it is below 2/√n, which Kolmogorov's limit passes
// with a probability of 7e-4; the stream is fixed.
func TestGamma(t *testing.T) {
	const n = 50_000
	for _, shape := range []float64{1, 1.5, 2, 7, 81} {
		r := rand.New(rng.New(5, "gamma", int(10*shape)))
		values := make([]float64, n)
		for i := range values {
			values[i] = gamma(r, shape)
		}
		slices.Sort(values)
		truth := distuv.Gamma{Alpha: shape, Beta: 1}
		var worst float64
		for i, v := range values {
			cdf := truth.CDF(v)
			worst = max(worst, math.Abs(cdf-float64(i)/n), math.Abs(cdf-float64(i+1)/n))
		}
		if worst > 2/math.Sqrt(n) {
			t.Errorf("shape %v: the distribution is off by %v", shape, worst)
		}
	}
}

func mustDraw(t *testing.T, s *Scores, models []int, seed uint64) *drawer {
	t.Helper()
	own, err := s.ownSigmas(t.Context(), models)
	if err != nil {
		t.Fatal(err)
	}
	return newDrawer(s, models, own, seed)
}

// Before they are widened, draws have the means and, for a population of M questions,
// the variance that Scores tells, with (M − 1)/M of the part between questions where
// they are picked; each to five standard errors.
func TestMoments(t *testing.T) {
	const draws, questions = 40_000, 5
	tally := results.NewTally(2, questions, 1)
	tally.Trials = 6
	for q, c := range []int{0, 6, 3, 5, 1} {
		tally.Add(0, q, 1, c)
		tally.Add(1, q, 1, (c+2)%7)
	}
	for _, m := range []metrics.Estimator{metrics.Bayes(metrics.Binary, nil), metrics.Avg(metrics.Binary)} {
		for _, e := range []Estimand{Questions, Population} {
			s, err := New(m, tally, e)
			if err != nil {
				t.Fatal(err)
			}
			d := mustDraw(t, s, []int{0, 1}, 3)
			d.chi.K = 0
			var sum, squares float64
			for i := range draws {
				scores := d.draw(i, func() bool { return false })
				x := scores[0] - scores[1]
				sum, squares = sum+x, squares+x*x
			}
			mean := sum / draws
			variance := squares/draws - mean*mean
			want := s.Difference(0, 1)
			trials := math.Pow(s.trials[0].Sigma, 2) + math.Pow(s.trials[1].Sigma, 2)
			between := want.Sigma*want.Sigma - trials
			if !s.Normal() {
				between *= float64(questions-1) / questions
			}
			if math.Abs(mean-want.Mu) > 5*want.Sigma/math.Sqrt(draws) {
				t.Errorf("%s, %v: mean difference %v, want %v", m.Name(), e, mean, want.Mu)
			}
			if math.Abs(variance/(trials+between)-1) > 5*math.Sqrt(2.0/draws) {
				t.Errorf("%s, %v: variance of the difference %v, want %v", m.Name(), e, variance, trials+between)
			}
		}
	}
}

// Draws of two models from a population of M questions differ as Student's t with M − 1
// degrees of freedom has it, exactly where they are normal but for that, and nearly so
// where questions are picked: the share beyond the quantiles of a table of t (0.90 and
// 0.975 of 4 degrees: 1.533 and 2.776), to five standard errors, and 3 points more.
func TestDrawsFollowT(t *testing.T) {
	const draws = 40_000
	tally := results.NewTally(2, 5, 1)
	tally.Trials = 60
	for q, c := range []int{10, 50, 30, 41, 22} {
		tally.Add(0, q, 1, c)
		tally.Add(1, q, 1, (3*c+20)%61)
	}
	for _, m := range []metrics.Estimator{metrics.Avg(metrics.Binary), metrics.Bayes(metrics.Binary, nil)} {
		s, err := New(m, tally, Population)
		if err != nil {
			t.Fatal(err)
		}
		d, want := mustDraw(t, s, []int{0, 1}, 3), s.Difference(0, 1)
		if want.DF != 4 || s.Estimate(0).DF != 4 {
			t.Errorf("%v and %v degrees of freedom, want 4", want.DF, s.Estimate(0).DF)
		}
		beyond := map[float64]float64{1.533: 0.10, 2.776: 0.025}
		for quantile, share := range beyond {
			above, below := 0.0, 0.0
			for i := range draws {
				scores := d.draw(i, func() bool { return false })
				switch x := (scores[0] - scores[1] - want.Mu) / want.Sigma; {
				case x > quantile:
					above++
				case x < -quantile:
					below++
				}
			}
			slack := 5 * math.Sqrt(share/draws)
			if !s.Normal() {
				slack += 0.03
			}
			if math.Abs(above/draws-share) > slack || math.Abs(below/draws-share) > slack {
				t.Errorf("%s: %v above %v and %v below, want %v", m.Name(), above/draws, quantile, below/draws, share)
			}
		}
	}
}

// Two models that differ by the same on every question have s_d² = 0. Their
// difference then varies as their trials do, by gonum's sample variance of the
// outcomes (c of 6 correct: c/6·(1 − c/6)·6/5, over 6 trials and M² questions),
// when both are drawn alone; among others it may vary by more, not by less. To
// five standard errors.
func TestSampledDraws(t *testing.T) {
	const draws, questions = 40_000, 4
	tally := results.NewTally(3, questions, 1)
	tally.Trials = 6
	var noise float64
	for q, c := range []int{1, 2, 3, 4} {
		for model, count := range []int{c, c + 1, 6 - c} {
			tally.Add(model, q, 1, count)
			if p := float64(count) / 6; model < 2 {
				noise += p * (1 - p) / 5 / (questions * questions)
			}
		}
	}
	s, err := New(metrics.Avg(metrics.Binary), tally, Population)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Difference(0, 1).Sigma; math.Abs(got*got-noise) > 1e-12 {
		t.Errorf("σ² = %v, want %v", got*got, noise)
	}
	for _, models := range [][]int{{0, 1}, {0, 1, 2}} {
		d := mustDraw(t, s, models, 4)
		d.chi.K = 0
		var sum, squares float64
		for i := range draws {
			scores := d.draw(i, func() bool { return false })
			x := scores[0] - scores[1]
			sum, squares = sum+x, squares+x*x
		}
		ratio := (squares/draws - sum/draws*sum/draws) / noise
		const slack = 5 * math.Sqrt2 / 200 // √(2/draws)
		if ratio < 1-slack || len(models) == 2 && ratio > 1+slack {
			t.Errorf("models %v: %v times the variance", models, ratio)
		}
	}
}

// The work before the first draw, which compares all pairs, ends with the
// context.
func TestOwnInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	tally := results.NewTally(3, 4, 1)
	tally.Trials = 2
	s, err := New(metrics.Avg(metrics.Binary), tally, Population)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.ownSigmas(ctx, []int{0, 1, 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

// A draw allocates nothing.
func TestAllocations(t *testing.T) {
	tally := results.NewTally(3, 4, 1)
	tally.Trials = 2
	for _, m := range []metrics.Estimator{metrics.Bayes(metrics.Binary, nil), metrics.Avg(metrics.Binary)} {
		s, err := New(m, tally, Population)
		if err != nil {
			t.Fatal(err)
		}
		d := mustDraw(t, s, []int{0, 1, 2}, 1)
		never := func() bool { return false }
		if n := testing.AllocsPerRun(100, func() { d.draw(1, never) }); n != 0 {
			t.Errorf("%s: %v allocations", m.Name(), n)
		}
	}
}
