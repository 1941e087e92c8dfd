// Package next is the command that tells which models are to run how many more
// trials of which questions, what may be called already, and when to stop.
//
// Usage:
//
//	settle next [flags] FILE|stand-in:NAME|coins:NAME
//	settle next --schema NAME [flags] FILE|mimics:NAME
//	settle next --plan FILE [flags] RESULTS…
//	settle next --follow [flags] RESULTS…
//	settle next --stdio [flags] [RESULTS…]
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
	"settle/montecarlo"
	"settle/report/budget"
	"settle/results"
	"settle/study/sequential"
	"settle/study/sequential/receipt"
)

// Command is the grammar of the command, without the flags that every command
// has.
type Command struct {
	input.Board
	input.Compared
	Policy    string   `default:"auto" enum:"auto,${policies}" help:"Who runs more: power, the pairs most likely to be decided per unit of cost; neighbours, the two next to each other that are least separated; half-width, every model whose interval is too wide; leader, all until there is a leader; top-two, the leader or its hardest challenger; or all, to the end. auto: power, and half-width for a single model."`
	Batch     *int     `placeholder:"N" help:"Trials of each question that a model runs before the next look; 4 by default, or --max-trials where that is fewer."`
	MaxTrials *int     `placeholder:"N" help:"Trials of each question at which a model runs no more, as planned before the first look; four times those of the board by default, at least 16. With top-two all models together run no more than so many each."`
	Budget    *int     `range:"1.." placeholder:"N" help:"Attempts to run at most before the next look, of all models at all questions."`
	Cost      []string `sep:"," placeholder:"MODEL=COST" help:"What a trial of each model costs, as in a=0.02,b=0.005: power prefers cheap pairs. logs or tokens: the mean cost or tokens of the attempts that the logs hold (Inspect, tau2)."`
	New       string   `placeholder:"MODEL" help:"A model with few trials or none: list the questions that it runs first, one trial each, until its interval is expected to be twice as wide as with all questions, or up to --budget questions."`
	input.Calls
	Correction string `default:"valid" enum:"${corrections}" help:"How decisions make up for many looks and comparisons: mixture holds however often one looks, and holm for a look after every batch up to --max-trials; none is the paper's rule for a single look. valid: holm where --max-trials says up to where and the policy is not top-two, else mixture."`
	Plan       string `placeholder:"FILE" predictor:"newfile" help:"Record every look in this file, or go on from those that it records: a look sees the trials that the one before it asked for, and settings stay. settle verify FILE RESULTS confirms it."`
	Follow     bool   `help:"Watch the results, print a line for every look, and end when nothing is left to run."`
	Stdio      bool   `help:"Tell a program on standard input and output, line by line as JSON, whether each attempt is wanted."`
}

// Help says what the command does.
func (*Command) Help() string {
	return "Tell which models are to run how many more trials of which questions, which pairs are decided, and when to stop. " +
		"The exit code is 4 as long as something is to be run, and then 0: " +
		"while settle next RESULTS --max-trials 64; test $? -eq 4; do …; done"
}

// Run plans and reports.
func (c *Command) Run(env *cli.Env) error {
	if c.Reading.Policy != nil && *c.Reading.Policy == results.MissingCommon.String() {
		return cli.Usagef("--missing common: what to run next depends on all trials that there are: say unequal or wrong")
	}
	c.KeepUnmet, c.Otherwise = true, results.MissingUnequal // what is missing is what may be run
	switch {
	case c.Stdio:
		return c.serve(env)
	case len(c.Paths) == 0:
		return cli.Usagef("expected \"<results> ...\"")
	case c.Follow:
		return c.follow(env)
	case c.Plan != "":
		return c.lookByPlan(env)
	}
	source, err := c.Open(env)
	if err != nil {
		return err
	}
	if c.New != "" {
		return c.runNew(env, source)
	}
	shown, err := c.Find(env, source)
	if err != nil {
		return err
	}
	return c.show(env, source, shown)
}

// show prints the next step.
func (c *Command) show(env *cli.Env, source *input.Source, shown *budget.Next) error {
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
	c.Default = "bayes:fitted"
	if err := c.Compared.Check(); err != nil {
		return nil, err
	}
	options, err := c.Compared.Options(env, c.Board, source)
	if err != nil {
		return nil, err
	}
	step, err := c.step(source.Board, options.Weights)
	if err != nil {
		return nil, err
	}
	if err := checkRun(source.Board, step); err != nil {
		return nil, err
	}
	m, sampled, err := sequential.Compared(c.Named(), options)
	if err != nil {
		return nil, err
	}
	step.Sampled = sampled
	if step.Costs, err = c.costs(source.Board.Models, source.Spent); err != nil {
		return nil, err
	}
	next := &budget.Next{
		Name: source.Name, Board: source.Board, Metric: m.Name(), Traits: metrics.TraitsOf(m), Note: source.Note,
		Origin: source.Origin(env, options.Weights), CostWords: c.costWords,
	}
	if next.Separated, err = receipt.Separate(env.Context, source.Board, m, c.Confidence, env.Seed,
		montecarlo.Options{Replicates: input.DefaultDraws, Workers: env.Workers}); err != nil {
		return nil, err
	}
	if next.Separated != nil {
		step.Critical = next.Separated.Critical
	}
	next.Step = step
	if next.Next, err = sequential.Plan(source.Board, m, step); errors.Is(err, results.ErrNoneMet) {
		return nil, fmt.Errorf("%s: no two models met a question in common, so that there is nothing to compare by: "+
			"run some questions with several", quoted.Path(c.Results()))
	}
	if c.MaxTrials == nil && err == nil && len(next.Comparisons) > 0 {
		next.Again = env.Beside("next", []string{"max-trials", "correction"},
			"--max-trials", fmt.Sprint(step.MaxTrials), "--correction", step.Correction.String())
	}
	return next, err
}

// The defaults of flags; see their help.
const (
	defaultHorizon = 4 // times the board's trials
	leastHorizon   = 16
	defaultBatch   = 4
)

// meant is the number of trials of each question at which the boundary of mixture is nearly
// lowest, whatever the board has: docs/sequential.md measures it beside others.
const meant = 16

// auto is the policy that suits the number of models.
const auto = "auto"

// policyOf returns the policy for so many models.
func (c *Command) policyOf(models int) (sequential.Policy, error) {
	one := models == 1
	switch {
	case c.Policy == auto && one:
		return sequential.HalfWidth, nil
	case c.Policy == auto:
		return sequential.Power, nil
	}
	policy, err := sequential.ParsePolicy(c.Policy)
	switch {
	case err != nil:
		return policy, cli.Usagef("--policy: %w", err)
	case one && policy != sequential.HalfWidth:
		return policy, input.CheckTwo(c.Board, models)
	}
	return policy, nil
}

// correctionFor returns the correction under a policy. One that spends its level on looks up to
// --max-trials needs that said: a limit that follows from the board would move the boundary.
func (c *Command) correctionFor(policy sequential.Policy) (sequential.Correction, error) {
	correction, err := sequential.ParseCorrection(c.Correction)
	switch {
	case err != nil:
		return correction, cli.Usagef("--correction: %w", err)
	case correction == sequential.Recommended && c.MaxTrials == nil:
		return sequential.Mixture, nil
	case correction == sequential.Recommended:
		return policy.Valid(), nil
	case correction.Planned() && c.MaxTrials == nil:
		return correction, cli.Usagef("--correction %v is for looks up to --max-trials: say how many these are, as planned", correction)
	case !correction.Suits(policy):
		return correction, cli.Usagef("--correction %v is for looks up to --max-trials, beyond which %v goes: say mixture", correction, policy)
	case correction == sequential.Betting && !metrics.TraitsNamed(c.Named()).StandardError:
		return correction, cli.Usagef("--correction betting compares passes: it needs --metric avg")
	}
	return correction, nil
}

// step returns the step that the flags ask for on a board.
func (c *Command) step(b *results.Board, w metrics.Weights) (s sequential.Step, err error) {
	if s.Policy, err = c.policyOf(len(b.Models)); err != nil {
		return s, err
	}
	if s.Correction, err = c.correctionFor(s.Policy); err != nil {
		return s, err
	}
	s.Confidence, s.Meant = c.Confidence, meant
	s.MaxTrials = cli.ValueOr(c.MaxTrials, min(max(leastHorizon, defaultHorizon*b.MostTrials()), results.MaxTrials))
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
	return s, nil
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
