package report

import (
	"math"
	"testing"

	"settle/study/priors"
)

// Where a prior helps and where it hurts is said of all that was looked at, and no
// further: it may help from the first trial on or only later.
func TestPriorsBetter(t *testing.T) {
	for want, gains := range map[string][]float64{
		"better at every N up to 50":                                 {3, 2, 1},
		"worse at every N up to 50":                                  {-3, -2, 0},
		"better up to 7 new trials and worse beyond":                 {3, 2, -1},
		"worse up to 1 new trial and better beyond":                  {-3, 2, 1},
		"better up to 1 new trial, and beyond now better, now worse": {3, -2, 1},
		"worse up to 1 new trial, and beyond now better, now worse":  {-3, 2, -1},
	} {
		e := priors.Errors{Depth: 4}
		for i, n := range []int{1, 7, 50} {
			e.Points = append(e.Points, priors.ErrorPoint{N: n, Gain: gains[i]})
		}
		if got := (Priors{Trials: 50}).better(e); got != want {
			t.Errorf("gains of %v: %s, want %s", gains, got, want)
		}
	}
}

// A prior that hurts is worth no negative number of trials more.
func TestPriorsWorth(t *testing.T) {
	for want, worth := range map[string]float64{
		"Beside 5 new trials it is worth 1.9 more. ": 1.86, "Beside 5 new trials it is as bad as 3.2 fewer. ": -3.24, "": math.NaN(),
	} {
		if got := worthOf(priors.ErrorPoint{N: 5, Worth: worth}); got != want {
			t.Errorf("%v: %q, want %q", worth, got, want)
		}
	}
}

// Within two standard errors τ is said neither to rise nor to fall; of one update none is known.
func TestPriorsGained(t *testing.T) {
	for want, p := range map[string]priors.Point{
		"rises by 0.089 ± 0.003":                          {Gain: 0.089, GainSE: 0.003},
		"falls by 0.027 ± 0.001":                          {Gain: -0.027, GainSE: 0.001},
		"changes by no more than chance (-0.001 ± 0.001)": {Gain: -0.0011, GainSE: 0.0009},
		"rises by 0.200 ± –":                              {Gain: 0.2, GainSE: math.NaN()},
		"stays as it is":                                  {},
	} {
		if got := gained(p); got != want {
			t.Errorf("%+v: %s, want %s", p, got, want)
		}
	}
}
