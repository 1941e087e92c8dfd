package simulate

import (
	"fmt"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/montecarlo"
	"settle/report"
	"settle/report/bootstrap"
	"settle/sim"
)

type curvesCommand struct {
	cli.Drawing
	cli.Sharing
	coinsFlag
	Metrics    string `placeholder:"LIST" predictor:"metrics" help:"Metrics, separated by commas: ${metrics}. exec:COMMAND, or exec:NAME=COMMAND, is scored by a program of yours. \"paper\" is the thirteen of Fig. 2, and the default as far as there are trials for it."`
	Trials     int    `range:"1..65535" default:"80" placeholder:"N" help:"Trials of each question."`
	Replicates int    `range:"1..1000000000000" default:"1000" placeholder:"N" help:"Boards to draw."`
	Gold       string `default:"truth" enum:"truth,own" help:"Order to compare with: that of the true means, or for each metric its own order of the true chances, which it comes to as trials are added without end."`
	LogN       bool   `plan:"-" help:"Draw the figure with a logarithmic n axis."`
}

// Run draws the curves and reports them.
func (c *curvesCommand) Run(env *cli.Env) error {
	if c.LogN && env.Out == "" {
		return cli.Usagef("--log-n is about the figure: say with --out where it is to go")
	}
	coins, err := c.open(env)
	if err != nil {
		return err
	}
	scoring, options := input.Scoring{Metrics: c.Metrics}, metrics.Options{Exec: input.Exec(env)}
	ms, err := scoring.Parse(options, coins.Shape(c.Trials), "paper")
	if err != nil {
		return err
	}
	if len(coins.Models) < 2 {
		return fmt.Errorf("%s: τ compares rankings of two models or more, and there is one", c.Coins)
	}
	gold, err := goldOf(c.Gold, coins, ms)
	if err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	run, err := env.Replicates("simulate", c.Replicates, c.Sharing)
	if err != nil {
		return err
	}
	found, err := montecarlo.Follow(env.Context, coins.Source(c.Trials, env.Seed), ms,
		montecarlo.Wanted{Gold: gold.Levels, Own: gold.Orders}, run)
	if err != nil {
		return err
	}
	shown := bootstrap.Curves{Curves: found.Curves, LogN: c.LogN, Setting: report.Setting{
		Name: c.name(), Shape: coins.Shape(c.Trials), Scheme: report.Fresh,
		Replicates: c.Replicates, Seed: env.Seed, Gold: gold.Name,
	}}
	if err := out.Figure("curves", shown.Figure()); err != nil {
		return err
	}
	return env.Print(shown.Report(env.Format))
}

// goldOf returns the order that rankings of fresh boards are compared with.
func goldOf(choice string, coins *sim.Coins, ms []metrics.Metric) (input.Gold, error) {
	switch choice {
	case "truth", "":
		return input.Gold{Levels: coins.Gold(), Name: "true means"}, nil
	case "own":
		return input.OwnGold(coins, ms)
	}
	return input.Gold{}, cli.Usagef("--gold must be truth or own, but is %s", quoted.Text(choice))
}
