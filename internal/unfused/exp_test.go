package unfused_test

import (
	"math"
	"testing"

	"settle/internal/unfused"
)

// The bits were computed by the same steps in Python, which rounds every operation.
func TestExpAndLogAreTheSameEverywhere(t *testing.T) {
	for x, want := range map[float64]uint64{
		-20.7: 0x3e1195920309b9da, -0.3: 0x3fe7b4c869c37c05, 1: 0x4005bf0a8b145769,
		3.3: 0x403b1cd5e7807b7b, 123.4: 0x4b1051eab31f18fc,
	} {
		if got := math.Float64bits(unfused.Exp(x)); got != want {
			t.Errorf("Exp(%v) has the bits %#x, want %#x", x, got, want)
		}
	}
	for x, want := range map[float64]uint64{
		1e-9: 0xc034b927f32bffb8, 0.3: 0xbff34378fcbda721, 0.9: 0xbfbaf8e8210a415c,
		5.5: 0x3ffb46a5ef8151a0, 1e12: 0x403ba18a998fffa0,
	} {
		if got := math.Float64bits(unfused.Log(x)); got != want {
			t.Errorf("Log(%v) has the bits %#x, want %#x", x, got, want)
		}
	}
}

// The functions lie within two units of the last digit of package math's.
func TestExpAndLog(t *testing.T) {
	off := func(got, want float64) float64 {
		if got == want {
			return 0
		}
		return math.Abs(got-want) / (math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want))
	}
	for i := -70_000; i < 70_000; i++ {
		x := float64(i) / 99
		if d := off(unfused.Exp(x), math.Exp(x)); d > 2 {
			t.Fatalf("Exp(%v) is %v units of the last digit off", x, d)
		}
		if y := math.Exp(x / 3); off(unfused.Log(y), math.Log(y)) > 2 {
			t.Fatalf("Log(%v) = %v, want %v", y, unfused.Log(y), math.Log(y))
		}
	}
	for x, want := range map[float64]float64{0: 1, math.Inf(1): math.Inf(1), math.Inf(-1): 0, 800: math.Inf(1), -800: 0} {
		if got := unfused.Exp(x); got != want {
			t.Errorf("Exp(%v) = %v, want %v", x, got, want)
		}
	}
	if unfused.Log(1) != 0 || !math.IsNaN(unfused.Exp(math.NaN())) {
		t.Error("the logarithm of 1 is not 0, or the exponential of nothing is something")
	}
}
