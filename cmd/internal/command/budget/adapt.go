package budget

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"settle/bootstrap"
	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/replicate"
	"settle/report"
	"settle/report/budget"
	"settle/results"
	"settle/study/sequential"
)

type adaptCommand struct {
	cli.Drawing
	cli.Sharing
	input.Board
	input.Compared
	Truth string `default:"posterior" placeholder:"posterior|board" help:"True scores behind the simulated evaluations. posterior: success probabilities are drawn from the board's posterior and every trial is new; each question has as many trials as on the board, or N with posterior,trials=N. board: the board's final ranking counts as true, and its own trials are used in random order (scheme=columns shuffles whole trials). The choice board makes every policy look better than it is."`
	Batch *int   `placeholder:"N" help:"Trials per question that a model gets between two looks. Default: 4, or all trials if there are fewer than 4."`
	input.Calls
	Correction string `default:"valid" enum:"${corrections}" help:"Correction for repeated looks and multiple comparisons. valid: for each policy, the best correction that keeps the confidence level: mixture for top-two, holm for the other policies. none: the rule of the paper, which is always reported as well."`
	Replicates int    `range:"1..1000000000000" default:"1000" placeholder:"N" help:"Number of evaluations to simulate."`
}

// Run simulates the policies that choose trials, and prints the report.
func (c *adaptCommand) Run(env *cli.Env) error {
	corrections, err := c.corrections()
	if err != nil {
		return err
	}
	evaluated, err := c.prepare(env)
	if err != nil {
		return err
	}
	trials := evaluated.trials
	design := sequential.Design{
		Batch: cli.ValueOr(c.Batch, min(4, trials)), Confidence: c.Confidence, Trials: trials, Sampled: evaluated.sampled,
	}
	if design.HalfWidth, err = c.HalfWidthOf(evaluated.weights); err != nil {
		return err
	}
	if err := design.Check(trials); err != nil {
		return cli.Usagef("%w", err)
	}
	if err := c.refuseBets(evaluated); err != nil {
		return err
	}
	o, err := env.Replicates("budget adapt", c.Replicates, c.Sharing)
	if err != nil {
		return err
	}
	played, err := sequential.Evaluate(
		env.Context, evaluated.draws, evaluated.metric, evaluated.gold.Levels, design, corrections, o)
	if err != nil {
		return err
	}
	a := budget.Adapt{
		Setting: report.Setting{
			Name: evaluated.Name, Task: evaluated.Board.Task, Shape: evaluated.shape(), Scheme: evaluated.scheme,
			From:       evaluated.drawnBoard(),
			Replicates: c.Replicates, Seed: env.Seed, Gold: evaluated.gold.Name, OwnGold: evaluated.gold.Own,
			Note: evaluated.Note, Schema: report.Schema(evaluated.Sorted), Missing: report.Missing(evaluated.Kept),
		},
		Metric: c.Named(), Truth: evaluated.truth.name, Design: design, Results: played,
	}
	return env.PrintDrawn(a.Report(env.Format), evaluated.FileName("adapt"), a.Figure())
}

// refuseBets returns an error for --correction betting if the metric is not avg or if the models
// have unequal numbers of trials.
func (c *adaptCommand) refuseBets(e *policyInputs) error {
	switch _, uneven := e.draws.(replicate.Uneven); {
	case c.Correction != sequential.Betting.String():
	case !metrics.TraitsOf(e.metric).StandardError:
		return cli.Usagef("--correction betting requires --metric avg")
	case uneven:
		return cli.Usagef("--correction betting requires the same number of trials of every question for every model; use --truth posterior")
	}
	return nil
}

// corrections returns the corrections to simulate: none, and the correction that the flag selects.
func (c *adaptCommand) corrections() ([]sequential.Correction, error) {
	correction, err := sequential.ParseCorrection(c.Correction)
	if err != nil {
		return nil, cli.Usagef("--correction: %w", err)
	}
	if correction == sequential.None {
		return []sequential.Correction{sequential.None}, nil
	}
	return []sequential.Correction{sequential.None, correction}, nil
}

// policyInputs holds the inputs for simulating the policies that choose trials.
type policyInputs struct {
	*input.Source
	draws   replicate.Source
	scheme  string // as in report.Setting
	truth   truth
	trials  int // trials per question
	metric  metrics.Estimator
	sampled metrics.Estimator // the metric that step-down corrections use
	gold    input.Gold
	left    []string // questions that some model never tried
	weights metrics.Weights
}

// A truth holds the parsed value of --truth.
type truth struct {
	name   string           // posterior, board or coins
	trials int              // trials per question, for posterior; 0 means as many as on the board
	scheme bootstrap.Scheme // how the board is resampled, for board
}

// parseTruth parses the value of --truth.
func parseTruth(text string) (t truth, err error) {
	name, option, optional := strings.Cut(text, ",")
	key, value, _ := strings.Cut(option, "=")
	t.name = name
	switch {
	case name != posteriorTruth && name != boardTruth:
		err = fmt.Errorf("must be posterior or board, not %s", quoted.Text(name))
	case !optional:
	case name == posteriorTruth && key == "trials":
		if t.trials, err = strconv.Atoi(value); err != nil || t.trials < 1 || t.trials > results.MaxTrials {
			err = fmt.Errorf("trials must be from 1 to %d, not %s", results.MaxTrials, quoted.Bare(value))
		}
	case name == posteriorTruth:
		err = fmt.Errorf("posterior accepts only trials=N, not %s", quoted.Text(option))
	case key == "scheme":
		t.scheme, err = bootstrap.ParseScheme(value)
	default:
		err = fmt.Errorf("board accepts only scheme=%s, not %s", strings.Join(bootstrap.Schemes(), " or scheme="), quoted.Text(option))
	}
	if err != nil {
		return t, cli.Usagef("--truth: %w", err)
	}
	return t, nil
}

// The sources of the true scores behind simulated evaluations. The flag --truth selects posterior
// or board. If the results are coins (simulated models), it is not needed, because their success
// probabilities are known.
const (
	posteriorTruth = "posterior"
	boardTruth     = "board"
	coinsTruth     = "coins"
)

// shape returns the shape of a simulated evaluation: every model gets e.trials trials per question.
func (e *policyInputs) shape() results.Shape {
	shape := e.draws.Shape()
	shape.Trials = e.trials
	return shape
}

// drawnBoard returns a description of the board from which trials are drawn. It returns nil if the
// board is complete, or if the trials are simulated anew.
func (e *policyInputs) drawnBoard() *report.Drawn {
	if e.scheme == report.Fresh {
		return nil
	}
	return report.NewDrawn(e.Board, e.left, e.trials)
}

// prepare reads the inputs that the flags name.
func (c *adaptCommand) prepare(env *cli.Env) (*policyInputs, error) {
	c.Default = "avg"
	if err := c.Compared.Check(); err != nil {
		return nil, err
	}
	source, err := c.Open(env)
	if err == nil {
		err = input.CheckTwo(c.Board, len(source.Board.Models))
	}
	if err != nil {
		return nil, err
	}
	if source.Coins != nil {
		if c.Weights != "" {
			return nil, cli.Usagef("outcomes of coins are only right or wrong; remove --weights")
		}
		if source.Missing.Any() {
			return nil, cli.Usagef("%s: every simulated evaluation tosses the coins again, so no attempt can be dropped; remove the options that drop attempts", quoted.Path(c.Results()))
		}
		source.Note = "" // the note describes the board that Open drew, which is not used
	}
	truth, err := parseTruth(c.Truth)
	switch {
	case err != nil:
		return nil, err
	case source.Coins != nil && c.Truth != posteriorTruth:
		return nil, cli.Usagef("the truth of coins is known; remove --truth, and set the number of trials with coins:NAME,trials=N")
	case source.Coins != nil:
		truth.name = coinsTruth
	}
	var left []string
	if truth.name == boardTruth {
		if left, err = source.LeaveUnmet(); err != nil {
			return nil, err
		}
	}
	options, err := c.Compared.Options(env, c.Board, source)
	if err != nil {
		return nil, err
	}
	e := &policyInputs{Source: source, truth: truth, left: left, weights: options.Weights}
	if e.metric, e.sampled, err = sequential.Compared(c.Named(), options); err != nil {
		return nil, err
	}
	if truth.name == posteriorTruth {
		e.imagine(env.Seed)
		return e, nil
	}
	if e.gold, err = input.OpenGold("", source, options); err != nil {
		return nil, err
	}
	return e, e.openDraws(env.Seed)
}

// imagine sets up simulated evaluations whose success probabilities are drawn from the posterior.
func (e *policyInputs) imagine(seed uint64) {
	e.trials = cmp.Or(e.truth.trials, e.Board.MostTrials())
	e.gold.Name = "the true scores of each evaluation, drawn from the posterior of the board"
	e.scheme = report.Fresh
	tally := e.Board.TallyAll()
	e.draws = sequential.Posterior(tally, e.weights, sequential.MostTrials(e.trials, tally.Models), seed)
}

// openDraws sets the source of replicates (simulated evaluations). If the success probabilities are
// known, a replicate contains new trials; otherwise it contains the trials of a board in random
// order.
func (e *policyInputs) openDraws(seed uint64) (err error) {
	if e.Coins != nil {
		e.trials, e.scheme = e.Board.Trials(), report.Fresh
		e.draws = e.Coins.Source(sequential.MostTrials(e.trials, len(e.Coins.Models)), seed)
		return nil
	}
	scheme := e.truth.scheme
	if err := e.RefuseScheme(scheme); err != nil {
		return err
	}
	e.scheme, e.trials = scheme.String(), e.Board.MostTrials()
	switch {
	case !e.Board.Unequal():
		e.draws, err = bootstrap.New(e.Board, bootstrap.Options{Scheme: scheme}, seed)
	case scheme != bootstrap.Rows:
		return input.ErrUnequalColumns
	default:
		e.draws = replicate.Staggered(e.Board.TallyAll(), seed, "bootstrap rows")
	}
	return err
}
