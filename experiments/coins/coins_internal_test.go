package coins

import (
	"context"
	"math"
	"slices"
	"testing"

	"settle/experiments/paper"
	"settle/internal/boardtest"
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
	}{{[]float64{3}, 0}, {[]float64{3, 1}, 1}, {[]float64{3, 1, 2}, 2}, {[]float64{4, 1, 3, 2}, 3}, {[]float64{2, 2, 1}, 0}} {
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
		if got := [2]int{clearAt(leads, n), holdingTo(leads, n)}; got != want {
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

// The spread of what a noisy curve draws around the expected one is that of a mean of
// 1000 |z|.
func TestNoisyCurve(t *testing.T) {
	pair, err := sim.PaperQuantile().Subset("LLM10", "LLM9")
	if err != nil {
		t.Fatal(err)
	}
	c := newNoisyCurve(pair, 3)
	var sum float64
	for i, expected := range c.expected {
		_, sd := sim.ZAbout(pair.P[0], pair.P[1], i+1)
		z := (c.drawn[i] - expected) / sd * math.Sqrt(paper.Boards)
		sum += z * z
	}
	// A χ² variable with 500 degrees of freedom has the standard deviation √1000.
	if math.Abs(sum-noisyTrials) > 4*math.Sqrt(2*noisyTrials) {
		t.Errorf("the squares of %d normal numbers add up to %v", noisyTrials, sum)
	}
}
