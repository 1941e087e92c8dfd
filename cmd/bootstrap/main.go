// Bootstrap resamples a board, ranks its models by several metrics at every
// number of trials, and compares the rankings with gold by Kendall's τ.
//
// Usage:
//
//	bootstrap [flags] FILE|stand-in:NAME|coins:NAME
//	bootstrap --schema NAME [flags] FILE|mimics:NAME
//
// See docs/guide.md for examples.
package main

import (
	"context"
	"io"

	"settle/internal/cli"
	"settle/internal/input"
	"settle/internal/report"
	"settle/metrics"
	"settle/montecarlo"
)

func main() { cli.Main(run) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	program := cli.Program{
		Name:        "bootstrap",
		Description: "Resample a board and show how the rankings by each metric approach gold as trials are added.",
		Metrics:     metrics.Grammar(),
	}
	return cli.Run(ctx, program, &command{}, args, stdout, stderr)
}

type command struct {
	cli.Common
	input.Resampling
	WithoutReplacement bool `help:"Draw every trial once, in a random order."`
	Replicates         int  `default:"10000" placeholder:"N" help:"Replicates to draw."`
	LogN               bool `help:"Draw the figure with a logarithmic n axis."`
}

// Run draws the curves and reports them.
func (c *command) Run(env *cli.Env) error {
	if err := cli.CheckCount("--replicates", c.Replicates); err != nil {
		return err
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
	setting := report.Setting{
		Name: r.Name, Task: r.Board.Task, Shape: r.Board.Shape(), Scheme: c.Scheme, Replacement: !c.WithoutReplacement,
		Replicates: c.Replicates, Seed: env.Seed, Gold: r.Gold.Name, OwnGold: r.Gold.Own, Note: r.Note, Schema: report.Schema(r.Sorted),
	}
	if err := out.Figure(r.FileName("bootstrap"), report.CurvesFigure(setting, curves, c.LogN)); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	return env.Print(report.Curves(setting, curves, env.Format))
}
