package sim_test

import (
	"testing"

	"settle/sim"
)

// A crossing is the first, and 0 where there is none.
func TestCrossing(t *testing.T) {
	orders := []sim.Order{{N: 1, Z: 0.5}, {N: 2, Z: 1}, {N: 3, Z: 2}}
	for z, want := range map[float64]int{0.25: 1, 0.75: 2, 2: 3, 2.5: 0} {
		if got := sim.Crossing(orders, z); got != want {
			t.Errorf("|z| reaches %v at %d, want %d", z, got, want)
		}
	}
}
