package metrics

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"settle/results"
)

// The posterior behind Bayes@N has the mean and variance of Dirichlet
// distributions that textbooks give, Σ wⱼνⱼ/T and (Σ wⱼ²νⱼ/T − mean²)/(T + 1)
// for each question; their mean over questions must be the score of Eq. 15 and
// its σ, with a prior and without.
func TestPosteriorMoments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		top := rapid.IntRange(1, 3).Draw(t, "top")
		questions := rapid.IntRange(1, 6).Draw(t, "questions")
		draw := func(what string) *results.Tally {
			tally := results.NewTally(2, questions, top)
			tally.Trials = rapid.IntRange(1, 7).Draw(t, what)
			for model := range 2 {
				for q := range questions {
					for range tally.Trials {
						tally.Add(model, q, rapid.IntRange(0, top).Draw(t, "outcome"), 1)
					}
				}
			}
			return tally
		}
		tally, prior := draw("trials"), (*results.Tally)(nil)
		if rapid.Bool().Draw(t, "with a prior") {
			prior = draw("prior trials")
		}
		values := []float64{0, 1, 0.25, -2}[:top+1]
		weights, err := NewWeights(values...)
		if err != nil {
			t.Fatal(err)
		}
		bayes := Bayes(weights, prior)
		d, ok := Posterior(bayes, tally)
		if !ok {
			t.Fatal("bayes has no Dirichlet posterior")
		}
		for model := range 2 {
			perQuestion, err := QuestionMeans(bayes, tally, model)
			if err != nil {
				t.Fatal(err)
			}
			var mean, variance float64
			for q := range questions {
				var mass, first, second float64
				for j, nu := range d.Nu(model, q) {
					mass, first, second = mass+nu, first+nu*values[j], second+nu*values[j]*values[j]
				}
				first, second = first/mass, second/mass
				if math.Abs(perQuestion[q]-first) > 1e-12 {
					t.Errorf("question %d: mean %v, want %v", q, perQuestion[q], first)
				}
				mean += first / float64(questions)
				variance += (second - first*first) / (mass + 1) / float64(questions*questions)
			}
			e := bayes.Estimate(tally, model)
			if math.Abs(e.Mu-mean) > 1e-12 || math.Abs(e.Sigma*e.Sigma-variance) > 1e-12 {
				t.Errorf("μ = %v, σ² = %v; want %v and %v", e.Mu, e.Sigma*e.Sigma, mean, variance)
			}
		}
	})
}

// The pooled noise is σ² of avg on a board of one question whose trials are all
// trials of the board, and that within questions the sample variance of their
// outcomes by gonum; posteriors have none.
func TestSamplingNoise(t *testing.T) {
	values := []float64{0, 1, 0.25, -2}
	weights, err := NewWeights(values...)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		questions, trials := rapid.IntRange(1, 6).Draw(t, "questions"), rapid.IntRange(1, 7).Draw(t, "trials")
		tally, pooled := results.NewTally(2, questions, 3), results.NewTally(2, 1, 3)
		tally.Trials, pooled.Trials = trials, questions*trials
		var within [2]float64
		for model := range 2 {
			for q := range questions {
				var outcomes []float64
				for range trials {
					outcome := rapid.IntRange(0, 3).Draw(t, "outcome")
					tally.Add(model, q, outcome, 1)
					pooled.Add(model, 0, outcome, 1)
					outcomes = append(outcomes, values[outcome])
				}
				if trials > 1 {
					within[model] += stat.Variance(outcomes, nil) / float64(trials*questions*questions)
				}
			}
		}
		avg := Avg(weights)
		for model := range 2 {
			got, ok := SamplingNoise(avg, tally, model)
			if want := math.Pow(avg.Estimate(pooled, model).Sigma, 2); !ok || math.Abs(got.Pooled-want) > 1e-12 {
				t.Errorf("pooled %v, %v; want %v", got.Pooled, ok, want)
			}
			if math.Abs(got.Within-within[model]) > 1e-12 {
				t.Errorf("within %v, want %v", got.Within, within[model])
			}
		}
	})
	for _, m := range []Metric{Bayes(Binary, nil), PassAtK(1).WithPrior(1, 1), PassAtK(1).Fitted()} {
		if _, ok := SamplingNoise(m, results.NewTally(1, 1, 1), 0); ok {
			t.Errorf("%s has sampling noise", m.Name())
		}
	}
}

// avg@N has the shares of correct trials as means of its questions, and no
// posterior of its own.
func TestQuestionMeansOfAvg(t *testing.T) {
	tally := results.NewTally(1, 3, 1)
	tally.Trials = 4
	for q, c := range []int{0, 1, 4} {
		tally.Add(0, q, 1, c)
	}
	avg := Avg(Binary)
	if _, ok := Posterior(avg, tally); ok {
		t.Error("avg has a Dirichlet posterior")
	}
	got, err := QuestionMeans(avg, tally, 0)
	if err != nil {
		t.Fatal(err)
	}
	for q, want := range []float64{0, 0.25, 1} {
		if got[q] != want {
			t.Errorf("question %d: %v, want %v", q, got[q], want)
		}
	}
}
