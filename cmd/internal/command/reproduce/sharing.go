package reproduce

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/experiments"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/lists"
	"settle/internal/wire"
	"settle/montecarlo/shards"
)

// Experiments are shared out as replicates are: a fold of as many as there are, whose sums
// are what they yield.

// fold names that fold.
const fold = "experiments"

// planned returns which experiments there are, in the order in which they are shared out.
func planned(order []experiments.Experiment) shards.Field {
	ids := lists.Each(order, func(e experiments.Experiment) string { return e.ID })
	return shards.Field{Name: "experiments", Value: strings.Join(ids, ",")}
}

// seconds holds about how long experiments take on one core, alone; others take about one.
var seconds = map[string]int{
	"fig2": 42, "fig1": 13, "fig5": 13, "fig6": 13, "growth": 6, "fig4": 5, "intervals": 5, "priors": 3, "fig3": 3,
}

// spread orders experiments so that neighbours take as different times as possible, and shares
// of neighbours take about equally long: the place of the k-th longest is the binary digits of
// k, read backwards as a fraction.
func spread(selected []experiments.Experiment) []experiments.Experiment {
	order := slices.Clone(selected)
	slices.SortStableFunc(order, func(a, b experiments.Experiment) int { return cmp.Compare(seconds[b.ID], seconds[a.ID]) })
	place := map[string]uint32{}
	for k, e := range order {
		place[e.ID] = bits.Reverse32(uint32(k))
	}
	slices.SortStableFunc(order, func(a, b experiments.Experiment) int { return cmp.Compare(place[a.ID], place[b.ID]) })
	return order
}

// runShare runs the experiments that the share has left to run, of an order, and returns
// what all of them yield, by ID.
func runShare(env *cli.Env, share *shards.Share, order []experiments.Experiment, o paper.Options) (map[string]*paper.Result, error) {
	share.Noun = "experiment"
	all := newYields(len(order))
	job, err := share.Begin(fold, len(order), all.add, nil) // for an experiment takes seconds
	if err != nil {
		return nil, err
	}
	for lacking := slices.Clone(job.Todo); len(lacking) > 0; {
		i := lacking[0].From
		if all.of[i], err = runOne(env, order[i], o); err != nil {
			return nil, fmt.Errorf("%s: %w", order[i].ID, err)
		}
		if lacking[0].From++; lacking[0].Len() == 0 {
			lacking = lacking[1:]
		}
		if !job.Saves() {
			continue
		}
		err := job.Save(func() (shards.Ranges, []byte) {
			found, _ := job.Found(lacking)
			return found, wire.Write(nil, all)
		})
		if err != nil {
			return nil, err
		}
	}
	if err := job.Finish(func() []byte { return wire.Write(nil, all) }); err != nil {
		return nil, err
	}
	found := map[string]*paper.Result{}
	for i, e := range order {
		if found[e.ID] = all.of[i]; all.of[i] == nil {
			return nil, fmt.Errorf("the parts hold nothing of %s", e.ID)
		}
	}
	return found, nil
}

// yields holds what experiments yield, by their place; nil for those that did not run here.
type yields struct{ of []*paper.Result }

func newYields(n int) *yields { return &yields{make([]*paper.Result, n)} }

// add adds what so many other experiments yield.
func (y *yields) add(sums []byte, of int) error {
	one := newYields(len(y.of))
	if err := wire.Read(sums, one); err != nil {
		return fmt.Errorf("holds something else than what experiments yield: %w", err)
	}
	there := slices.DeleteFunc(slices.Clone(one.of), func(r *paper.Result) bool { return r == nil })
	if len(there) != of {
		return fmt.Errorf("holds what %d experiments yield, and names %d", len(there), of)
	}
	for i, result := range one.of {
		if result != nil {
			y.of[i] = result
		}
	}
	return nil
}

// Code writes or reads what they yield.
func (y *yields) Code(c *wire.Coder) {
	for i := range y.of {
		c.Value(&y.of[i], math.NaN(), "",
			figures.Curves{}, figures.Leaderboard{}, figures.Trajectories{}, figures.HeatMap{}, figures.Bumps{})
	}
}
