package exact_test

import (
	"bytes"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/exact"
	"settle/internal/wire"
)

// numbers are floats of all sizes, with many that cancel.
func numbers(t *rapid.T) []float64 {
	one := rapid.OneOf(
		rapid.Float64Range(-1, 1),
		rapid.Map(rapid.Uint64(), func(b uint64) float64 { return finite(math.Float64frombits(b)) }),
		rapid.SampledFrom([]float64{0, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 0x1p-1022, 1, -1, 0x1p52, math.MaxFloat64, -math.MaxFloat64}),
	)
	return rapid.SliceOfN(one, 0, 60).Draw(t, "numbers")
}

func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0.1
	}
	return x
}

// The sum is that of math/big with as many bits as any sum of floats needs, rounded once;
// in any order and in any parts it has the same bytes.
func TestSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := numbers(t)
		want, sum := new(big.Float).SetPrec(2300), new(exact.Sum)
		for _, x := range list {
			want.Add(want, big.NewFloat(x))
			sum.Add(x)
		}
		rounded, _ := want.Float64()
		if got := sum.Float64(); got != rounded {
			t.Fatalf("%v of %v, want %v", got, list, rounded)
		}
		cut := rapid.IntRange(0, len(list)).Draw(t, "cut")
		a, b := new(exact.Sum), new(exact.Sum)
		for _, x := range rapid.Permutation(list[:cut]).Draw(t, "first") {
			a.Add(x)
		}
		for _, x := range list[cut:] {
			b.Add(x)
		}
		b.Merge(a)
		if got := b.Float64(); got != rounded {
			t.Fatalf("%v in two parts of %v, want %v", got, list, rounded)
		}
		bytesOf, ofParts := wire.Write(nil, sum), wire.Write(nil, b)
		if !bytes.Equal(bytesOf, ofParts) {
			t.Fatalf("%v: %x, and %x in two parts", list, bytesOf, ofParts)
		}
		read := new(exact.Sum)
		if err := wire.Read(bytesOf, read); err != nil || read.Float64() != rounded {
			t.Fatalf("%v: read back as %v, %v", list, read.Float64(), err)
		}
	})
}

// A sum of more numbers than a digit bears without carrying, of one number that fills its
// digits.
func TestSumOfMany(t *testing.T) {
	sum, x := new(exact.Sum), math.Nextafter(2, 0)
	const count = 1<<20 + 12345
	for range count {
		sum.Add(x)
	}
	want, _ := new(big.Float).SetPrec(200).Mul(big.NewFloat(x), big.NewFloat(count)).Float64()
	if got := sum.Float64(); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// Infinities and NaN add up as IEEE 754 says.
func TestSumOfNoNumbers(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, list := range [][]float64{{inf}, {1, -inf}, {inf, -inf}, {nan, 1}, {inf, nan}} {
		sum, want := new(exact.Sum), 0.0
		for _, x := range list {
			sum.Add(x)
			want += x
		}
		if got := sum.Float64(); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%v of %v, want %v", got, list, want)
		}
		if sum.Reset(); sum.Float64() != 0 {
			t.Errorf("%v after Reset", sum.Float64())
		}
	}
}

// Bytes that no sum has are refused, and never more room is made than they can fill.
func FuzzSum(f *testing.F) {
	sum := new(exact.Sum)
	sum.Add(0.1)
	f.Add(wire.Write(nil, sum))
	f.Add([]byte{0, 0, 0, 28, 0}) // no digits from the 14th on
	f.Fuzz(func(t *testing.T, data []byte) {
		sum := new(exact.Sum)
		if wire.Read(data, sum) == nil {
			sum.Float64()
			sum.Add(1)
		}
	})
}

func BenchmarkAdd(b *testing.B) {
	sum, x := new(exact.Sum), 0.7
	sum.Add(x)
	for b.Loop() {
		sum.Add(x)
		x = -x
	}
}
