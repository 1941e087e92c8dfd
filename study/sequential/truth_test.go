package sequential

import (
	"context"
	"fmt"
	"math"
	"testing"

	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
)

// counted is a tally of 8 questions with unequal numbers of trials, one of which a
// model never met.
func counted(top int) *results.Tally {
	trials := []uint16{5, 5, 5, 5, 5, 5, 5, 5, 3, 9, 3, 9, 3, 9, 3, 9, 4, 0, 4, 4, 4, 4, 4, 4}
	t := results.NewUnequalTally(3, 8, top, trials)
	for i, n := range trials {
		for trial := range int(n) {
			t.Add(i/8, i%8, (i*i+3*trial)%7*(top+1)/7, 1)
		}
	}
	return t
}

// The scores of truths have the mean and the standard deviation of the posterior that
// metrics.BayesFitted integrates, and levels are in their order.
func TestTruthsAreThePosterior(t *testing.T) {
	graded, err := metrics.ParseWeights("0,0.2,1")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []metrics.Weights{metrics.Binary, graded} {
		tally := counted(w.Len() - 1)
		fitted, err := metrics.Fit(context.Background(), metrics.BayesFitted(w), tally)
		if err != nil {
			t.Fatal(err)
		}
		const draws = 4000
		drawn := Posterior(tally, w, 1, 1).Walker().(replicate.Guess).Truth().(*truth)
		stream := rng.New(2, "test", 0)
		var sums, squares [3]float64
		for i := range draws {
			stream.Seek(i)
			drawn.Draw(stream)
			for model := range 3 {
				x := drawn.scores[model] / 8
				sums[model] += x
				squares[model] += x * x
				for other := range 3 {
					if (drawn.levels[model] > drawn.levels[other]) != (drawn.scores[model] > drawn.scores[other]) {
						t.Fatalf("levels %v of scores %v", drawn.levels, drawn.scores)
					}
				}
			}
		}
		for model := range 3 {
			e := fitted.Estimate(tally, model)
			mean := sums[model] / draws
			sd := math.Sqrt(squares[model]/draws - mean*mean)
			// 0.03: the posterior of graded scores is integrated approximately.
			if math.Abs(mean-e.Mu) > 4*e.Sigma/math.Sqrt(draws)+0.03*e.Sigma*float64(w.Len()-2) || math.Abs(sd/e.Sigma-1) > 0.06 {
				t.Errorf("%d categories, model %d: %v ± %v, want %v ± %v", w.Len(), model, mean, sd, e.Mu, e.Sigma)
			}
		}
	}
}

// Trials are those of the truth: over replicates, their mean differs from the chance by
// no more than noise, the standard deviation of which is that of as many trials.
func TestTrialsAreOfTheTruth(t *testing.T) {
	graded, err := metrics.ParseWeights("0,0.2,1")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []metrics.Weights{metrics.Binary, graded} {
		tally := counted(w.Len() - 1)
		const trials, replicates = 12, 3000
		walker := Posterior(tally, w, trials, 7).Walker().(replicate.Guess)
		var sum, squares, variance float64
		for i := range replicates {
			board := walker.Draw(i)
			for q := range 8 {
				for j, p := range walker.Truth().Chances(1, q) {
					d := float64(board.Row(1)[q*tally.Top+j]) - trials*p
					sum += d
					squares += d * d
					variance += trials * p * (1 - p)
				}
			}
		}
		if math.Abs(sum) > 4*math.Sqrt(variance) || math.Abs(squares/variance-1) > 0.05 {
			t.Errorf("%d categories: off by %v with a standard deviation of %v; squares %v of %v",
				w.Len(), sum, math.Sqrt(variance), squares, variance)
		}
	}
}

// Truths do not depend on the workers, and no correction exceeds its level on them.
func TestEvaluateOnTruths(t *testing.T) {
	d := Design{Batch: 4, HalfWidth: 0.05, Confidence: 0.9, Trials: 20, Sampled: Sampled(metrics.Binary)}
	source := Posterior(counted(1), metrics.Binary, 30, 1)
	var outcomes [][]Result // in which shares of no calls are NaN, equal to nothing
	for _, workers := range []int{1, 5} {
		rs, err := Evaluate(t.Context(), source, metrics.Avg(metrics.Binary), nil, d, []Correction{None, Recommended, Betting},
			montecarlo.Options{Replicates: 1000, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		outcomes = append(outcomes, rs)
	}
	if fmt.Sprint(outcomes[0]) != fmt.Sprint(outcomes[1]) {
		t.Error("five workers give other results than one")
	}
	for _, r := range outcomes[0] {
		if r.Correction != None && r.WrongBoards.Value > 0.1+3*r.WrongBoards.SE {
			t.Errorf("%v, %v: %v wrong", r.Policy, r.Correction, r.WrongBoards)
		}
		if r.Budget != 3*8*20 || r.BudgetShare() > 1 {
			t.Errorf("%v: %v of %d", r.Policy, r.Trials, r.Budget)
		}
	}
}
