package aggregate_test

import (
	"testing"

	"settle/internal/aggregate"
	"settle/internal/exact"
	"settle/internal/tests/foldtest"
	"settle/internal/wire"
)

// sums has a field of every kind.
type sums struct {
	Count int
	Wide  int64
	List  []int
	Cells [][2]cell
	First aggregate.Firsts
	Inner *cell
}

type cell struct {
	Sum     exact.Sum
	Moments exact.Moments
}

func empty() *sums {
	return &sums{List: make([]int, 3), Cells: make([][2]cell, 2), First: aggregate.NewFirsts(3), Inner: new(cell)}
}

func visit(replicate int, into *sums, _ func() bool) {
	x := 1 / float64(replicate+3)
	into.Count++
	into.Wide += int64(replicate)
	into.List[replicate%3] += replicate
	into.Cells[replicate%2][1].Sum.Add(x)
	into.Cells[replicate%2][0].Moments.Add(x)
	into.First.Add(replicate%3, replicate)
	into.Inner.Moments.Add(-x)
}

func TestSums(t *testing.T) {
	foldtest.Merges(t, 20, empty, visit)
	all := empty()
	for r := 7; r >= 0; r-- {
		visit(r, all, nil)
	}
	if all.Count != 8 || all.Wide != 28 || all.First[1] != 1 {
		t.Errorf("%+v", all)
	}
}

// mute has methods of its own, but none that codes it.
type mute struct{}

func (mute) Reset()     {}
func (mute) Merge(mute) {}

func TestNoSums(t *testing.T) {
	for name, use := range map[string]func(){
		"a text is reset": func() { aggregate.Reset(&struct{ Text string }{}) },
		"a map is merged": func() { aggregate.Merge(&struct{ M map[int]int }{}, &struct{ M map[int]int }{}) },
		"mute sums":       func() { wire.Write(nil, aggregate.Coded(mute{})) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			use()
		}()
	}
}
