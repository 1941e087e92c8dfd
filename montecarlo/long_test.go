package montecarlo_test

import (
	"math"
	"slices"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/kendall"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
)

// Curves of replicates of 4500 trials have the points of metrics.OnCurve, whether metrics
// need tables or not. Pass@1 orders models by their successes, as bayes does: their τ are
// averaged here by walking each replicate. Scores are there at an n that is on no curve.
func TestLongCurves(t *testing.T) {
	const trials, replicates, off = 4500, 5, 4444
	shape := results.Shape{Models: 4, Questions: 3, Trials: trials, Top: 1}
	source := replicate.Fresh(shape, func(model, _ int) float64 { return 0.5 + float64(model)/100 }, 3, "test")
	gold := []int{0, 1, 2, 3}
	ms := boardtest.Parse(t, "pass@1,bayes")
	found, err := montecarlo.Follow(t.Context(), source, ms,
		montecarlo.Wanted{Gold: gold, Scores: true, At: []int{off}}, montecarlo.Options{Replicates: replicates})
	if err != nil {
		t.Fatal(err)
	}
	points := metrics.CurvePoints(trials)
	want, score := make([]float64, trials+1), make([]float64, shape.Models)
	comparer := kendall.NewComparer(gold)
	for r := range replicates {
		walker := source.Walker()
		tally := walker.Draw(r)
		for ; tally.Trials > 0; walker.Drop() {
			keys := make([]uint64, shape.Models)
			for model, total := range tally.Totals {
				keys[model] = uint64(total)
				if tally.Trials == off {
					score[model] += float64(total) / (off * float64(shape.Questions*replicates))
				}
			}
			if tau := comparer.TauB(keys); !math.IsNaN(tau) {
				want[tally.Trials] += tau / replicates
			}
			if tally.Trials == 1 {
				break
			}
		}
	}
	for _, c := range found.Curves {
		var at []int
		for _, p := range c.Points {
			at = append(at, p.N)
			if math.Abs(p.Tau-want[p.N]) > 1e-12 {
				t.Errorf("%s at n = %d: τ %v, want %v", c.Metric, p.N, p.Tau, want[p.N])
			}
		}
		if !slices.Equal(at, points) {
			t.Errorf("%s has %d points, want %d", c.Metric, len(at), len(points))
		}
	}
	if p := found.Scores[0].Points; len(p) != 1 || p[0].N != off {
		t.Fatalf("scores at %v, want at %d alone", p, off)
	}
	for model, s := range found.Scores[0].Points[0].Models {
		if math.Abs(s.Mean-score[model]) > 1e-12 {
			t.Errorf("model %d scores %v, want %v", model, s.Mean, score[model])
		}
	}
}
