package replicate

import (
	"math"
	"testing"

	"settle/internal/pmf"
	"settle/internal/rng"
	"settle/results"
)

// Each count has the share of uniform numbers that is its binomial probability. It has
// them in one interval, so that of 200,000 numbers at equal distances the expected
// number is hit up to one, and the rounding at n = 4096.
func TestOutwardIsBinomial(t *testing.T) {
	const numbers = 200_000
	for _, n := range []int{1, 2, 7, 80, 800, 4096} {
		o, mass := newOutward(n), make([]float64, n+1)
		for _, p := range []float64{0, 1e-9, 0.0004, 0.03, 1.0 / 3, 0.5, 0.87, 1 - 1e-6, math.Nextafter(1, 0), 1} {
			pmf.Binomial(mass, p)
			seen := make([]int, n+1)
			for i := range numbers {
				seen[o.count((float64(i)+0.5)/numbers, p)]++
			}
			for k, times := range seen {
				if math.Abs(float64(times)-float64(numbers*mass[k])) > 1.001 || mass[k] == 0 && times > 0 {
					t.Errorf("n = %d, p = %v: %d of %d numbers give %d, whose probability is %v", n, p, times, numbers, k, mass[k])
				}
			}
		}
	}
}

// The probability at the mode is that of the whole distribution, which pmf adds up to 1,
// to 10⁻¹¹ of itself.
func TestOutwardMode(t *testing.T) {
	for _, n := range []int{1, 3, 100, 4096, 20_000} {
		o, mass := newOutward(n), make([]float64, n+1)
		for i := range 50 {
			p := (float64(i) + 0.3) / 50
			pmf.Binomial(mass, p)
			mode := min(n, int(float64(n+1)*p))
			if got := o.atMode(mode, p); math.Abs(got/mass[mode]-1) > 1e-11 {
				t.Errorf("n = %d, p = %v: %v at the mode, want %v", n, p, got, mass[mode])
			}
		}
	}
}

// Even the largest and the least uniform numbers give possible counts.
func TestOutwardEnds(t *testing.T) {
	const last = 1 - 0x1p-53
	for _, n := range []int{1, 50, 4096} {
		o := newOutward(n)
		for _, u := range []float64{0, last} {
			for _, p := range []float64{0, 1} {
				if got, want := o.count(u, p), n*int(p); got != want {
					t.Errorf("n = %d, p = %v, u = %v: %d successes, want %d", n, p, u, got, want)
				}
			}
			if got := o.count(u, 0.4); got < 0 || got > n {
				t.Errorf("n = %d, u = %v: %d successes", n, u, got)
			}
		}
	}
}

// fixedTruth has the same chances in every replicate.
type fixedTruth []float64

func (f fixedTruth) Draw(*rng.Stream)                  {}
func (f fixedTruth) Chances(_, question int) []float64 { return f[question : question+1] }

// Counts of a truth are binomial: over 100,000 replicates χ² is within five of its
// standard deviations of the number of cells.
func TestTruthCountsAreBinomial(t *testing.T) {
	const trials, replicates = 12, 100_000
	chances := fixedTruth{0, 1, 0.5, 0.03, 0.97, 1.0 / 3}
	shape := results.Shape{Models: 1, Questions: len(chances), Trials: trials, Top: 1}
	walker := FromTruths(shape, func() Truth { return chances }, 3, "test").Walker()
	seen := make([][trials + 1]int, len(chances))
	for r := range replicates {
		for q, count := range walker.Draw(r).Row(0) {
			seen[q][count]++
		}
	}
	mass := make([]float64, trials+1)
	for q, p := range chances {
		pmf.Binomial(mass, p)
		var chi, cells float64
		for k, m := range mass {
			switch want := float64(replicates * m); {
			case want == 0 && seen[q][k] > 0:
				t.Errorf("p = %v: %d successes, which is impossible", p, k)
			case want >= 5:
				chi += (float64(seen[q][k]) - want) * (float64(seen[q][k]) - want) / want
				cells++
			}
		}
		if math.Abs(chi-cells) > 5*math.Sqrt(2*cells)+1 {
			t.Errorf("p = %v: χ² = %.1f over %v cells", p, chi, cells)
		}
	}
}

func BenchmarkOutward(b *testing.B) {
	o, r := newOutward(800), rng.New(1, "benchmark", 0)
	for b.Loop() {
		o.count(r.Float64(), r.Float64())
	}
}

func BenchmarkTableAnew(b *testing.B) {
	table, mass, r := newInversion(800), make([]float64, 801), rng.New(1, "benchmark", 0)
	for b.Loop() {
		table.fill(mass, r.Float64())
		table.count(r.Uint64() >> 1)
	}
}
