package bakeoff

import (
	"math"
	"strings"
	"testing"
	"time"

	"settle/montecarlo"
	"settle/study/bakeoff"
	"settle/study/converge"
)

// baked is a bakeoff of estimators on so many boards with 2 and 4 trials. Their τ is
// the same with both, and one is ahead of another by as many standard errors as their
// τ differ in thousandths.
func baked(boards int, taus map[string]float64, names ...string) Bakeoff {
	b := Bakeoff{
		Coins: "coins:x", Models: []string{"m", "n"}, Questions: 3, Gold: []int{1, 2},
		Options: bakeoff.Options{Options: montecarlo.Options{Replicates: boards}, Seed: 1, Trials: 4, At: []int{2, 4}},
	}
	for i, name := range names {
		r := bakeoff.Result{
			Metric: name, Truth: []float64{0.25, 0.5},
			Convergence: converge.Distribution{Metric: name, Replicates: boards, Counts: []int{0, i, 0, 1}},
		}
		for _, n := range b.Options.At {
			p := bakeoff.Point{N: n, Tau: taus[name], RMSE: 0.5 - taus[name]/4, Coverage: 0.9 + taus[name]/100/float64(n)}
			for _, other := range names {
				a := bakeoff.Ahead{Tau: taus[name] - taus[other], TauSE: 0.001, SquareSE: 1e-4}
				if a.Square = a.Tau / 10; a.Tau == 0 {
					a.TauSE = 0
				}
				p.Ahead = append(p.Ahead, a)
			}
			r.Points = append(r.Points, p)
		}
		b.Results = append(b.Results, r)
	}
	return b
}

// The sentences follow from what is told apart: with 100 boards and few comparisons
// that is from about 3 standard errors on, as a table of Student's distribution says.
func TestClosest(t *testing.T) {
	taus := map[string]float64{"a": 0.9, "b": 0.9, "c": 0.899, "d": 0.8}
	for what, test := range map[string]struct {
		Bakeoff
		want string
	}{
		"sure": {baked(100, taus, "d", "a"), "With 4 trials, a comes closest to the true order of the models: the average Kendall τ is 0.900, and 0.800 for d, which comes next. The difference is significant over 100 boards."},
		"alike": {baked(100, taus, "b", "d", "a"), "With 4 trials, b and a, which do equally well on every board, come closest to the true order " +
			"of the models: the average Kendall τ is 0.900, and 0.800 for d, which comes next. The difference is significant over 100 boards."},
		"not sure":   {baked(100, taus, "a", "c", "d"), "With 4 trials, a comes closest to the true order of the models: the average Kendall τ is 0.900, and 0.899 for c, which comes next. 100 boards do not separate a and c."},
		"few boards": {baked(29, taus, "a", "d"), "With 4 trials, a comes closest to the true order of the models: the average Kendall τ is 0.900, and 0.800 for d, which comes next. 29 boards are too few to tell whether the difference is significant."},
		"alone":      {baked(100, taus, "a"), "With 4 trials, the average Kendall τ between the ranking by a and the true order of the models is 0.900; there is no other estimator to compare."},
		"all alike":  {baked(100, taus, "a", "b"), "With 4 trials, a and b do equally well on every board: their average Kendall τ with the true order of the models is 0.900."},
	} {
		if got := test.Closest(); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", what, got, test.want)
		}
	}
}

// An estimator without a score is none.
func TestClosestOfNone(t *testing.T) {
	b := baked(100, map[string]float64{"a": 0.9, "d": 0.8}, "a", "d")
	for i := range b.Results {
		b.Results[i].Points = nil
	}
	if got, want := b.Closest(), "No estimator has a score after 4 trials per question."; got != want {
		t.Error(got)
	}
}

func TestAnswersOfBakeoff(t *testing.T) {
	b := baked(100, map[string]float64{"a": 0.9, "d": 0.8}, "d", "a")
	b.Costs = [][]bakeoff.Cost{{{N: 2, Time: 7000}, {N: 4, Time: 912_600 * time.Nanosecond}}, {{N: 4, Time: 5240}}}
	for _, test := range []struct{ got, want string }{
		// 0.5 − 0.9/4 and 0.5 − 0.8/4; squared errors differ by 0.01, 100 standard errors.
		{b.LeastError(), "Among a and d, which estimate the same quantity, a is closest to it with 4 trials: RMSE 0.2750, against 0.3000 for d, a significant difference."},
		// 0.9 + 0.009/4 and 0.9 + 0.008/4; with two trials all is more.
		{b.Holding(), "With 4 trials, nominal 95 % intervals cover the truth in 90.2 % of cases (d) to 90.2 % (a)."},
		// d settles on one board, at n = 4; a on one at 2 and on one at 4: 98 of 100 never.
		{b.Settles(), "Within 4 trials, hardly any ranking settles on the true order: at most 2.0 % of boards (a)."},
		{b.Took(), "With 4 trials, ranking a board takes 5.2 µs by a on this machine and 913 µs by d."},
	} {
		if test.got != test.want {
			t.Errorf("%s\nwant\n%s", test.got, test.want)
		}
	}
	b.Results[1].Convergence = converge.Distribution{Replicates: 4, Counts: make([]int, 4)}
	b.Results[0].Convergence = b.Results[1].Convergence
	if got, want := b.Settles(), "Within 4 trials, no ranking settles on the true order on any board."; got != want {
		t.Error(got)
	}
	alike := baked(100, map[string]float64{"a": 0.9, "b": 0.9, "d": 0.8}, "a", "b", "d")
	if got, want := alike.LeastError(), "Among a, b and d, which estimate the same quantity, a and b are closest to it with 4 trials: "+
		"RMSE 0.2750, against 0.3000 for d, a significant difference."; got != want {
		t.Error(got)
	}
	if got, want := baked(20, map[string]float64{"a": 0.9, "b": 0.9}, "a", "b").LeastError(),
		"Among a and b, which estimate the same quantity, all are equally close to it with 4 trials: RMSE 0.2750."; got != want {
		t.Error(got)
	}
	b.Results[0].Truth = nil
	if got, want := b.LeastError(), "No two estimators estimate the same quantity, so their errors are not comparable."; got != want {
		t.Error(got)
	}
	// One board of four never settles and counts as 5, the others do at 2, 2 and 4: 13/4
	// on average, from which they are 5/4, 5/4, 3/4 and 7/4 off.
	b.Results[1].Convergence = converge.Distribution{Metric: "a", Replicates: 4, Counts: []int{0, 2, 0, 1}}
	variance := (2*1.25*1.25 + 0.75*0.75 + 1.75*1.75) / 4
	if se := math.Sqrt(variance / 3); math.Abs(se-0.75) > 1e-12 {
		t.Fatal(se)
	}
	if got, want := b.Settles(), "The ranking by a settles on the true order first: on average at trial 3.2 ± 0.75; "+
		"boards on which it never settles (25.0 %) count as 5."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for i := range b.Results {
		for j := range b.Results[i].Points {
			b.Results[i].Points[j].Coverage = math.NaN()
		}
	}
	if got, want := b.Holding(), "With 4 trials, no estimator has intervals."; got != want || b.Coverage().Known() {
		t.Error(got)
	}
	// Two that settle with the same trials are both named: on one board of four each at n = 1, 2, 3 and 4.
	b.Results[0].Convergence = converge.Distribution{Replicates: 4, Counts: []int{1, 1, 1, 1}}
	b.Results[1].Convergence = b.Results[0].Convergence
	if got := b.Settles(); !strings.HasPrefix(got, "The ranking by d and a settles on the true order first: on average at trial 2.5") {
		t.Error(got)
	}
}
