// Simulate draws boards of LLMs whose truth is known: coins, which are their
// success probabilities, and mimics, which emit all base signals of an attempt.
//
// Usage:
//
//	simulate curves [flags]        τ with the truth against n, on fresh boards
//	simulate pair [flags] A B      trials needed to order two models right
//	simulate bakeoff [flags]       estimators against the truth: bias, error, intervals, rankings
//	simulate write [flags] FILE    one board, as NPZ, CSV or JSONL
//	simulate signals [flags] FILE  the signals of one board of mimics, as CSV or JSONL
//
// For example:
//
//	simulate signals board.jsonl --schema format-aware --truth truth.csv
//	rank board.jsonl --schema format-aware
//	converge board.jsonl --schema format-aware --gold truth.csv
//
// draws the eleven mimics of fig7, ranks what they did by a schema, and asks
// how many trials it takes to find their true ranking.
//
// See docs/guide.md for examples.
package main

import (
	"context"
	"io"
	"strings"

	"settle/internal/cli"
	"settle/internal/input"
	"settle/metrics"
	"settle/sim"
)

func main() { cli.Main(run) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	program := cli.Program{
		Name:        "simulate",
		Description: "Simulate LLMs whose truth is known: biased coins, and mimics that emit all base signals.",
		Metrics:     metrics.Grammar(),
	}
	return cli.Run(ctx, program, &command{}, args, stdout, stderr)
}

type command struct {
	cli.Common
	Curves  curvesCommand  `cmd:"" help:"Show how the rankings by each metric approach the truth as trials are added, on fresh boards."`
	Pair    pairCommand    `cmd:"" help:"Show how likely N trials order two models right, and their z-score, against N."`
	Bakeoff bakeoffCommand `cmd:"" help:"Compare estimators: bias, error, intervals and rankings, against the truth."`
	Write   writeCommand   `cmd:"" help:"Write one board to a file."`
	Signals signalsCommand `cmd:"" help:"Write the base signals of one board of LLM mimics to a file."`
}

// coinsFlag is the flag that the sub-commands on coins share.
type coinsFlag struct {
	Coins string `default:"paper" placeholder:"NAME" help:"The coins: paper (drawn from the seed), paper-quantile, MODELSxQUESTIONS[:SPREAD] such as 20x30, or a CSV file with the columns model, question and p."`
}

// name is that of the coins, for titles.
func (f coinsFlag) name() string { return "coins:" + strings.TrimPrefix(f.Coins, "coins:") }

func (f coinsFlag) open(env *cli.Env) (*sim.Coins, error) {
	return cli.Await(env.Context, func() (*sim.Coins, error) { return input.OpenCoins(f.Coins, env.Seed) })
}
