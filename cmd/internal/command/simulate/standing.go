package simulate

import (
	"settle/cmd/internal/cli"
	"settle/internal/lists"
	"settle/metrics"
	"settle/report/bakeoff"
	"settle/study/arena"
)

// standingCommand holds the flags of settle bakeoff all. The command runs the standing league,
// which compares ranking methods on all families of simulated models.
type standingCommand struct {
	cli.Drawing
	Metrics string `placeholder:"LIST" predictor:"metrics" help:"Estimators and ranking methods, separated by commas. The first is the reference for the others. Default: all ranking methods and the main estimators."`
	Draws   *int   `range:"2.." placeholder:"N" help:"Number of draws of each family of models, with one board per draw (default 40). With 30 draws or more, the report tests differences for significance."`
}

// Help returns the help text of the command.
func (*standingCommand) Help() string {
	return "Compare ranking methods and estimators on all families of models, and test two published claims."
}

// options returns the options that the flags select for the standing league, the comparison of
// ranking methods on all families of models.
func (c *standingCommand) options(env *cli.Env) arena.Options {
	return arena.Options{Seed: env.Seed, Workers: env.Workers, Draws: cli.ValueOr(c.Draws, arena.Draws), Boards: arena.Boards,
		Trials: arena.Trials(), GreedyBoards: arena.GreedyBoards}
}

// Run runs the standing league, which compares ranking methods on all families of models, and
// prints the report.
func (c *standingCommand) Run(env *cli.Env) error {
	names := arena.Methods()
	if c.Metrics != "" {
		methods, err := metrics.Parse(c.Metrics, metrics.Options{})
		if err != nil {
			return err
		}
		names = lists.Each(methods, metrics.Metric.Name)
	}
	if _, err := env.Output(); err != nil { // before the long work
		return err
	}
	options := c.options(env)
	families := arena.Families()
	progress := env.Progress("compete", (len(families)+arena.CompleteFamilies())*options.Draws)
	found, err := arena.MeasureAll(env.Context, families, names, options, progress)
	if err != nil {
		return err
	}
	a := bakeoff.Arena{Methods: names, Options: options, Leagues: found.Leagues, Greedy: found.Greedy}
	return env.PrintDrawn(a.Report(env.Format), "arena", a.Figure())
}
