package metrics_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/betabinomial"
	"settle/metrics"
	"settle/results"
)

// variancePolynomial returns Var(U | p) as a polynomial in p: the sum over c of the binomial
// chances of c in n times U(c)², less g(p)².
func variancePolynomial(kind string, n, k int, tau *big.Rat) polynomial {
	v := polynomial{}
	add := func(g polynomial, factor *big.Rat) {
		for len(v) < len(g) {
			v = append(v, new(big.Rat))
		}
		for i, x := range g {
			v[i].Add(v[i], new(big.Rat).Mul(x, factor))
		}
	}
	for c := range n + 1 {
		u := reference(kind, n, c, k, tau)
		add(binomialPower(n, c), u.Mul(u, u))
	}
	g := scorePolynomial(kind, k, tau)
	add(g.times(g), big.NewRat(-1, 1))
	return v
}

// The squared standard error is the sum over questions of Var(U | p) averaged over the
// Beta posterior of the prior that the board has, in rational arithmetic, also where
// questions have trials of their own; and the mean is the score.
func TestStandardErrorIsExact(t *testing.T) {
	kinds := []string{"pass@", "pass^", "gpass@", "mgpass@", "maj@", "auc@", "gap@"}
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		k := rapid.IntRange(1, 6).Draw(t, "k")
		most := k + rapid.IntRange(0, 3).Draw(t, "more")
		b := drawCounted(t, rapid.IntRange(1, 3).Draw(t, "models"), rapid.IntRange(1, 4).Draw(t, "questions"), 1, k, most)
		name := fmt.Sprint(kind, k)
		if kind == "gpass@" {
			name += ":0.5"
		}
		ms, err := metrics.Parse(name, metrics.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, tally := ms[0].(metrics.Estimator), b.tally()
		if hasLonely(tally) {
			t.Skip("a model met nothing")
		}
		counts := make([][]betabinomial.Count, tally.Models)
		for l, row := range b {
			for _, c := range row {
				if n := c[0] + c[1]; n > 0 {
					counts[l] = append(counts[l], betabinomial.Count{Successes: c[1], Trials: n, Questions: 1})
				}
			}
		}
		estimates := metrics.Estimates(m, tally, nil)
		for l, prior := range betabinomial.Moments(counts) {
			a, b := new(big.Rat).SetFloat64(prior.Alpha), new(big.Rat).SetFloat64(prior.Beta)
			var variance float64
			for _, c := range counts[l] {
				v := variancePolynomial(kind, c.Trials, k, big.NewRat(1, 2))
				correct, wrong := big.NewRat(int64(c.Successes), 1), big.NewRat(int64(c.Trials-c.Successes), 1)
				mean, _ := v.mean(correct.Add(correct, a), wrong.Add(wrong, b)).Float64()
				variance += mean
			}
			met := float64(len(counts[l]))
			got := estimates[l]
			if want := math.Sqrt(variance) / met; math.Abs(got.Sigma-want) > 1e-9*want {
				t.Fatalf("%s: σ of model %d is %v, want %v", name, l, got.Sigma, want)
			}
			if score := m.Score(tally, l); got.Mu != score {
				t.Fatalf("%s: the estimate of model %d lies around %v, and its score is %v", name, l, got.Mu, score)
			}
			if alone := m.Estimate(tally, l); alone != got {
				t.Fatalf("%s: %v alone, %v with the others", name, alone, got)
			}
		}
	})
}

// hasLonely reports whether a model of a tally met no question.
func hasLonely(t *results.Tally) bool {
	for model := range t.Models {
		if t.Met(model) == 0 {
			return true
		}
	}
	return false
}

// pass@1 of questions that all trials agree on is certain only by the plug-in: σ is
// more than 0, and the interval lies within [0, 1].
func TestStandardErrorDoesNotCollapse(t *testing.T) {
	for _, name := range []string{"pass@1", "pass@4", "pass^4", "gpass@4:0.5", "mgpass@4", "maj@3", "auc@4"} {
		m := parse(t, name)[0].(metrics.Estimator)
		for _, c := range []int{0, 8} {
			e := m.Estimate(successes([]int{c, c, c, c, c}, 8), 0)
			lo, hi := e.Interval(0.95, metrics.Unbounded)
			if !(e.Sigma > 0) || lo < 0 || hi > 1 || !(lo < hi) {
				t.Errorf("%s of %d in 8: σ = %v, interval [%v, %v]", name, c, e.Sigma, lo, hi)
			}
		}
	}
}

// At n = 65,535 the standard errors of a board take seconds, and that of pass@1 is the
// closed one: E[p(1 − p)]/n under the posterior.
func TestStandardErrorAtLargeN(t *testing.T) {
	if testing.Short() {
		t.Skip("sums of tens of thousands of terms")
	}
	t.Parallel()
	const n = results.MaxTrials
	counts := []int{5, 20_000, 32_900, 65_530}
	tally := successes(counts, n)
	var all []betabinomial.Count
	for _, c := range counts {
		all = append(all, betabinomial.Count{Successes: c, Trials: n, Questions: 1})
	}
	prior := betabinomial.Moments([][]betabinomial.Count{all})[0]
	var variance float64
	for _, c := range counts {
		a, b := prior.Alpha+float64(c), prior.Beta+float64(n-c)
		variance += a * b / ((a + b) * (a + b + 1)) / n
	}
	checkRelative(t, "σ of pass@1", metrics.PassAtK(1).Estimate(tally, 0).Sigma, math.Sqrt(variance)/4, 1e-9)
	for _, l := range largeMetrics {
		if l.k != 8000 && l.k != 1000 && l.k != results.MaxTrials {
			continue
		}
		if m, ok := parse(t, fmt.Sprint(l.kind, l.k, l.tau))[0].(*metrics.UStatistic); ok {
			if e := m.Estimate(tally, 0); !(e.Sigma >= 0 && e.Sigma < 0.1) {
				t.Errorf("%s: σ = %v", m.Name(), e.Sigma)
			}
		}
	}
}
