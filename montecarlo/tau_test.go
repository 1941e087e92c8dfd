package montecarlo_test

import (
	"math"
	"testing"

	"settle/internal/aggregate"
	"settle/montecarlo"
)

// An undefined τ counts as 0: of 1, undefined and ½ the mean is ½, with the
// standard error √((1 + ¼)/3 − ¼)/√2 = √(1/12), also where sums are merged.
func TestTaus(t *testing.T) {
	var a, b montecarlo.Taus
	for _, c := range []struct {
		into         *montecarlo.Taus
		tau, counted float64
	}{{&a, 1, 1}, {&a, math.NaN(), 0}, {&b, 0.5, 0.5}} {
		if got := c.into.Add(c.tau); got != c.counted {
			t.Errorf("τ = %v counts as %v, want %v", c.tau, got, c.counted)
		}
	}
	aggregate.Merge(&a, &b)
	mean, se := a.Mean(3)
	if mean != 0.5 || math.Abs(se-math.Sqrt(1./12)) > 1e-15 || a.Undefined != 1 {
		t.Errorf("mean %v ± %v, %d undefined", mean, se, a.Undefined)
	}
}

// A crossing is the first, and 0 where there is none.
func TestCrossing(t *testing.T) {
	points := []montecarlo.PairPoint{{N: 1, Z: 0.5}, {N: 2, Z: 2}, {N: 3, Z: 1}, {N: 4, Z: 3}}
	for z, want := range map[float64]int{0.5: 1, 0.75: 2, 2: 2, 2.5: 4, 3.5: 0} {
		if got := montecarlo.Crossing(points, z); got != want {
			t.Errorf("|z| reaches %v at %d, want %d", z, got, want)
		}
	}
}
