// Package vote is the command that finds when to stop sampling a question whose final answer
// is a majority vote.
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

// Command is the grammar of the command, without the flags that every command has.
type Command struct {
	cli.Drawing
	cli.Sharing
	input.Board
	input.Answers
	Threshold  []float64 `default:"0.95" placeholder:"P" help:"Posterior probability that the leading answer stays first at which adaptive consistency stops; several, separated by commas."`
	Windows    []int     `placeholder:"N" help:"Sizes of windows that stop once all their answers are the same, separated by commas. Default: those of 2,3,4,5,8 that have fewer than all trials."`
	Replicates int       `range:"1..1000000000000" default:"1000" placeholder:"N" help:"Random orders of the trials to simulate."`
}

// Help says what the command does.
func (*Command) Help() string {
	return "Show how accurate a majority vote over sampled answers is against how many samples it spends: " +
		"after a fixed number of samples, with adaptive consistency, and with early-stopping windows. " +
		"The results must say what each attempt answered."
}

// Run simulates the rules and reports.
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

// refuse says of a board that cannot be simulated what to do.
func (c *Command) refuse(err error) error {
	switch name := quoted.Path(c.Results()); {
	case errors.Is(err, voting.ErrNoAnswers):
		return cli.Usagef("%s has no answers: name their column with --column answer=NAME, or give logs that hold them", name)
	case errors.Is(err, voting.ErrUnequal):
		return cli.Usagef("%s: %w; keep what all have with --missing common", name, err)
	}
	return err
}

// isBinary reports whether outcomes are worth 0 and 1.
func isBinary(w metrics.Weights) bool {
	return w.Len() == 2 && w.Float(0) == 0 && w.Float(1) == 1
}
