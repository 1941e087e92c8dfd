package budget

import (
	"fmt"
	"math"

	"settle/bootstrap"
	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/report"
	"settle/study/sequential"
)

type adaptCommand struct {
	cli.Drawing
	input.Board
	Weights    string   `placeholder:"LIST" help:"What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed for graded outcomes."`
	Prior      string   `placeholder:"RESULTS" predictor:"results" help:"Results that bayes starts from, of the same models and questions; needs --metric bayes."`
	Metric     string   `default:"avg" enum:"avg,bayes" help:"What z compares. With equally many trials both give one z; with unequal ones bayes draws the model with fewer towards its prior."`
	Scheme     string   `default:"rows" enum:"${schemes}" help:"How trials are drawn from a board: each question's on their own, or whole trials."`
	Batch      *int     `placeholder:"N" help:"Trials of each question that a model gets between two looks; 4 by default, or all where there are fewer."`
	HalfWidth  *float64 `placeholder:"W" help:"Half the width of the interval at which the policy half-width stops a model, in units of the score; 0.025 of the range of the weights by default."`
	Confidence float64  `default:"0.95" placeholder:"P" help:"Confidence of calls (one-sided) and of intervals, above 0.5 and below 1."`
	Correction string   `default:"bonferroni" enum:"none,bonferroni,obrien-fleming" help:"How calls make up for many looks and comparisons; none is reported in any case."`
	Replicates int      `default:"1000" placeholder:"N" help:"Evaluations to simulate."`
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
	trials := evaluated.draws.Shape().Trials
	design := sequential.Design{Batch: min(4, trials), HalfWidth: evaluated.halfWidth, Confidence: c.Confidence}
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
	out, err := env.Output()
	if err != nil {
		return err
	}
	progress, finish := env.Progress("budget adapt", c.Replicates)
	results, err := sequential.Evaluate(
		env.Context, evaluated.draws, evaluated.metric, evaluated.gold.Levels, design, corrections,
		montecarlo.Options{Replicates: c.Replicates, Workers: env.Workers, Progress: progress})
	finish()
	if err != nil {
		return err
	}
	a := report.Adapt{
		Setting: report.Setting{
			Name: evaluated.Name, Task: evaluated.Board.Task, Shape: evaluated.draws.Shape(), Scheme: evaluated.scheme,
			From:       evaluated.from(),
			Replicates: c.Replicates, Seed: env.Seed, Gold: evaluated.gold.Name, OwnGold: evaluated.gold.Own,
			Note: evaluated.Note, Schema: report.Schema(evaluated.Sorted), Missing: report.Missing(evaluated.Kept),
		},
		Metric: c.Metric, Design: design, Results: results,
	}
	if err := out.Figure(evaluated.FileName("adapt"), a.Figure()); err != nil {
		return err
	}
	return env.Print(a.Report(env.Format))
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
	metric    metrics.Estimator
	gold      input.Gold
	left      []string // questions that some model never met
	halfWidth float64  // in place of --half-width
}

// from is the board that trials are drawn from; nil if it is complete, or coins are
// tossed afresh.
func (e *evaluated) from() *report.Drawn {
	if e.Coins != nil {
		return nil
	}
	return report.NewDrawn(e.Board, e.left, e.draws.Shape().Trials)
}

// defaultHalfWidth is the share of the range of the weights that --half-width is
// by default.
const defaultHalfWidth = 0.025

// prepare reads what the flags name.
func (c *adaptCommand) prepare(env *cli.Env) (*evaluated, error) {
	if c.Prior != "" && c.Metric != "bayes" {
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
		if c.Missing.Any() {
			return nil, cli.Usagef("--drop, --drop-hard and --unequal are for boards: coins are tossed afresh")
		}
		source.Note = "" // not the one board that Open drew, but fresh ones
	}
	left, err := source.LeaveUnmet()
	if err != nil {
		return nil, err
	}
	scoring := input.Scoring{Weights: c.Weights, Prior: c.Prior}
	options, err := scoring.Options(env, c.Board, source)
	if err != nil {
		return nil, err
	}
	if len(source.Board.Models) < 2 {
		return nil, fmt.Errorf("%s: two models or more can be compared, and the board has one", c.Results())
	}
	e := &evaluated{Source: source, left: left, metric: metrics.Avg(options.Weights), halfWidth: defaultHalfWidth}
	if lo, hi := options.Weights.Range(); lo < hi {
		e.halfWidth *= hi - lo
	}
	if c.Metric == "bayes" {
		e.metric = metrics.Bayes(options.Weights, options.Prior)
	}
	if e.gold, err = input.OpenGold("", source, options); err != nil {
		return nil, err
	}
	return e, c.openDraws(e, env.Seed)
}

// openDraws makes the source of replicates: fresh trials of coins, or the
// trials of a board in a random order.
func (c *adaptCommand) openDraws(e *evaluated, seed uint64) error {
	if e.Coins != nil {
		if c.Scheme != "rows" {
			return cli.Usagef("--scheme is for boards: coins are tossed afresh")
		}
		e.draws, e.scheme = e.Coins.Source(e.Board.Trials(), seed), "fresh"
		return nil
	}
	if err := e.RefuseScheme(c.Scheme); err != nil {
		return err
	}
	scheme, err := bootstrap.ParseScheme(c.Scheme)
	if err != nil {
		return cli.Usagef("--scheme: %w", err)
	}
	e.scheme = c.Scheme
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
