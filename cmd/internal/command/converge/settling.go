package converge

import (
	"context"
	"slices"

	"settle/cmd/internal/cli"
	"settle/internal/tables"
	"settle/metrics"
	"settle/montecarlo"
	"settle/montecarlo/shards"
	"settle/replicate"
	convergereport "settle/report/converge"

	"settle/sim"
	"settle/study/bakeoff"
	"settle/study/converge"
)

// Settling is the flags on what is asked of replicates, wherever they come from.
type Settling struct {
	cli.Sharing
	Replicates int   `range:"1..1000000000000" default:"100000" placeholder:"N" help:"Replicates to draw."`
	Worst      int   `range:"0..1000" default:"0" placeholder:"K" help:"List the K replicates that settle last."`
	Trace      []int `plan:"-" placeholder:"R" help:"Draw the rank trajectory of replicate R again; several may be given, separated by commas."`
	Looks      []int `placeholder:"N" help:"Also show how often the ranking changes from look to look, for who looks after these numbers of trials, such as 8,9,16,80."`
}

// Replicates is what there is to draw and to compare.
type Replicates struct {
	Draws   replicate.Source
	Metrics []metrics.Metric
	Models  []string
	Gold    []int      // of the models: larger is better
	Own     [][]int    // by metric, in place of Gold; nil for none
	AnyTies bool       // models that tie in gold can stand in any order
	Coins   *sim.Coins // whose chances are the truth, or nil
}

// Check refuses flags that mean nothing.
func (c *Settling) Check(env *cli.Env) error {
	const alone = "CSV holds the distributions alone: choose another format"
	switch csv := tables.Format(env.Format).IsData(); {
	case csv && c.Worst > 0:
		return cli.Usagef("--worst is a table of its own, and " + alone)
	case csv && len(c.Looks) > 0:
		return cli.Usagef("--looks is a table of its own, and " + alone)
	case csv && len(c.Trace) > 0 && env.Out == "":
		return cli.Usagef("--trace is a table or a figure of its own, and " + alone + ", or --out")
	}
	for i, index := range c.Trace {
		if slices.Contains(c.Trace[:i], index) {
			return cli.Usagef("--trace names replicate %d twice", index)
		}
		if index < 0 || index >= c.Replicates {
			return cli.Usagef("--trace %d: the replicates are 0 to %d", index, c.Replicates-1)
		}
	}
	return nil
}

// Measure finds the distributions and what else is asked for. What replicates are
// made of is left to the caller.
func (c *Settling) Measure(env *cli.Env, r Replicates) (*convergereport.Convergence, error) {
	looks := slices.Sorted(slices.Values(c.Looks))
	if err := converge.CheckLooks(looks, r.Draws.Shape().Trials, r.Metrics); err != nil {
		return nil, cli.Usagef("--looks: %w", err)
	}
	share, err := env.Share(c.Sharing)
	if err != nil {
		return nil, err
	}
	passes := 1
	if len(c.Looks) > 0 {
		passes = 2
	}
	mine := share.Count(c.Replicates)
	progress := env.Progress("converge", passes*mine)
	o := converge.Options{
		Options:        montecarlo.Options{Replicates: c.Replicates, Workers: env.Workers, Progress: progress, Share: share},
		AnyOrderOfTies: r.AnyTies, Worst: c.Worst, Own: r.Own,
	}
	result := &convergereport.Convergence{
		Models: r.Models, GoldLevels: r.Gold, OwnLevels: ownLevels(r), ExactTies: !r.AnyTies, Truths: truths(r),
	}
	look := func() (err error) {
		if len(c.Looks) > 0 {
			result.Looks, err = converge.Look(env.Context, r.Draws, r.Metrics, r.Gold, looks, o)
			o.Progress = func(done int) { progress(mine + done) }
		}
		return err
	}
	settle := func() (err error) {
		result.Distributions, err = converge.Measure(env.Context, r.Draws, r.Metrics, r.Gold, o)
		return err
	}
	if err := shards.All(look, settle); err != nil {
		return nil, err
	}
	result.Traces, err = c.traces(env.Context, r)
	return result, err
}

// traces follows every metric through the replicates asked for.
func (c *Settling) traces(ctx context.Context, r Replicates) ([]converge.Trajectory, error) {
	var all []converge.Trajectory
	for _, index := range c.Trace {
		for i, m := range r.Metrics {
			gold := r.Gold
			if r.Own != nil {
				gold = r.Own[i]
			}
			t, err := converge.Trace(ctx, r.Draws, m, gold, index, r.AnyTies)
			if err != nil {
				return nil, err
			}
			all = append(all, t)
		}
	}
	return all, nil
}

// ownLevels are the golds of single metrics by their names, nil for none.
func ownLevels(r Replicates) map[string][]int {
	if r.Own == nil {
		return nil
	}
	of := map[string][]int{}
	for i, m := range r.Metrics {
		of[m.Name()] = r.Own[i]
	}
	return of
}

// truths are what the scores of coins tend to, by the name of the metric.
func truths(r Replicates) map[string][]float64 {
	of := map[string][]float64{}
	for _, m := range r.Metrics {
		if r.Coins != nil {
			of[m.Name()] = bakeoff.OfCoins(r.Coins).Truth(m, nil)
		}
	}
	return of
}
