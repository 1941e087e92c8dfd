package unfused_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/unfused"
)

// rounded are products, sums and quotients in big.Float with the precision of a
// float64: each operation rounds once, whatever the processor does.
type rounded struct{ *big.Float }

func number(x float64) rounded            { return rounded{new(big.Float).SetPrec(53).SetFloat64(x)} }
func (a rounded) plus(b rounded) rounded  { return rounded{number(0).Add(a.Float, b.Float)} }
func (a rounded) times(b rounded) rounded { return rounded{number(0).Mul(a.Float, b.Float)} }
func (a rounded) over(b rounded) rounded  { return rounded{number(0).Quo(a.Float, b.Float)} }
func (a rounded) root() rounded           { return rounded{number(0).Sqrt(a.Float)} }
func (a rounded) float() float64          { x, _ := a.Float64(); return x }

// Every product is rounded before it is added: the bits are those of big.Float.
func TestDotRoundsEveryProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SliceOfN(rapid.Float64Range(-10, 10), 0, 20).Draw(t, "a")
		b := rapid.SliceOfN(rapid.Float64Range(-10, 10), len(a), len(a)).Draw(t, "b")
		want := number(0)
		for i := range a {
			want = want.plus(number(a[i]).times(number(b[i])))
		}
		if got := unfused.Dot(a, b); got != want.float() {
			t.Fatalf("%v, want %v", got, want.float())
		}
	})
}

// The same of √(a² + b²), by the formula large·√(1 + (small/large)²); and it is
// what package math says, up to rounding.
func TestHypot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float64Range(-10, 10).Draw(t, "a"), rapid.Float64Range(-10, 10).Draw(t, "b")
		small, large := min(math.Abs(a), math.Abs(b)), max(math.Abs(a), math.Abs(b))
		got := unfused.Hypot(a, b)
		if math.Abs(got-math.Hypot(a, b)) > 1e-15*got {
			t.Fatalf("%v, want %v", got, math.Hypot(a, b))
		}
		if large < 1e-100 || small < 1e-100 {
			return // big.Float has no subnormal numbers
		}
		ratio := number(small).over(number(large))
		if want := number(large).times(number(1).plus(ratio.times(ratio)).root()); got != want.float() {
			t.Fatalf("%v, want %v", got, want.float())
		}
	})
	for _, c := range [][3]float64{
		{0, 0, 0}, {0, -2, 2}, {3e200, 4e200, 5e200}, {3e-200, 4e-200, 5e-200}, {math.Inf(-1), 1, math.Inf(1)},
	} {
		if got := unfused.Hypot(c[0], c[1]); got != c[2] && math.Abs(got/c[2]-1) > 1e-15 {
			t.Errorf("%v, %v: %v, want %v", c[0], c[1], got, c[2])
		}
	}
}

// The definitions in rationals: Σ n·x/Σ n and Σ n·(x − mean)²/Σ n.
func TestMeanVariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-10, 10), 1, 9).Draw(t, "values")
		counts := rapid.SliceOfN(rapid.IntRange(0, 50), len(values), len(values)).Draw(t, "counts")
		counts[rapid.IntRange(0, len(values)-1).Draw(t, "one that counts")]++
		floats := make([]float64, len(counts))
		sum, all := new(big.Rat), new(big.Rat)
		for i, n := range counts {
			floats[i] = float64(n)
			times := big.NewRat(int64(n), 1)
			all.Add(all, times)
			sum.Add(sum, times.Mul(times, new(big.Rat).SetFloat64(values[i])))
		}
		mean := new(big.Rat).Quo(sum, all)
		squares := new(big.Rat)
		for i, n := range counts {
			off := new(big.Rat).Sub(new(big.Rat).SetFloat64(values[i]), mean)
			squares.Add(squares, off.Mul(off, off).Mul(off, big.NewRat(int64(n), 1)))
		}
		wantMean, _ := mean.Float64()
		wantVariance, _ := squares.Quo(squares, all).Float64()
		gotMean, gotVariance := unfused.MeanVariance(values, floats)
		if math.Abs(gotMean-wantMean) > 1e-14 || math.Abs(gotVariance-wantVariance) > 1e-13*wantVariance+1e-27 {
			t.Fatalf("%v and %v, want %v and %v", gotMean, gotVariance, wantMean, wantVariance)
		}
	})
}

// Equal values have no variance, whatever does not count; a mean that is a sum
// divided by 3 would leave 1.2·10⁻³² of three times −0.7.
func TestEqualValuesDoNotVary(t *testing.T) {
	for _, x := range []float64{0.1, 1. / 3, -0.7} {
		mean, variance := unfused.MeanVariance([]float64{5, x, x, x, 6}, []float64{0, 1, 1, 1, 0})
		if mean != x || variance != 0 {
			t.Errorf("%v: mean %v, variance %v", x, mean, variance)
		}
	}
}
