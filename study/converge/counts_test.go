package converge

import (
	"testing"

	"settle/internal/tests/boardtest"
	"settle/internal/tests/foldtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/montecarlo/shards"
	"settle/results"
	"settle/sim"
)

var fewCoins = &sim.Coins{
	Models: results.Numbered("m", 3), Questions: results.Numbered("q", 4),
	P: [][]float64{{0.1, 0.2, 0.3, 0.9}, {0.5, 0.5, 0.7, 1}, {0.2, 0.05, 0.6, 0.35}},
}

const fewTrials = 9

// Eight shards find what one run finds, and so does a run that was kept, of both folds.
func TestShares(t *testing.T) {
	ms, at := boardtest.Parse(t, "bayes,pass@2,geom@2"), []int{2, 5, 9}
	foldtest.Shares(t, func(workers int, share *shards.Share) (any, error) {
		o := Options{Options: montecarlo.Options{Replicates: 211, Workers: workers, Share: share}, Worst: 5}
		var found struct {
			looks   []Looks
			settled []Distribution
		}
		source := fewCoins.Source(fewTrials, 1)
		err := shards.All(
			func() (err error) {
				found.looks, err = Look(t.Context(), source, ms, fewCoins.Gold(), at, o)
				return err
			},
			func() (err error) {
				found.settled, err = Measure(t.Context(), source, ms, fewCoins.Gold(), o)
				return err
			},
		)
		return found, err
	})
}

// Studies of subsets and of the interval rule are not shared out, but do not depend on the
// number of workers.
func TestSubsetsOnWorkers(t *testing.T) {
	source, gold := fewCoins.Source(fewTrials, 1), fewCoins.Gold()
	groups := []Group{{Subsets: [][]int{{0, 1}, {0, 2}}}, {Subsets: [][]int{{0, 1, 2}}, All: true}}
	bayes := metrics.Bayes(metrics.Binary, nil)
	foldtest.Workers(t, func(workers int) (any, error) {
		o := montecarlo.Options{Replicates: 211, Workers: workers}
		settled, err := Subsets(t.Context(), source, bayes, gold, groups, o)
		if err != nil {
			return nil, err
		}
		wrong, resolved, err := SubsetSeparations(t.Context(), source, bayes, gold, groups, 0.9, o)
		if err != nil {
			return nil, err
		}
		return []any{settled, wrong, resolved}, err
	})
}

// folds are the aggregates of the shared studies, with what visits replicates for them.
func folds(t testing.TB) (*visitor, func() *counts, *observer, func() *replicateCounts) {
	ms, at := boardtest.Parse(t, "bayes,pass@2,geom@2"), []int{2, 5, 9}
	source, o := fewCoins.Source(fewTrials, 1), Options{Worst: 3}
	plan, err := metrics.NewPlan(t.Context(), ms, source.Shape(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return newVisitor(source, plan, fewCoins.Gold(), o), func() *counts { return newCounts(plan.Slots(), fewTrials, o.Worst) },
		newObserver(source, plan, fewCoins.Gold(), at, o), func() *replicateCounts { return newSeen(plan.Slots(), len(at)) }
}

func TestMerge(t *testing.T) {
	v, noCounts, o, nothing := folds(t)
	foldtest.Merges(t, 40, noCounts, v.visit)
	foldtest.Merges(t, 40, nothing, o.visit)
}

func FuzzCounts(f *testing.F) {
	v, empty, _, _ := folds(f)
	some := empty()
	for r := range 9 {
		v.visit(r, some, func() bool { return false })
	}
	foldtest.Bytes(f, empty, some)
}

func FuzzLooks(f *testing.F) {
	_, _, o, empty := folds(f)
	some := empty()
	for r := range 9 {
		o.visit(r, some, nil)
	}
	foldtest.Bytes(f, empty, some)
}
