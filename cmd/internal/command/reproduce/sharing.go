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

// Experiments are split into shards as replicates are. All experiments form one fold: each
// experiment takes the place of a replicate, and its results the place of the sums.

// fold is the name that part files give to the set of all experiments.
const fold = "experiments"

// planField returns the field of a run's plan (its settings) that lists the experiments, in the
// order in which they are split into shards.
func planField(order []experiments.Experiment) shards.Field {
	ids := lists.Each(order, func(e experiments.Experiment) string { return e.ID })
	return shards.Field{Name: "experiments", Value: strings.Join(ids, ",")}
}

// seconds maps experiments to their approximate run time in seconds on one core. Other experiments
// take about one second.
var seconds = map[string]int{
	"fig2": 42, "fig1": 13, "fig5": 13, "fig6": 13, "growth": 6, "fig4": 5, "intervals": 5, "priors": 3, "fig3": 3,
}

// spread orders experiments so that shards, which consist of neighbours in this order, take about
// equally long. It puts experiments of different run times next to each other: the position of the
// k-th longest experiment is given by k with its bits reversed.
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

// runShare runs those experiments of a share that have no results yet, in the given order. A share
// is the part of the work that one machine does. runShare returns the results of all experiments of
// the share, keyed by ID.
func runShare(env *cli.Env, share *shards.Share, order []experiments.Experiment, o paper.Options) (map[string]*paper.Result, error) {
	share.Noun = "experiment"
	all := newYields(len(order))
	job, err := share.Begin(fold, len(order), all.add, nil) // no samples to check, because an experiment takes seconds
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
			return nil, fmt.Errorf("the parts contain no result of %s", e.ID)
		}
	}
	return found, nil
}

// yields holds the results of experiments by position. An entry is nil if the experiment did not
// run here.
type yields struct{ of []*paper.Result }

func newYields(n int) *yields { return &yields{make([]*paper.Result, n)} }

// add decodes results of other experiments, and adds them to y. It fails if their number differs
// from the expected one.
func (y *yields) add(sums []byte, of int) error {
	one := newYields(len(y.of))
	if err := wire.Read(sums, one); err != nil {
		return fmt.Errorf("does not contain results of experiments: %w", err)
	}
	there := slices.DeleteFunc(slices.Clone(one.of), func(r *paper.Result) bool { return r == nil })
	if len(there) != of {
		return fmt.Errorf("contains the results of %d experiments instead of %d", len(there), of)
	}
	for i, result := range one.of {
		if result != nil {
			y.of[i] = result
		}
	}
	return nil
}

// Code encodes or decodes the results.
func (y *yields) Code(c *wire.Coder) {
	for i := range y.of {
		c.Value(&y.of[i], math.NaN(), "",
			figures.Curves{}, figures.Leaderboard{}, figures.Trajectories{}, figures.HeatMap{}, figures.Bumps{})
	}
}
