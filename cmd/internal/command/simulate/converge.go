package simulate

import (
	"settle/cmd/internal/cli"
	"settle/cmd/internal/command/converge"
	"settle/cmd/internal/input"
	"settle/metrics"
	"settle/report"
)

type convergeCommand struct {
	cli.Drawing
	coinsFlag
	Metrics string `placeholder:"LIST" predictor:"metrics" help:"Metrics, separated by commas: ${metrics}. exec:COMMAND, or exec:NAME=COMMAND, is scored by a program of yours. Default: bayes and pass@2, 4 and 8, as far as there are trials for them."`
	Trials  int    `range:"1..65535" default:"80" placeholder:"N" help:"Trials of each question."`
	Gold    string `default:"truth" placeholder:"truth|own[,ties=any]" help:"Order to compare with: that of the true means, or for each metric its own order of the true chances, which it comes to as trials are added without end. Models that tie in it must tie, or with ties=any may stand in any order."`
	converge.Settling
}

// Run finds where the rankings of fresh boards settle on the true one, and reports.
func (c *convergeCommand) Run(env *cli.Env) error {
	if err := c.Check(env); err != nil {
		return err
	}
	coins, err := c.open(env)
	if err != nil {
		return err
	}
	scoring, options := input.Scoring{Metrics: c.Metrics}, metrics.Options{Exec: input.Exec(env)}
	ms, err := scoring.Parse(options, coins.Shape(c.Trials), converge.DefaultMetrics)
	if err != nil {
		return err
	}
	choice, anyTies, err := input.CutTies(c.Gold)
	if err != nil {
		return err
	}
	gold, err := goldOf(choice, coins, ms)
	if err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	result, err := c.Measure(env, converge.Replicates{
		Draws: coins.Source(c.Trials, env.Seed), Metrics: ms, Models: coins.Models, Gold: gold.Levels, Own: gold.Orders, AnyTies: anyTies, Coins: coins,
	})
	if err != nil {
		return err
	}
	result.Setting = report.Setting{
		Name: c.name(), Shape: coins.Shape(c.Trials), Scheme: report.Fresh,
		Replicates: c.Replicates, Seed: env.Seed, Gold: gold.Name,
	}
	fileName := func(figure string) string { return figure }
	if err := converge.Draw(out, fileName, *result); err != nil {
		return err
	}
	return env.Print(result.Report(env.Format))
}
