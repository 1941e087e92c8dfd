package metrics_test

import (
	"math"
	"strings"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/results"
)

// scoreByPowerLaw returns pass@k:power-law of one model.
func scoreByPowerLaw(t *testing.T, name string, tally *results.Tally) (float64, error) {
	scores := make([]float64, tally.Models)
	err := parse(t, name)[0].(metrics.Ranker).Ranking().Rank(tally, scores, make([]uint64, tally.Models))
	return scores[0], err
}

// Two trials of four questions, of which 1 and 2 are correct of two, give Pass@1 = 3/8 and
// Pass@2 = 1/2. The line through two points goes through both: −log pass@k = a·k^(−b) with
// a = −log(3/8) and 2^(−b) = log(1/2)/log(3/8), so that at 8 = 2³ it is log(1/2)³/log(3/8)².
func TestPowerLawThroughTwoPoints(t *testing.T) {
	got, err := scoreByPowerLaw(t, "pass@8:power-law", boardtest.Rights(2, []int{0, 0, 1, 2}))
	if err != nil {
		t.Fatal(err)
	}
	want := math.Exp(math.Pow(math.Log(0.5), 3) / math.Pow(math.Log(3.0/8), 2))
	checkNear(t, "pass@8:power-law", got, want, 1e-14)
}

// Numbers of numpy.polyfit of degree 1 through log 1, 2, 4, 6 and log(−log pass) of the
// unbiased Pass@1, 2, 4, 6 after 6 trials with 0, 1, 1, 3 and 6 successes.
func TestPowerLawAgainstPolyfit(t *testing.T) {
	got, err := scoreByPowerLaw(t, "pass@1000:power-law", boardtest.Rights(6, []int{0, 1, 1, 3, 6}))
	if err != nil {
		t.Fatal(err)
	}
	checkNear(t, "pass@1000:power-law", got, 0.9960402340998574, 1e-12)
}

// With k trials or more it is the unbiased Pass@k, and of chances Pass@k itself.
func TestPowerLawWithEnoughTrials(t *testing.T) {
	tally := boardtest.Rights(9, []int{0, 1, 4, 9}, []int{3, 3, 2, 2})
	m := parse(t, "pass@4:power-law")[0].(metrics.Ranker)
	for model, score := range metrics.Scores(m, tally, nil) {
		checkNear(t, "pass@4:power-law", score, metrics.PassAtK(4).Score(tally, model), 1e-14)
	}
	p := []float64{0, 0.1, 1, 0.5}
	chances := metrics.BinaryChances([][]float64{p})
	checkNear(t, "its limit", metrics.Truths(m, &chances)[0], metrics.PassAtK(4).Target(p), 1e-14)
	board := countedBoard{{{3, 1}, {1, 5}}, {{1, 3}, {4, 2}}}.tally()
	for model, score := range metrics.Scores(m, board, nil) {
		checkNear(t, "on questions of 4 and 6 trials", score, metrics.PassAtK(4).Score(board, model), 1e-14)
	}
}

// What has no curve is an error, in plans a failure, and never a score.
func TestPowerLawFails(t *testing.T) {
	for want, tally := range map[string]*results.Tally{
		"solved no question": boardtest.Rights(4, []int{0, 0}, []int{1, 1}),
		"a single trial":     boardtest.Rights(1, []int{0, 1}, []int{1, 1}),
	} {
		_, err := scoreByPowerLaw(t, "pass@100:power-law", tally)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want it to say %q", err, want)
		}
		shape := results.Shape{Models: 2, Questions: 2, Trials: tally.Trials, Top: 1}
		plan, err := metrics.NewPlan(t.Context(), parse(t, "pass@100:power-law"), shape, tally.Trials)
		if err != nil {
			t.Fatal(err)
		}
		scorer := plan.Scorer()
		if scorer.Score(tally); !scorer.Failed(0) {
			t.Errorf("a plan scored what %s", want)
		}
	}
	if score, err := scoreByPowerLaw(t, "pass@100:power-law", boardtest.Rights(4, []int{4, 3})); err != nil || score != 1 {
		t.Errorf("%v, %v of a model that solved all questions early, want 1", score, err)
	}
}

func TestPowerLawAllocatesNothing(t *testing.T) {
	tally := boardtest.Rights(9, []int{0, 1, 4, 9}, []int{3, 3, 2, 2})
	ranking := parse(t, "pass@100:power-law")[0].(metrics.Ranker).Ranking()
	scores, keys := make([]float64, 2), make([]uint64, 2)
	if n := testing.AllocsPerRun(10, func() {
		if err := ranking.Rank(tally, scores, keys); err != nil {
			t.Error(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
