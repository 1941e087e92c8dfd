package metrics_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/metrics"
)

// The quantiles of Student's t in closed form: tan(π(p − ½)) with one degree of
// freedom, and (2p − 1)·√(2/(4p(1 − p))) with two. An interval reaches to them, and the
// z of a difference is exceeded as often as its t.
func TestStudent(t *testing.T) {
	for _, p := range []float64{0.6, 0.9, 0.95, 0.975, 0.9999, 1 - 1e-9} {
		for df, quantile := range map[float64]float64{
			1: math.Tan(math.Pi * (p - 0.5)),
			2: (2*p - 1) * math.Sqrt(2/(4*p*(1-p))),
		} {
			e := metrics.Estimate{Mu: 3, Sigma: 2, DF: df}
			lo, hi := e.Interval(2*p-1, metrics.Unbounded)
			if want := 2 * quantile; math.Abs(hi-3-want) > 1e-6*want || math.Abs(3-lo-want) > 1e-6*want {
				t.Errorf("%v degrees, %v: [%v, %v], want 3 ± %v", df, p, lo, hi, want)
			}
			if reach := e.Reach(2*p - 1); math.Abs(reach-2*quantile) > 2e-6*quantile {
				t.Errorf("%v degrees, %v: reach %v, want %v", df, p, reach, 2*quantile)
			}
			z, want := metrics.Estimate{Mu: -5 * quantile, Sigma: 5, DF: df}.Z(), -distuv.UnitNormal.Quantile(p)
			if math.Abs(z-want) > 1e-6*math.Abs(want) {
				t.Errorf("%v degrees, t = %v: z = %v, want %v", df, -quantile, z, want)
			}
		}
	}
	for _, c := range []struct {
		e    metrics.Estimate
		want float64
	}{
		{metrics.Estimate{Mu: 3, Sigma: 2}, 1.5}, // without degrees of freedom, to the bit
		{metrics.Estimate{Mu: 0, Sigma: 0, DF: 3}, 0},
		{metrics.Estimate{Mu: -1, Sigma: 0, DF: 3}, math.Inf(-1)},
	} {
		if got := c.e.Z(); got != c.want {
			t.Errorf("%+v: z = %v, want %v", c.e, got, c.want)
		}
	}
}

// Beyond the tails that numbers can hold, z goes on to rise with t and falls short of
// it: where it changes from one formula to the other by less than 0.02.
func TestStudentFarOut(t *testing.T) {
	last := 0.0
	for x := 30.0; x < 60; x += 0.01 {
		z := metrics.Estimate{Mu: x, Sigma: 1, DF: 5000}.Z()
		if !(z > last-0.02) || z > x {
			t.Fatalf("t = %v: z = %v after %v", x, z, last)
		}
		last = z
	}
	if !(last > 50) {
		t.Errorf("z = %v at t = 60", last)
	}
}
