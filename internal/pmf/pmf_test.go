package pmf

import (
	"math"
	"math/big"
	"slices"
	"testing"
)

// C(n, k)·p^k·(1 − p)^(n−k) by math/big, p being the float itself: four roundings
// per step from the mode, at most 1200 of 1.1e-16.
func TestBinomial(t *testing.T) {
	for _, p := range []float64{1e-300, 1e-9, 0.03, 1.0 / 3, 0.5, 0.9, 1 - 0x1p-53} {
		for _, n := range []int{0, 1, 2, 9, 80, 300} {
			mass := make([]float64, n+1)
			Binomial(mass, p)
			for k, got := range mass {
				if want := chance(n, k, p); math.Abs(got-want) > 2e-13*want+1e-300 {
					t.Errorf("P(%d of %d) at p = %v: %v, want %v", k, n, p, got, want)
				}
			}
		}
	}
}

func chance(n, k int, p float64) float64 {
	const bits = 300
	success := new(big.Float).SetPrec(bits).SetFloat64(p)
	failure := new(big.Float).SetPrec(bits).SetInt64(1)
	failure.Sub(failure, success)
	product := new(big.Float).SetPrec(bits).SetInt(new(big.Int).Binomial(int64(n), int64(k)))
	for range k {
		product.Mul(product, success)
	}
	for range n - k {
		product.Mul(product, failure)
	}
	value, _ := product.Float64()
	return value
}

// What is certain is exactly so, whatever was there before.
func TestBinomialOfCertainty(t *testing.T) {
	for p, want := range map[float64][]float64{0: {1, 0, 0, 0}, 1: {0, 0, 0, 1}} {
		mass := []float64{7, 7, 7, 7}
		if Binomial(mass, p); !slices.Equal(mass, want) {
			t.Errorf("at p = %v: %v, want %v", p, mass, want)
		}
	}
}

// The largest n of a board, where (1 − p)^n and C(n, k) are beyond float64: the
// mean is np, the variance np(1 − p).
func TestBinomialOfManyTrials(t *testing.T) {
	const n, p = math.MaxUint16, 0.3
	mass := make([]float64, n+1)
	Binomial(mass, p)
	var mean, variance float64
	for k, x := range mass {
		mean += float64(k) * x
	}
	for k, x := range mass {
		variance += (float64(k) - mean) * (float64(k) - mean) * x
	}
	if math.Abs(mean/(n*p)-1) > 1e-12 || math.Abs(variance/(n*p*(1-p))-1) > 1e-10 {
		t.Errorf("mean %v and variance %v, want %v and %v", mean, variance, n*p, n*p*(1-p))
	}
}

// Ratios of 2 up to the mode and of 1/4 beyond it give 1, 2, 4, 1 and 1/4, out
// of 8 1/4; a constant ratio has its mode at an end.
func TestByRatios(t *testing.T) {
	for name, c := range map[string]struct {
		ratio func(k int) float64
		want  []float64
	}{
		"a mode within":  {func(k int) float64 { return []float64{2, 2, 0.25, 0.25}[k] }, []float64{4. / 33, 8. / 33, 16. / 33, 4. / 33, 1. / 33}},
		"falling":        {func(int) float64 { return 0.5 }, []float64{4. / 7, 2. / 7, 1. / 7}},
		"rising":         {func(int) float64 { return 2 }, []float64{1. / 7, 2. / 7, 4. / 7}},
		"a single count": {nil, []float64{1}},
	} {
		mass := make([]float64, len(c.want))
		byRatios(mass, c.ratio)
		for k, want := range c.want {
			if math.Abs(mass[k]-want) > 1e-15 {
				t.Errorf("%s: %v, want %v", name, mass, c.want)
				break
			}
		}
	}
}

// Boards of many different chances fill one for each count that they draw.
func TestBinomialAllocatesNothing(t *testing.T) {
	mass := make([]float64, 81)
	if n := testing.AllocsPerRun(100, func() { Binomial(mass, 0.3) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkBinomial(b *testing.B) {
	mass := make([]float64, 81)
	for b.Loop() {
		Binomial(mass, 0.3)
	}
}

// Around has the probabilities of byRatios that are more than a share of the
// largest, divided by their own sum, and leaves the others alone: of ratios 2 up
// to the mode at 20 and 1/4 beyond it, those above 2^-10 of it are 2^-9 and 4^-4,
// and all that are kept add up to 2 − 2^-9 and 1/3·(1 − 4^-4).
func TestAround(t *testing.T) {
	mass := make([]float64, 41)
	for k := range mass {
		mass[k] = 7
	}
	from, to := Around(mass, func(k int) float64 {
		if k < 20 {
			return 2
		}
		return 0.25
	}, 0x1p-10)
	if from != 11 || to != 25 {
		t.Fatalf("filled %d to %d, want 11 to 25", from, to)
	}
	sum := 2 - 0x1p-9 + (1-math.Pow(4, -4))/3
	for k, got := range mass {
		want := 7.0
		switch {
		case 11 <= k && k <= 20:
			want = math.Pow(2, float64(k-20)) / sum
		case 20 < k && k < 25:
			want = math.Pow(4, float64(20-k)) / sum
		}
		if math.Abs(got-want) > 1e-15 {
			t.Errorf("at %d: %v, want %v", k, got, want)
		}
	}
}

// What underflows is 0, whatever was there before: ratios of 1/2 leave 2^-1074 at
// the most.
func TestByRatiosUnderflows(t *testing.T) {
	mass := make([]float64, 1200)
	for k := range mass {
		mass[k] = 7
	}
	byRatios(mass, func(int) float64 { return 0.5 })
	for k, got := range mass {
		if want := math.Ldexp(0.5, -k); got != want {
			t.Fatalf("at %d: %v, want %v", k, got, want)
		}
	}
}

// byRatios fills mass with all probabilities that have the given ratios.
func byRatios(mass []float64, ratio func(k int) float64) {
	from, to := Around(mass, ratio, 0)
	clearOutside(mass, from, to)
}
