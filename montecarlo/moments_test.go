package montecarlo_test

import (
	"math"
	"testing"

	"settle/montecarlo"
)

// The standard error of 1, 2 and 4 is √(s²/3), s² = (16/9 + 1/9 + 25/9)/2 their
// sample variance. Of one number there is none, also where the square was rounded
// otherwise than its root, and what is left is no 0 to be divided by 0.
func TestMomentsMean(t *testing.T) {
	var m montecarlo.Moments
	for _, x := range []float64{1, 2, 4} {
		m.Add(x)
	}
	if mean, se := m.Mean(3); mean != 7./3 || math.Abs(se-math.Sqrt(42./9/2/3)) > 1e-15 {
		t.Errorf("%v ± %v", mean, se)
	}
	if mean, se := montecarlo.Mean(0.3, math.Nextafter(0.3*0.3, 1), 1); mean != 0.3 || !math.IsNaN(se) {
		t.Errorf("one number: %v ± %v", mean, se)
	}
}
