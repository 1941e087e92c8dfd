// Package converge is the command that finds how many trials a ranking needs
// before it stops changing: the distribution of convergence@n over replicates of
// a board.
//
// Usage:
//
//	settle converge [flags] FILE|stand-in:NAME|coins:NAME
//	settle converge --schema NAME [flags] FILE|mimics:NAME
//
// See docs/guide.md for examples.
package converge

import (
	"context"
	"fmt"
	"slices"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/montecarlo"
	"settle/report"
	"settle/study/converge"
	"settle/tables"
)

// Command is the grammar of the command, without the flags that every command
// has.
type Command struct {
	cli.Drawing
	input.Resampling
	WithReplacement bool   `help:"Draw trials with replacement, instead of every trial once in a random order."`
	Replicates      int    `default:"100000" placeholder:"N" help:"Replicates to draw."`
	GoldTies        string `default:"exact" enum:"exact,any" help:"Models that tie in gold must tie, or may stand in any order."`
	Worst           int    `default:"0" placeholder:"K" help:"List the K replicates that settle last."`
	Trace           []int  `placeholder:"R" help:"Draw the rank trajectory of replicate R again; several may be given, separated by commas."`
}

// Help says what the command does.
func (*Command) Help() string {
	return "Show how many trials a ranking needs before it equals gold and stays equal."
}

// Run finds the distributions and reports them.
func (c *Command) Run(env *cli.Env) error {
	if err := c.check(env); err != nil {
		return err
	}
	r, err := c.Prepare(env, c.WithReplacement, "bayes,pass@2,pass@4,pass@8")
	if err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	progress, finish := env.Progress("converge", c.Replicates)
	distributions, err := converge.Measure(env.Context, r.Draws, r.Metrics, r.Gold.Levels, converge.Options{
		Options:        montecarlo.Options{Replicates: c.Replicates, Workers: env.Workers, Progress: progress},
		AnyOrderOfTies: c.GoldTies == "any", Worst: c.Worst,
	})
	finish()
	if err != nil {
		return err
	}
	result := report.Convergence{
		Setting: report.Setting{
			Name: r.Name, Task: r.Board.Task, Shape: r.Draws.Shape(), From: r.From, Scheme: c.Scheme, Replacement: c.WithReplacement,
			Replicates: c.Replicates, Seed: env.Seed, Gold: r.Gold.Name, OwnGold: r.Gold.Own, Note: r.Note,
			Schema: report.Schema(r.Sorted), Missing: report.Missing(r.Kept),
		},
		Models:        r.Board.Models,
		GoldLevels:    r.Gold.Levels,
		ExactTies:     c.GoldTies == "exact",
		Distributions: distributions,
	}
	if result.Traces, err = c.traces(env.Context, r); err != nil {
		return err
	}
	if result.Trials, err = r.Exchangeable(env); err != nil {
		return err
	}
	if err := draw(out, r.Source, result); err != nil {
		return err
	}
	return env.Print(result.Report(env.Format))
}

// maxWorst bounds the list of the last to settle, which every worker keeps.
const maxWorst = 1000

func (c *Command) check(env *cli.Env) error {
	if err := cli.CheckCount("--replicates", c.Replicates); err != nil {
		return err
	}
	if c.Worst < 0 || c.Worst > maxWorst {
		return cli.Usagef("--worst must be from 0 to %d, but is %d", maxWorst, c.Worst)
	}
	if env.Format == string(tables.CSV) && c.Worst > 0 {
		return cli.Usagef("--worst is a table of its own, and CSV holds the distributions alone: choose another format")
	}
	if env.Format == string(tables.CSV) && len(c.Trace) > 0 && env.Out == "" {
		return cli.Usagef("--trace is a table or a figure of its own, and CSV holds the distributions alone: " +
			"choose another format, or --out")
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

// traces follows every metric through the replicates asked for.
func (c *Command) traces(ctx context.Context, r *input.Replicates) ([]converge.Trajectory, error) {
	var all []converge.Trajectory
	for _, index := range c.Trace {
		for _, m := range r.Metrics {
			t, err := converge.Trace(ctx, r.Draws, m, r.Gold.Levels, index, c.GoldTies == "any")
			if err != nil {
				return nil, err
			}
			all = append(all, t)
		}
	}
	return all, nil
}

// draw adds the figures to the folder.
func draw(out *cli.Output, source *input.Source, c report.Convergence) error {
	pmf := c.Figure("probability that the ranking settles at n", c.PMF(""))
	if err := out.Figure(source.FileName("pmf"), pmf); err != nil {
		return err
	}
	cdf := c.Figure("share of rankings settled by n", c.CDF(""))
	if err := out.Figure(source.FileName("cdf"), cdf); err != nil {
		return err
	}
	for _, t := range c.Traces {
		name := source.FileName(fmt.Sprintf("trace-%d-%s", t.Index, report.FileName(t.Metric)))
		if err := out.Figure(name, c.Figure(report.TraceTitle(t), c.Trajectories("", t))); err != nil {
			return err
		}
	}
	return nil
}
