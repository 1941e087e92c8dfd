package posterior

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestStudentizedRange compares with scipy 1.10 (stats.studentized_range.ppf, endless degrees
// of freedom), which printed tables have to their three digits, and with the closed form of
// two numbers: their difference is √2 times a normal number.
func TestStudentizedRange(t *testing.T) {
	for _, tt := range []struct {
		numbers int
		p, want float64
	}{
		{2, 0.8, math.Sqrt2 * distuv.UnitNormal.Quantile(0.9)},
		{2, 0.95, math.Sqrt2 * distuv.UnitNormal.Quantile(0.975)},
		{2, 0.999, math.Sqrt2 * distuv.UnitNormal.Quantile(0.9995)},
		{3, 0.8, 2.4235290175912594},
		{3, 0.95, 3.314493155398122},
		{3, 0.999, 5.063452578036243},
		{6, 0.95, 4.030092053180576},
		{11, 0.8, 3.8171826147567725},
		{11, 0.95, 4.551863584065974},
		{20, 0.95, 5.0116887941184425},
		{20, 0.999, 6.411187358406609},
		{100, 0.8, 5.502810140052037},
		{100, 0.95, 6.084637537173171},
		{100, 0.999, 7.314093840195487},
	} {
		if got := studentizedRange(tt.numbers, tt.p); math.Abs(got-tt.want) > 1e-8 {
			t.Errorf("%d numbers, p = %v: %.10f, want %.10f", tt.numbers, tt.p, got, tt.want)
		}
	}
}

// Pairs that are separated never go round in a circle, however low the confidence: each
// member of a circle of L pairs would be broken in fewer than one in L of the draws, and
// every draw breaks one of them.
func TestNoCircleOfPairs(t *testing.T) {
	for _, models := range []int{2, 3, 5, 40} {
		for _, draws := range []int{1, 7, 100, 4000} {
			for _, confidence := range []float64{1e-6, 0.3, 0.95} {
				if broken := newSeparationRule(models, draws, confidence).broken; models*broken >= draws {
					t.Errorf("%d models, %d draws, %v: %d draws may break a pair", models, draws, confidence, broken)
				}
			}
		}
	}
}
