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

// Settling holds the flags of commands that study convergence on replicates from any source.
type Settling struct {
	cli.Sharing
	Replicates int   `range:"1..1000000000000" default:"100000" placeholder:"N" help:"Number of replicates."`
	Worst      int   `range:"0..1000" default:"0" placeholder:"K" help:"List the K replicates whose rankings settle last."`
	Trace      []int `plan:"-" placeholder:"R" help:"Show the rank trajectory of replicate R. Separate several values with commas."`
	Looks      []int `placeholder:"N" help:"Take a look at the ranking after each of these numbers of trials, such as 8,9,16,80, and show how often it changes between looks."`
}

// Replicates holds the inputs for drawing replicates (random boards) and comparing their rankings
// with the gold ranking, which is the reference.
type Replicates struct {
	Draws   replicate.Source
	Metrics []metrics.Metric
	Models  []string
	Gold    []int      // level of each model in the gold ranking; larger is better
	Own     [][]int    // gold levels for each metric, used instead of Gold; or nil
	AnyTies bool       // models that tie in the gold ranking can be in any order
	Coins   *sim.Coins // the true success probabilities, or nil
}

// Check returns an error if flags conflict or are out of range.
func (c *Settling) Check(env *cli.Env) error {
	const alone = "cannot be used with --format csv, which contains only the distributions; use another format"
	switch csv := tables.Format(env.Format).IsData(); {
	case csv && c.Worst > 0:
		return cli.Usagef("--worst " + alone)
	case csv && len(c.Looks) > 0:
		return cli.Usagef("--looks " + alone)
	case csv && len(c.Trace) > 0 && env.Out == "":
		return cli.Usagef("--trace " + alone + ", or --out")
	}
	for i, index := range c.Trace {
		if slices.Contains(c.Trace[:i], index) {
			return cli.Usagef("--trace lists replicate %d twice", index)
		}
		if index < 0 || index >= c.Replicates {
			return cli.Usagef("--trace %d: must be from 0 to %d", index, c.Replicates-1)
		}
	}
	return nil
}

// Measure computes the distributions of convergence@n, the number of trials from which a ranking
// stays equal to the gold ranking. It also computes the other results that the flags request. The
// caller must set the Setting of the result.
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

// traces returns, for each replicate that --trace names, how the ranking by every metric changes as
// trials are added.
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

// ownLevels maps the name of each metric to the levels of the models in the metric's own gold
// ranking; a larger level is better. It returns nil if all metrics share one gold ranking.
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

// truths maps the name of each metric to the models' scores after infinitely many trials. The map
// is empty if the success probabilities are unknown.
func truths(r Replicates) map[string][]float64 {
	of := map[string][]float64{}
	for _, m := range r.Metrics {
		if r.Coins != nil {
			of[m.Name()] = bakeoff.OfCoins(r.Coins).Truth(m, nil)
		}
	}
	return of
}
