package simulate

import (
	"strings"

	"settle/cmd/internal/cli"
	"settle/report/bakeoff"

	"settle/study/arena"
)

// standingCommand is the grammar of the standing league.
type standingCommand struct {
	cli.Drawing
	Metrics string `placeholder:"LIST" predictor:"metrics" help:"Estimators and ranking methods, separated by commas; the others are compared with the first. Default: all ranking methods and the main estimators."`
	Draws   *int   `range:"2.." placeholder:"N" help:"How often the models of each family are drawn, with one board each (default 40); from 30 on differences are told from chance."`
}

// Help says what the command does.
func (*standingCommand) Help() string {
	return "Compare ranking methods and estimators on all families of models, and put two published claims to the test."
}

// options are how much the standing league runs.
func (c *standingCommand) options(env *cli.Env) arena.Options {
	return arena.Options{Seed: env.Seed, Workers: env.Workers, Draws: cli.ValueOr(c.Draws, arena.Draws), Boards: arena.Boards,
		Trials: arena.Trials(), GreedyBoards: arena.GreedyBoards}
}

// Run runs the standing league and reports.
func (c *standingCommand) Run(env *cli.Env) error {
	names := arena.Methods()
	if c.Metrics != "" {
		names = strings.Split(c.Metrics, ",")
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
