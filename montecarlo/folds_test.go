package montecarlo

import (
	"testing"

	"settle/internal/tests/boardtest"
	"settle/internal/tests/foldtest"
	"settle/internal/wire"
	"settle/metrics"
	"settle/montecarlo/shards"
	"settle/replicate"
	"settle/results"
	"settle/sim"
)

var fewCoins = &sim.Coins{
	Models: results.Numbered("m", 3), Questions: results.Numbered("q", 4),
	P: [][]float64{{0.1, 0.2, 0.3, 0.9}, {0.5, 0.5, 0.7, 1}, {0.2, 0.05, 0.6, 0.35}},
}

const fewTrials = 7

// manyWanted is everything that can be followed.
var manyWanted = Wanted{Gold: fewCoins.Gold(), Scores: true}

// fullContest returns all that is followed over n, by metrics with exact scores and without.
func fullContest(t testing.TB) (*appliedContest, replicate.Source) {
	source := fewCoins.Source(fewTrials, 1)
	c, err := NewContest(t.Context(), boardtest.Parse(t, "bayes,pass@2,geom@2"), source.Shape())
	if err != nil {
		t.Fatal(err)
	}
	f, err := c.following(source, manyWanted, 100)
	if err != nil {
		t.Fatal(err)
	}
	return f, source
}

// pairOf returns two of the coins.
func pairOf(trials int) replicate.Source {
	two := &sim.Coins{Models: fewCoins.Models[:2], Questions: fewCoins.Questions, P: fewCoins.P[:2]}
	return two.Source(trials, 1)
}

// Eight shards find what one run finds, and so does a run that was kept.
func TestSharesOfCurves(t *testing.T) {
	f, source := fullContest(t)
	foldtest.Shares(t, func(workers int, share *shards.Share) (any, error) {
		return f.Contest.Follow(t.Context(), source, manyWanted, Options{Replicates: 211, Workers: workers, Share: share})
	})
}

func TestSharesOfPair(t *testing.T) {
	foldtest.Shares(t, func(workers int, share *shards.Share) (any, error) {
		return Pair(t.Context(), pairOf, 5, Options{Replicates: 61, Workers: workers, Share: share})
	})
}

func noPoints() *pairPoints { return &pairPoints{make([]pairSums, 3)} }

func visitPair(walker replicate.Walker) Visit[*pairPoints] {
	bayes := metrics.Bayes(metrics.Binary, nil)
	return func(r int, into *pairPoints, _ func() bool) { into.Points[r%3].add(bayes, walker.Draw(r)) }
}

func TestMerge(t *testing.T) {
	f, source := fullContest(t)
	foldtest.Merges(t, 30, f.emptySums, f.visitor(source).visit)
	onGrid := func() *sums { // as soon as there are three ways
		s := f.emptySums()
		for i := range s.taus.cells {
			s.taus.cells[i].taus.limit = 2
		}
		return s
	}
	foldtest.Merges(t, 30, onGrid, f.visitor(source).visit)
	foldtest.Merges(t, 30, noPoints, visitPair(pairOf(3).Walker()))
}

// writtenSums returns the bytes of the sums of so many replicates of the fullContest.
func writtenSums(t testing.TB, replicates int) (*appliedContest, []byte) {
	f, source := fullContest(t)
	visit, some := f.visitor(source).visit, f.emptySums()
	for r := range replicates {
		visit(r, some, func() bool { return false })
	}
	return f, foldtest.Written(some, f.emptySums)
}

// checkShown checks that sums that were read can be shown: nothing panics, and no table is
// larger than its limit allows.
func checkShown(t *testing.T, f *appliedContest, total *sums) {
	t.Helper()
	if total.replicates.Load() == 0 {
		return
	}
	for i := range total.taus.cells {
		if c := &total.taus.cells[i].taus; len(c.entries) > 4*c.limit {
			t.Errorf("%d places for %d ways", len(c.entries), c.limit)
		}
	}
	f.results(total)
}

// Sums with one byte that is another are refused, or are sums that can be merged and shown;
// beginnings of their bytes are refused. Every seventh byte has its turn: all take long.
func TestDamagedSums(t *testing.T) {
	f, data := writtenSums(t, 20)
	const step = 7
	for at := 0; at < len(data); at += step {
		was := data[at]
		for _, other := range []byte{was ^ 1, was ^ 0x40, was ^ 0x80, 0xff} {
			data[at] = other
			read, total := f.emptySums(), f.emptySums()
			if wire.Read(data, read) == nil {
				total.Merge(read)
				checkShown(t, f, total)
			}
		}
		data[at] = was
	}
	for end := 0; end < len(data); end += step {
		if wire.Read(data[:end], f.emptySums()) == nil {
			t.Fatalf("%d of %d bytes are taken for all", end, len(data))
		}
	}
}

func FuzzCurves(f *testing.F) {
	for _, replicates := range []int{0, 1, 60} {
		_, data := writtenSums(f, replicates)
		f.Add(data)
	}
	of, _ := fullContest(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if total, read := foldtest.Read(t, data, of.emptySums); read {
			checkShown(t, of, total)
		}
	})
}

func FuzzPair(f *testing.F) {
	some, visit := noPoints(), visitPair(pairOf(3).Walker())
	for r := range 9 {
		visit(r, some, nil)
	}
	foldtest.Bytes(f, noPoints, some)
}
