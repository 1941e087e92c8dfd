// Package vote implements settle vote. If a majority vote over sampled answers decides the final
// answer to a question, settle vote finds when to stop sampling.
//
// Usage:
//
//	settle vote [flags] RESULTS…
//
// See docs/guide.md for when to use it.
package vote

import (
	"errors"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/report"
	votereport "settle/report/voting"
	"settle/study/voting"
)

// Command holds the arguments and flags of settle vote, without the flags that all commands share.
type Command struct {
	cli.Drawing
	cli.Sharing
	input.Board
	input.Answers
	Threshold  []float64 `default:"0.95" placeholder:"P" help:"Adaptive consistency stops when the posterior probability that the leading answer stays first reaches P. Separate several values with commas."`
	Windows    []int     `placeholder:"N" help:"Window sizes, separated by commas: sampling stops when all answers in a window are equal. Default: the sizes among 2, 3, 4, 5 and 8 that are smaller than the number of trials."`
	Replicates int       `range:"1..1000000000000" default:"1000" placeholder:"N" help:"Number of random orders of the trials to simulate."`
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Show the accuracy of a majority vote over sampled answers against the number of samples it uses: " +
		"with a fixed number of samples, with adaptive consistency, and with early-stopping windows. " +
		"The results must contain the answer of each attempt."
}

// Run simulates the rules for stopping and prints the report.
func (c *Command) Run(env *cli.Env) error {
	c.Ask(input.Ballots{Answers: c.Answers}, true)
	source, err := c.Open(env)
	if err != nil {
		return err
	}
	board := source.Board
	if err := c.refuse(voting.Check(board)); err != nil {
		return err
	}
	options, err := input.Scoring{}.Options(env, c.Board, source)
	if err != nil {
		return err
	}
	rules, err := voting.Rules(board.Trials(), c.Threshold, c.Windows)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	o, err := env.Replicates("vote", c.Replicates, c.Sharing)
	if err != nil {
		return err
	}
	result, err := voting.Simulate(env.Context, board, options.Weights, rules, env.Seed, o)
	if err != nil {
		return err
	}
	v := votereport.Vote{
		Setting: report.Setting{
			Name: source.Name, Task: board.Task, Shape: board.Shape(), Scheme: "rows", Replicates: c.Replicates,
			Seed: env.Seed, Note: source.Note, Missing: report.Missing(source.Kept),
		},
		Result: result, Models: board.Models, Shares: isBinary(options.Weights),
	}
	return env.PrintDrawn(v.Report(env.Format), source.FileName("vote"), v.Figure())
}

// refuse returns err. If the board cannot be simulated, the error also says how to change the
// command line.
func (c *Command) refuse(err error) error {
	switch name := quoted.Path(c.Results()); {
	case errors.Is(err, voting.ErrNoAnswers):
		return cli.Usagef("%s has no answers; name the column of answers with --column answer=NAME, or use logs that contain answers", name)
	case errors.Is(err, voting.ErrUnequal):
		return cli.Usagef("%s: %w; use --missing common to keep only the trials that all models have", name, err)
	}
	return err
}

// isBinary reports whether there are two weights, 0 and 1.
func isBinary(w metrics.Weights) bool {
	return w.Len() == 2 && w.Float(0) == 0 && w.Float(1) == 1
}
