package simulate

import (
	"testing"

	"settle/study/priors"
)

// Where a prior helps and where it hurts is said of all that was looked at, and no
// further: it may help from the first trial on or only later.
func TestPriorsBetter(t *testing.T) {
	for want, gains := range map[string][]float64{
		"better at every N up to 50":                                        {3, 2, 1},
		"worse at every N up to 50":                                         {-3, -2, 0},
		"better up to 7 new trials and worse beyond":                        {3, 2, -1},
		"worse up to 1 new trial and better beyond":                         {-3, 2, 1},
		"better up to 1 new trial, and alternately better and worse beyond": {3, -2, 1},
		"worse up to 1 new trial, and alternately better and worse beyond":  {-3, 2, -1},
	} {
		e := priors.Errors{Depth: 4}
		for i, n := range []int{1, 7, 50} {
			e.Points = append(e.Points, priors.ErrorPoint{N: n, Gain: gains[i]})
		}
		if got := (Priors{Trials: 50}).benefit(e); got != want {
			t.Errorf("gains of %v: %s, want %s", gains, got, want)
		}
	}
}
