// Package simulate implements settle simulate and settle bakeoff, which draw boards whose true
// ranking is known. Models are coins, which have success probabilities, or mimics, which emit all
// base signals of an attempt.
//
// Usage:
//
//	settle simulate curves [flags]        τ with the truth against n, on new boards
//	settle simulate converge [flags]      trials until new boards are ranked correctly
//	settle simulate pair [flags] A B      trials needed to order two models correctly
//	settle simulate priors [flags]        value of trials of older models as a prior
//	settle simulate write [flags] FILE    one board, as NPZ, CSV or JSONL
//	settle simulate signals [flags] FILE  the signals of one board of mimics, as CSV or JSONL
//
// For example:
//
//	settle simulate signals board.jsonl --schema format-aware --truth truth.csv
//	settle rank board.jsonl --schema format-aware
//	settle converge board.jsonl --schema format-aware --gold truth.csv
//
// The first command draws the eleven mimics of fig7. The second ranks their attempts by a schema,
// and the third computes how many trials it takes to find the true ranking.
//
// See docs/guide.md for examples.
package simulate

import (
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/sim"
)

// Command holds the sub-commands of settle simulate.
type Command struct {
	Curves   curvesCommand   `cmd:"" top:"coins,metrics,trials,replicates,gold,log-n,seed,figures,format,out" help:"Show, on new boards, how closely the rankings by each metric agree with the truth as trials are added."`
	Converge convergeCommand `cmd:"" top:"coins,metrics,trials,gold,replicates,trace,looks,seed,format,out" help:"Show how many trials the rankings of new boards need until they equal the true ranking and stay equal to it."`
	Pair     pairCommand     `cmd:"" top:"coins,trials,replicates,seed,workers,figures,width,title,format,out" help:"For each number of trials N, show the probability that N trials put two models in the right order, and the z-score of the pair."`
	Priors   priorsCommand   `cmd:"" top:"coins,depth,prior-weight,drift,tau,trials,replicates,seed,format,out" help:"Show how much the trials of older models help as a prior, and when they make the ranking worse."`
	Write    writeCommand    `cmd:"" without:"out" top:"coins,trials,replicate,truth,chances,seed,format,quiet,max-memory,no-provenance" help:"Write one board to a file."`
	Signals  signalsCommand  `cmd:"" without:"out" top:"mimics,questions,trials,replicate,truth,schema,styles,seed,format,no-provenance" help:"Write the base signals of one board of LLM mimics to a file."`
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Simulate LLMs whose true scores are known: biased coins, and mimics that emit all base signals."
}

// asNamed returns the name of a figure unchanged, as the name of its files.
func asNamed(figure string) string { return figure }

// coinsFlag holds the flag that selects coins: simulated models with known success probabilities.
type coinsFlag struct {
	Coins string `default:"paper" placeholder:"NAME" help:"Coins: paper (drawn with the seed), paper-quantile, a CSV file with the columns model, question and p, or MODELSxQUESTIONS[,FAMILY][,spread=LOGITS][,tie[=MODEL]][,answers=A], such as 20x30 or 20x30,ability. Families: ability, u-shaped, near-equal, zero-inflated. tie makes the two middle models identical; tie=MODEL makes MODEL (1 is the worst) and the next better model identical. answers=A gives each question A different wrong answers."`
}

// name returns the name of the coins, as titles show it.
func (f coinsFlag) name() string { return "coins:" + strings.TrimPrefix(f.Coins, "coins:") }

func (f coinsFlag) open(env *cli.Env) (*sim.Coins, error) { return f.openNamed(env, f.Coins) }

func (coinsFlag) openNamed(env *cli.Env, name string) (*sim.Coins, error) {
	return cli.Await(env.Context, func() (*sim.Coins, error) { return input.OpenCoins(name, env.Seed) })
}
