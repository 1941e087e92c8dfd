package budget

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"settle/metrics"
	"settle/results"
)

// twelve returns two coins with twelve questions.
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
			t.Errorf("n = %d: separated on %.3f of %d boards, want %.3f", n, got, p.Replicates, want)
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

// thrice returns a graded board of three models, with outcomes in the categories 0 and 1 or in
// all three, and a prior for it.
func thrice(top int) (board, prior *results.Tally) {
	fill := func(trials int) *results.Tally {
		t := results.NewTally(3, 10, top)
		t.Trials = trials
		for i := range 30 * trials {
			t.Add(i%3, i/3%10, (i*i/7+i%5*(i%3))%(top+1), 1)
		}
		return t
	}
	return fill(4), fill(2)
}

// Evaluations begin with the trials of the board, also where there are weights for
// categories beyond its own.
func TestEvaluationsBeginWithTheBoard(t *testing.T) {
	w, err := metrics.ParseWeights("0,0.5,1")
	if err != nil {
		t.Fatal(err)
	}
	for top := range 2 {
		board, _ := thrice(top + 1)
		m, err := New(board, w, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := (&trialSimulator{future: m.groupedFuture(false), metric: metrics.Avg(w)}).start()
		if p.Trials != 4 || p.Top != 2 {
			t.Fatalf("%d trials of %d categories", p.Trials, p.Top+1)
		}
		for model := range 3 {
			for q := range 10 {
				want := make([]float64, 3)
				add(want, board, model, q)
				got := make([]float64, 3)
				add(got, p, model, q)
				if !slices.Equal(got, want) {
					t.Errorf("%v of model %d at question %d, want %v", got, model, q, want)
				}
			}
		}
	}
}

// Plans do not depend on the number of workers, with and without simulation, also for graded
// outcomes and a prior.
func TestWorkersOfGradedPlans(t *testing.T) {
	w, err := metrics.ParseWeights("0,0.5,1")
	if err != nil {
		t.Fatal(err)
	}
	board, prior := thrice(2)
	m, err := New(board, w, prior, nil)
	if err != nil {
		t.Fatal(err)
	}
	by, err := m.By(metrics.Avg(w))
	if err != nil {
		t.Fatal(err)
	}
	var plans [2][]string
	for i, workers := range []int{1, 3} {
		o := PlanOptions{Confidence: 0.95, Draws: 300, Seed: 4, Workers: workers}
		plain, err := m.Plan(t.Context(), m.Pairs(2, 1), o)
		if err != nil {
			t.Fatal(err)
		}
		played, err := by.Plan(t.Context(), by.Pairs(2, 1), o)
		if err != nil {
			t.Fatal(err)
		}
		plans[i] = []string{fmt.Sprint(plain.Pairs, plain.Together), fmt.Sprint(played.Pairs, played.Together)}
	}
	if !slices.Equal(plans[0], plans[1]) {
		t.Errorf("three workers find another plan:\n%v\n%v", plans[0], plans[1])
	}
}
