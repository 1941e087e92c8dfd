// Bootstrap resamples a board, ranks its models by several metrics at every
// number of trials, and compares the rankings with gold by Kendall's τ.
//
// Usage:
//
//	bootstrap [flags] FILE|stand-in:NAME|coins:NAME
//
// See README.md for examples.
package main

import (
	"context"
	"fmt"
	"io"

	"settle/bootstrap"
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
	input.Board
	input.Scoring
	Gold               string `placeholder:"FILE|board|truth" help:"Ranking to compare with: a CSV file with the columns model and score, bayes on the whole board, or the true means of coins. Default: truth for coins, else board."`
	Scheme             string `default:"rows" enum:"rows,columns" help:"How to resample: each question's trials on their own, or whole trials."`
	WithoutReplacement bool   `help:"Draw every trial once, in a random order."`
	Paired             bool   `help:"Draw the same columns for every model."`
	Replicates         int    `default:"10000" placeholder:"N" help:"Replicates to draw."`
	LogN               bool   `help:"Draw the figure with a logarithmic n axis."`
}

// Run draws the curves and reports them.
func (c *command) Run(env *cli.Env) error {
	if err := cli.AtLeastOne("--replicates", c.Replicates); err != nil {
		return err
	}
	source, err := c.Open(env)
	if err != nil {
		return err
	}
	options, err := c.Options(c.Board, source.Board)
	if err != nil {
		return err
	}
	shape := source.Board.Shape()
	ms, err := c.Parse(options, shape, "paper")
	if err != nil {
		return err
	}
	gold, err := input.OpenGold(c.Gold, source, options)
	if err != nil {
		return err
	}
	scheme, err := bootstrap.ParseScheme(c.Scheme)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	draw, err := bootstrap.New(source.Board, bootstrap.Options{Scheme: scheme, Replacement: !c.WithoutReplacement, Paired: c.Paired}, env.Seed)
	if err != nil {
		return cli.Usagef("--paired: %w", err)
	}
	if shape.Models < 2 {
		return fmt.Errorf("%s: τ compares rankings of two models or more, and the board has one", c.Results)
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	progress, finish := env.Progress("bootstrap", c.Replicates)
	curves, err := montecarlo.Curves(env.Context, draw, ms, gold.Levels, montecarlo.Options{
		Replicates: c.Replicates, Workers: env.Workers, Progress: progress,
	})
	finish()
	if err != nil {
		return err
	}
	setting := report.Setting{
		Name: source.Name, Task: source.Board.Task, Shape: shape, Scheme: c.Scheme, Replacement: !c.WithoutReplacement,
		Replicates: c.Replicates, Seed: env.Seed, Gold: gold.Name, Note: source.Note,
	}
	if err := out.Figure("bootstrap", report.CurvesFigure(setting, curves, c.LogN)); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	return env.Print(report.Curves(setting, curves, env.Format))
}
