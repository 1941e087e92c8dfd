package posterior

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
)

// normalScores are scores with the given means and σ, drawn from normal distributions.
func normalScores(means, sigmas []float64) *Scores {
	s := &Scores{between: make([][]float64, len(means)), degrees: make([]float64, len(means))}
	for i, mean := range means {
		s.trials = append(s.trials, metrics.Estimate{Mu: mean, Sigma: sigmas[i]})
	}
	return s
}

func exchangeable(t *testing.T, s *Scores, draws, workers int) *Ranks {
	t.Helper()
	ranks, err := s.Ranks(t.Context(), Exchangeable, 1, montecarlo.Options{Replicates: draws, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return ranks
}

// betterOfTwo returns how likely the first of two models is better, by an integral over τ = a·tan φ,
// φ even from 0 to π/2, without a centre: given τ, the true difference is normal with the
// variance 2τ², and the estimated one d has the error variance v, so that the true one has the
// mean 2τ²d/(2τ² + v) and the variance 2τ²v/(2τ² + v).
func betterOfTwo(d, v float64) float64 {
	integral := func(f func(prior float64) float64) float64 {
		return quad.Fixed(func(phi float64) float64 {
			prior := v * math.Pow(math.Tan(phi), 2) // 2τ², as the mean of both σ² is v/2
			return f(prior) * distuv.Normal{Sigma: math.Sqrt(prior + v)}.Prob(d)
		}, 0, math.Pi/2, 400, quad.Legendre{}, 1)
	}
	return integral(func(prior float64) float64 {
		return distuv.UnitNormal.CDF(d * math.Sqrt(prior/(prior+v)/v))
	}) / integral(func(float64) float64 { return 1 })
}

// Of two models that differ by d, the first is the best as often as betterOfTwo says, whatever
// the parts that the two have in the variance of the difference; and in a population whatever
// their errors share. To five standard errors and 0.002 for the grid of τ.
func TestShrinkTwo(t *testing.T) {
	const draws = 100_000
	check := func(name string, s *Scores) {
		t.Helper()
		d := s.Difference(0, 1)
		want := betterOfTwo(d.Mu, d.Sigma*d.Sigma)
		got := exchangeable(t, s, draws, 0).P(0, 1)
		if math.Abs(got-want) > 5*math.Sqrt(want*(1-want)/draws)+0.002 {
			t.Errorf("%s, z = %.2f: P(best) = %v, want %v", name, d.Mu/d.Sigma, got, want)
		}
		if flat := distuv.UnitNormal.CDF(d.Mu / d.Sigma); !(want < flat-0.001) {
			t.Errorf("%s: %v is not less than %v", name, want, flat)
		}
	}
	for _, z := range []float64{0.5, 1, 2, 3} {
		check("equal σ", normalScores([]float64{0.5 + 0.02*z, 0.5}, []float64{0.02 / math.Sqrt2, 0.02 / math.Sqrt2}))
		check("one σ is 0", normalScores([]float64{0.5 + 0.02*z, 0.5}, []float64{0.02, 0}))
		shared := normalScores([]float64{50 + 5*z, 50}, []float64{2, 1})
		shared.estimand, shared.degrees = Population, []float64{1e9, 1e9}
		shared.between = [][]float64{{30, -12, 2, 4}, {30, -12, 0, 0}} // 2² + 4² + 2² + 1² = 5²
		check("population", shared)
	}
}

// Where true scores come from the prior, P(best) is calibrated: of 3,000 boards of six models
// with τ from the half-Cauchy distribution, the share of the best among models with P(best) in a
// tenth is the mean P(best) there, to five standard errors.
func TestShrinkIsCalibrated(t *testing.T) {
	const boards, draws = 3000, 300
	sigmas := []float64{1, 2, 0.5, 1, 0.1, 1.5}
	scale := math.Sqrt((1 + 4 + 0.25 + 1 + 0.01 + 2.25) / 6.0)
	r := rand.New(rng.New(1, "shrink", 0))
	var count, said, happened [10]float64
	for range boards {
		tau := scale * math.Tan(math.Pi/2*r.Float64())
		truth, means := make([]float64, len(sigmas)), make([]float64, len(sigmas))
		for i, sigma := range sigmas {
			truth[i] = tau * r.NormFloat64()
			means[i] = truth[i] + sigma*r.NormFloat64()
		}
		ranks := exchangeable(t, normalScores(means, sigmas), draws, 1)
		for i := range truth {
			p := ranks.P(i, 1)
			bin := min(int(10*p), 9)
			count[bin]++
			said[bin] += p
			if truth[i] == slices.Max(truth) {
				happened[bin]++
			}
		}
	}
	for bin, n := range count {
		p := said[bin] / n
		// What 300 draws leave open of P moves some models to the next tenth: 0.01 more.
		if off := happened[bin]/n - p; n < 100 || math.Abs(off) > 5*math.Sqrt(p*(1-p)/n)+0.01 {
			t.Errorf("of %v models with P(best) %.3f, %.3f are the best", n, p, happened[bin]/n)
		}
	}
}

// A single model and models without any uncertainty stay as they are. Others have probabilities,
// which sum to 1, however few models have uncertainty and however many or far apart they are.
func TestShrinkExtremes(t *testing.T) {
	many, sigmas := make([]float64, 1000), make([]float64, 1000)
	for i := range many {
		many[i], sigmas[i] = float64(i%37), float64(i%3)
	}
	for name, c := range map[string]struct {
		means, sigmas []float64
		best          float64 // P(best) of the first, −1 if it is open
	}{
		"one model":         {[]float64{0.5}, []float64{0.1}, 1},
		"all σ 0":           {[]float64{0.5, 0.5 - 1e-12, 0.1}, []float64{0, 0, 0}, 1},
		"all σ 0 and equal": {[]float64{0.5, 0.5}, []float64{0, 0}, 0.5},
		"some σ 0":          {[]float64{0.9, 0.8, 0.8}, []float64{0, 0, 1e-6}, 1},
		"equal with σ 0":    {[]float64{0, 0, 0}, []float64{0, 0, 1}, -1},
		"far apart":         {[]float64{1e9, 0, -1e9}, []float64{1e-3, 1e-3, 1e-3}, 1},
		"1,000 models":      {many, sigmas, -1},
	} {
		ranks := exchangeable(t, normalScores(c.means, c.sigmas), 100, 0)
		var sum float64
		for i := range c.means {
			sum += ranks.P(i, 1)
		}
		if !(math.Abs(sum-1) < 1e-9) {
			t.Errorf("%s: the probabilities to be the best add up to %v", name, sum)
		}
		if got := ranks.P(0, 1); c.best >= 0 && math.Abs(got-c.best) > 1e-9 {
			t.Errorf("%s: P(best) = %v, want %v", name, got, c.best)
		}
	}
}

// Shrunk draws depend on nothing but the seed, and a draw allocates nothing.
func TestShrunkDraws(t *testing.T) {
	for _, e := range []Estimand{Questions, Population} {
		s := randomScores(t, 6, 40, 7, e, 0, 1, 2)
		one, eight := exchangeable(t, s, 2000, 1), exchangeable(t, s, 2000, 8)
		if !slices.Equal(one.whole, eight.whole) || !slices.Equal(one.parts, eight.parts) {
			t.Errorf("%v: one worker and eight differ", e)
		}
		d, never := mustDraw(t, s, s.allModels(), 1), func() bool { return false }
		d.shrink = s.shrinker(d.models, d.own)
		if n := testing.AllocsPerRun(100, func() { d.draw(1, never) }); n != 0 {
			t.Errorf("%v: %v allocations", e, n)
		}
	}
}
