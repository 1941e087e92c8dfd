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
	Coins       string   `default:"11x30" placeholder:"NAME" help:"Old models, no two with the same true mean: MODELSxQUESTIONS[,spread=LOGITS], such as 20x30, or a CSV file with the columns model, question and p."`
	Depth       []int    `range:"1..65535" default:"1,4,16" placeholder:"D" help:"Number of trials per question that each old model contributes to the prior. Separate several values with commas."`
	PriorWeight string   `default:"1" placeholder:"A" help:"Number of trials that each outcome of the prior counts as, 0 < A ≤ 1."`
	Drift       float64  `range:"0..4" default:"0.23" placeholder:"S" help:"Standard deviation, in logits from 0 to 4, of the normally distributed shift that an update adds to each model and, independently, to each of its questions."`
	Tau         *float64 `range:"(0..1)" placeholder:"T" help:"Instead of --drift: target mean Kendall τ between the true rankings of the old and the new models, such as 0.88."`
	Trials      int      `range:"1..65535" default:"80" placeholder:"N" help:"Maximum number of trials per question of the new models."`
	Replicates  int      `range:"1..1000000000000" default:"1000" placeholder:"N" help:"Number of model updates to draw."`
}

// fitReplicates is the minimum number of model updates to simulate in each step of the search for
// the drift that --tau asks for.
const fitReplicates = 2000

// Run measures how much trials of older models are worth as a prior, and prints the report.
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

// work returns the total number of model updates to simulate, for the progress bar.
func (c *priorsCommand) work() int {
	all := 3 * c.Replicates
	if c.Tau != nil {
		all += priors.FitReplicates(max(c.Replicates, fitReplicates))
	}
	return all
}

// design returns the design of the comparison that the flags select. It compares at every number of
// trials up to 40, then at numbers that grow in steps of about 5 %.
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
