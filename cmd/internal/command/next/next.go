// Package next implements settle next, which lists the trials to run next, by model and question.
// It also shows which pairs of models are decided, and says when to stop.
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

// Command holds the arguments and flags of settle next, without the flags that all commands share.
type Command struct {
	input.Board
	input.Compared
	Policy    string   `default:"auto" enum:"auto,${policies}" help:"Which models run more trials. power: the models in the pairs that are most likely to be decided per unit of cost. neighbours: the two adjacent models with the smallest separation. half-width: every model whose interval is too wide. leader: all models until one leads. top-two: the leader or its strongest challenger. all: all models up to --max-trials. auto: power, or half-width for a single model."`
	Batch     *int     `placeholder:"N" help:"Trials per question that a model runs before the next look. Default: 4, or --max-trials if that is smaller."`
	MaxTrials *int     `placeholder:"N" help:"Maximum number of trials per question and model, fixed before the first look. Default: four times the number on the board, but at least 16. With the policy top-two, it limits the average number over the models."`
	Budget    *int     `range:"1.." placeholder:"N" help:"Maximum number of attempts before the next look, over all models and questions."`
	Cost      []string `sep:"," placeholder:"MODEL=COST" help:"Cost of one trial of each model, as in a=0.02,b=0.005; the policy power then prefers pairs of cheap models. logs or tokens: the mean cost or number of tokens of the logged attempts, if the logs have them."`
	New       string   `placeholder:"MODEL" help:"Name of a model with few or no trials. The report lists the questions that this model should run first, one trial each. It lists --budget questions. Default: enough questions that the expected interval is at most twice as wide as with all questions."`
	input.Calls
	Correction string `default:"valid" enum:"${corrections}" help:"Correction for repeated looks and multiple comparisons. mixture: valid for any number of looks. holm: valid for a look after every batch up to --max-trials. none: the rule of the paper, for a single look. valid: holm if --max-trials is given and the policy is not top-two, else mixture."`
	Plan       string `placeholder:"FILE" predictor:"newfile" help:"File that records every look. If it exists, the evaluation continues with its settings. A look uses only the trials that the previous look asked for. Check the file with settle verify FILE RESULTS."`
	Follow     bool   `help:"Watch the results and print a line for every look, until nothing is left to run."`
	Stdio      bool   `help:"Exchange lines of JSON with a program over standard input and output: before each attempt, the program asks whether to run it."`
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Show which trials each model should run next, which pairs are decided, and when to stop. The exit code " +
		"is 4 while trials are left to run and 0 when none are left, so a loop can run them: while settle next RESULTS --max-trials 64; test $? -eq 4; do …; done"
}

// Run plans the next step and prints the report.
func (c *Command) Run(env *cli.Env) error {
	if c.Reading.Policy != nil && *c.Reading.Policy == results.MissingCommon.String() {
		return cli.Usagef("--missing common would hide existing trials; use --missing unequal or --missing wrong")
	}
	c.KeepUnmet, c.Otherwise = true, results.MissingUnequal // missing attempts can still be run
	if err := c.checkNew(); err != nil {
		return err
	}
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

// show prints a report on the next step.
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

// Find plans the next step for a source that is already open. It prints nothing.
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
	if source.OnlyCounts() && step.NeedsOrder(source.Board) {
		return nil, fmt.Errorf("%s: next needs the order of trials here, which counts of outcomes do not show; use a file of "+
			"single attempts, or --policy all without --correction betting", quoted.Path(c.Results()))
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
		return nil, fmt.Errorf("%s: no two models share a question, so nothing can be compared; "+
			"run some questions with several models", quoted.Path(c.Results()))
	}
	if c.MaxTrials == nil && err == nil && len(next.Comparisons) > 0 {
		next.Again = env.Beside("next", []string{"max-trials", "correction"},
			"--max-trials", fmt.Sprint(step.MaxTrials), "--correction", step.Correction.String())
	}
	return next, err
}

// Defaults of flags; see their help.
const (
	defaultHorizon = 4 // multiplies the largest number of trials per question on the board
	leastHorizon   = 16
	defaultBatch   = 4
)

// tunedTrials is the number of trials per question for which the mixture correction is tuned. At
// this number, the boundary that z must reach is nearly as low as possible, for any board;
// docs/sequential.md has measurements.
const tunedTrials = 16

// auto is the value of --policy that chooses a policy by the number of models.
const auto = "auto"

// policyOf returns the policy to use for a board with the given number of models.
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

// correctionFor returns the correction to use with a policy. Some corrections distribute their
// error level over the looks up to --max-trials. They require this flag, because a limit derived
// from the board would change the decision boundary.
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
		return correction, cli.Usagef("--correction %v requires --max-trials, the planned maximum number of trials", correction)
	case !correction.Suits(policy):
		return correction, cli.Usagef("--correction %v is valid only up to --max-trials, which --policy %v can exceed; use --correction mixture", correction, policy)
	case correction == sequential.Betting && !metrics.TraitsNamed(c.Named()).StandardError:
		return correction, cli.Usagef("--correction betting requires --metric avg")
	}
	return correction, nil
}

// step returns the settings of the next step for a board, as the flags request.
func (c *Command) step(b *results.Board, w metrics.Weights) (s sequential.Step, err error) {
	if s.Policy, err = c.policyOf(len(b.Models)); err != nil {
		return s, err
	}
	if s.Correction, err = c.correctionFor(s.Policy); err != nil {
		return s, err
	}
	s.Confidence, s.Meant = c.Confidence, tunedTrials
	s.MaxTrials = cli.ValueOr(c.MaxTrials, min(max(leastHorizon, defaultHorizon*b.MostTrials()), results.MaxTrials))
	s.Batch = cli.ValueOr(c.Batch, min(defaultBatch, s.MaxTrials))
	s.Budget = cli.ValueOr(c.Budget, 0)
	if c.HalfWidth != nil && s.Policy != sequential.HalfWidth {
		return s, cli.Usagef("--half-width requires --policy half-width")
	}
	if s.HalfWidth, err = c.HalfWidthOf(w); err != nil {
		return s, err
	}
	if err := s.Check(); err != nil {
		return s, cli.Usagef("%w", err)
	}
	return s, nil
}

// checkRun returns an error if the board has more trials than the maximum. Users must fix the
// maximum before they see results: with a smaller maximum there are fewer looks, and decisions need
// less evidence.
func checkRun(b *results.Board, s sequential.Step) error {
	least := s.MaxTrials + sort.Search(results.MaxTrials-s.MaxTrials, func(more int) bool { return s.Allows(b, s.MaxTrials+more) })
	if least == s.MaxTrials {
		return nil
	}
	return cli.Usagef("--max-trials %d: the board already has %d trials of one question; give the "+
		"maximum that was fixed before the first look, at least --max-trials %d", s.MaxTrials, b.MostTrials(), least)
}
