// Package compare is the command that compares two models on the same questions.
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

// Command is the grammar of the command, without the flags that every command has.
type Command struct {
	cli.Drawing
	input.Board
	input.Against
	input.Models
	input.Scoring
	input.Interval
	input.Draws
}

// Help says what the command does.
func (*Command) Help() string {
	return "Compare two models by their scores, on these questions and on questions like these. " +
		"The models stand behind the results. Of two results the first has the one model and the second the other; " +
		"there they need no names if each has one model, or if both have one in common. " +
		"With --against all models of new results are compared with themselves in old ones."
}

// Run compares and reports.
func (c *Command) Run(env *cli.Env) error {
	if err := c.CheckInterval(); err != nil {
		return err
	}
	if c.Against.Against != "" {
		return c.changes(env)
	}
	if env.Out != "" {
		return cli.Usagef("--out requires --against OLD: two models have no figure")
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

// changes compares all models with themselves in older results, by the first metric.
func (c *Command) changes(env *cli.Env) error {
	switch {
	case c.Models.Models != nil:
		return cli.Usagef("--against compares all common models: leave out --models")
	case c.Draws.Draws != nil:
		return cli.Usagef("--against draws nothing: leave out --draws")
	case c.Prior != "":
		return cli.Usagef("--against compares results as they are: leave out --prior")
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
		return cli.Usagef("--against compares by one metric: name one with --metrics")
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

// separate says of each metric with an interval whether all pairs of the board, compared at
// once, separate the two models.
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
