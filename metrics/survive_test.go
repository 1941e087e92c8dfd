package metrics_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"settle/internal/rng"
	"settle/internal/tests/boardtest"
	"settle/internal/tests/counttest"
	"settle/metrics"
	"settle/results"
)

// TestFittedPriorsNeverFail scores random boards of every extreme shape by metrics with
// fitted priors. Scores, standard deviations and interval ends must be finite, ordered and
// within the range of the weights; that is all that holds on every board.
func TestFittedPriorsNeverFail(t *testing.T) {
	boards := 2_000
	if !testing.Short() {
		boards = 100_000
	}
	weights, err := metrics.NewWeights(-1, 0.5, 3)
	if err != nil {
		t.Fatal(err)
	}
	binary := boardtest.Parse(t, "bayes:fitted,pass@2:fitted,pass@8:zero-inflated,pass@3:new,pass^4:fitted,geomds@3:fitted,bayes:questions")
	for i := range boards {
		r := rand.New(rng.New(1, "survive", i))
		limits := counttest.Limits{Models: 4, Questions: 20_000, Trials: 4096, Different: 60}
		var tally *results.Tally
		m := binary[0]
		lo, hi := 0.0, 1.0
		switch choice := r.IntN(4); choice {
		case 0:
			limits.Questions, limits.Trials = 400, 64
			tally = gradedTally(r, counttest.Histograms(r, i, limits))
			m, lo, hi = metrics.BayesFitted(weights), -1, 3
		case 1:
			m = binary[1+r.IntN(len(binary)-1)]
			limits.Different = 20
			tally = binaryTally(counttest.Histograms(r, i, limits))
		default:
			tally = binaryTally(counttest.Histograms(r, i, limits))
		}
		fit := fitTo(t, m.(metrics.Estimator), tally)
		for model := range tally.Models {
			e := fit.Estimate(tally, model)
			from, to := e.Interval(0.95, metrics.Unbounded)
			if !(lo <= from && from <= to && to <= hi && lo <= e.Mu && e.Mu <= hi && e.Sigma >= 0 && e.Sigma <= hi-lo) {
				t.Errorf("board %d (kind %d, %d questions, %d trials), model %d: %s is %v ± %v in [%v, %v]",
					i, i%counttest.Kinds, tally.Questions, tally.TrialsOf(model, 0), model, m.Name(), e.Mu, e.Sigma, from, to)
			}
			if s := fit.Score(tally, model); s != e.Mu || math.IsNaN(s) {
				t.Errorf("board %d, model %d: score %v, estimate %v", i, model, s, e.Mu)
			}
		}
	}
}

// binaryTally has the questions of histograms one after the other.
func binaryTally(models [][]counttest.Count) *results.Tally {
	rows := make([][][2]int, len(models))
	for model, counts := range models {
		for _, c := range counts {
			for range c.Questions {
				rows[model] = append(rows[model], [2]int{c.Successes, c.Trials})
			}
		}
	}
	return boardtest.Counted(rows...)
}

// gradedTally has three categories: successes become of category 1 or 2, a whole question
// alike or each by chance.
func gradedTally(r *rand.Rand, models [][]counttest.Count) *results.Tally {
	rows := make([][]counttest.Count, len(models))
	var trials []uint16
	for model, counts := range models {
		for _, c := range counts {
			for range c.Questions {
				rows[model] = append(rows[model], c)
				trials = append(trials, uint16(c.Trials))
			}
		}
	}
	t := results.NewUnequalTally(len(rows), len(rows[0]), 2, trials)
	apart := r.Float64() < 0.5
	for model, row := range rows {
		for q, c := range row {
			top := c.Successes * r.IntN(2)
			if apart {
				top = r.IntN(c.Successes + 1)
			}
			t.Add(model, q, 1, c.Successes-top)
			t.Add(model, q, 2, top)
		}
	}
	return t
}
