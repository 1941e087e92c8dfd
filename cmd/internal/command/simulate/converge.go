package simulate

import (
	"settle/cmd/internal/cli"
	"settle/cmd/internal/command/converge"
	"settle/cmd/internal/input"
)

type convergeCommand struct {
	cli.Drawing
	coinsFlag
	Metrics string `placeholder:"LIST" predictor:"metrics" help:"Metrics, separated by commas: ${metrics}. exec:COMMAND or exec:NAME=COMMAND runs your own program. Default: bayes, and as many of pass@2, pass@4 and pass@8 as the number of trials allows."`
	Trials  int    `range:"1..65535" default:"80" placeholder:"N" help:"Trials per question."`
	Gold    string `default:"truth" placeholder:"truth|own[,ties=any]" help:"Gold order to compare with. truth: the order of the true means. own: for each metric, the order to which it converges. Models that tie in gold must also tie in the ranking; append ,ties=any to accept them in any order."`
	converge.Settling
}

// Run computes how many trials new boards need until their ranking equals the true one and stays
// equal. It prints the report.
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
