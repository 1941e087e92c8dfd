package wire_test

import (
	"math"
	"testing"

	"settle/internal/wire"
)

// allNumbers are numbers of every kind.
type allNumbers struct {
	i    int
	i64  int64
	u64  uint64
	u32  uint32
	b    bool
	f    float64
	list []int
}

func (a *allNumbers) Code(c *wire.Coder) {
	c.Int(&a.i)
	c.Int64(&a.i64)
	c.Uint64(&a.u64)
	c.Uint32(&a.u32)
	c.Bool(&a.b)
	c.Float64(&a.f)
	n := len(a.list)
	if c.Size(&n, 1<<20); c.Reading() {
		a.list = make([]int, n)
	}
	c.Ints(a.list)
}

// What was written is read back; every beginning of it is refused, and so is more.
func TestBothWays(t *testing.T) {
	for _, want := range []allNumbers{
		{},
		{-1, math.MinInt64, math.MaxUint64, math.MaxUint32, true, math.Inf(-1), []int{math.MinInt, 0, math.MaxInt}},
	} {
		data := wire.Write(nil, &want)
		var got allNumbers
		if err := wire.Read(data, &got); err != nil {
			t.Fatal(err)
		}
		if again := wire.Write(nil, &got); string(again) != string(data) {
			t.Errorf("%+v was read as %+v", want, got)
		}
		for end := range data {
			if wire.Read(data[:end], new(allNumbers)) == nil {
				t.Errorf("%d bytes of %d are read without an error", end, len(data))
			}
		}
		if wire.Read(append(data, 0), new(allNumbers)) == nil {
			t.Error("a byte too many is read without an error")
		}
	}
}

// Any bytes end in values or an error, and in no more room than a byte's for a number.
func FuzzRead(f *testing.F) {
	f.Add([]byte{})
	f.Add(wire.Write(nil, &allNumbers{list: []int{1, 2, 3}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		var a allNumbers
		if wire.Read(data, &a) == nil && len(a.list) > len(data) {
			t.Errorf("%d numbers of %d bytes", len(a.list), len(data))
		}
	})
}
