// Package compare implements settle compare, which compares two models on the same questions.
//
// Usage:
//
//	settle compare [flags] RESULTS… [A B]
//	settle compare [flags] NEW --against OLD
//
// See docs/guide.md for examples.
package compare

import (
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/metrics"
	"settle/report"
	standingsreport "settle/report/standings"
	"settle/study/posterior"
	"settle/study/standings"
)

// Command holds the arguments and flags of settle compare, without the flags that all commands
// share.
type Command struct {
	cli.Drawing
	input.Board
	input.Against
	input.Models
	input.Scoring
	input.Interval
	input.Draws
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Compare the scores of two models, on the questions of this benchmark and on similar questions. " +
		"Name the models after the results. If there are two results, the first holds one model and the second the other; " +
		"no names are needed if each result contains one model, or if exactly one model is in both. " +
		"With --against, each model is compared with its own older results."
}

// Run compares the models and prints the report.
func (c *Command) Run(env *cli.Env) error {
	if err := c.CheckInterval(); err != nil {
		return err
	}
	if c.Against.Against != "" {
		return c.changes(env)
	}
	if env.Out != "" {
		return cli.Usagef("--out requires --against OLD; a comparison of two models has no figure")
	}
	two, err := c.OpenContest(env, c.Models)
	if err != nil {
		return err
	}
	source := two.Source
	if strings.HasPrefix(source.Made, "stand-in:") {
		source.Note += " " + report.Comonotone
	}
	defaults := "bayes:fitted"
	if c.Prior != "" {
		defaults = "bayes"
	}
	ms, options, err := c.ForBoard(env, two.In, source, defaults)
	if err != nil {
		return err
	}
	if err := input.CheckCompared(ms); err != nil {
		return err
	}
	if err := c.Draws.RefuseIdle(ms, c.Interval, false); err != nil {
		return err
	}
	board := source.Board
	tally := board.TallyAll()
	drawing := c.DrawOptions(env, len(ms), 2)
	v := standings.Versus{A: two.Names[0], B: two.Names[1], Confidence: c.Confidence}
	for i, m := range ms {
		if err := v.Compare(env.Context, tally, m, two.A, two.B, env.Seed, drawing(i)); err != nil {
			return err
		}
	}
	if err := c.separate(env, two, ms, &v); err != nil {
		return err
	}
	return env.Print(standingsreport.Versus{
		Versus: v, Origin: source.Origin(env, options.Weights),
		Name: two.Of, Facts: source.Facts(), Task: board.Task, Shape: board.Shape(), Groups: board.CountGroups(),
		Noise: posterior.NewParts(options.Weights, tally.Part([]int{two.A, two.B}, nil)),
	}.Report(env.Format))
}

// changes compares the new results of every model with the model's older results, by one metric.
func (c *Command) changes(env *cli.Env) error {
	switch {
	case c.Models.Models != nil:
		return cli.Usagef("--against compares all models that both results contain; remove --models")
	case c.Draws.Draws != nil:
		return cli.Usagef("--against makes no posterior draws; remove --draws")
	case c.Prior != "":
		return cli.Usagef("--against cannot use a prior; remove --prior")
	}
	source, err := c.Open(env)
	if err != nil {
		return err
	}
	ms, options, err := c.ForBoard(env, c.Board, source, "bayes:fitted")
	if err != nil {
		return err
	}
	if len(ms) > 1 {
		return cli.Usagef("--against requires a single metric in --metrics")
	}
	if _, err := env.Output(); err != nil { // before the long work
		return err
	}
	shown, err := c.Against.Changes(env, c.Board, source, ms[0], source.Origin(env, options.Weights), c.Confidence, posterior.Questions)
	if err != nil {
		return err
	}
	return env.PrintDrawn(shown.Report(env.Format), source.FileName("changes"), shown.Figure())
}

// separate finds out, for each metric with an interval, whether the simultaneous test of all pairs
// of models on the board separates the two models. It stores the results in v.
func (c *Command) separate(env *cli.Env, two *input.Contest, ms []metrics.Metric, v *standings.Versus) error {
	board := two.Source.Board
	if _, _, none := board.MetByAll(); none != nil {
		return nil
	}
	for i, m := range ms {
		if len(v.Metrics[i].Estimands) == 0 {
			continue
		}
		all, err := input.Separate(env, board, m, c.Confidence)
		if err != nil {
			return err
		}
		separated := all.Together.Resolved(two.A, two.B)
		v.Metrics[i].Separated = &separated
	}
	return nil
}
