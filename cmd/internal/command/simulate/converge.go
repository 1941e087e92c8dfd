package simulate

import (
	"settle/cmd/internal/cli"
	"settle/cmd/internal/command/converge"
	"settle/cmd/internal/input"
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
	fresh, err := c.coinsFlag.scored(env, c.Metrics, converge.DefaultMetrics, c.Trials)
	if err != nil {
		return err
	}
	choice, anyTies, err := input.CutTies(c.Gold)
	if err != nil {
		return err
	}
	gold, err := fresh.gold(choice)
	if err != nil {
		return err
	}
	result, err := c.Measure(env, converge.Replicates{
		Draws: fresh.coins.Source(c.Trials, env.Seed), Metrics: fresh.metrics, Models: fresh.coins.Models,
		Gold: gold.Levels, Own: gold.Orders, AnyTies: anyTies, Coins: fresh.coins,
	})
	if err != nil {
		return err
	}
	result.Setting = fresh.setting(c.Replicates, env.Seed, gold)
	if err := converge.Draw(env, asNamed, result); err != nil {
		return err
	}
	return env.Print(result.Report(env.Format))
}
