package betabinomial

import (
	"math"
	"testing"
)

// Five of 12 trials are correct: the mean is (5 + ½)/13. Of the pairs of trials of a
// question 3/6, 3/6 and 0 differ, which is half as much for p(1 − p); two questions have
// no pairs, and two are imagined whose pairs differ as chance has it.
func TestMomentsByHand(t *testing.T) {
	got := Moments([][]Count{{{1, 4, 1}, {3, 4, 1}, {1, 1, 1}, {0, 1, 1}, {0, 2, 1}}})[0]
	mean := 5.5 / 13
	wanted := 1 - (0.25+0.25+0+2*mean*(1-mean))/(5*mean*(1-mean))
	if math.Abs(got.Alpha-mean*(1/wanted-1)) > 1e-12 || math.Abs(got.Alpha+got.Beta-(1/wanted-1)) > 1e-12 {
		t.Errorf("Beta(%v, %v), want the mean %v and the correlation %v", got.Alpha, got.Beta, mean, wanted)
	}
}

// Single trials tell nothing of the concentration, which is then the highest; questions
// of which all trials agree make it low, but two questions' worth higher than none; and
// every prior has a weight of 1.
func TestMomentsAtTheEnds(t *testing.T) {
	for _, c := range []struct {
		counts []Count
		want   float64
	}{
		{[]Count{{0, 1, 20}, {1, 1, 10}}, highest},
		{[]Count{{2, 4, 30}}, highest},
		{[]Count{{0, 9, 15}, {9, 9, 15}}, 1/(1-2.0/32) - 1},
		{[]Count{{0, 9, 1500}, {9, 9, 1500}}, lowest},
	} {
		got := Moments([][]Count{c.counts})[0]
		if math.Abs(got.Alpha+got.Beta-c.want) > 1e-9*c.want || got.Weight != 1 {
			t.Errorf("%v: concentration %v, want %v", c.counts, got.Alpha+got.Beta, c.want)
		}
	}
}

// Models share the concentration: one that tells nothing has that of the others.
func TestMomentsArePooled(t *testing.T) {
	both := Moments([][]Count{{{0, 1, 30}}, {{0, 9, 1500}, {9, 9, 1500}}})
	if a, b := both[0].Alpha+both[0].Beta, both[1].Alpha+both[1].Beta; math.Abs(a-b) > 1e-12 || a > 0.06 {
		t.Errorf("concentrations %v and %v, want those of the second model, %v", a, b, lowest)
	}
}
