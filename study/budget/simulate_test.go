package budget

import (
	"math"
	"testing"

	"settle/metrics"
	"settle/results"
)

// twelve are two coins of twelve questions.
func twelve(t *testing.T) *Models {
	first := []float64{0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.9, 0.9, 1, 1, 1}
	second := []float64{0, 0.1, 0.2, 0.5, 0.5, 0.7, 0.8, 0.9, 0.9, 0.9, 1, 1}
	return coinModels(t, first, second, nil)
}

// By avg, whose z is that of Bayes@n, simulation comes to the chances that are worked
// out, to four standard errors and what one of a question's normal σ² costs.
func TestPlanByMetric(t *testing.T) {
	m := twelve(t)
	by, err := m.By(metrics.Avg(metrics.Binary))
	if err != nil {
		t.Fatal(err)
	}
	at := []int{4, 10, 30, 90}
	p, err := by.Plan(t.Context(), [][2]int{{0, 1}}, PlanOptions{Confidence: 0.95, At: at, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range at {
		want := m.fires(0, 1, n, p.Quantile)
		if got := p.Pairs[0].Chances[i]; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/float64(p.Replicates))+0.01 {
			t.Errorf("n = %d: told apart on %.3f of %d boards, want %.3f", n, got, p.Replicates, want)
		}
	}
}

// The metric's own order counts: by pass@2 the first model is better, with the mean it is
// not, and trials without end find the first ahead.
func TestOrderByMetric(t *testing.T) {
	first, second := []float64{0.5, 0.5}, []float64{1, 0.1} // pass@2: 0.75 against 0.595; means 0.5, 0.55
	if _, err := coinModels(t, first, second, nil).By(metrics.PassAtK(2)); err == nil {
		t.Fatal("a board of one trial has a pass@2")
	}
	board := results.NewTally(2, 2, 1)
	board.Trials = 60
	m, err := New(board, metrics.Binary, nil, coinsOf(first, second))
	if err != nil {
		t.Fatal(err)
	}
	if m.Order.Models[0] != 1 {
		t.Fatal("by the mean the second is better")
	}
	by, err := m.By(metrics.PassAtK(2))
	if err != nil {
		t.Fatal(err)
	}
	if by.Order.Models[0] != 0 {
		t.Error("by pass@2 the first is better")
	}
	p, err := by.Plan(t.Context(), by.Pairs(2, 1), PlanOptions{Confidence: 0.95, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if q := p.Pairs[0]; q.Power.Trials < 2 || q.Power.Chance < 0.8 || math.Abs(q.Gap-0.155) > 1e-12 {
		t.Errorf("%+v of a gap of %v", q.Power, q.Gap)
	}
}

// Half the width by avg is 1.96·σ of Eq. 20, whose mean square is worked out elsewhere:
// at the N of the plan it is below the wanted one, with a tenth less trials above.
func TestWidths(t *testing.T) {
	m := twelve(t)
	by, err := m.By(metrics.Avg(metrics.Binary))
	if err != nil {
		t.Fatal(err)
	}
	const wanted = 0.06
	w, err := by.Widths(t.Context(), wanted, PlanOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	half := func(model, n int) float64 { // Eq. 20: σ of Bayes@n times (n + 2)/n
		return 1.959963984540054 * math.Sqrt(m.posteriorVariance(model, n)) * float64(n+2) / float64(n)
	}
	for model := range 2 {
		if got, want := w.Each[model].There, half(model, w.Trials); math.Abs(got-want) > 0.01*want {
			t.Errorf("model %d: half the width is %v on average, want %v", model, got, want)
		}
	}
	widest := func(n int) float64 { return max(half(0, n), half(1, n)) }
	if n := w.Trials; widest(n) > wanted || widest(n*9/10) < wanted {
		t.Errorf("%d trials make it ±%v, a tenth less ±%v", n, widest(n), widest(n*9/10))
	}
	if want := int64(2 * 12 * w.Trials); w.ToRun != want {
		t.Errorf("%d trials are to run, want %d", w.ToRun, want)
	}
}
