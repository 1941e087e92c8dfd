package gate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"settle/internal/rng"
	"settle/metrics"
	"settle/study/gate"
)

// By a table of the normal distribution: Φ(−1.645) = 0.05, Φ(−2) = 0.02275, Φ(−1) =
// 0.15866, Φ(−3) = 0.00135. One-sided p are those of (d − m)/σ and (d + m)/σ, and
// equivalence has the larger of the two ends. By Student's t with one degree of freedom
// the tail beyond 1 is 1/4.
func TestTable(t *testing.T) {
	for _, c := range []struct {
		d      metrics.Estimate
		claim  gate.Claim
		margin float64
		p      float64
		region float64
	}{
		{metrics.Estimate{Mu: 0.02, Sigma: 0.01}, gate.Better, 0, 0.02275, 0.97725},
		{metrics.Estimate{Mu: 0.02, Sigma: 0.01}, gate.Better, 0.01, 0.15866, 0.84134},
		{metrics.Estimate{Mu: 0.01, Sigma: 0.01}, gate.NotWorse, 0.01, 0.02275, 0.97725},
		{metrics.Estimate{Mu: -0.01, Sigma: 0.01}, gate.NotWorse, 0.01, 0.5, 0.5},
		{metrics.Estimate{Mu: 0.01, Sigma: 0.01}, gate.Equivalent, 0.02, 0.15866, 0.84134 - 0.00135},
		{metrics.Estimate{Mu: -0.01, Sigma: 0.01}, gate.Equivalent, 0.02, 0.15866, 0.84134 - 0.00135},
		{metrics.Estimate{Mu: 3, Sigma: 1}, gate.Equivalent, 1, 0.97725, 0.02275 - 0.00003},
		{metrics.Estimate{Mu: 1, Sigma: 1, DF: 1}, gate.Better, 0, 0.25, 0.75},
		{metrics.Estimate{Mu: 1, Sigma: 0}, gate.Better, 0, 0, 1},
	} {
		v := gate.Test(c.d, c.claim, c.margin, 0.05)
		if math.Abs(v.P-c.p) > 1e-5 || v.Passed != (c.p < 0.05) {
			t.Errorf("%v of %+v, margin %v: p = %v, passed %v, want %v", c.claim, c.d, c.margin, v.P, v.Passed, c.p)
		}
		if p := gate.Probability(c.d, c.claim, c.margin); math.Abs(p-c.region) > 1e-5 {
			t.Errorf("%v of %+v, margin %v: probability %v, want %v", c.claim, c.d, c.margin, p, c.region)
		}
	}
}

// At the edges of its region a gate passes with the probability of the level, or less;
// five standard errors of 20,000 normal differences.
func TestLevel(t *testing.T) {
	r := rand.New(rng.New(1, "gate", 0))
	const draws, level = 20_000, 0.05
	for _, c := range []struct {
		claim gate.Claim
		truth float64
		share float64 // that passes; equivalence with a margin of three σ has the full level
	}{
		{gate.Better, 0.03, level}, {gate.NotWorse, -0.03, level}, {gate.Equivalent, 0.03, level}, {gate.Equivalent, -0.03, level},
	} {
		passed := 0.0
		for range draws {
			d := metrics.Estimate{Mu: c.truth + 0.01*r.NormFloat64(), Sigma: 0.01}
			if gate.Test(d, c.claim, 0.03, level).Passed {
				passed++
			}
		}
		if got := passed / draws; math.Abs(got-c.share) > 5*math.Sqrt(level*(1-level)/draws) {
			t.Errorf("%v at %v: passed %v", c.claim, c.truth, got)
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []gate.Claim{gate.Better, gate.NotWorse, gate.Equivalent} {
		if got, err := gate.ParseClaim(c.String()); err != nil || got != c {
			t.Errorf("%v reads as %v, %v", c, got, err)
		}
	}
	if _, err := gate.ParseClaim("best"); err == nil {
		t.Error("best is read")
	}
}
