// Package bootstrap is the command that resamples a board, ranks its models by
// several metrics at every number of trials, and compares the rankings with
// gold by Kendall's τ.
//
// Usage:
//
//	settle bootstrap [flags] FILE|stand-in:NAME|coins:NAME
//	settle bootstrap --schema NAME [flags] FILE|mimics:NAME
//
// See docs/guide.md for examples.
package bootstrap

import (
	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/montecarlo"
	"settle/report"
)

// Command is the grammar of the command, without the flags that every command
// has.
type Command struct {
	cli.Drawing
	input.Resampling
	WithoutReplacement bool `help:"Draw every trial once, in a random order."`
	Replicates         int  `default:"10000" placeholder:"N" help:"Replicates to draw."`
	LogN               bool `help:"Draw the figure with a logarithmic n axis."`
}

// Help says what the command does.
func (*Command) Help() string {
	return "Resample a board and show how the rankings by each metric approach gold as trials are added."
}

// Run draws the curves and reports them.
func (c *Command) Run(env *cli.Env) error {
	if err := cli.CheckCount("--replicates", c.Replicates); err != nil {
		return err
	}
	if c.LogN && env.Out == "" {
		return cli.Usagef("--log-n is about the figure: say with --out where it is to go")
	}
	r, err := c.Prepare(env, !c.WithoutReplacement, "paper")
	if err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	progress, finish := env.Progress("bootstrap", c.Replicates)
	curves, err := montecarlo.Curves(env.Context, r.Draws, r.Metrics, r.Gold.Levels, montecarlo.Options{
		Replicates: c.Replicates, Workers: env.Workers, Progress: progress,
	})
	finish()
	if err != nil {
		return err
	}
	shown := report.Curves{Curves: curves, LogN: c.LogN, Setting: report.Setting{
		Name: r.Name, Task: r.Board.Task, Shape: r.Draws.Shape(), From: r.From, Scheme: c.Scheme, Replacement: !c.WithoutReplacement,
		Replicates: c.Replicates, Seed: env.Seed, Gold: r.Gold.Name, OwnGold: r.Gold.Own, Note: r.Note,
		Schema: report.Schema(r.Sorted), Missing: report.Missing(r.Kept),
	}}
	if err := out.Figure(r.FileName("bootstrap"), shown.Figure()); err != nil {
		return err
	}
	return env.Print(shown.Report(env.Format))
}
