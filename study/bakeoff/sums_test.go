package bakeoff

import (
	"fmt"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/internal/tests/foldtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/montecarlo/shards"
	"settle/results"
	"settle/sim"
)

// whimsical ranks by successes and refuses every board on which their number is a multiple
// of three, each with another reason.
type whimsical struct{}

func (whimsical) Rank(t *results.Tally, scores []float64, keys []uint64) error {
	var all uint64
	for model := range scores {
		keys[model] = 0
		for _, successes := range t.Row(model) {
			keys[model] += uint64(successes)
		}
		all += keys[model]
		scores[model] = float64(keys[model])
	}
	if all%3 == 0 {
		return fmt.Errorf("%d successes", all)
	}
	return nil
}

func (whimsical) Limit(*metrics.Chances, []float64, []uint64) error { return fmt.Errorf("who knows") }

// contestants are estimators with intervals and without, one that ranks, and one that refuses.
func contestants(t testing.TB) []metrics.Metric {
	return append(boardtest.Parse(t, "bayes,avg,pass@2,borda"), metrics.NewRanker(metrics.Method{
		Name: "whimsical", Weights: metrics.Binary, New: func() metrics.Ranking { return whimsical{} },
	}))
}

// fields are without gaps and with them.
func fields() map[string]*Field {
	coins := &sim.Coins{
		Models: results.Numbered("m", 3), Questions: results.Numbered("q", 4),
		P: [][]float64{{0.1, 0.2, 0.3, 0.9}, {0.5, 0.5, 0.7, 1}, {0.2, 0.05, 0.6, 0.35}},
	}
	whole, gaps := OfCoins(coins), OfCoins(coins)
	gaps.Missing = sim.Missing{Drop: 0.2}
	return map[string]*Field{"whole": whole, "gaps": gaps}
}

func wanted(replicates int) Options {
	return Options{Options: montecarlo.Options{Replicates: replicates}, Seed: 5, Trials: 6, At: []int{2, 6}}
}

func contestOf(t testing.TB, f *Field) *contest {
	c, err := newContest(t.Context(), f, contestants(t), wanted(1))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Eight shards find what one run finds, and so does a run that was kept. The refusal is
// that of the first board that is refused, whoever drew it.
func TestShares(t *testing.T) {
	for name, f := range fields() {
		t.Run(name, func(t *testing.T) {
			foldtest.Shares(t, func(workers int, share *shards.Share) (any, error) {
				o := wanted(61)
				o.Workers, o.Share = workers, share
				return Measure(t.Context(), f, contestants(t), o)
			})
		})
	}
}

func TestMerge(t *testing.T) {
	c := contestOf(t, fields()["whole"])
	foldtest.Merges(t, 12, c.emptySums, c.newVisitor().visit)
	c = contestOf(t, fields()["gaps"])
	foldtest.Merges(t, 12, c.emptySums, c.newThinned(t.Context()).visit)
}

func FuzzCode(f *testing.F) {
	c := contestOf(f, fields()["gaps"])
	visit, some := c.newThinned(f.Context()).visit, c.emptySums()
	for r := range 5 {
		visit(r, some, func() bool { return false })
	}
	foldtest.Bytes(f, c.emptySums, some)
}
