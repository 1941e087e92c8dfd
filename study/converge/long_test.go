package converge_test

import (
	"slices"
	"strings"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
	"settle/study/converge"
)

// Pass@1 orders models by their successes, as bayes does. On replicates of 4500 trials it is
// compared on the grid of curves alone: where a replicate settles there is found by counting
// successes at each point of it, and bayes alone is compared at every n.
func TestLongReplicatesSettleOnTheGrid(t *testing.T) {
	const trials, replicates = 4500, 6
	shape := results.Shape{Models: 3, Questions: 2, Trials: trials, Top: 1}
	source := replicate.Fresh(shape, func(model, _ int) float64 { return []float64{0.5, 0.52, 0.53}[model] }, 7, "test")
	gold := []int{0, 1, 2}
	agrees := func(totals []int64) bool { return totals[0] < totals[1] && totals[1] < totals[2] }
	onGrid, exact := make([]int, trials+2), make([]int, trials+2)
	for r := range replicates {
		walker := source.Walker()
		tally := walker.Draw(r)
		byGrid, every, gridOpen, open := trials+1, trials+1, true, true
		for ; tally.Trials > 0; walker.Drop() {
			if open = open && agrees(tally.Totals); open {
				every = tally.Trials
			}
			if !slices.Contains(metrics.CurvePoints(trials), tally.Trials) {
				continue
			}
			if gridOpen = gridOpen && agrees(tally.Totals); gridOpen {
				byGrid = tally.Trials
			}
			if tally.Trials == 1 {
				break
			}
		}
		onGrid[byGrid]++
		exact[every]++
	}
	if slices.Equal(onGrid, exact) {
		t.Fatal("all settle on the grid: the test tells nothing")
	}
	for list, want := range map[string][]int{"bayes": exact, "bayes,pass@1": onGrid} {
		ms := boardtest.Parse(t, list)
		ds, err := converge.Measure(t.Context(), source, ms, gold, converge.Options{Options: montecarlo.Options{Replicates: replicates}})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range ds {
			if !slices.Equal(d.Counts, want[1:trials+1]) || d.OnCurve != (list != "bayes") {
				t.Errorf("%s of %s does not settle as counted; on the grid: %v", d.Metric, list, d.OnCurve)
			}
		}
		_, err = converge.Trace(t.Context(), source, ms[len(ms)-1], gold, 0, false)
		if refused := err != nil && strings.Contains(err.Error(), "at most 4096 trials, not 4500"); refused != (list != "bayes") {
			t.Errorf("%s: error %v of a trace", list, err)
		}
	}
}
