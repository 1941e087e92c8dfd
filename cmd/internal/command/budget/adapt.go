package budget

import (
	"fmt"
	"math"

	"settle/bootstrap"
	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/report"
	"settle/results"
	"settle/study/sequential"
)

type adaptCommand struct {
	cli.Drawing
	cli.Sharing
	input.Board
	Prior       string   `placeholder:"RESULTS" predictor:"results" help:"Results that bayes starts from, of the same models and questions; needs --metric bayes."`
	PriorWeight string   `placeholder:"A" help:"How many outcomes each of --prior counts as, in (0, 1]: trials of an older model are not trials of this one. Default: 1."`
	Metric      string   `default:"avg" enum:"avg,bayes" help:"What z compares. With equally many trials both give one z; with unequal ones bayes draws the model with fewer towards its prior."`
	Truth       string   `default:"posterior" enum:"posterior,board" help:"What evaluations of a board are about: chances drawn anew for each from the posterior that the board leaves, and fresh trials; or the board's own final ranking, and its own trials in a random order, which makes every rule look better than it is."`
	Future      *int     `placeholder:"N" help:"Trials of each question that an evaluation of a board runs, whatever the board has; by default as many as it has."`
	Scheme      string   `default:"rows" enum:"${schemes}" help:"With --truth board, how trials are drawn from it: each question's on their own, or whole trials."`
	Batch       *int     `placeholder:"N" help:"Trials of each question that a model gets between two looks; 4 by default, or all where there are fewer."`
	HalfWidth   *float64 `placeholder:"W" help:"Half the width of the interval at which the policy half-width stops a model, in units of the score; 0.025 of the range of the weights by default."`
	Confidence  float64  `default:"0.95" placeholder:"P" help:"Confidence of calls (one-sided) and of intervals, above 0.5 and below 1."`
	Correction  string   `default:"valid" enum:"${corrections}" help:"How calls make up for many looks and comparisons: valid is the one that keeps its level and decides the most under each policy, holm or for top-two mixture; none, the paper's rule, is reported in any case."`
	Replicates  int      `default:"1000" placeholder:"N" help:"Evaluations to simulate."`
}

// Run plays the policies and reports.
func (c *adaptCommand) Run(env *cli.Env) error {
	if err := cli.CheckCount("--replicates", c.Replicates); err != nil {
		return err
	}
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
		Batch: min(4, trials), HalfWidth: evaluated.halfWidth, Confidence: c.Confidence,
		Trials: trials, Sampled: evaluated.sampled,
	}
	if c.Batch != nil {
		design.Batch = *c.Batch
	}
	if c.HalfWidth != nil {
		if math.IsInf(*c.HalfWidth, 1) {
			return cli.Usagef("--half-width must be a number, but is %v", *c.HalfWidth)
		}
		design.HalfWidth = *c.HalfWidth
	}
	if err := design.Check(trials); err != nil {
		return cli.Usagef("%w", err)
	}
	if err := c.refuseBets(evaluated); err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	share, err := env.Share(c.Sharing)
	if err != nil {
		return err
	}
	progress, finish := env.Progress("budget adapt", share.Count(c.Replicates))
	played, err := sequential.Evaluate(
		env.Context, evaluated.draws, evaluated.metric, evaluated.gold.Levels, design, corrections,
		montecarlo.Options{Replicates: c.Replicates, Workers: env.Workers, Progress: progress, Share: share})
	finish()
	if err != nil {
		return err
	}
	a := report.Adapt{
		Setting: report.Setting{
			Name: evaluated.Name, Task: evaluated.Board.Task, Shape: evaluated.shape(), Scheme: evaluated.scheme,
			From:       evaluated.from(),
			Replicates: c.Replicates, Seed: env.Seed, Gold: evaluated.gold.Name, OwnGold: evaluated.gold.Own,
			Note: evaluated.Note, Schema: report.Schema(evaluated.Sorted), Missing: report.Missing(evaluated.Kept),
		},
		Metric: c.Metric, Truth: evaluated.truth(c), Design: design, Results: played,
	}
	if err := out.Figure(evaluated.FileName("adapt"), a.Figure()); err != nil {
		return err
	}
	return env.Print(a.Report(env.Format))
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
	draws     replicate.Source
	scheme    string // in the words of report.Setting
	trials    int    // N
	metric    metrics.Estimator
	sampled   metrics.Estimator // what corrections that step down compare
	gold      input.Gold
	left      []string // questions that some model never met
	halfWidth float64  // in place of --half-width
	scoring   metrics.Options
}

// truth says what gold is, by the words of --truth; coins have theirs.
func (e *evaluated) truth(c *adaptCommand) string {
	if e.Coins != nil {
		return "coins"
	}
	return c.Truth
}

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

// defaultHalfWidth is the share of the range of the weights that --half-width is
// by default.
const defaultHalfWidth = 0.025

// prepare reads what the flags name.
func (c *adaptCommand) prepare(env *cli.Env) (*evaluated, error) {
	if c.Prior != "" && metrics.TraitsNamed(c.Metric).StandardError {
		return nil, cli.Usagef("--prior is for bayes: say --metric bayes")
	}
	source, err := c.Open(env)
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
	if err := c.refuseTruth(source); err != nil {
		return nil, err
	}
	var left []string
	if c.Truth == "board" {
		if left, err = source.LeaveUnmet(); err != nil {
			return nil, err
		}
	}
	scoring := input.Scoring{Prior: c.Prior, PriorWeight: c.PriorWeight}
	options, err := scoring.Options(env, c.Board, source)
	if err != nil {
		return nil, err
	}
	if len(source.Board.Models) < 2 {
		return nil, fmt.Errorf("%s: two models or more can be compared, and the board has one", c.Results())
	}
	w := options.Weights
	e := &evaluated{Source: source, left: left, scoring: options, halfWidth: defaultHalfWidth}
	if lo, hi := w.Range(); lo < hi {
		e.halfWidth *= hi - lo
	}
	if e.metric, e.sampled, err = sequential.Compared(c.Metric, options); err != nil {
		return nil, err
	}
	if c.Truth == "posterior" && source.Coins == nil {
		return e, c.imagine(e, w, env.Seed)
	}
	if e.gold, err = input.OpenGold("", source, options); err != nil {
		return nil, err
	}
	return e, c.openDraws(e, env.Seed)
}

// refuseTruth refuses flags that say how a board is drawn from where it is not.
func (c *adaptCommand) refuseTruth(source *input.Source) error {
	switch {
	case source.Coins != nil && c.Truth != "posterior":
		return cli.Usagef("--truth is for boards: coins have their truth")
	case source.Coins != nil && c.Future != nil:
		return cli.Usagef("--future is for boards: say how often coins are tossed by trials=N behind their name")
	case source.Coins != nil && c.Scheme != "rows":
		return cli.Usagef("--scheme is for boards: coins are tossed afresh")
	case c.Truth == "board" && c.Future != nil:
		return cli.Usagef("--future is for --truth posterior: a board has no more trials of its own")
	case c.Truth == "posterior" && c.Scheme != "rows":
		return cli.Usagef("--scheme is for --truth board: with --truth posterior trials are fresh")
	}
	return nil
}

// imagine makes the source of evaluations that a board leaves possible.
func (c *adaptCommand) imagine(e *evaluated, w metrics.Weights, seed uint64) error {
	e.trials = e.Board.MostTrials()
	if c.Future != nil {
		if e.trials = *c.Future; e.trials < 1 || e.trials > results.MaxTrials {
			return cli.Usagef("--future must be from 1 to %d, but is %d", results.MaxTrials, e.trials)
		}
	}
	e.gold.Name = "the true scores of each evaluation, drawn from the posterior of the board"
	e.scheme = report.Fresh
	tally := e.Board.TallyAll()
	e.draws = sequential.Posterior(tally, w, sequential.MostTrials(e.trials, tally.Models), seed)
	return nil
}

// openDraws makes the source of replicates: fresh trials of coins, or the
// trials of a board in a random order.
func (c *adaptCommand) openDraws(e *evaluated, seed uint64) error {
	if e.Coins != nil {
		e.trials, e.scheme = e.Board.Trials(), report.Fresh
		e.draws = e.Coins.Source(sequential.MostTrials(e.trials, len(e.Coins.Models)), seed)
		return nil
	}
	if err := e.RefuseScheme(c.Scheme); err != nil {
		return err
	}
	scheme, err := bootstrap.ParseScheme(c.Scheme)
	if err != nil {
		return cli.Usagef("--scheme: %w", err)
	}
	e.scheme, e.trials = c.Scheme, e.Board.MostTrials()
	switch {
	case !e.Board.Unequal():
		e.draws, err = bootstrap.New(e.Board, bootstrap.Options{Scheme: scheme}, seed)
	case scheme == bootstrap.Columns:
		return input.ErrUnequalColumns
	default:
		e.draws = replicate.Staggered(e.Board.TallyAll(), seed, "bootstrap rows")
	}
	return err
}
