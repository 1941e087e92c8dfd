// Rank ranks the models of a board by one or several metrics, with intervals
// where the metric has them.
//
// Usage:
//
//	rank [flags] FILE|stand-in:NAME|coins:NAME
//
// See README.md for examples.
package main

import (
	"context"
	"fmt"
	"io"

	"settle/internal/cli"
	"settle/internal/input"
	"settle/internal/report"
	"settle/metrics"
	"settle/ranking"
	"settle/tables"
)

func main() { cli.Main(run) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	program := cli.Program{
		Name:        "rank",
		Description: "Rank the models of a board, with and without intervals.",
		Metrics:     metrics.Grammar(),
	}
	return cli.Run(ctx, program, &command{}, args, stdout, stderr)
}

type command struct {
	cli.Common
	input.Board
	input.Scoring
	Confidence float64 `default:"0.95" placeholder:"P" help:"Confidence of intervals and ties, between 0 and 1."`
	Ties       string  `default:"zscore" enum:"zscore,overlap" help:"When neighbours tie with the interval: their z is below the quantile, or their intervals overlap."`
	Convention string  `default:"dense" enum:"dense,competition,competition-max,average" help:"How places that tied models share are numbered."`
	Bounds     string  `default:"none" placeholder:"none|weights|LO,HI" help:"Clip intervals: not at all, to the range of the weights, or to two numbers."`
}

// Run ranks the board and reports.
func (c *command) Run(env *cli.Env) error {
	rules, err := c.rules()
	if err != nil {
		return err
	}
	source, err := c.Open(env)
	if err != nil {
		return err
	}
	options, err := c.Options(env, c.Board, source)
	if err != nil {
		return err
	}
	if rules.Bounds, err = input.ParseBounds(c.Bounds, options.Weights); err != nil {
		return err
	}
	ms, err := c.Parse(options, source.Board.Shape(), "bayes")
	if err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	tally := source.Board.Tally(source.Board.Trials())
	var all []report.Standings
	r := cli.Report{}
	for _, m := range ms {
		if err := env.Context.Err(); err != nil {
			return err
		}
		s, err := report.Rank(source.Board.Models, tally, m, rules)
		if err != nil {
			return err
		}
		all = append(all, s)
		title := fmt.Sprintf("%s ranked by %s", source.Name, s.Metric)
		facts := source.Facts()
		t := s.Table(title, rules)
		t.Notes = append(t.Notes, facts)
		r.Tables = append(r.Tables, t)
		if err := out.Figure("rank-"+report.FileName(s.Metric), s.Figure(title, facts, rules)); err != nil {
			return err
		}
	}
	if err := out.Commit(); err != nil {
		return err
	}
	r.JSON = report.RankDocument(source.Board, all, rules)
	if tables.Format(env.Format) == tables.CSV {
		r.Tables = []*tables.Table{report.Data(all)}
	}
	return env.Print(r)
}

func (c *command) rules() (report.Rules, error) {
	if !(c.Confidence > 0 && c.Confidence < 1) {
		return report.Rules{}, cli.Usagef("--confidence must be between 0 and 1, but is %v", c.Confidence)
	}
	ties, err := ranking.ParseTies(c.Ties)
	if err != nil {
		return report.Rules{}, cli.Usagef("%w", err)
	}
	convention, err := ranking.ParseConvention(c.Convention)
	if err != nil {
		return report.Rules{}, cli.Usagef("%w", err)
	}
	return report.Rules{Confidence: c.Confidence, Ties: ties, Convention: convention}, nil
}
