// Package next is the command that tells which models are to run how many more
// trials of which questions, what may be called already, and when to stop.
//
// Usage:
//
//	settle next [flags] FILE|stand-in:NAME|coins:NAME
//	settle next --schema NAME [flags] FILE|mimics:NAME
//
// See docs/guide.md for examples.
package next

import (
	"errors"
	"fmt"
	"sort"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/report/budget"

	"settle/results"
	"settle/study/sequential"
)

// Command is the grammar of the command, without the flags that every command
// has.
type Command struct {
	input.Board
	input.Compared
	Policy    string `default:"neighbours" enum:"${policies}" help:"Who runs more: neighbours, the two next to each other that are least told apart; half-width, every model whose interval is too wide; leader, all until there is a leader; top-two, the leader or its hardest challenger; or all, to the end."`
	Batch     *int   `placeholder:"N" help:"Trials of each question that a model runs before the next look; 4 by default, or --max-trials where that is fewer."`
	MaxTrials *int   `placeholder:"N" help:"Trials of each question at which a model runs no more: 80 by default, or the most on the board where that is more. With top-two all models together run no more than so many each."`
	Budget    *int   `range:"1.." placeholder:"N" help:"Attempts to run at most before the next look, of all models at all questions."`
	input.Calls
	Correction string `default:"valid" enum:"${corrections}" help:"How calls make up for many looks and comparisons: valid is the one that keeps its level and decides the most under the policy, holm or for top-two mixture; none is the paper's rule for a single look."`
}

// Help says what the command does.
func (*Command) Help() string {
	return "Tell which models are to run how many more trials of which questions, what may be called already, and when to stop. " +
		"The exit code is 4 as long as something is to be run, and then 0: " +
		"while settle next RESULTS; test $? -eq 4; do …; done"
}

// Run plans and reports.
func (c *Command) Run(env *cli.Env) error {
	if err := c.Compared.Check(); err != nil {
		return err
	}
	if c.Reading.Policy != nil && *c.Reading.Policy == results.MissingCommon.String() {
		return cli.Usagef("--missing common: what to run next depends on all trials that there are: say unequal or wrong")
	}
	c.KeepUnmet, c.Otherwise = true, results.MissingUnequal // what is missing is what may be run
	source, err := c.Open(env)
	if err != nil {
		return err
	}
	shown, err := c.Find(env, source)
	if err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	if err := out.Table(source.FileName("next"), shown.Runs()); err != nil {
		return err
	}
	if shown.Stop == sequential.GoOn {
		return env.PrintOpen(shown.Report(env.Format))
	}
	return env.Print(shown.Report(env.Format))
}

// Find plans the next step of an open source, without showing it.
func (c *Command) Find(env *cli.Env, source *input.Source) (*budget.Next, error) {
	options, err := c.Compared.Options(env, c.Board, source)
	if err != nil {
		return nil, err
	}
	step, err := c.step(source.Board, options.Weights)
	if err != nil {
		return nil, err
	}
	m, sampled, err := sequential.Compared(c.Metric, options)
	if err != nil {
		return nil, err
	}
	step.Sampled = sampled
	planned, err := sequential.Plan(source.Board, m, step)
	if errors.Is(err, results.ErrNoneMet) {
		return nil, fmt.Errorf("%s: no two models met a question in common, so that there is nothing to compare by: "+
			"run some questions with several", quoted.Path(c.Results()))
	} else if err != nil {
		return nil, err
	}
	return &budget.Next{
		Name: source.Name, Board: source.Board, Metric: m.Name(), Traits: metrics.TraitsOf(m), Note: source.Note,
		Origin: source.Origin(env, options.Weights), Step: step, Next: planned,
	}, nil
}

// The defaults of flags; see their help.
const (
	defaultTrials = 80
	defaultBatch  = 4
)

// step is what the flags say.
func (c *Command) step(b *results.Board, w metrics.Weights) (s sequential.Step, err error) {
	if s.Policy, err = sequential.ParsePolicy(c.Policy); err != nil {
		return s, cli.Usagef("--policy: %w", err)
	}
	if s.Correction, err = sequential.ParseCorrection(c.Correction); err != nil {
		return s, cli.Usagef("--correction: %w", err)
	}
	if s.Correction == sequential.Recommended {
		s.Correction = s.Policy.Valid()
	}
	switch {
	case !s.Correction.Suits(s.Policy):
		return s, cli.Usagef("--correction %v is for looks up to --max-trials, beyond which %v goes: say mixture", s.Correction, s.Policy)
	case s.Correction == sequential.Betting && !metrics.TraitsNamed(c.Metric).StandardError:
		return s, cli.Usagef("--correction betting compares passes: it needs --metric avg")
	}
	s.Confidence = c.Confidence
	s.MaxTrials = cli.ValueOr(c.MaxTrials, max(defaultTrials, b.MostTrials()))
	s.Batch = cli.ValueOr(c.Batch, min(defaultBatch, s.MaxTrials))
	s.Budget = cli.ValueOr(c.Budget, 0)
	if c.HalfWidth != nil && s.Policy != sequential.HalfWidth {
		return s, cli.Usagef("--half-width is for --policy half-width")
	}
	if s.HalfWidth, err = c.HalfWidthOf(w); err != nil {
		return s, err
	}
	if err := s.Check(); err != nil {
		return s, cli.Usagef("%w", err)
	}
	return s, checkRun(b, s)
}

// checkRun refuses fewer trials than were run: the fewer looks there are, the lower is
// what calls need, so that a limit may not follow from what was seen.
func checkRun(b *results.Board, s sequential.Step) error {
	least := s.MaxTrials + sort.Search(results.MaxTrials-s.MaxTrials, func(more int) bool { return s.Allows(b, s.MaxTrials+more) })
	if least == s.MaxTrials {
		return nil
	}
	return cli.Usagef("--max-trials %d: the board has %d trials of a question already: give --max-trials %d or more, "+
		"as was decided before looking", s.MaxTrials, b.MostTrials(), least)
}
