package montecarlo

import (
	"bytes"
	"context"
	"math"
	"testing"

	"settle/bootstrap"
	"settle/internal/boardtest"
	"settle/internal/wire"
	"settle/results"
	"settle/sim"
)

// curved is a metric of which nothing is known but its scores.
type curved struct{}

func (curved) Name() string         { return "curved" }
func (curved) FirstTrial() int      { return 1 }
func (curved) Check(int, int) error { return nil }
func (curved) Score(t *results.Tally, model int) float64 {
	return math.Sqrt(float64(1 + t.Totals[model]))
}

// followed are sums of so many replicates of coins, with what they are of.
func followed(t testing.TB, replicates int) (*following, *sums) {
	coins, err := sim.Random(4, 5, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	board, err := coins.Board(3, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	source, err := bootstrap.New(board, bootstrap.Options{Replacement: true}, 1)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewContest(context.Background(), append(boardtest.Parse(t, "bayes,pass@2"), curved{}), source.Shape())
	if err != nil {
		t.Fatal(err)
	}
	f, err := c.following(source, Wanted{Gold: coins.Gold(), Scores: true}, replicates)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Replicates: replicates, Workers: 2}
	all, err := Fold(context.Background(), o, f.empty, func() Visit[*sums] { return f.visitor(source).visit })
	if err != nil {
		t.Fatal(err)
	}
	return f, all
}

// What is written of sums is read back as them, with the same curves and scores; of every
// beginning of it nothing is taken.
func TestSumsAreReadBack(t *testing.T) {
	f, all := followed(t, 300)
	written := wire.Write(nil, all)
	read := f.empty()
	if err := wire.Read(written, read); err != nil {
		t.Fatal(err)
	}
	if again := wire.Write(nil, read); !bytes.Equal(again, written) {
		t.Error("other bytes when written again")
	}
	for end := range written {
		if wire.Read(written[:end], f.empty()) == nil {
			t.Fatalf("%d of %d bytes are taken for all", end, len(written))
		}
	}
}

// check reads bytes, and merges and shows what is read.
func check(t *testing.T, of *following, data []byte) {
	read, total := of.empty(), of.empty()
	if wire.Read(data, read) != nil || read.replicates.Load() == 0 {
		return
	}
	total.Merge(read)
	for i := range total.taus.cells {
		if c := &total.taus.cells[i].taus; len(c.entries) > 4*c.limit {
			t.Errorf("%d places for %d ways", len(c.entries), c.limit)
		}
	}
	of.found(total)
}

// Sums with one byte that is another are refused, or are sums that can be merged and
// shown: nothing panics, and no table is larger than its limit allows.
func TestDamagedSums(t *testing.T) {
	of, all := followed(t, 60)
	written := wire.Write(nil, all)
	for at, was := range written {
		for _, other := range []byte{was ^ 1, was ^ 0x40, was ^ 0x80, 0xff} {
			written[at] = other
			check(t, of, written)
		}
		written[at] = was
	}
}

// The same of any bytes.
func FuzzSums(f *testing.F) {
	of, all := followed(f, 60)
	f.Add(wire.Write(nil, all))
	_, one := followed(f, 1)
	f.Add(wire.Write(nil, one))
	f.Fuzz(func(t *testing.T, data []byte) { check(t, of, data) })
}
