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
	"fmt"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/report"
	"settle/report/converge"
)

// Command is the grammar of the command, without the flags that every command
// has.
type Command struct {
	cli.Drawing
	input.Resampling
	Settling
}

// Help says what the command does.
func (*Command) Help() string {
	return "Show how many trials a ranking needs before it equals gold and stays equal."
}

// DefaultMetrics are those that can be scored of the paper's Fig. 1.
const DefaultMetrics = "bayes,pass@2,pass@4,pass@8"

// Run finds the distributions and reports them.
func (c *Command) Run(env *cli.Env) error {
	if err := c.Check(env); err != nil {
		return err
	}
	source, err := c.Open(env)
	if err != nil {
		return err
	}
	result, err := c.Find(env, source)
	if err != nil {
		return err
	}
	if err := Draw(env, source.FileName, *result); err != nil {
		return err
	}
	return env.Print(result.Report(env.Format))
}

// Find finds the distributions of an open source, without showing them.
func (c *Command) Find(env *cli.Env, source *input.Source) (*converge.Convergence, error) {
	gold, anyTies, err := input.CutTies(c.Gold)
	if err != nil {
		return nil, err
	}
	with := c.Resampling
	with.Gold = gold
	r, err := with.Prepare(env, source, false, DefaultMetrics)
	if err != nil {
		return nil, err
	}
	result, err := c.Measure(env, Replicates{
		Draws: r.Draws, Metrics: r.Metrics, Models: r.Board.Models, Gold: r.Gold.Levels, Own: r.Gold.Orders, AnyTies: anyTies, Coins: r.Coins,
	})
	if err != nil {
		return nil, err
	}
	result.Setting = r.Setting(env, c.Replicates)
	result.Trials, err = r.Exchangeable(env)
	return result, err
}

// Draw adds the figures to the folder of --out, by names that fileName makes of theirs.
func Draw(env *cli.Env, fileName func(figure string) string, c converge.Convergence) error {
	out, err := env.Output()
	if err != nil {
		return err
	}
	pmf := c.Figure("probability that the ranking settles at n", c.PMF(""))
	if err := out.Figure(fileName("pmf"), pmf); err != nil {
		return err
	}
	cdf := c.Figure("share of rankings settled by n", c.CDF(""))
	if err := out.Figure(fileName("cdf"), cdf); err != nil {
		return err
	}
	for _, t := range c.Traces {
		name := fileName(fmt.Sprintf("trace-%d-%s", t.Index, report.FileName(t.Metric)))
		if err := out.Figure(name, c.Figure(converge.TraceTitle(t), c.Trajectories("", t))); err != nil {
			return err
		}
	}
	return nil
}
