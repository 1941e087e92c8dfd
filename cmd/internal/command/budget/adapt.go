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
	Truth string `default:"posterior" placeholder:"posterior|board" help:"What evaluations of a board are about: posterior, chances drawn anew for each from what the board leaves open, and fresh trials, as many as the board has or trials=N of each question; or board, the board's own final ranking, and its own trials in a random order, which makes every rule look better than it is: each question's on their own, or with scheme=columns whole trials. As in posterior,trials=40."`
	Batch *int   `placeholder:"N" help:"Trials of each question that a model gets between two looks; 4 by default, or all where there are fewer."`
	input.Calls
	Correction string `default:"valid" enum:"${corrections}" help:"How calls make up for many looks and comparisons: valid is the one that keeps its level and decides the most under each policy, holm or for top-two mixture; none, the paper's rule, is reported in any case."`
	Replicates int    `range:"1..1000000000000" default:"1000" placeholder:"N" help:"Evaluations to simulate."`
}

// Run plays the policies and reports.
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
			From:       evaluated.from(),
			Replicates: c.Replicates, Seed: env.Seed, Gold: evaluated.gold.Name, OwnGold: evaluated.gold.Own,
			Note: evaluated.Note, Schema: report.Schema(evaluated.Sorted), Missing: report.Missing(evaluated.Kept),
		},
		Metric: c.Named(), Truth: evaluated.truth.name, Design: design, Results: played,
	}
	return env.PrintDrawn(a.Report(env.Format), evaluated.FileName("adapt"), a.Figure())
}

// refuseBets refuses to bet where passes are not alike.
func (c *adaptCommand) refuseBets(e *evaluated) error {
	switch _, uneven := e.draws.(replicate.Uneven); {
	case c.Correction != sequential.Betting.String():
	case !metrics.TraitsOf(e.metric).StandardError:
		return cli.Usagef("--correction betting compares passes: it needs --metric avg")
	case uneven:
		return cli.Usagef("--correction betting compares whole passes, which an unequal board has not: say --truth posterior")
	}
	return nil
}

// corrections are none and the one asked for.
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

// evaluated is what the policies are played on.
type evaluated struct {
	*input.Source
	draws   replicate.Source
	scheme  string // in the words of report.Setting
	truth   truth
	trials  int // N
	metric  metrics.Estimator
	sampled metrics.Estimator // what corrections that step down compare
	gold    input.Gold
	left    []string // questions that some model never met
	weights metrics.Weights
}

// truth is the value of --truth.
type truth struct {
	name   string           // posterior or board; coins have theirs
	trials int              // of posterior; 0 for as many as the board has
	scheme bootstrap.Scheme // of board
}

// parseTruth parses the value of --truth.
func parseTruth(text string) (t truth, err error) {
	name, option, optional := strings.Cut(text, ",")
	key, value, _ := strings.Cut(option, "=")
	t.name = name
	switch {
	case name != posteriorTruth && name != boardTruth:
		err = fmt.Errorf("it must be posterior or board, but is %s", quoted.Text(name))
	case !optional:
	case name == posteriorTruth && key == "trials":
		if t.trials, err = strconv.Atoi(value); err != nil || t.trials < 1 || t.trials > results.MaxTrials {
			err = fmt.Errorf("trials must be from 1 to %d, but is %s", results.MaxTrials, quoted.Bare(value))
		}
	case name == posteriorTruth:
		err = fmt.Errorf("posterior takes trials=N, not %s", quoted.Text(option))
	case key == "scheme":
		t.scheme, err = bootstrap.ParseScheme(value)
	default:
		err = fmt.Errorf("board takes scheme=%s, not %s", strings.Join(bootstrap.Schemes(), " or scheme="), quoted.Text(option))
	}
	if err != nil {
		return t, cli.Usagef("--truth: %w", err)
	}
	return t, nil
}

// The names of truths.
const (
	posteriorTruth = "posterior"
	boardTruth     = "board"
	coinsTruth     = "coins"
)

// shape is that of an evaluation in which every model gets N trials.
func (e *evaluated) shape() results.Shape {
	shape := e.draws.Shape()
	shape.Trials = e.trials
	return shape
}

// from is the board that trials are drawn from; nil if it is complete, or trials are
// fresh.
func (e *evaluated) from() *report.Drawn {
	if e.scheme == report.Fresh {
		return nil
	}
	return report.NewDrawn(e.Board, e.left, e.trials)
}

// prepare reads what the flags name.
func (c *adaptCommand) prepare(env *cli.Env) (*evaluated, error) {
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
			return nil, cli.Usagef("--weights is for boards: coins are right or wrong")
		}
		if source.Missing.Any() {
			return nil, cli.Usagef("%s: attempts are left out of boards: coins are tossed afresh", quoted.Path(c.Results()))
		}
		source.Note = "" // not the one board that Open drew, but fresh ones
	}
	truth, err := parseTruth(c.Truth)
	switch {
	case err != nil:
		return nil, err
	case source.Coins != nil && c.Truth != posteriorTruth:
		return nil, cli.Usagef("--truth is for boards: coins have their truth, and are tossed as often as trials=N behind their name says")
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
	e := &evaluated{Source: source, truth: truth, left: left, weights: options.Weights}
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

// imagine makes the source of evaluations that a board leaves possible.
func (e *evaluated) imagine(seed uint64) {
	e.trials = cmp.Or(e.truth.trials, e.Board.MostTrials())
	e.gold.Name = "the true scores of each evaluation, drawn from the posterior of the board"
	e.scheme = report.Fresh
	tally := e.Board.TallyAll()
	e.draws = sequential.Posterior(tally, e.weights, sequential.MostTrials(e.trials, tally.Models), seed)
}

// openDraws makes the source of replicates: fresh trials of coins, or the
// trials of a board in a random order.
func (e *evaluated) openDraws(seed uint64) (err error) {
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
