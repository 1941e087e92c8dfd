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
// equivalence has the larger of the two ends; its opposite has twice the smaller of them. By
// Student's t with one degree of freedom the tail beyond 1 is 1/4.
func TestTable(t *testing.T) {
	for _, c := range []struct {
		d           metrics.Estimate
		claim       gate.Claim
		margin      float64
		p, opposite float64
		region      float64
		answer      gate.Answer
	}{
		{metrics.Estimate{Mu: 0.02, Sigma: 0.01}, gate.Better, 0, 0.02275, 0.97725, 0.97725, gate.Yes},
		{metrics.Estimate{Mu: 0.02, Sigma: 0.01}, gate.Better, 0.01, 0.15866, 0.84134, 0.84134, gate.Undecided},
		{metrics.Estimate{Mu: -0.01, Sigma: 0.01}, gate.Better, 0.01, 0.97725, 0.02275, 0.02275, gate.No},
		{metrics.Estimate{Mu: 0.01, Sigma: 0.01}, gate.NotWorse, 0.01, 0.02275, 0.97725, 0.97725, gate.Yes},
		{metrics.Estimate{Mu: -0.01, Sigma: 0.01}, gate.NotWorse, 0.01, 0.5, 0.5, 0.5, gate.Undecided},
		{metrics.Estimate{Mu: -0.03, Sigma: 0.01}, gate.NotWorse, 0.01, 0.97725, 0.02275, 0.02275, gate.No},
		{metrics.Estimate{Mu: 0.01, Sigma: 0.01}, gate.Equivalent, 0.02, 0.15866, 1, 0.84134 - 0.00135, gate.Undecided},
		{metrics.Estimate{Mu: -0.01, Sigma: 0.01}, gate.Equivalent, 0.02, 0.15866, 1, 0.84134 - 0.00135, gate.Undecided},
		{metrics.Estimate{Mu: 3, Sigma: 1}, gate.Equivalent, 1, 0.97725, 2 * 0.02275, 0.02275 - 0.00003, gate.No},
		{metrics.Estimate{Mu: 1, Sigma: 1, DF: 1}, gate.Better, 0, 0.25, 0.75, 0.75, gate.Undecided},
		{metrics.Estimate{Mu: 1, Sigma: 0}, gate.Better, 0, 0, 1, 1, gate.Yes},
	} {
		v := gate.Test(c.d, c.claim, c.margin, 0.05)
		if math.Abs(v.P-c.p) > 1e-5 || math.Abs(v.Opposite-c.opposite) > 1e-5 || math.Abs(v.Region-c.region) > 1e-5 || v.Answer != c.answer {
			t.Errorf("%v of %+v, margin %v: %+v, want %+v", c.claim, c.d, c.margin, v, c)
		}
	}
}

// At the edges of its region a gate says yes, and no, with the probability of the level, or
// less; five standard errors of 20,000 normal differences.
func TestLevel(t *testing.T) {
	r := rand.New(rng.New(1, "gate", 0))
	const draws, level = 20_000, 0.05
	for _, c := range []struct {
		claim   gate.Claim
		truth   float64
		yes, no float64 // equivalence with a margin of three σ has the full level of yes, and half of it at each end for no
	}{
		{gate.Better, 0.03, level, level}, {gate.NotWorse, -0.03, level, level},
		{gate.Equivalent, 0.03, level, level / 2}, {gate.Equivalent, -0.03, level, level / 2},
	} {
		said := map[gate.Answer]float64{}
		for range draws {
			d := metrics.Estimate{Mu: c.truth + 0.01*r.NormFloat64(), Sigma: 0.01}
			said[gate.Test(d, c.claim, 0.03, level).Answer] += 1.0 / draws
		}
		if slack := 5 * math.Sqrt(level*(1-level)/draws); math.Abs(said[gate.Yes]-c.yes) > slack || math.Abs(said[gate.No]-c.no) > slack {
			t.Errorf("%v at %v: %v", c.claim, c.truth, said)
		}
	}
}

// (1.64485 + 0.84162)² = 6.1826 times the trials tell a difference of one σ from 0 with 80 %.
func TestNeeded(t *testing.T) {
	for _, c := range []struct {
		d      float64
		claim  gate.Claim
		margin float64
		want   float64
	}{
		{0.01, gate.Better, 0, 6.1826}, {0.01, gate.Better, 0.03, 6.1826 / 4}, {-0.01, gate.NotWorse, 0.03, 6.1826 / 4},
		{-0.01, gate.Equivalent, 0.02, 6.1826}, {0.02, gate.Equivalent, 0.02, math.Inf(1)},
		{-0.03, gate.Equivalent, 0.02, 7.8489}, // (1.95996 + 0.84162)²: either end takes half of the level
	} {
		d := metrics.Estimate{Mu: c.d, Sigma: 0.01}
		if got := gate.Test(d, c.claim, c.margin, 0.05).Needed(d); math.Abs(got-c.want) > 1e-3 && got != c.want {
			t.Errorf("%v of %v, margin %v: %v times the trials, want %v", c.claim, c.d, c.margin, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for _, name := range gate.Claims() {
		if got, err := gate.ParseClaim(name); err != nil || got.String() != name {
			t.Errorf("%s reads as %v, %v", name, got, err)
		}
	}
	if _, err := gate.ParseClaim("best"); err == nil {
		t.Error("best is read")
	}
}
