package exact_test

import (
	"bytes"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/exact"
	"settle/internal/wire"
)

// rationalMoments are the mean, the variance and the square of the standard error of so many
// numbers, of which those not listed are 0, as rationals: nothing is rounded.
func rationalMoments(list []float64, count int) (mean, variance, error2, square *big.Rat) {
	mean, square = new(big.Rat), new(big.Rat)
	for _, x := range list {
		one := new(big.Rat).SetFloat64(x)
		mean.Add(mean, one)
		square.Add(square, one.Mul(one, one))
	}
	n := big.NewRat(int64(count), 1)
	mean.Quo(mean, n)
	square.Quo(square, n)
	variance = new(big.Rat).Mul(mean, mean)
	variance.Sub(square, variance)
	if count > 1 {
		error2 = new(big.Rat).Quo(variance, big.NewRat(int64(count-1), 1))
	}
	return mean, variance, error2, square
}

// isRoot tells whether x is a float next to the root of a rational, or the root: the square
// of the float below is less, that of the float above more.
func isRoot(x float64, of *big.Rat) bool {
	squared := func(x float64) *big.Rat {
		r := new(big.Rat).SetFloat64(x)
		return r.Mul(r, r)
	}
	if math.IsInf(x, 1) {
		return squared(math.MaxFloat64).Cmp(of) < 0
	}
	below, above := math.Nextafter(x, math.Inf(-1)), math.Nextafter(x, math.Inf(1))
	return (x == 0 || squared(below).Cmp(of) < 0) && (math.IsInf(above, 1) || of.Cmp(squared(above)) < 0)
}

// repeats are numbers of all sizes, many of them repeated.
func repeats(t *rapid.T) []float64 {
	list := numbers(t)
	for range rapid.IntRange(0, 3).Draw(t, "repeated") {
		if len(list) > 0 {
			one := rapid.SampledFrom(list).Draw(t, "number")
			list = append(list, slices.Repeat([]float64{one}, rapid.IntRange(1, 30).Draw(t, "times"))...)
		}
	}
	return list
}

// Mean and variance are the rationals that they should be, rounded once, and roots are less
// than a unit of their last digit off, in any order and in any parts, which have the same
// bytes.
func TestMoments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := repeats(t)
		count := len(list) + rapid.SampledFrom([]int{0, 0, 1, 7}).Draw(t, "zeros")
		a, b := new(exact.Moments), new(exact.Moments)
		cut := rapid.IntRange(0, len(list)).Draw(t, "cut")
		for i, x := range rapid.Permutation(list).Draw(t, "order") {
			switch {
			case i < cut:
				a.Add(x)
			default:
				b.Add(x)
			}
		}
		b.Merge(a)
		all := new(exact.Moments)
		for _, x := range list {
			all.Add(x)
		}
		written := wire.Write(nil, b)
		if !bytes.Equal(written, wire.Write(nil, all)) {
			t.Fatalf("%v has other bytes in two parts", list)
		}
		m := new(exact.Moments)
		if err := wire.Read(written, m); err != nil {
			t.Fatal(err)
		}
		checkMoments(t, m, list, count)
	})
}

func checkMoments(t *rapid.T, m *exact.Moments, list []float64, count int) {
	mean, se := m.Mean(count)
	if count == 0 {
		if !math.IsNaN(mean) || !math.IsNaN(se) || !math.IsNaN(m.Variance(0)) || !math.IsNaN(m.RootMeanSquare(0)) {
			t.Fatalf("there is something of no numbers: %v ± %v", mean, se)
		}
		return
	}
	wantMean, wantVariance, error2, square := rationalMoments(list, count)
	if want, _ := wantMean.Float64(); mean != want {
		t.Fatalf("mean %v of %v and zeros to %d, want %v", mean, list, count, want)
	}
	if want, _ := wantVariance.Float64(); m.Variance(count) != want {
		t.Fatalf("variance %v of %v and zeros to %d, want %v", m.Variance(count), list, count, want)
	}
	if root := m.RootMeanSquare(count); !isRoot(root, square) {
		t.Fatalf("root mean square %v of %v and zeros to %d", root, list, count)
	}
	if count == 1 {
		if !math.IsNaN(se) {
			t.Fatalf("one number has the standard error %v", se)
		}
		return
	}
	if !isRoot(se, error2) {
		t.Fatalf("standard error %v of %v and zeros to %d", se, list, count)
	}
	if least, most := slices.Min(append(list, 0)), slices.Max(append(list, 0)); mean < least || mean > most {
		t.Fatalf("mean %v of %v", mean, list)
	}
}

// Of equal numbers the mean is that number, and there is no spread: not a little of it.
func TestMomentsOfEqualNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1, 1)).Draw(t, "number")
		count := rapid.IntRange(2, 3000).Draw(t, "numbers")
		m := new(exact.Moments)
		for range count {
			m.Add(x)
		}
		if mean, se := m.Mean(count); mean != x || se != 0 || m.Variance(count) != 0 {
			t.Fatalf("%v ± %v of %d times %v", mean, se, count, x)
		}
	})
}

// A number that is added so many times is the same as one added again and again, also
// where that would take too long: count·x and count·x² are then told by big floats.
func TestAddTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-1, 1), rapid.Float64()), 1, 5).Draw(t, "numbers")
		many, one, sum, single := new(exact.Moments), new(exact.Moments), new(exact.Sum), new(exact.Sum)
		for _, x := range list {
			times := rapid.IntRange(0, 50).Draw(t, "times")
			many.AddTimes(x, times)
			sum.AddTimes(x, times)
			for range times {
				one.Add(x)
				single.Add(x)
			}
		}
		if !bytes.Equal(wire.Write(nil, many), wire.Write(nil, one)) || !bytes.Equal(wire.Write(nil, sum), wire.Write(nil, single)) {
			t.Fatalf("%v: other sums than one by one", list)
		}
		x, times := list[0], rapid.IntRange(1, math.MaxInt).Draw(t, "often")
		m := new(exact.Moments)
		m.AddTimes(x, times)
		m.AddTimes(-x, times/2)
		if mean, se := m.Mean(times); times%2 == 0 && (mean != x/2 && math.Abs(x) > 0x1p-1000 || se == 0 && x != 0 && times > 2) {
			t.Fatalf("%v ± %v of %v", mean, se, x)
		}
	})
}

// Infinities and NaN spoil the moments as they spoil sums.
func TestMomentsOfNoNumbers(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		list         []float64
		mean, square float64
	}{{[]float64{inf, 1}, inf, inf}, {[]float64{-inf, 1}, -inf, inf}, {[]float64{inf, -inf}, nan, inf}, {[]float64{nan, 1}, nan, nan}} {
		one, times := new(exact.Moments), new(exact.Moments)
		for _, x := range c.list {
			one.Add(x)
			times.AddTimes(x, 1)
		}
		for _, m := range []*exact.Moments{one, times} {
			mean, se := m.Mean(2)
			if !same(mean, c.mean) || !math.IsNaN(se) || !math.IsNaN(m.Variance(2)) || !same(m.RootMeanSquare(2), c.square) {
				t.Errorf("%v: %v ± %v, root mean square %v", c.list, mean, se, m.RootMeanSquare(2))
			}
		}
	}
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// Bytes that no moments have are refused, and what is read has a mean and an error.
func FuzzMoments(f *testing.F) {
	m := new(exact.Moments)
	m.Add(0.1)
	m.Add(-3)
	f.Add(wire.Write(nil, m))
	f.Fuzz(func(t *testing.T, data []byte) {
		m := new(exact.Moments)
		if wire.Read(data, m) == nil {
			m.Mean(3)
			m.Add(1)
			m.RootMeanSquare(3)
			m.Variance(1)
		}
	})
}

func BenchmarkMomentsAdd(b *testing.B) {
	m, x := new(exact.Moments), 0.7
	m.Add(x)
	for b.Loop() {
		m.Add(x)
		x = -x
	}
}

func BenchmarkMomentsMean(b *testing.B) {
	m := new(exact.Moments)
	for i := range 1000 {
		m.Add(float64(i) / 1000)
	}
	for b.Loop() {
		m.Mean(1000)
	}
}
