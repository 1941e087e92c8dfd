package simulate

import (
	"slices"

	"settle/cmd/internal/cli"
	"settle/metrics"
	"settle/montecarlo"
	"settle/report/simulate"
	"settle/study/priors"
)

type priorsCommand struct {
	cli.Drawing
	Coins       string   `default:"11x30" placeholder:"NAME" help:"The old models, no two of which tie: MODELSxQUESTIONS[,spread=LOGITS] such as 20x30, or a CSV file with the columns model, question and p."`
	Depth       []int    `range:"1..65535" default:"1,4,16" placeholder:"D" help:"Trials of the old models on each question, in the prior; several may be given, separated by commas."`
	PriorWeight string   `default:"1" placeholder:"A" help:"How many outcomes each of the prior counts as, in (0, 1]."`
	Drift       float64  `range:"0..4" default:"0.23" placeholder:"S" help:"How far updates move models, in logits from 0 to 4: each model as a whole, and each of its questions by as much again, by a normal number of this standard deviation."`
	Tau         *float64 `range:"(0..1)" placeholder:"T" help:"In place of --drift: the mean Kendall τ that the true rankings of old and new models are to have, such as 0.88."`
	Trials      int      `range:"1..65535" default:"80" placeholder:"N" help:"Trials of the new models on each question, at most."`
	Replicates  int      `range:"1..1000000000000" default:"1000" placeholder:"N" help:"Updates to draw."`
}

// fitReplicates is how many updates a drift is fitted to at least, in each step.
const fitReplicates = 2000

// Run measures what priors are worth and reports.
func (c *priorsCommand) Run(env *cli.Env) error {
	design, err := c.design()
	if err != nil {
		return err
	}
	if _, err := env.Output(); err != nil { // before the long work
		return err
	}
	old, err := coinsFlag{c.Coins}.open(env)
	if err != nil {
		return err
	}
	shown := simulate.Priors{
		Coins: coinsFlag{c.Coins}.name(), Trials: c.Trials, Share: design.Share, Replicates: c.Replicates,
		Update: priors.Update{Old: old, Noise: c.Drift, Seed: env.Seed},
	}
	work := env.Progress("simulate", c.work())
	done := 0
	next := func(replicates int, of int) montecarlo.Options {
		before := done
		done += of
		return montecarlo.Options{
			Replicates: replicates, Workers: env.Workers, Progress: func(now int) { work(before + now) },
		}
	}
	if c.Tau != nil {
		updates := max(c.Replicates, fitReplicates)
		shown.Update, err = priors.Fit(env.Context, old, *c.Tau, env.Seed, next(updates, priors.FitReplicates(updates)))
		if err != nil {
			return err
		}
	}
	if shown.Agreement, err = shown.Update.Agree(env.Context, next(c.Replicates, c.Replicates)); err != nil {
		return err
	}
	if shown.Errors, err = shown.Update.Errors(env.Context, design, next(c.Replicates, c.Replicates)); err != nil {
		return err
	}
	if shown.Curves, err = shown.Update.Compare(env.Context, design, next(c.Replicates, c.Replicates)); err != nil {
		return err
	}
	return env.PrintDrawn(shown.Report(env.Format), "priors", shown.Figure())
}

// work is how many updates are drawn in all.
func (c *priorsCommand) work() int {
	all := 3 * c.Replicates
	if c.Tau != nil {
		all += priors.FitReplicates(max(c.Replicates, fitReplicates))
	}
	return all
}

// design is what the flags ask for: every N up to 40 trials, and then steps of some 5 %.
func (c *priorsCommand) design() (d priors.Design, err error) {
	if d.Share, err = metrics.ParsePriorShare(c.PriorWeight); err != nil {
		return d, cli.Usagef("--prior-weight: %w", err)
	}
	d.Depths = slices.Compact(append([]int{0}, slices.Sorted(slices.Values(c.Depth))...))
	for n := 1; n < c.Trials; n += max(1, n/20) {
		d.Trials = append(d.Trials, n)
	}
	d.Trials = append(d.Trials, c.Trials)
	return d, nil
}
