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
	A string `arg:"" help:"One model."`
	B string `arg:"" help:"Another."`
	coinsFlag
	Trials     int `range:"1..65535" default:"340" placeholder:"N" help:"The largest N."`
	Replicates int `range:"1..1000000000000" default:"1000" placeholder:"N" help:"Boards to draw for each N."`
}

// Help says what the command does.
func (*pairCommand) Help() string {
	return "Compare two models by boards drawn for each N alone. --shard shares the boards of all N out together. " +
		"What --checkpoint kept serves runs of the same --trials and --replicates alone: with others, every board is another."
}

// Run compares the two models at every N and reports.
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

// ordered returns the two coins, the truly better one first.
func (c *pairCommand) ordered(env *cli.Env) (*sim.Coins, error) {
	coins, err := c.open(env)
	if err != nil {
		return nil, err
	}
	if c.A == c.B {
		return nil, cli.Usagef("%s is named twice: name two models", c.A)
	}
	pair, err := coins.Subset(c.A, c.B)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	switch gold := pair.Gold(); {
	case gold[0] == gold[1]:
		return nil, cli.Usagef("%s and %s have the same true mean: there is no right order", c.A, c.B)
	case gold[0] < gold[1]:
		return coins.Subset(c.B, c.A)
	}
	return pair, nil
}
