// Package bootstrap implements settle bootstrap, which resamples a board and ranks its models by
// several metrics at every number of trials. It measures by Kendall's τ how closely each ranking
// agrees with a gold ranking. It can also show the scores themselves.
//
// Usage:
//
//	settle bootstrap [flags] FILE|stand-in:NAME|coins:NAME
//	settle bootstrap --schema NAME [flags] FILE|mimics:NAME
//
// See docs/guide.md for examples.
package bootstrap

import (
	"cmp"
	"math"
	"slices"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/metrics"
	"settle/montecarlo"
	"settle/report/bootstrap"

	"settle/results"
)

// Command holds the arguments and flags of settle bootstrap, without the flags that all commands
// share.
type Command struct {
	cli.Drawing
	cli.Sharing
	input.Resampling
	Replicates int      `range:"1..1000000000000" default:"2000" placeholder:"N" help:"Number of replicates."`
	Show       []string `default:"tau" enum:"tau,distribution,score" plan:"-" placeholder:"RESULT" help:"Results to show; one or more of these. tau: the mean agreement of the rankings with the gold ranking. distribution: the distribution of that agreement over replicates. score: the expected scores of the models and their spread."`
	At         []int    `plan:"-" placeholder:"N" help:"With --show score or distribution: numbers of trials per question to show, separated by commas. Default: all numbers in JSON, CSV and figures; in tables only the largest, and a few more for distributions."`
	LogN       bool     `plan:"-" help:"Draw the figure with a logarithmic axis for the number of trials."`
	Defaults   string   `kong:"-"` // default of --metrics, "" for the usual default of the command
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Resample a board and show how closely the rankings by each metric agree with the gold ranking as trials are added. " +
		"--show distribution shows how that agreement varies between replicates; " +
		"--show score shows the expected scores of the models and how they vary."
}

// Run computes the curves and prints the report.
func (c *Command) Run(env *cli.Env) error {
	if err := c.check(env); err != nil {
		return err
	}
	return input.Show(env, c.Board, c.Find, draw)
}

// Find computes the curves for a source that is already open. It prints nothing.
func (c *Command) Find(env *cli.Env, source *input.Source) (*bootstrap.Curves, error) {
	r, err := c.prepare(env, source)
	if err != nil {
		return nil, err
	}
	wanted := montecarlo.Wanted{Gold: r.Gold.Levels, Own: r.Gold.Orders, Scores: c.shows("score"), Distributions: c.shows("distribution")}
	at, err := c.trialCounts(r)
	if err != nil {
		return nil, err
	}
	if wanted.At = at; !wanted.Scores {
		wanted.At = nil // rankings are compared at every n
	}
	if err := c.asParts(env, &wanted, r.Draws.Shape().Trials); err != nil {
		return nil, err
	}
	o, err := env.Replicates("bootstrap", c.Replicates, c.Sharing, fieldsOf(wanted)...)
	if err != nil {
		return nil, err
	}
	found, err := montecarlo.Follow(env.Context, r.Draws, r.Metrics, wanted, o)
	if err != nil {
		return nil, err
	}
	shown := &bootstrap.Curves{LogN: c.LogN, Setting: r.Setting(env, c.Replicates)}
	if c.shows("tau") {
		shown.Curves = found.Curves
	}
	if wanted.Distributions {
		shown.Distributions = &bootstrap.Distributions{Metrics: found.Distributions, At: at}
	}
	if c.shows("score") {
		shown.Scores, err = c.scores(env, r, found.Scores, at)
	}
	return shown, err
}

// draw adds the figures to the folder of --out. fileName(figure) is the name of the figure's files.
func draw(env *cli.Env, fileName func(figure string) string, c *bootstrap.Curves) error {
	out, err := env.Output()
	if err == nil && c.Curves != nil {
		err = out.Figure(fileName("bootstrap"), c.Figure())
	}
	if err == nil && c.Distributions != nil {
		err = out.Figure(fileName("distribution"), c.DistributionFigure())
	}
	if err == nil && c.Scores != nil {
		err = out.Figure(fileName("scores"), c.ScoreFigure())
	}
	return err
}

// shows reports whether --show contains a word.
func (c *Command) shows(thing string) bool { return slices.Contains(c.Show, thing) }

// compares reports whether --show asks to compare rankings with the gold ranking.
func (c *Command) compares() bool { return c.shows("tau") || c.shows("distribution") }

func (c *Command) check(env *cli.Env) error {
	switch {
	case c.LogN && env.Out == "":
		return cli.Usagef("--log-n requires --out")
	case len(c.At) > 0 && !c.shows("score") && !c.shows("distribution"):
		return cli.Usagef("--at requires --show score or --show distribution")
	case c.Gold != "" && !c.compares():
		return cli.Usagef("--show score does not use --gold; remove --gold or use --show tau,score")
	}
	return nil
}

// prepare reads the inputs that the flags name. It reads the gold ranking only if rankings are
// compared with it.
func (c *Command) prepare(env *cli.Env, source *input.Source) (*input.Replicates, error) {
	if c.compares() {
		return c.Prepare(env, source, true, cmp.Or(c.Defaults, "paper"))
	}
	return c.PrepareScores(env, source, true, "bayes,pass@2,pass@4,pass@8")
}

// trialCounts returns the numbers of trials in --at in ascending order, or nil if none are given.
func (c *Command) trialCounts(r *input.Replicates) ([]int, error) {
	at, trials, first := slices.Clone(c.At), r.Draws.Shape().Trials, results.MaxTrials
	for _, m := range r.Metrics {
		first = min(first, m.FirstTrial())
	}
	slices.Sort(at)
	for i, n := range at {
		switch {
		case n < 1 || n > trials:
			return nil, cli.Usagef("--at %d: must be from 1 to %d, the number of trials per question in a replicate", n, trials)
		case n < first:
			return nil, cli.Usagef("--at %d: must be at least %d, the fewest trials that any of the metrics can score", n, first)
		case c.shows("distribution") && !metrics.OnCurve(n, trials):
			return nil, cli.Usagef("--at %d: with %d trials per question, rankings are compared only at some numbers of trials; to list these numbers, use --format csv without --at", n, trials)
		case i > 0 && n == at[i-1]:
			return nil, cli.Usagef("--at lists %d twice", n)
		}
	}
	return at, nil
}

// scores returns the scores of each metric, both on the replicates and on the board.
func (c *Command) scores(env *cli.Env, r *input.Replicates, found []montecarlo.Scores, at []int) (*bootstrap.Scores, error) {
	s := &bootstrap.Scores{Metrics: found, Models: r.Board.Models, Shown: at}
	if at == nil {
		s.Shown = []int{r.Draws.Shape().Trials}
	} else {
		for i := range found { // parts can contain other numbers of trials
			found[i].Points = slices.DeleteFunc(found[i].Points, func(p montecarlo.ScorePoint) bool { return !slices.Contains(at, p.N) })
		}
	}
	for _, m := range r.Metrics {
		own, err := boardScores(env, m, r.Board)
		if err != nil {
			return nil, err
		}
		s.Board = append(s.Board, own)
	}
	return s, nil
}

// boardScores returns the scores of a metric on the whole board, one per model. The scores are NaN
// if the metric cannot score the whole board, for example because the metric needs more trials, or
// the same number for each question.
func boardScores(env *cli.Env, m metrics.Metric, b *results.Board) ([]float64, error) {
	if sequential, ok := m.(metrics.Sequential); ok {
		return metrics.EvaluateInOrder(sequential, b, env.Seed).Scores, nil
	}
	tally := b.TallyAll()
	part, err := metrics.Restrict(m, tally, false)
	if err != nil || part.LeftOut > 0 || m.Check(tally.Top, tally.LeastMet()) != nil {
		return slices.Repeat([]float64{math.NaN()}, len(b.Models)), nil
	}
	e, err := metrics.Evaluate(env.Context, m, tally)
	if err != nil {
		return nil, err
	}
	return e.Scores, nil
}
