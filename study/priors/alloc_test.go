package priors

import (
	"testing"

	"settle/sim"
)

// A worker allocates when it starts, never for an update.
func TestUpdatesAllocateNothing(t *testing.T) {
	old, err := sim.Random(11, 30, sim.DefaultSpread, 1)
	if err != nil {
		t.Fatal(err)
	}
	d := Design{Depths: []int{0, 1, 4}, Trials: []int{1, 2}}
	v, into, update := Update{Old: old, Noise: 0.3}.visitor(d), newSums(d), 0
	if n := testing.AllocsPerRun(50, func() { v.visit(update, into, nil); update++ }); n != 0 {
		t.Errorf("%v allocations for an update", n)
	}
}
