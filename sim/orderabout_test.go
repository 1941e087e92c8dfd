package sim_test

import (
	"math"
	"testing"

	"settle/montecarlo"
	"settle/sim"
)

// The mean of |z| is that of the exact distribution of the lead, and its standard
// deviation that of simulated boards, within four of its standard errors: of 20,000
// boards 1/√40,000 of itself for a normal |z|, a little more for a folded one.
func TestZAbout(t *testing.T) {
	const boards = 20_000
	pair, err := sim.Paper(3).Subset("LLM10", "LLM9")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{10, 80, 285} {
		mean, sd := sim.ZAbout(pair.P[0], pair.P[1], n)
		if exact := sim.OrderAt(pair.P[0], pair.P[1], n).Z; math.Abs(mean-exact) > 0.001 {
			t.Errorf("n = %d: mean |z| %v, exactly %v", n, mean, exact)
		}
		if back, same := sim.ZAbout(pair.P[1], pair.P[0], n); math.Abs(back-mean) > 1e-12 || math.Abs(same-sd) > 1e-12 {
			t.Errorf("n = %d: %v ± %v one way, %v ± %v the other", n, mean, sd, back, same)
		}
		p, err := montecarlo.PairAlone(pair.Source(n, 7), boards, func() bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		if drawn := p.ZSE * math.Sqrt(boards); math.Abs(drawn/sd-1) > 4*1.2/math.Sqrt(2*boards) {
			t.Errorf("n = %d: standard deviation of |z| %v, drawn %v", n, sd, drawn)
		}
	}
	// One coin always right, the other never: z is what it is.
	if mean, sd := sim.ZAbout([]float64{1}, []float64{0}, 4); sd != 0 || mean != sim.OrderAt([]float64{1}, []float64{0}, 4).Z {
		t.Errorf("certain coins: %v ± %v", mean, sd)
	}
}
