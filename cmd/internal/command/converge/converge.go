// Package converge implements settle converge, which computes how many trials a ranking needs
// before it stops changing. It prints the distribution of this number, convergence@n, over
// replicates of a board.
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

// Command holds the arguments and flags of settle converge, without the flags that all commands
// share.
type Command struct {
	cli.Drawing
	input.Resampling
	Settling
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Show how many trials a ranking needs until it equals the gold ranking and stays equal to it."
}

// DefaultMetrics lists the metrics of the paper's Fig. 1 that give scores.
const DefaultMetrics = "bayes,pass@2,pass@4,pass@8"

// Run computes how many trials the rankings need until they settle, and prints the report.
func (c *Command) Run(env *cli.Env) error {
	if err := c.Check(env); err != nil {
		return err
	}
	return input.Show(env, c.Board, c.Find, Draw)
}

// Find computes how many trials the rankings need until they settle, for a source that is already
// open. The result contains the distributions of this number. Find prints nothing.
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

// Draw adds the figures to the folder of --out. The files of a figure have the name
// fileName(figure).
func Draw(env *cli.Env, fileName func(figure string) string, c *converge.Convergence) error {
	out, err := env.Output()
	if err != nil {
		return err
	}
	all := []cli.Drawn{
		{Name: "pmf", Figure: c.Figure("probability that the ranking settles at n", c.PMF(""))},
		{Name: "cdf", Figure: c.Figure("share of rankings settled by n", c.CDF(""))},
	}
	for _, t := range c.Traces {
		name := fmt.Sprintf("trace-%d-%s", t.Index, report.FileName(t.Metric))
		all = append(all, cli.Drawn{Name: name, Figure: c.Figure(converge.TraceTitle(t), c.Trajectories("", t))})
	}
	return out.Figures(fileName, all...)
}
