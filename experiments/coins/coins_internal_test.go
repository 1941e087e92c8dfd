package coins

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/tests/boardtest"
	"settle/montecarlo"
	"settle/sim"
	"settle/study/lead"
)

// The expected τ of Bayes@N is that of simulated boards, within four standard errors
// and what it leaves out of ties.
func TestExpectedTau(t *testing.T) {
	coins := sim.PaperQuantile()
	curves, err := montecarlo.Curves(context.Background(), coins.Source(80, 1), boardtest.Parse(t, "bayes"), coins.Gold(),
		montecarlo.Options{Replicates: 5000})
	if err != nil {
		t.Fatal(err)
	}
	p := curves[0].Points[79]
	if got := expectedTau(coins, 80); math.Abs(got-p.Tau) > 4*p.SE+0.001 {
		t.Errorf("τ = %v, of boards %v ± %v", got, p.Tau, p.SE)
	}
	if got := tieLimit(coins); got != math.Sqrt(54./55) {
		t.Errorf("limit %v", got)
	}
}

func TestMedianOf(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   int
	}{
		{[]float64{3}, 0}, {[]float64{3, 1}, 1}, {[]float64{3, 1, 2}, 2}, {[]float64{4, 1, 3, 2}, 3}, {[]float64{2, 2, 1}, 0},
	} {
		if got := medianOf(c.values); got != c.want {
			t.Errorf("%v: %d, want %d", c.values, got, c.want)
		}
	}
}

// By hand: three draws, of which the first is never passed, the second from n = 2 on,
// the third at n = 3 alone by a little.
func TestSharesOfDraws(t *testing.T) {
	none, far, little := lead.Rival{Metric: 1, Gap: -1}, lead.Rival{Metric: 1, Gap: 0.4, Passes: true},
		lead.Rival{Metric: 2, Gap: 0.1, Passes: true}
	leads := []lead.Lead{
		{Rivals: []lead.Rival{none, none, none}},
		{Rivals: []lead.Rival{none, little, far}},
		{Rivals: []lead.Rival{none, none, little}},
	}
	for n, want := range map[int][2]int{1: {3, 3}, 2: {2, 2}, 3: {1, 1}} {
		if got := [2]int{countClear(leads, n), countHolding(leads, n)}; got != want {
			t.Errorf("n = %d: %v at it and up to it, want %v", n, got, want)
		}
	}
	p := passesOf(leads, 3, 3)
	if !slices.Equal(p.gaps, []float64{0.4, 0.1}) || !slices.Equal(p.by, []int{0, 1, 1}) {
		t.Errorf("%+v", p)
	}
	if p := passesOf(leads, 3, 2); !slices.Equal(p.gaps, []float64{0.1}) {
		t.Errorf("up to 2: %+v", p)
	}
}

// Groups of ranks that several models have.
func TestTiedGroups(t *testing.T) {
	if got := tiedGroups([]float64{7, 6, 5, 5, 5, 4, 3, 3, 2, 2, 1}); !slices.Equal(got, []float64{2, 3, 5}) {
		t.Errorf("%v", got)
	}
}

// By hand: of 40 boards one has the published row without interval, one another that is
// as rare, and 38 a third; the published row with interval is on all but one. So 2 of 40,
// 5 %, are as rare as the first, which is just enough, and all 40 as rare as the second. On
// 38 the close pair is in the true order, and on all but one it ties with interval.
func TestWhatComesUp(t *testing.T) {
	ordered := []float64{11, 10, 9, 8, 7, 6, 4, 5, 3, 2, 1}
	other := []float64{10, 11, 9, 8, 7, 6, 5, 4, 2, 3, 1}
	apart := []float64{11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}
	f := table1Found{draws: 2, gold: table1Gold}
	for i := range 40 {
		b := rankedBoard{Ranks: paper.Ranks{Plain: ordered, Interval: table1Interval}}
		switch i {
		case 0:
			b.Plain = table1Plain
		case 1:
			b.Plain, b.Interval = other, apart
		}
		f.boards = append(f.boards, b)
	}
	holds := func(c checks.Check, share float64, verdict checks.Verdict) {
		t.Helper()
		if c.Obtained != share || c.Verdict != verdict {
			t.Errorf("%s: %v, %s; want %v, %s", c.Check, c.Obtained, c.Verdict, share, verdict)
		}
	}
	holds(f.rowCheck(table1Rows[0]), 0.05, checks.Holds)
	holds(f.rowCheck(table1Rows[1]), 1, checks.Holds)
	claims := f.claims()
	holds(claims[0], 0.05, checks.Holds)  // swapped: on the first two boards
	holds(claims[1], 1, checks.Holds)     // LLM4 and LLM5 do not tie
	holds(claims[2], 0.975, checks.Holds) // the close pair ties
	holds(claims[3], 0.975, checks.Holds) // as do several
	f.boards[0] = f.boards[2]
	holds(f.rowCheck(table1Rows[0]), 0, checks.Differs) // the row never comes up
	holds(f.claims()[0], 0.025, checks.Differs)
}

// The spread of what a noisy curve draws around the expected one is that of a mean of
// as many |z|.
func TestNoisyCurve(t *testing.T) {
	pair, err := sim.PaperQuantile().Subset("LLM10", "LLM9")
	if err != nil {
		t.Fatal(err)
	}
	c := newNoisyCurve(pair, 3)
	for _, boards := range fig3Boards {
		var sum float64
		for i, drawn := range c.meansOfZ(boards) {
			_, sd := sim.ZAbout(pair.P[0], pair.P[1], i+1)
			z := (drawn - c.expected[i]) / sd * math.Sqrt(float64(boards))
			sum += z * z
		}
		// A χ² variable with 500 degrees of freedom has the standard deviation √1000.
		if math.Abs(sum-noisyTrials) > 4*math.Sqrt(2*noisyTrials) {
			t.Errorf("%d boards: the squares of %d normal numbers add up to %v", boards, noisyTrials, sum)
		}
	}
}

// By hand: draws of which 200 boards give 5, 15, … 95 and 1000 boards 60 to 69. Among both
// is 65; among the first alone is 20, which nobody can know; among neither is 200.
func TestAmongBoards(t *testing.T) {
	var draws []fig3Draw
	for i := range 10 {
		draws = append(draws, fig3Draw{first: [][]int{{5 + 10*i, 60 + i}}})
	}
	for printed, want := range map[string]checks.Verdict{"65": checks.Holds, "20": checks.NeedsData, "200": checks.Differs} {
		claim := fig3Claim{printed: printed, of: func(d fig3Draw, boards int) float64 { return float64(d.first[0][boards]) }}
		o, note := claim.amongBoards(draws)
		if o.Verdict != want || *o.Low < 60 || *o.High > 69 {
			t.Errorf("%s: %+v, want %s of 60 to 69", printed, o, want)
		}
		if printed == "20" && !(strings.Contains(note, "with 200 boards per N (verdict: holds)") &&
			strings.Contains(note, "with 1000 boards per N (verdict: differs)")) {
			t.Errorf("note %q", note)
		}
	}
}
