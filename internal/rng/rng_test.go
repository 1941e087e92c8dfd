package rng

import (
	"math"
	"testing"
)

// The words were computed by a separate implementation of the published
// definitions (SplitMix64's output function; PCG XSL RR 128/64 with the
// multiplier and increment of golang.org/x/exp/rand) in Python's integers. They
// freeze the streams: every stored result depends on them.
func TestStreamsAreFrozen(t *testing.T) {
	for _, c := range []struct {
		seed      uint64
		purpose   string
		replicate int
		want      [3]uint64
	}{
		{0, "", 0, [3]uint64{0x505925ada1e08ec1, 0x7924dfd6161aeb5d, 0xcf4ec7c6c8642111}},
		{1, "bootstrap rows", 0, [3]uint64{0x132157f5740a135d, 0xba9806bc6975d6ca, 0x7e2c3dd1ee1d6132}},
		{1, "bootstrap rows", 1, [3]uint64{0x486cf46f2241f32b, 0xb5c9102599ed1b62, 0xbe7f4c9e2b29ae9f}},
		{math.MaxUint64, "τ", 1e12, [3]uint64{0x34dfb131f7597f85, 0x665afd88c6daba25, 0x68c46012c8e5b622}},
	} {
		s := New(c.seed, c.purpose, c.replicate)
		for i, want := range c.want {
			if got := s.Uint64(); got != want {
				t.Errorf("word %d of stream (%d, %q, %d) = %#x, want %#x", i, c.seed, c.purpose, c.replicate, got, want)
			}
		}
	}
}

// Seek starts a stream anew, whatever was drawn before.
func TestSeek(t *testing.T) {
	s := New(5, "test", 3)
	s.Below(7) // leaves half a word behind
	s.Seek(9)
	fresh := New(5, "test", 9)
	for range 10 {
		if got, want := s.Below(1000), fresh.Below(1000); got != want {
			t.Fatalf("after Seek %d, on a fresh stream %d", got, want)
		}
	}
}

// Each of n values comes up equally often: χ² with n − 1 degrees of freedom
// has mean n − 1 and variance 2(n − 1); the seed is fixed, and five standard
// deviations would be a rare accident.
func TestBelowIsUniform(t *testing.T) {
	s := New(1, "uniform", 0)
	for _, n := range []uint32{1, 2, 3, 7, 80, 1000} {
		counts := make([]float64, n)
		const each = 2000
		for range each * int(n) {
			counts[s.Below(n)]++
		}
		var chi float64
		for _, count := range counts {
			chi += (count - each) * (count - each) / each
		}
		if df := float64(n - 1); math.Abs(chi-df) > 5*math.Sqrt(2*df) {
			t.Errorf("n = %d: χ² = %.1f with %v degrees of freedom", n, chi, df)
		}
	}
}

// With n just above 2^31 a draw without rejection would give the lower values
// twice as often as the others.
func TestBelowRejects(t *testing.T) {
	s := New(1, "reject", 0)
	const n, draws = 3 << 30, 40_000
	low := 0
	for range draws {
		if x := s.Below(n); x >= n {
			t.Fatalf("%d is not below %d", x, uint32(n))
		} else if x%3 == 0 {
			low++
		}
	}
	// A third of the residues mod 3; binomial standard deviation.
	if d := math.Abs(float64(low) - draws/3.0); d > 5*math.Sqrt(draws*2/9.0) {
		t.Errorf("%d of %d draws are multiples of 3, want a third", low, draws)
	}
}

func TestFloat64(t *testing.T) {
	s := New(1, "float", 0)
	var sum float64
	for range 10_000 {
		x := s.Float64()
		if x < 0 || x >= 1 {
			t.Fatalf("%v is not in [0, 1)", x)
		}
		sum += x
	}
	// The mean of 10⁴ uniforms has standard deviation 0.0029.
	if math.Abs(sum/10_000-0.5) > 0.015 {
		t.Errorf("mean %v, want 0.5", sum/10_000)
	}
}

func TestSeekAllocatesNothing(t *testing.T) {
	s := New(1, "allocations", 0)
	if n := testing.AllocsPerRun(100, func() { s.Seek(3); s.Below(5) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkBelow(b *testing.B) {
	s := New(1, "benchmark", 0)
	for b.Loop() {
		s.Below(77)
	}
}

// Fill gives the words that one call after the other gives, of any number, and leaves the
// stream where they leave it.
func TestFill(t *testing.T) {
	for _, count := range []int{0, 1, 44, 257} {
		one, all := New(7, "fill", 3), New(7, "fill", 3)
		words := make([]uint64, count)
		all.Fill(words)
		for i, word := range words {
			if want := one.Uint64(); word != want {
				t.Fatalf("word %d of %d is %x, want %x", i, count, word, want)
			}
		}
		if all.Uint64() != one.Uint64() {
			t.Errorf("the word after %d differs", count)
		}
	}
}

// BelowAll is Below, number by number, for a limit that rejects nearly half of all products,
// too, and goes on with the half of a word that is left.
func TestBelowAll(t *testing.T) {
	one, all := New(1, "test of BelowAll", 0), New(1, "test of BelowAll", 0)
	for _, n := range []uint32{1_000_000, 1<<31 + 1} {
		for size := range 300 {
			numbers := make([]uint32, size)
			all.BelowAll(n, numbers)
			for i, got := range numbers {
				if want := one.Below(n); got != want {
					t.Fatalf("number %d of %d below %d: %d, want %d", i, size, n, got, want)
				}
			}
		}
	}
}
