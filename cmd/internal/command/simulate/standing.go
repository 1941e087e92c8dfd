package simulate

import (
	"strings"

	"settle/cmd/internal/cli"
	"settle/report"
	"settle/study/arena"
)

// Standing is the grammar of the standing league.
type Standing struct {
	All   bool `plan:"none" help:"The standing league: all ranking methods and the main estimators on all families of models, and two published claims put to the test. Of the other flags it takes --metrics, of which the first is what the others are compared with, --draws and those of every command."`
	Draws int  `plan:"none" placeholder:"N" help:"With --all: how often the models of each family are drawn, with one board each (default 40); from 30 on differences are told from chance."`
}

// options are how much the standing league runs.
func (c *Standing) options(env *cli.Env) arena.Options {
	o := arena.Options{Seed: env.Seed, Workers: env.Workers, Draws: arena.Draws, Boards: arena.Boards,
		Trials: arena.Trials(), GreedyBoards: arena.GreedyBoards}
	if c.Draws > 0 {
		o.Draws = c.Draws
	}
	return o
}

// standing runs the standing league and reports.
func (c *Bakeoff) standing(env *cli.Env) error {
	if err := c.idle(); err != nil {
		return err
	}
	names := arena.Methods()
	if c.Metrics != "" {
		names = strings.Split(c.Metrics, ",")
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	options := c.Standing.options(env)
	families := arena.Families()
	progress, finish := env.Progress("compete", (len(families)+arena.CompleteFamilies())*options.Draws)
	found, err := arena.MeasureAll(env.Context, families, names, options, progress)
	finish()
	if err != nil {
		return err
	}
	a := report.Arena{Methods: names, Options: options, Leagues: found.Leagues, Greedy: found.Greedy}
	if err := out.Figure("arena", a.Figure()); err != nil {
		return err
	}
	return env.Print(a.Report(env.Format))
}

// idle refuses flags that mean nothing to the standing league.
func (c *Bakeoff) idle() error {
	if c.Draws < 0 || c.Draws == 1 {
		return cli.Usagef("--draws must be 2 or more, but is %d", c.Draws)
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{
		{"FILE", len(c.Results) > 0}, {"--coins", c.Coins != ""}, {"--mimics", c.Mimics != ""}, {"--schema", c.Schema != ""},
		{"--gold", c.Gold != ""}, {"--reference", c.Reference != ""}, {"--trials", c.Trials != nil},
		{"--n", len(c.N) > 0}, {"--replicates", c.Replicates != 1000}, {"--cost", c.Cost},
		{"--league", len(c.League) > 0}, {"--full", c.Full},
	} {
		if flag.set {
			return cli.Usagef("%s is not about --all, whose families and numbers of trials are fixed", flag.name)
		}
	}
	return nil
}
