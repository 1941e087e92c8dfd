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
		c := &exactCell{shift: gridShift(largest)}
		c.add(values, 1)
		sum, squares, counts := new(big.Int), new(big.Int), map[int]uint32{}
		for _, v := range values {
			x := new(big.Int).SetUint64(v)
			sum.Add(sum, x)
			squares.Add(squares, x.Mul(x, x))
			counts[int(v>>c.shift)]++
		}
		if bigOf(c.sums.sum[:]).Cmp(sum) != 0 || bigOf(c.sums.squares[:]).Cmp(squares) != 0 {
			t.Fatalf("%+v, want the sums %v and %v", c, sum, squares)
		}
		if c.least != slices.Min(values) || c.most != slices.Max(values) || !reflect.DeepEqual(c.byLine(), counts) {
			t.Fatalf("%+v of %v", c, values)
		}
		other := &exactCell{shift: c.shift}
		order := rapid.Permutation(values).Draw(t, "order")
		cut := rapid.IntRange(0, len(order)-1).Draw(t, "cut")
		for _, portion := range [][]uint64{order[:cut], order[cut:]} {
			if len(portion) > 0 {
				other.add(portion, 1)
			}
		}
		if c.sums.sum != other.sums.sum || c.sums.squares != other.sums.squares || !reflect.DeepEqual(c.byLine(), other.byLine()) {
			t.Fatalf("%+v in one order, %+v in another", c, other)
		}
	})
}

// byLine are the counts that are not 0.
func (c *exactCell) byLine() map[int]uint32 {
	counts := map[int]uint32{}
	for i, count := range c.counts {
		if count > 0 {
			counts[c.from+i] = count
		}
	}
	return counts
}
