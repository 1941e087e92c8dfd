package metrics_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
)

// sharedChances draws chances of models that find much the same questions hard.
func sharedChances(r *rand.Rand, models, questions int) [][]float64 {
	easy := make([]float64, questions)
	for q := range easy {
		easy[q] = 3 * r.NormFloat64()
	}
	chances := make([][]float64, models)
	for model := range chances {
		for q := range easy {
			chances[model] = append(chances[model], 1/(1+math.Exp(-easy[q]-1.5*r.NormFloat64()-0.3*float64(model))))
		}
	}
	return chances
}

// Where no other model tells anything, it is bayes:fitted to the last bit: alone, and
// where the others solve all questions alike.
func TestQuestionsWithoutOthers(t *testing.T) {
	r := rand.New(rng.New(1, "questions", 0))
	alike := results.NewTally(2, 20, 1)
	alike.Trials = 3
	for q := range 20 {
		alike.Add(0, q, 1, 2)
		alike.Add(1, q, 1, 3)
	}
	for _, tally := range []*results.Tally{drawn(r, sharedChances(r, 1, 30), 2), alike} {
		known := fitTo(t, metrics.BayesQuestions(metrics.Binary), tally)
		fitted := fitTo(t, metrics.BayesFitted(metrics.Binary), tally)
		for model := range tally.Models {
			got, want := known.Estimate(tally, model), fitted.Estimate(tally, model)
			lo, hi := got.Interval(0.95, metrics.Unbounded)
			wantLo, wantHi := want.Interval(0.95, metrics.Unbounded)
			if got.Mu != want.Mu || got.Sigma != want.Sigma || lo != wantLo || hi != wantHi {
				t.Errorf("model %d: %v ± %v, by bayes:fitted %v ± %v", model, got.Mu, got.Sigma, want.Mu, want.Sigma)
			}
		}
	}
}

// A weight that is worth w for a success gives w times as much, questions that no trial
// was made of count, and single questions have the mean of all.
func TestQuestionsMeans(t *testing.T) {
	r := rand.New(rng.New(2, "questions", 0))
	trials := make([]uint16, 3*15)
	for i := range trials {
		trials[i] = uint16(r.IntN(4))
	}
	for model := range 3 {
		trials[model*15+model] = 2
	}
	tally := results.NewUnequalTally(3, 15, 1, trials)
	for i, n := range trials {
		tally.Add(i/15, i%15, 1, r.IntN(int(n)+1))
	}
	weights, err := metrics.NewWeights(1, -3)
	if err != nil {
		t.Fatal(err)
	}
	known := fitTo(t, metrics.BayesQuestions(metrics.Binary), tally)
	weighted := fitTo(t, metrics.BayesQuestions(weights), tally)
	for model := range 3 {
		e, w := known.Estimate(tally, model), weighted.Estimate(tally, model)
		if math.Abs(w.Mu-(1-4*e.Mu)) > 1e-12 || math.Abs(w.Sigma-4*e.Sigma) > 1e-12 {
			t.Errorf("model %d: with weights 1 and −3 %v ± %v, want 1 − 4 times %v ± %v", model, w.Mu, w.Sigma, e.Mu, e.Sigma)
		}
		means, err := metrics.QuestionMeans(known, tally, model)
		if err != nil {
			t.Fatal(err)
		}
		var sum float64
		for _, mean := range means {
			sum += mean / 15
		}
		if math.Abs(sum-e.Mu) > 1e-12 {
			t.Errorf("model %d: questions have the mean %v, want %v", model, sum, e.Mu)
		}
	}
}

// A question stays if any model met it, for all models; a model without any trial has no
// score.
func TestQuestionsKeepsUnmet(t *testing.T) {
	tally := results.NewUnequalTally(2, 4, 1, []uint16{2, 2, 0, 0, 2, 2, 2, 0})
	tally.Add(0, 0, 1, 2)
	tally.Add(1, 0, 1, 2)
	m := metrics.BayesQuestions(metrics.Binary)
	r, err := metrics.Restrict(m, tally, false)
	if err != nil || r.LeftOut != 1 || r.Tally.Questions != 3 {
		t.Fatalf("left out %d, error %v", r.LeftOut, err)
	}
	var nothing metrics.ErrNothingMet
	none := results.NewUnequalTally(2, 2, 1, []uint16{0, 0, 1, 1})
	if _, err := metrics.Restrict(m, none, false); !errors.As(err, &nothing) || nothing.Model != 0 {
		t.Errorf("a model without trials: %v", err)
	}
	// The third model shares no question with the first, only with the second; without
	// the second it shares none with any.
	chain := results.NewUnequalTally(3, 3, 1, []uint16{1, 0, 0, 1, 1, 0, 0, 1, 1})
	if _, err := metrics.Restrict(m, chain, false); err != nil {
		t.Errorf("models linked by another: %v", err)
	}
	var apart metrics.ErrNotLinked
	if _, err := metrics.Restrict(m, chain.Part([]int{0, 2}, nil), false); !errors.As(err, &apart) || apart.Model != 1 {
		t.Errorf("models without common questions: %v", err)
	}
	graded, err := metrics.NewWeights(0, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := metrics.BayesQuestions(graded).Check(2, 4); err == nil || !strings.Contains(err.Error(), "requires binary outcomes") {
		t.Errorf("graded outcomes: %v", err)
	}
}

// Where hard questions are missing more often, those that a model never met are hard for
// the others, too: on boards of 8 × 100 × 4, where an attempt is missing with 60 % of the
// chance that models fail there, the mean error is less than 1.5 points (by bayes:fitted
// at least twice as much), and at least 85 % of the intervals hold.
func TestQuestionsMissingWhereHard(t *testing.T) {
	boards := 60
	if testing.Short() {
		boards = 12
	}
	const models, questions = 8, 100
	r, held, bias, other := rand.New(rng.New(3, "questions", 0)), 0, 0.0, 0.0
	for range boards {
		chances := sharedChances(r, models, questions)
		made := make([]uint16, models*questions)
		for i := range made {
			var fails float64
			for model := range chances {
				fails += (1 - chances[model][i%questions]) / models
			}
			for range 4 {
				if r.Float64() > 0.6*fails {
					made[i]++
				}
			}
		}
		tally := results.NewUnequalTally(models, questions, 1, made)
		for i, n := range made {
			for range n {
				if r.Float64() < chances[i/questions][i%questions] {
					tally.Add(i/questions, i%questions, 1, 1)
				}
			}
		}
		known := fitTo(t, metrics.BayesQuestions(metrics.Binary), tally)
		fitted := fitTo(t, metrics.BayesFitted(metrics.Binary), tally)
		for model, row := range chances {
			var truth float64
			for _, p := range row {
				truth += p / questions
			}
			e := known.Estimate(tally, model)
			bias += (e.Mu - truth) / float64(boards*models)
			other += (fitted.Estimate(tally, model).Mu - truth) / float64(boards*models)
			if lo, hi := e.Interval(0.95, metrics.Unbounded); lo <= truth && truth <= hi {
				held++
			}
		}
	}
	share := float64(held) / float64(boards*models)
	if math.Abs(bias) > 0.015 || other < 2*bias || share < 0.85 {
		t.Errorf("bias %.4f, of bayes:fitted %.4f; %.3f of the intervals hold", bias, other, share)
	}
}

func BenchmarkQuestions(b *testing.B) {
	r := rand.New(rng.New(4, "questions", 0))
	tally := drawn(r, sharedChances(r, 63, 198), 16)
	for b.Loop() {
		fitTo(b, metrics.BayesQuestions(metrics.Binary), tally)
	}
}
