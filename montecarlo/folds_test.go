package montecarlo

import (
	"testing"

	"settle/internal/boardtest"
	"settle/internal/foldtest"
	"settle/metrics"
	"settle/replicate"
	"settle/results"
	"settle/shards"
	"settle/sim"
)

var fewCoins = &sim.Coins{
	Models: results.Numbered("m", 3), Questions: results.Numbered("q", 4),
	P: [][]float64{{0.1, 0.2, 0.3, 0.9}, {0.5, 0.5, 0.7, 1}, {0.2, 0.05, 0.6, 0.35}},
}

const fewTrials = 7

// manyWanted is everything that can be followed.
var manyWanted = Wanted{Gold: fewCoins.Gold(), Scores: true}

// everything is all that is followed over n, by metrics with exact scores and without.
func everything(t testing.TB) (*following, replicate.Source) {
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

// pairOf are two of the coins.
func pairOf(trials int) replicate.Source {
	two := &sim.Coins{Models: fewCoins.Models[:2], Questions: fewCoins.Questions, P: fewCoins.P[:2]}
	return two.Source(trials, 1)
}

// Eight shards find what one run finds, and so does a run that was kept.
func TestSharesOfCurves(t *testing.T) {
	f, source := everything(t)
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
	return func(r int, into *pairPoints, _ func() bool) { into.points[r%3].add(bayes, walker.Draw(r)) }
}

func TestMerge(t *testing.T) {
	f, source := everything(t)
	foldtest.Merges(t, 30, f.empty, f.visitor(source).visit)
	foldtest.Merges(t, 30, noPoints, visitPair(pairOf(3).Walker()))
}

func FuzzCurves(f *testing.F) {
	all, source := everything(f)
	visit, some := all.visitor(source).visit, all.empty()
	for r := range 9 {
		visit(r, some, func() bool { return false })
	}
	foldtest.Bytes(f, all.empty, some)
}

func FuzzPair(f *testing.F) {
	some, visit := noPoints(), visitPair(pairOf(3).Walker())
	for r := range 9 {
		visit(r, some, nil)
	}
	foldtest.Bytes(f, noPoints, some)
}
