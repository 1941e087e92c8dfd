// Package simulate is the command that draws boards of LLMs whose truth is
// known: coins, which are their success probabilities, and mimics, which emit
// all base signals of an attempt.
//
// Usage:
//
//	settle simulate curves [flags]        τ with the truth against n, on fresh boards
//	settle simulate converge [flags]      trials until fresh boards are ranked truly, and one of them trial by trial
//	settle simulate pair [flags] A B      trials needed to order two models right
//	settle simulate priors [flags]        what trials of older models are worth as a prior
//	settle simulate write [flags] FILE    one board, as NPZ, CSV or JSONL
//	settle simulate signals [flags] FILE  the signals of one board of mimics, as CSV or JSONL
//
// For example:
//
//	settle simulate signals board.jsonl --schema format-aware --truth truth.csv
//	settle rank board.jsonl --schema format-aware
//	settle converge board.jsonl --schema format-aware --gold truth.csv
//
// draws the eleven mimics of fig7, ranks what they did by a schema, and asks
// how many trials it takes to find their true ranking.
//
// See docs/guide.md for examples.
package simulate

import (
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/sim"
)

// Command is the grammar of the command, without the flags that every command
// has.
type Command struct {
	Curves   curvesCommand   `cmd:"" top:"coins,metrics,trials,replicates,gold,log-n,seed,figures,format,out" help:"Show how the rankings by each metric approach the truth as trials are added, on fresh boards."`
	Converge convergeCommand `cmd:"" top:"coins,metrics,trials,gold,replicates,trace,looks,seed,format,out" help:"Show how many trials the rankings of fresh boards need before they are the true one and stay so."`
	Pair     pairCommand     `cmd:"" top:"coins,trials,replicates,seed,workers,figures,width,title,format,out" help:"Show how likely N trials order two models right, and their z-score, against N."`
	Priors   priorsCommand   `cmd:"" top:"coins,depth,prior-weight,drift,tau,trials,replicates,seed,format,out" help:"Show what trials of older models are worth as a prior, and when it hurts."`
	Write    writeCommand    `cmd:"" without:"out" top:"coins,trials,replicate,truth,chances,seed,format,quiet,max-memory,no-provenance" help:"Write one board to a file."`
	Signals  signalsCommand  `cmd:"" without:"out" top:"mimics,questions,trials,replicate,truth,schema,styles,seed,format,no-provenance" help:"Write the base signals of one board of LLM mimics to a file."`
}

// Help says what the command does.
func (*Command) Help() string {
	return "Simulate LLMs whose truth is known: biased coins, and mimics that emit all base signals."
}

// asNamed returns the name of a figure for that of its files.
func asNamed(figure string) string { return figure }

// coinsFlag is the flag that the sub-commands on coins share.
type coinsFlag struct {
	Coins string `default:"paper" placeholder:"NAME" help:"The coins: paper (drawn from the seed), paper-quantile, MODELSxQUESTIONS[,FAMILY][,spread=LOGITS][,tie[=MODEL]][,answers=A] such as 20x30 or 20x30,ability (families: ability, u-shaped, near-equal, zero-inflated; of an exact tie two models are one coin twice: the two in the middle, or MODEL, 1 for the worst, and the next better one; answers=A gives each question A wrong answers), or a CSV file with the columns model, question and p."`
}

// name is that of the coins, for titles.
func (f coinsFlag) name() string { return "coins:" + strings.TrimPrefix(f.Coins, "coins:") }

func (f coinsFlag) open(env *cli.Env) (*sim.Coins, error) { return f.openNamed(env, f.Coins) }

func (coinsFlag) openNamed(env *cli.Env, name string) (*sim.Coins, error) {
	return cli.Await(env.Context, func() (*sim.Coins, error) { return input.OpenCoins(name, env.Seed) })
}
