package montecarlo

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/wire"
)

// list are integers up to the largest that are added anywhere: those of scores have 63 bits.
func drawIntegers(t *rapid.T) []int64 {
	one := rapid.OneOf(rapid.Int64Range(-3, 3), rapid.Int64Range(-2*unitsPerTau, 2*unitsPerTau), rapid.Int64Range(-math.MaxInt64, math.MaxInt64),
		rapid.SampledFrom([]int64{0, math.MaxInt64, -math.MaxInt64}))
	return rapid.SliceOfN(one, 2, 40).Draw(t, "integers")
}

// The sums are those of big integers, added one by one, many times at once or in parts,
// and the deviation is that of rationals: √((Σv² − (Σv)²/R)/(R − 1)).
func TestIntegers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := drawIntegers(t)
		cut := rapid.IntRange(0, len(list)).Draw(t, "cut")
		times := rapid.SampledFrom([]int{1, 2, 1000, math.MaxInt32}).Draw(t, "times")
		var s, part integers
		addEach(&s, list[:cut], 1)
		for _, v := range list[cut:] {
			part.addTimes(v, times)
		}
		s.merge(&part)
		sum, squares, count := new(big.Int), new(big.Int), 0
		for i, v := range list {
			n := times
			if i < cut {
				n = 1
			}
			x := big.NewInt(v)
			many := new(big.Int).Mul(x, big.NewInt(int64(n)))
			sum.Add(sum, many)
			squares.Add(squares, many.Mul(many, x))
			count += n
		}
		if s.total().Cmp(sum) != 0 || bigOf(s.squares[:]).Cmp(squares) != 0 {
			t.Fatalf("%v and %v, want %v and %v", s.total(), bigOf(s.squares[:]), sum, squares)
		}
		r := big.NewRat(int64(count), 1)
		variance := new(big.Rat).SetInt(squares)
		mean := new(big.Rat).Quo(new(big.Rat).SetInt(sum), r)
		variance.Sub(variance, mean.Mul(mean, new(big.Rat).SetInt(sum)))
		variance.Quo(variance, r.Sub(r, big.NewRat(1, 1)))
		wide, _ := new(big.Float).SetRat(variance).Float64()
		if got, want := s.deviation(count), math.Sqrt(wide); math.Abs(got-want) > 1e-14*want {
			t.Fatalf("deviation %v, want %v", got, want)
		}
		var read integers
		if err := wire.Read(wire.Write(nil, codedIntegers{&s}), codedIntegers{&read}); err != nil || read != s {
			t.Fatalf("%+v was read as %+v: %v", s, read, err)
		}
	})
	var one integers
	if addEach(&one, []int64{5}, 1); !math.IsNaN(one.deviation(1)) {
		t.Error("one integer has a deviation")
	}
}

type codedIntegers struct{ *integers }

func (i codedIntegers) Code(c *wire.Coder) { i.code(c) }

// Steps leave out what is between, as the scores of other models are.
func TestAddEachSteps(t *testing.T) {
	var every, third integers
	addEach(&third, []uint64{1, 9, 9, 2, 9, 9, 3}, 3)
	if addEach(&every, []uint64{1, 2, 3}, 1); third != every {
		t.Errorf("%+v, want %+v", third, every)
	}
}

func BenchmarkAddEach(b *testing.B) {
	list := slices.Repeat([]int64{unitsPerTau / 3, -unitsPerTau / 7}, 64)
	var s integers
	for b.Loop() {
		addEach(&s, list, 1)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(list)), "ns/integer")
}
