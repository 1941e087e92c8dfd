package montecarlo

import (
	"math/big"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The sums of a cell are those of big integers, up to the largest values, its counts those
// of the values by line, and both are the same in whatever order and portions they come.
func TestExactCell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		largest := rapid.SampledFrom([]uint64{1, 100, 1 << 20, 1<<63 - 1}).Draw(t, "largest")
		values := rapid.SliceOfN(rapid.Uint64Range(0, largest), 1, 40).Draw(t, "values")
		shift := gridShift(largest)
		c := newExactCell(shift)
		c.addEach(values, 1)
		sum, squares, counts := new(big.Int), new(big.Int), map[uint64]uint32{}
		for _, v := range values {
			x := new(big.Int).SetUint64(v)
			sum.Add(sum, x)
			squares.Add(squares, x.Mul(x, x))
			counts[v>>shift]++
		}
		sums := &c.values.(*exactValues).sums
		if bigOf(sums.sum[:]).Cmp(sum) != 0 || bigOf(sums.squares[:]).Cmp(squares) != 0 {
			t.Fatalf("%+v, want the sums %v and %v", c, sum, squares)
		}
		if c.least != slices.Min(values) || c.most != slices.Max(values) || !reflect.DeepEqual(c.byLine(), counts) {
			t.Fatalf("%+v of %v", c, values)
		}
		other := newExactCell(shift)
		order := rapid.Permutation(values).Draw(t, "order")
		cut := rapid.IntRange(0, len(order)-1).Draw(t, "cut")
		for _, portion := range [][]uint64{order[:cut], order[cut:]} {
			if len(portion) > 0 {
				other.addEach(portion, 1)
			}
		}
		if *sums != other.values.(*exactValues).sums || !reflect.DeepEqual(c.byLine(), other.byLine()) {
			t.Fatalf("%+v in one order, %+v in another", c, other)
		}
	})
}

// byLine returns the counts that are not 0.
func (c *cell) byLine() map[uint64]uint32 {
	counts := map[uint64]uint32{}
	for line, count := range c.lines() {
		if count > 0 {
			counts[line] = count
		}
	}
	return counts
}
