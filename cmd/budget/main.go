// Budget tells how many trials it takes to tell models apart, and what they
// cost.
//
// Usage:
//
//	budget [plan] [flags] FILE|stand-in:NAME|coins:NAME    trials that each pair needs
//	budget adapt [flags] FILE|stand-in:NAME|coins:NAME     trials where they tell most
//
// See docs/guide.md for examples.
package main

import (
	"context"
	"io"

	"settle/internal/cli"
	"settle/metrics"
)

func main() { cli.Main(run) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	program := cli.Program{
		Name:        "budget",
		Description: "Tell how many trials it takes to tell models apart, and what they cost.",
		Metrics:     metrics.Grammar(),
	}
	return cli.Run(ctx, program, &command{}, args, stdout, stderr)
}

type command struct {
	cli.Common
	Plan  planCommand  `cmd:"" default:"withargs" help:"Show the trials of each question that pairs of models need (the default)."`
	Adapt adaptCommand `cmd:"" help:"Spend a budget of trials where they tell most."`
}
