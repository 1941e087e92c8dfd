package metrics_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/results"
)

// checkScales holds what a scorer's values come to against Scores, which the rationals
// of other tests vouch for: the same floats, or where the lowest bits of wide sums are
// dropped the same to two units of the last place of the range.
func checkScales(t *rapid.T, ms []metrics.Metric, tally *results.Tally, from int, wide bool) {
	shape := results.Shape{Models: tally.Models, Questions: tally.Questions, Trials: tally.Trials, Top: tally.Top}
	plan, err := metrics.NewPlan(t.Context(), ms, shape, from)
	if err != nil {
		t.Fatal(err)
	}
	scorer := plan.Scorer()
	scorer.Keep()
	scorer.Score(tally)
	for i, m := range ms {
		scale, want := plan.Scale(i, tally.Trials), metrics.Scores(m, tally, nil)
		for model, value := range scorer.Values(plan.Slot(i)) {
			got, slack := scale.Score(value), 0.0
			if wide && scale.Linear() {
				slack = 1e-15 * scale.Difference(float64(scale.Largest))
			}
			if !(math.Abs(got-want[model]) <= slack) {
				t.Fatalf("%s at n = %d: value %d is a score of %v, want %v", m.Name(), tally.Trials, value, got, want[model])
			}
			if scale.Linear() && value > scale.Largest {
				t.Fatalf("%s: value %d is above the largest, %d", m.Name(), value, scale.Largest)
			}
		}
	}
}

// drawTally draws a tally of equal trials.
func drawTally(t *rapid.T, models, questions, top, trials int) *results.Tally {
	tally := results.NewTally(models, questions, top)
	tally.Trials = trials
	for model := range models {
		for q := range questions {
			always := rapid.IntRange(-1, top).Draw(t, "always") // −1 for a category of each trial
			for range trials {
				category := always
				if always < 0 {
					category = rapid.IntRange(0, top).Draw(t, "outcome")
				}
				tally.Add(model, q, category, 1)
			}
		}
	}
	return tally
}

func TestScalesOfBinaryBoards(t *testing.T) {
	ms := append(parse(t, "paper,bayes:jeffreys,bayes:1/3+2/7,avg:wilson,pass-naive@2,maj@3,auc@4,max@2,pass@2:uniform,bayes:fitted"),
		upsideDown(), fromElsewhere{})
	rapid.Check(t, func(t *rapid.T) {
		tally := drawTally(t, rapid.IntRange(1, 4).Draw(t, "L"), rapid.IntRange(1, 5).Draw(t, "M"), 1, rapid.IntRange(8, 30).Draw(t, "n"))
		checkScales(t, ms, tally, rapid.IntRange(1, tally.Trials).Draw(t, "from"), false)
	})
}

// C(100, 50) has 97 bits, 60^39 and more the naive one's powers; upside down the least
// numerator is not that of no success.
func TestScalesOfWideSums(t *testing.T) {
	ms := parse(t, "pass@50,pass^50,gpass@40:0.5,mgpass@33,auc@40,pass-naive@39,pass@12")
	rapid.Check(t, func(t *rapid.T) {
		checkScales(t, ms, drawTally(t, 3, 3, 1, rapid.SampledFrom([]int{50, 64, 100}).Draw(t, "n")), 1, true)
	})
}

// Weights below zero, with large denominators, and priors of whole and shared outcomes, of
// equal and of unequal numbers.
func TestScalesOfWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SampledFrom([]string{"0,1/2,1", "-1,0.3,7", "3,2,2", "-1000000000000000,1,1000000000000000"}).Draw(t, "weights")
		w, err := metrics.ParseWeights(list)
		if err != nil {
			t.Fatal(err)
		}
		wide := len(list) > 20
		tally := drawTally(t, rapid.IntRange(1, 3).Draw(t, "L"), rapid.IntRange(1, 4).Draw(t, "M"), 2, rapid.IntRange(3, 9).Draw(t, "n"))
		even := drawTally(t, tally.Models, tally.Questions, rapid.IntRange(1, 2).Draw(t, "top"), rapid.IntRange(0, 4).Draw(t, "D"))
		uneven := drawCounted(t, tally.Models, tally.Questions, 2, 0, 5).tally()
		ms := []metrics.Metric{
			metrics.Avg(w), metrics.MaxAtK(1, w), metrics.MaxAtK(3, w),
			metrics.Bayes(w, nil), metrics.Bayes(w, even), metrics.Bayes(w, uneven),
		}
		if !wide {
			counts, _ := metrics.ParseWeights("1/3,2,1/2")
			for _, prior := range []*results.Tally{even, uneven} {
				m, err := metrics.BayesWith(w, metrics.Prior{Counts: counts, Results: prior, Share: big.NewRat(3, 10)})
				if err != nil {
					t.Fatal(err)
				}
				ms = append(ms, m)
			}
		}
		checkScales(t, ms, tally, 1, wide)
	})
}

// The mean of values is that of their scores: of pass@2 at n = 3, 0 and 1 and 1 and 2/3.
func TestMeanOfValues(t *testing.T) {
	shape := results.Shape{Models: 4, Questions: 1, Trials: 3, Top: 1}
	plan, err := metrics.NewPlan(t.Context(), parse(t, "pass@2"), shape, 1)
	if err != nil {
		t.Fatal(err)
	}
	tally := results.NewTally(4, 1, 1)
	tally.Trials = 3
	for model, c := range []int{0, 2, 3, 1} {
		tally.Add(model, 0, 1, c)
	}
	scorer, sum := plan.Scorer(), new(big.Int)
	scorer.Keep()
	scorer.Score(tally)
	for _, value := range scorer.Values(0) {
		sum.Add(sum, new(big.Int).SetUint64(value))
	}
	if got := plan.Scale(0, 3).Mean(sum, 4); got != 2./3 {
		t.Errorf("the mean is %v, want that of 0, 1, 1 and 2/3", got)
	}
}

func TestKeepingAllocatesNothing(t *testing.T) {
	plan, err := metrics.NewPlan(t.Context(), parse(t, "paper,pass-naive@40"), results.Shape{Models: 11, Questions: 30, Trials: 80, Top: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	tally := results.NewTally(11, 30, 1)
	tally.Trials = 80
	scorer := plan.Scorer()
	scorer.Keep()
	if n := testing.AllocsPerRun(100, func() {
		scorer.Score(tally)
		for slot := range plan.Slots() {
			scorer.Values(slot)
		}
	}); n != 0 {
		t.Errorf("%v allocations per call, want none", n)
	}
}

// From 512 trials on the tables of all n are one, shifted by its first row at n, unless words
// hold lanes of several kinds; the scores are those of each metric alone.
func TestScalesOfSharedTables(t *testing.T) {
	for _, list := range []string{
		"pass@2,pass@3,pass-naive@4,pass@8,pass@40", "pass^2,pass^4,tail@3:3,pass^9", "pass@2,bayes,pass^3,mgpass@4", "pass@60",
	} {
		ms, shape := parse(t, list), results.Shape{Models: 3, Questions: 9, Trials: 520, Top: 1}
		plan, err := metrics.NewPlan(t.Context(), ms, shape, 1)
		if err != nil {
			t.Fatal(err)
		}
		scorer := plan.Scorer()
		scorer.Keep()
		rapid.Check(t, func(t *rapid.T) {
			tally := results.NewTally(3, 9, 1)
			tally.Trials = rapid.IntRange(1, 520).Draw(t, "n")
			for cell := range 27 {
				c := rapid.SampledFrom([]int{0, tally.Trials, rapid.IntRange(0, tally.Trials).Draw(t, "c")}).Draw(t, "successes")
				tally.Add(cell/9, cell%9, 0, tally.Trials-c)
				tally.Add(cell/9, cell%9, 1, c)
			}
			if rapid.Bool().Draw(t, "thin") {
				tally.Thin()
			}
			scorer.Score(tally)
			for i, m := range ms {
				if tally.Trials < m.FirstTrial() {
					continue
				}
				scale, want := plan.Scale(i, tally.Trials), metrics.Scores(m, tally, nil)
				for model, value := range scorer.Values(plan.Slot(i)) {
					if got := scale.Score(value); !(math.Abs(got-want[model]) <= 1e-15) || value > scale.Largest {
						t.Fatalf("%s at n = %d: value %d is a score of %v, want %v", m.Name(), tally.Trials, value, got, want[model])
					}
				}
			}
		})
	}
}
