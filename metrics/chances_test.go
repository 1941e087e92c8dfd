package metrics_test

import (
	"math"
	"testing"

	"settle/metrics"
)

// What graded metrics estimate of known chances: the mean weight of an outcome, for max@3
// the mean largest weight of three, by going through all of them.
func TestGradedTruths(t *testing.T) {
	p := [][][]float64{
		{{0.5, 0.3, 0.2}, {0.1, 0.1, 0.8}}, {{0.2, 0.7, 0.1}, {0.6, 0.4, 0}}, {{0, 0, 1}, {0.25, 0.5, 0.25}},
	}
	chances := metrics.NewChances(p)
	for _, list := range []string{"0,0.5,2", "1,-1,0.25"} {
		w, err := metrics.ParseWeights(list)
		if err != nil {
			t.Fatal(err)
		}
		ms, err := metrics.Parse("avg,bayes,bayes:fitted,max@3", metrics.Options{Weights: w})
		if err != nil {
			t.Fatal(err)
		}
		for model, questions := range p {
			var mean, best float64
			for _, q := range questions {
				for i, x := range q {
					mean += x * w.Float(i) / 2
					for j, y := range q {
						for k, z := range q {
							best += x * y * z * max(w.Float(i), w.Float(j), w.Float(k)) / 2
						}
					}
				}
			}
			for i, want := range []float64{mean, mean, mean, best} {
				if got := metrics.Truths(ms[i], &chances); got == nil || math.Abs(got[model]-want) > 1e-14 {
					t.Errorf("weights %s, %s of model %d: %v, want %v", list, ms[i].Name(), model, got, want)
				}
			}
		}
	}
	two, err := metrics.Parse("max@3", metrics.Options{Weights: metrics.Binary})
	if err != nil {
		t.Fatal(err)
	}
	if metrics.Truths(two[0], &chances) != nil {
		t.Error("two weights are enough for three categories")
	}
}

// All of these models have a true mean of 0, because their chances are symmetric and the weights
// are too. In floats, their means differ by rounding errors.
func TestOwnOrderIgnoresRoundingErrorsNearZero(t *testing.T) {
	var models [][][]float64
	for i := range 30 {
		p := float64(i) / 70
		models = append(models, [][]float64{{p, 1 - 2*p, p}})
	}
	chances := metrics.NewChances(models)
	w, err := metrics.ParseWeights("-0.1,0,0.1")
	if err != nil {
		t.Fatal(err)
	}
	ms, err := metrics.Parse("avg,bayes,bayes:fitted", metrics.Options{Weights: w})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range ms {
		for model, key := range metrics.OwnOrder(m, &chances) {
			if key != 0 {
				t.Errorf("%s: model %d has key %d, means %v", m.Name(), model, key, metrics.Truths(m, &chances))
			}
		}
	}
}
