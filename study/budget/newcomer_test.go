package budget

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"settle/internal/betabinomial"
	"settle/internal/rng"
	"settle/results"
)

// newcomerBoard returns a board of models that agree on which questions are hard.
func newcomerBoard(t *testing.T, models, questions, trials int) *results.Board {
	t.Helper()
	b, err := results.NewBoard(results.Numbered("m", models), results.Numbered("q", questions), trials, 1)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rng.New(1, "newcomer", 0))
	for q := range questions {
		easy := 2 * r.NormFloat64()
		for model := range models {
			chance := 1 / (1 + math.Exp(-easy-0.5*r.NormFloat64()))
			for i := range b.Row(model, q) {
				b.Row(model, q)[i] = 0
				if r.Float64() < chance {
					b.Row(model, q)[i] = 1
				}
			}
		}
	}
	return b
}

// The expected variance is compared with evaluations: level, slope and concentration
// are drawn from the mixtures of the others, outcomes from these, and the prior is fitted again to
// each. The root of the mean variance of 200 has a standard error of about 2 %.
func TestNewcomerAgainstEvaluations(t *testing.T) {
	evaluations, b := 200, newcomerBoard(t, 4, 40, 4)
	if testing.Short() {
		evaluations = 12
	}
	n, err := NewNewcomer(b, "new")
	if err != nil {
		t.Fatal(err)
	}
	models, model := newcomerCells(b, "new")
	known, _ := betabinomial.FitKnown(models)
	r, sum := rand.New(rng.New(2, "newcomer", 0)), 0.0
	for range evaluations {
		trend := drawnTrend(r, known[r.IntN(model)].Trends)
		for _, q := range n.Spread(20) {
			a, b := trend.Prior(n.x[q]) // a single trial depends on nothing else
			models[model][q] = betabinomial.Cell{Trials: 1}
			if r.Float64() < a/(a+b) {
				models[model][q].Successes = 1
			}
		}
		fit, _ := betabinomial.FitKnown(models)
		var mean, square float64
		for _, t := range fit[model].Trends {
			mean += t.Weight * t.Mu
			square += t.Weight * (t.Sigma*t.Sigma + t.Mu*t.Mu)
		}
		sum += square - mean*mean
	}
	if got, want := n.After(20), math.Sqrt(sum/float64(evaluations)); math.Abs(got/want-1) > 0.15 {
		t.Errorf("σ %.4f, of evaluations %.4f", got, want)
	}
}

func drawnTrend(r *rand.Rand, trends []betabinomial.Trend) betabinomial.Trend {
	u := r.Float64()
	for _, t := range trends {
		if u -= t.Weight; u < 0 {
			return t
		}
	}
	return trends[len(trends)-1]
}

// Questions are distinct and of all difficulties, and tell more than the easiest or the
// hardest alone.
func TestNewcomerSpread(t *testing.T) {
	n, err := NewNewcomer(newcomerBoard(t, 4, 40, 4), "new")
	if err != nil {
		t.Fatal(err)
	}
	for k := 1; k <= 40; k++ {
		if s := slices.Compact(slices.Sorted(slices.Values(n.Spread(k)))); len(s) != k {
			t.Errorf("%d questions: %v", k, s)
		}
	}
	if s := n.After(10); s > n.after(n.Unmet[:10]) || s > n.after(n.Unmet[30:]) {
		t.Errorf("σ %.4f, of the easiest %.4f, of the hardest %.4f", s, n.after(n.Unmet[:10]), n.after(n.Unmet[30:]))
	}
}

// Only questions that the model did not meet are listed. Enough is the first number whose σ
// is at most twice the last.
func TestNewcomerUnmet(t *testing.T) {
	b := newcomerBoard(t, 4, 30, 2)
	n, err := NewNewcomer(b, "new")
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Sorted(slices.Values(n.Unmet))
	if len(all) != 30 || all[0] != 0 || all[29] != 29 {
		t.Errorf("questions %v", all)
	}
	if k, last := n.Enough(), n.After(30); n.After(k) > 2*last || n.After(k-1) <= 2*last {
		t.Errorf("enough: %d", k)
	}
	if _, err := NewNewcomer(b, b.Models[0]); err == nil {
		t.Error("a model that met all questions is new")
	}
}
