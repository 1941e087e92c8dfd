package budget

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"settle/metrics"
	"settle/sim"
)

// standIn returns the models of a board of 11.
func standIn(t testing.TB) *Models {
	t.Helper()
	board, err := sim.StandIn("hmmt25")
	if err != nil {
		t.Fatal(err)
	}
	m, err := New(board.Tally(board.Trials()), metrics.Binary, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Each leader is paired with the models below it, up to reach.
func TestPairs(t *testing.T) {
	m := &Models{}
	m.Order.Models = []int{2, 0, 1}
	for _, c := range []struct {
		leaders, reach int
		want           [][2]int
	}{
		{3, 1, [][2]int{{2, 0}, {0, 1}}},
		{3, 3, [][2]int{{2, 0}, {2, 1}, {0, 1}}},
		{1, 3, [][2]int{{2, 0}, {2, 1}}},
		{9, 9, [][2]int{{2, 0}, {2, 1}, {0, 1}}},
		{0, 3, nil},
	} {
		if got := m.Pairs(c.leaders, c.reach); !slices.Equal(got, c.want) {
			t.Errorf("%d leaders, reach %d: %v, want %v", c.leaders, c.reach, got, c.want)
		}
	}
}

// A plan holds what Need and At say of each pair, in the order of the pairs, for
// any number of workers; without At, at the board's trials and 2, 5 and 10 times
// as many.
func TestPlanHoldsEveryPair(t *testing.T) {
	m := standIn(t)
	pairs := m.Pairs(3, 2)
	var plans []*Plan
	for _, workers := range []int{1, 3} {
		done := 0
		plan, err := m.Plan(t.Context(), pairs, PlanOptions{
			Confidence: 0.95, Workers: workers, Progress: func(n int) { done = n },
		})
		if err != nil {
			t.Fatal(err)
		}
		if done != len(pairs) {
			t.Errorf("the last progress is %d of %d pairs", done, len(pairs))
		}
		plans = append(plans, plan)
	}
	if !reflect.DeepEqual(plans[0].Pairs, plans[1].Pairs) {
		t.Error("three workers find another plan than one")
	}
	plan := plans[0]
	if quantile, _ := Quantile(0.95); plan.Quantile != quantile {
		t.Errorf("the quantile is %v, want %v", plan.Quantile, quantile)
	}
	if want := []int{80, 160, 400, 800}; !slices.Equal(plan.Options.At, want) {
		t.Errorf("points at %v, want %v", plan.Options.At, want)
	}
	for i, p := range plan.Pairs {
		need, err := m.Need(t.Context(), pairs[i][0], pairs[i][1], plan.Quantile)
		if err != nil {
			t.Fatal(err)
		}
		if p.Need != need || p.There != m.At(p.Above, p.Below, need.Trials) {
			t.Errorf("pair %d is %+v, want %+v", i, p.Need, need)
		}
		for j, n := range plan.Options.At {
			if p.Points[j] != m.At(p.Above, p.Below, n) {
				t.Errorf("pair %d at %d: %+v", i, n, p.Points[j])
			}
		}
	}
}

// Numbers of trials are sorted without duplicates, and invalid options are rejected.
func TestPlanOptions(t *testing.T) {
	m := of(t, pairOfThePaper(t), 4, true)
	pairs := m.Pairs(1, 1)
	plan, err := m.Plan(t.Context(), pairs, PlanOptions{Confidence: 0.9, At: []int{9, 3, 9}})
	if err != nil {
		t.Fatal(err)
	}
	if at := plan.Options.At; !slices.Equal(at, []int{3, 9}) || plan.Pairs[0].Points[0].N != 3 {
		t.Errorf("at %v: %+v", at, plan.Pairs[0].Points)
	}
	for _, c := range []struct {
		pairs [][2]int
		o     PlanOptions
		want  string
	}{
		{pairs, PlanOptions{Confidence: 0.5}, "the confidence must be at least 0.8"},
		{nil, PlanOptions{Confidence: 0.9}, "no pair of models"},
		{pairs, PlanOptions{Confidence: 0.9, At: []int{0}}, "must be 1 to 1000000000"},
		{pairs, PlanOptions{Confidence: 0.9, At: []int{MaxTrials + 1}}, "must be 1 to 1000000000"},
		{pairs, PlanOptions{Confidence: 0.9, CostPerTrial: -1}, "the cost per trial must be a finite number, at least 0, not -1"},
		{pairs, PlanOptions{Confidence: 0.9, CostPerTrial: math.NaN()}, "the cost per trial must be a finite number, at least 0, not NaN"},
	} {
		if _, err := m.Plan(t.Context(), c.pairs, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, %+v: error %v, want %q", c.pairs, c.o, err, c.want)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := m.Plan(ended, pairs, PlanOptions{Confidence: 0.9}); !errors.Is(err, context.Canceled) {
		t.Errorf("in a context that has ended the error is %v", err)
	}
	if _, err := plan.Curves(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("curves in a context that has ended: error %v", err)
	}
}

// needing returns a plan for a board with 10 trials of 3 questions, whose pairs need the given
// trials: 0 for more than any, −1 for equal means. All pairs include the first model.
func needing(trials ...int) *Plan {
	p := &Plan{Models: &Models{Trials: 10, Questions: 3}, Quantile: 1.645}
	for i, n := range trials {
		p.Pairs = append(p.Pairs, Pair{Need: Need{Above: 0, Below: i + 1, Trials: max(n, 0), Equal: n < 0}})
	}
	return p
}

func trialsOf(pairs []Pair) []int {
	var trials []int
	for _, p := range pairs {
		trials = append(trials, p.Trials)
	}
	return trials
}

// Pairs within reach need at most ten times the board's 10 trials.
func TestReach(t *testing.T) {
	for _, c := range []struct {
		plan      *Plan
		near, far []int
	}{
		{needing(5, 101, 0, 100, 7, -1, 3000), []int{100, 7, 5}, []int{3000, 101}},
		{needing(1, 2), []int{2, 1}, nil},
		{needing(200, 0), nil, []int{200}},
		{needing(0, -1), nil, nil},
	} {
		near, far := c.plan.Reach()
		if !slices.Equal(trialsOf(near), c.near) || !slices.Equal(trialsOf(far), c.far) {
			t.Errorf("near %v, far %v, want %v, %v", trialsOf(near), trialsOf(far), c.near, c.far)
		}
		if got := trialsOf(c.plan.Hardest()); !slices.Equal(got, slices.Concat(c.far, c.near)) {
			t.Errorf("the hardest are %v", got)
		}
	}
}

// Steps start at the board's trials and double until all pairs within reach are separated;
// pairs beyond reach are ignored.
func TestSteps(t *testing.T) {
	for _, c := range []struct {
		plan *Plan
		want []Step
	}{
		{needing(5, 101, 0, 70, 10, -1, 3000), []Step{{10, 2}, {20, 2}, {40, 2}, {80, 3}}},
		{needing(200, 0), []Step{{10, 0}}},
		{needing(4), []Step{{10, 1}}},
	} {
		if got := c.plan.Steps(); !slices.Equal(got, c.want) {
			t.Errorf("steps %v, want %v", got, c.want)
		}
	}
}

// The hardest pairs have equal means, then no sufficient number of trials, then the most
// trials.
func TestTightest(t *testing.T) {
	for _, c := range []struct {
		plan *Plan
		want int // index of the pair
	}{
		{needing(5, 9, 0, -1, 7), 3},
		{needing(5, 0, MaxTrials, 0), 1},
		{needing(5, 9, 7), 1},
	} {
		if got := Tightest(c.plan.Pairs); got.Below != c.want+1 {
			t.Errorf("the tightest is pair %d, want %d", got.Below-1, c.want)
		}
	}
}

// Doubtful pairs are separated by the board's z but need more trials than it has.
func TestDoubtful(t *testing.T) {
	p := needing(11, 10, 11, 0)
	for i, now := range []float64{2, 2, 1, 2} {
		p.Pairs[i].Now = now
	}
	var got []int
	for _, q := range p.Doubtful() {
		got = append(got, q.Below-1)
	}
	if !slices.Equal(got, []int{0, 3}) {
		t.Errorf("doubtful are pairs %v, want 0 and 3", got)
	}
	p.Models.Known = true
	if got := p.Doubtful(); got != nil {
		t.Errorf("where the truth is known, %v are doubtful", got)
	}
}

// Three pairs of four models on 3 questions: a need of a billion trials does not overflow 32
// bits.
func TestSums(t *testing.T) {
	p := needing(5, MaxTrials, 0)
	p.Options.CostPerTrial = 0.25
	if got := p.Compared(); got != 4 {
		t.Errorf("%d models, want 4", got)
	}
	if per, all := p.PerModel(7), p.InAll(7); per != 21 || all != 84 {
		t.Errorf("7 of each are %d per model, %d in all, want 21, 84", per, all)
	}
	for i, want := range []int64{30, 6_000_000_000, 0} {
		if got := p.OfPair(p.Pairs[i]); got != want {
			t.Errorf("pair %d takes %d trials, want %d", i, got, want)
		}
	}
	if got := p.Cost(p.OfPair(p.Pairs[1])); got != 1_500_000_000 {
		t.Errorf("it costs %v", got)
	}
}

// Points are from 1 to twice what the hardest pair within reach needs, or ten
// times the board's trials, and the hardest four pairs have them.
func TestCurves(t *testing.T) {
	m := standIn(t)
	plan, err := m.Plan(t.Context(), m.Pairs(11, 1), PlanOptions{Confidence: 0.95, At: []int{80}})
	if err != nil {
		t.Fatal(err)
	}
	curves, err := plan.Curves(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	near, _ := plan.Reach()
	if !slices.Equal(trialsOf(curves), trialsOf(near)[:4]) {
		t.Errorf("curves of pairs that need %v, want the hardest of %v", trialsOf(curves), trialsOf(near))
	}
	last := max(2*near[0].Trials, 800)
	for _, p := range curves {
		first, end, count := p.Points[0].N, p.Points[len(p.Points)-1].N, len(p.Points)
		if first != 1 || end != last || count > curvePoints {
			t.Errorf("%d points from %d to %d, want 1 to %d", count, first, end, last)
		}
		for i, point := range p.Points {
			if i > 0 && point.N <= p.Points[i-1].N {
				t.Errorf("%d after %d", point.N, p.Points[i-1].N)
			}
		}
		if middle := p.Points[count/2]; middle != m.At(p.Above, p.Below, middle.N) {
			t.Errorf("at %d: %+v", middle.N, middle)
		}
	}
	if points := plan.Pairs[0].Points; len(points) != 1 {
		t.Errorf("the plan itself now has %d points", len(points))
	}
}

// Two of three points are exact, and off by 0.25 in P and 0.5 in z at most; a
// difference by rounding is none.
func TestApproximation(t *testing.T) {
	p := needing(5, 0)
	p.Pairs[0].There = Point{Exact: true, Right: 0.75, NormalRight: 0.5, Z: 1, NormalZ: 1 + 1e-15}
	p.Pairs[0].Points = []Point{{Exact: true, Z: 1, NormalZ: 1.5}}
	p.Pairs[1].Points = []Point{{Right: 1, NormalRight: 0}}
	if got, want := p.Approximation(), (Approximation{Points: 3, Exact: 2, Right: 0.25, Z: 0.5}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// With equal means, more questions have no effect.
func TestOtherQuestions(t *testing.T) {
	p := needing(-1, 5)
	if more := p.Pairs[0].OtherQuestions(); !math.IsNaN(more.Between+more.Most.Ceiling) || more.Now != 0 {
		t.Errorf("%+v", more)
	}
	p.Pairs[1].More.Now = 12
	if more := p.Pairs[1].OtherQuestions(); more != p.Pairs[1].More {
		t.Errorf("%+v", more)
	}
}
