package simulate

import (
	"fmt"

	"settle/cmd/internal/cli"
	"settle/montecarlo"
	"settle/montecarlo/shards"
	"settle/replicate"
	"settle/report/simulate"

	"settle/sim"
)

type pairCommand struct {
	cli.Drawing
	cli.Sharing
	A string `arg:"" help:"First model."`
	B string `arg:"" help:"Second model."`
	coinsFlag
	Trials     int `range:"1..65535" default:"340" placeholder:"N" help:"Largest number of trials per question."`
	Replicates int `range:"1..1000000000000" default:"1000" placeholder:"N" help:"Number of boards to draw for each N."`
}

// Help returns the help text of the command.
func (*pairCommand) Help() string {
	return "Compare two models on boards that are drawn separately for each number of trials N. --shard splits all boards, of every N, among the shards. " +
		"A run with --checkpoint can be resumed only with the same --trials and --replicates, because they change every board."
}

// Run compares the two models at every number of trials and prints the report.
func (c *pairCommand) Run(env *cli.Env) error {
	pair, err := c.ordered(env)
	if err != nil {
		return err
	}
	share, err := env.Share(c.Sharing, shards.Field{Name: "replicates", Value: fmt.Sprint(c.Replicates)})
	if err != nil {
		return err
	}
	progress := env.Progress("simulate", share.Count(c.Replicates*c.Trials))
	source := func(trials int) replicate.Source { return pair.Source(trials, env.Seed) }
	points, err := montecarlo.Pair(env.Context, source, c.Trials, montecarlo.Options{
		Replicates: c.Replicates, Workers: env.Workers, Progress: progress, Share: share,
	})
	if err != nil {
		return err
	}
	orders, err := cli.Await(env.Context, func() ([]sim.Order, error) {
		return sim.Orders(pair.P[0], pair.P[1], c.Trials), nil
	})
	if err != nil {
		return err
	}
	p := simulate.Pair{
		Coins: c.Coins, Above: pair.Models[0], Below: pair.Models[1], Means: pair.Means(), Questions: len(pair.Questions),
		Replicates: c.Replicates, Seed: env.Seed,
		Points: points, Orders: orders,
	}
	return env.PrintDrawn(p.Report(env.Format), "pair", p.Figure())
}

// ordered returns the two models as coins, which have known success probabilities. The better model
// is first.
func (c *pairCommand) ordered(env *cli.Env) (*sim.Coins, error) {
	coins, err := c.open(env)
	if err != nil {
		return nil, err
	}
	if c.A == c.B {
		return nil, cli.Usagef("%s is named twice; name two different models", c.A)
	}
	pair, err := coins.Subset(c.A, c.B)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	switch gold := pair.Gold(); {
	case gold[0] == gold[1]:
		return nil, cli.Usagef("%s and %s have the same true mean, so neither is better; name other models", c.A, c.B)
	case gold[0] < gold[1]:
		return coins.Subset(c.B, c.A)
	}
	return pair, nil
}
