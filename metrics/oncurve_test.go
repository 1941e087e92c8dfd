package metrics_test

import (
	"fmt"
	"slices"
	"testing"

	"settle/metrics"
	"settle/replicate"
	"settle/results"
)

// The definition said in words, point by point: every n up to 128, then steps of
// 2 up to 256, of 4 up to 512, …, and N.
func TestPointsOfLongCurves(t *testing.T) {
	const trials = 65_535
	want := []int{trials}
	step := 1
	for n := 1; n < trials; n += step {
		if n >= 128 && n&(n-1) == 0 {
			step = n / 64
		}
		want = append(want, n)
	}
	slices.Sort(want)
	want = slices.Compact(want)
	if got := metrics.CurvePoints(trials); !slices.Equal(got, want) {
		t.Errorf("%d points, want %d", len(got), len(want))
	}
	for i, n := range want[1:] {
		if before := want[i]; n > 128 && 64*(n-before) > before {
			t.Errorf("%d is more than 1/64 above %d", n, before)
		}
	}
	if got := metrics.CurvePoints(metrics.MostEvery); len(got) != metrics.MostEvery {
		t.Errorf("%d points up to %d trials, want every n", len(got), metrics.MostEvery)
	}
}

// A long plan has the keys of a plan for one n alone, which is made without a grid, and
// only those that also ask for it beyond the grid.
func TestLongPlansKeepKeys(t *testing.T) {
	const trials = 5003
	shape := results.Shape{Models: 3, Questions: 4, Trials: trials, Top: 1}
	ms := parse(t, "bayes,pass@2,geomds@3,pass@200")
	plan, err := metrics.NewPlan(t.Context(), ms, shape, 1, 4999)
	if err != nil {
		t.Fatal(err)
	}
	if plan.EveryN() || !plan.Has(4999) || plan.Has(4998) || plan.Next(4996) != 4999 || plan.Next(trials) != trials+1 {
		t.Error("the plan is not on the grid with 4999")
	}
	// 201 has eight binary digits; 200 = 25·8 has five.
	if got := []int{plan.FirstTrial(plan.Slot(0)), plan.FirstTrial(plan.Slot(3))}; !slices.Equal(got, []int{1, 200}) {
		t.Errorf("slots start at %v, want 1 and 200", got)
	}
	walker := replicate.Fresh(shape, func(model, q int) float64 { return float64(model+q+2) / 8 }, 1, "test").Walker()
	scorer, tally := plan.Scorer(), walker.Draw(0)
	looked := 0
	for ; ; walker.Drop() {
		n := tally.Trials
		if n >= 200 && plan.Has(n) && (n > 4900 || n < 220 || n%1000 == 0) {
			looked++
			scorer.Score(tally)
			alone, err := metrics.NewPlan(t.Context(), ms, results.Shape{Models: 3, Questions: 4, Trials: n, Top: 1}, n)
			if err != nil {
				t.Fatal(err)
			}
			other := alone.Scorer()
			other.Score(tally)
			for i, m := range ms {
				if got, want := ordinals(scorer.Keys(plan.Slot(i))), ordinals(other.Keys(alone.Slot(i))); !slices.Equal(got, want) {
					t.Errorf("%s at n = %d: the keys order models as %v, alone %v", m.Name(), n, got, want)
				}
			}
		}
		if n == 200 {
			break
		}
	}
	if looked < 15 {
		t.Errorf("looked at %d points only", looked)
	}
}

// ordinals are, by model, how many have a smaller key.
func ordinals(keys []uint64) []int {
	below := make([]int, len(keys))
	for i, x := range keys {
		for _, y := range keys {
			if y < x {
				below[i]++
			}
		}
	}
	return below
}

// Nothing is left out where no metric needs tables, and nothing may be scored that is.
func TestLongPlansWithoutTables(t *testing.T) {
	shape := results.Shape{Models: 2, Questions: 3, Trials: 10_000, Top: 1}
	for list, every := range map[string]bool{"bayes,avg": true, "bayes,pass@2": false} {
		plan, err := metrics.NewPlan(t.Context(), parse(t, list), shape, 1)
		if err != nil {
			t.Fatal(err)
		}
		if plan.EveryN() != every {
			t.Errorf("%s: keys at every n is %v, want %v", list, plan.EveryN(), every)
		}
		if every {
			continue
		}
		defer func() {
			if got, want := fmt.Sprint(recover()), "metrics: the plan has no keys at n = 9999"; got != want {
				t.Errorf("panic %s, want %s", got, want)
			}
		}()
		tally := results.NewTally(2, 3, 1)
		tally.Trials = 9999
		plan.Scorer().Score(tally)
	}
}
