package budget

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/metrics"
	"settle/report"
	budgetreport "settle/report/budget"
	"settle/study/budget"
)

// Plan is the grammar of the command that plans for the pairs of a board.
type Plan struct {
	cli.Drawing
	input.Board
	Prior        string   `placeholder:"RESULTS" predictor:"results" help:"Results that bayes starts from, of the same models and questions: their trials count as already made, and the plan is of trials beside them."`
	Pairs        string   `aliases:"pair,models" default:"neighbours" placeholder:"neighbours|all|A,B" help:"Pairs to separate: each model from the next in the ranking, every two, or two by name."`
	Top          *int     `range:"1.." placeholder:"K" help:"Instead of --pairs: the K leading models, each from every one below it."`
	HalfWidth    *float64 `range:"(0..)" placeholder:"W" help:"Instead of pairs: trials with which the 95 % interval of every model is at most ±W, in units of the score."`
	Metric       string   `placeholder:"METRIC" help:"What z compares, or what the interval of --half-width is of: one of those of rank. bayes:fitted, and bayes and avg with the z of the paper, need no simulation for pairs. Default: bayes:fitted, or bayes with --prior."`
	Alone        bool     `help:"Plan for each pair by itself, z at the one-sided quantile of the confidence, as for a single comparison that was planned; else for pairs that rank separates, all at once."`
	Confidence   float64  `default:"0.95" placeholder:"P" help:"Confidence of the test that separates all pairs at once, or with --alone of one pair, one-sided; from 0.8 to below 1."`
	Power        float64  `range:"(0..1)" default:"0.8" placeholder:"P" help:"Chance with which the rule separates a pair, the better model ahead."`
	Show         []string `enum:"all,chances,even-odds,questions,steps" placeholder:"TABLE" help:"More tables: chances at the numbers of --at, even-odds (the paper's N, where the expected |z| reaches the quantile), questions in place of trials, steps from the board's trials on, or all; several may be given, separated by commas. JSON and CSV have all."`
	At           []int    `range:"1..1000000000" placeholder:"N" help:"Trials of each question at which --show chances shows the probability of the right order and of being separated; several may be given, separated by commas. Default: the board's own, and 2, 5 and 10 times as many."`
	CostPerTrial *float64 `range:"(0..)" placeholder:"X" help:"What one trial costs, to show costs in money."`
}

// Run finds what the pairs need and reports it.
func (c *Plan) Run(env *cli.Env) error {
	if err := c.check(); err != nil {
		return err
	}
	source, err := c.Open(env)
	if err != nil {
		return err
	}
	if c.Weights != "" && source.Coins != nil {
		return cli.Usagef("--weights is for boards: coins are wrong or correct, worth 0 and 1")
	}
	models, metric, err := c.models(env, source)
	if err != nil {
		return err
	}
	if c.HalfWidth != nil {
		return c.widths(env, source, models, metric)
	}
	shown, err := c.find(env, source, models, metric)
	if err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	if out != nil && shown.By == nil {
		curves, err := shown.Curves(env.Context)
		if err != nil {
			return err
		}
		if err := out.Figure(source.FileName("budget"), shown.Figure(curves)); err != nil {
			return err
		}
	}
	return env.Print(shown.Report(env.Format))
}

// Find plans for the pairs of an open source, without showing it.
func (c *Plan) Find(env *cli.Env, source *input.Source) (*budgetreport.Budget, error) {
	models, metric, err := c.models(env, source)
	if err != nil {
		return nil, err
	}
	return c.find(env, source, models, metric)
}

func (c *Plan) find(
	env *cli.Env, source *input.Source, models *budget.Models, metric metrics.Estimator,
) (*budgetreport.Budget, error) {
	var by *budget.ByMetric // nil where z is that of Bayes@N, which needs no simulation
	if traits := metrics.TraitsOf(metric); !traits.Plain && metric.Name() != fittedName {
		var err error
		if by, err = models.By(metric); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Results(), err)
		}
	}
	rule, err := c.rule(env, source, metric)
	if err != nil {
		return nil, err
	}
	if rule != nil && by == nil {
		models.OrderBy(rule.Now)
	}
	pairs, err := c.pairs(source.Board.Models, models)
	if err != nil {
		return nil, err
	}
	if _, err := env.Output(); err != nil { // before the long work
		return nil, err
	}
	options := c.options(env)
	options.Rule = rule
	plan, played, err := c.plan(env, models, by, pairs, options)
	if err != nil {
		return nil, err
	}
	shown := &budgetreport.Budget{
		Plan: plan,
		Name: source.Name, Task: source.Board.Task, Facts: source.Facts(),
		Schema: report.Schema(source.Sorted), Missing: report.Missing(source.Kept),
		Names: source.Board.Models, Shape: source.Board.Shape(), Seed: env.Seed,
		Named: metric.Name(), Alone: c.Alone, By: played, Show: c.Show, Comonotone: strings.HasPrefix(source.Made, "stand-in:"),
	}
	if slices.Contains(c.Show, "all") {
		shown.Show = budgetreport.BudgetTables
	}
	return shown, nil
}

// fittedName names the metric whose plan needs no simulation, but for those of the paper.
const fittedName = "bayes:fitted"

// metric returns the metric that is asked for, or what rank takes.
func (c *Plan) metric() string {
	if c.Metric == "" && c.Prior != "" {
		return "bayes"
	}
	return cmp.Or(c.Metric, fittedName)
}

// rule returns what tells pairs apart: the simultaneous test of rank, or with --alone z of each
// pair by itself. It is nil for the rule of the paper: --alone by bayes or avg.
func (c *Plan) rule(env *cli.Env, source *input.Source, metric metrics.Estimator) (*budget.Rule, error) {
	if len(source.Board.Models) < 2 || c.Alone && metrics.TraitsOf(metric).Plain {
		return nil, nil
	}
	s, err := input.Separate(env, source.Board, metric, c.Confidence)
	if err != nil {
		return nil, err
	}
	rule := &budget.Rule{
		Critical: s.Together.Critical, Now: s.Estimates(), Separated: s.Together.Better, Fitted: metric.Name() == fittedName,
	}
	if c.Alone {
		rule.Critical, err = budget.Quantile(c.Confidence)
		rule.Separated = func(i, j int) bool { return rule.Z(i, j) >= rule.Critical }
	}
	return rule, err
}

// options returns the options of the plan.
func (c *Plan) options(env *cli.Env) budget.PlanOptions {
	return budget.PlanOptions{
		Confidence: c.Confidence, Power: c.Power, Seed: env.Seed, At: c.At, Workers: env.Workers,
		CostPerTrial: cli.ValueOr(c.CostPerTrial, 0),
	}
}

// plan finds what pairs need, by simulation if there are models by a metric.
func (c *Plan) plan(
	env *cli.Env, models *budget.Models, by *budget.ByMetric, pairs [][2]int, o budget.PlanOptions,
) (plan *budget.Plan, played *budget.MetricPlan, err error) {
	o.Progress = env.Progress("budget", len(pairs))
	if by == nil {
		plan, err = models.Plan(env.Context, pairs, o)
		return plan, nil, err
	}
	o.Progress = nil // which counts pairs
	if played, err = by.Plan(env.Context, pairs, o); err != nil {
		return nil, nil, err
	}
	return played.Plan, played, nil
}

// models returns the models of a source, and the metric to compare them by.
func (c *Plan) models(env *cli.Env, source *input.Source) (*budget.Models, metrics.Estimator, error) {
	options, err := input.Scoring{Prior: c.Prior}.Options(env, c.Board, source)
	if err == nil && options.PriorShare != nil {
		err = cli.Usagef("--prior: the plan takes its trials for trials that were made: leave out weight=")
	}
	if err != nil {
		return nil, nil, err
	}
	parsed, err := metrics.Parse(c.metric(), options)
	if err != nil {
		return nil, nil, cli.Usagef("--metric: %w", err)
	}
	metric, ok := parsed[0].(metrics.Estimator)
	if len(parsed) != 1 || !ok {
		return nil, nil, cli.Usagef("--metric is %q: name one metric that has intervals", c.metric())
	}
	models, err := budget.New(source.Board.TallyAll(), options.Weights, options.Prior, source.Coins)
	return models, metric, err
}

// widths plans for narrow intervals and reports it.
func (c *Plan) widths(env *cli.Env, source *input.Source, models *budget.Models, metric metrics.Estimator) error {
	by, err := models.By(metric)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Results(), err)
	}
	widths, err := by.Widths(env.Context, *c.HalfWidth, c.options(env))
	if err != nil {
		return err
	}
	return env.Print(budgetreport.Widths{
		Widths: widths,
		Name:   source.Name, Task: source.Board.Task, Facts: source.Facts(),
		Schema: report.Schema(source.Sorted), Missing: report.Missing(source.Kept),
		Names: source.Board.Models, Shape: source.Board.Shape(), Seed: env.Seed,
	}.Report(env.Format))
}

// takesPrior reports whether a plan by a metric starts from older results.
func takesPrior(metric string) bool {
	traits := metrics.TraitsNamed(metric)
	return traits.Plain && !traits.StandardError
}

// check refuses flags that no board can meet.
func (c *Plan) check() error {
	if _, err := budget.Quantile(c.Confidence); err != nil {
		return cli.Usagef("--confidence: %w", err)
	}
	switch {
	case c.HalfWidth != nil && (c.Top != nil || c.Pairs != "neighbours" || len(c.Show) > 0 || len(c.At) > 0):
		return cli.Usagef("--half-width is a goal of its own: leave out --pairs, --top, --at and --show")
	case c.Prior != "" && !takesPrior(c.metric()):
		return cli.Usagef("--prior is what bayes starts from: leave it out, or --metric %s", c.metric())
	case c.Top != nil && c.Pairs != "neighbours":
		return cli.Usagef("--top and --pairs both choose the pairs: give one of them")
	}
	return nil
}

// pairs are the pairs asked for, as indices of models, the better one first.
func (c *Plan) pairs(names []string, models *budget.Models) ([][2]int, error) {
	order := models.Order.Models
	if len(order) < 2 {
		return nil, fmt.Errorf("%s: a pair is two models, and there is one: --half-width W plans for its interval", c.Results())
	}
	switch {
	case c.Top != nil && *c.Top >= len(order):
		return nil, cli.Usagef("--top must be below the number of models, %d, but is %d: say --pairs all for every two",
			len(order), *c.Top)
	case c.Top != nil:
		return models.Pairs(*c.Top, len(order)), nil
	case c.Pairs == "neighbours":
		return models.Pairs(len(order), 1), nil
	case c.Pairs == "all":
		return models.Pairs(len(order), len(order)), nil
	}
	a, b, err := twoModels(c.Pairs, names)
	if err != nil {
		return nil, err
	}
	if slices.Index(order, a) > slices.Index(order, b) {
		a, b = b, a
	}
	return [][2]int{{a, b}}, nil
}

// twoModels reads "A,B"; the names may have commas in them.
func twoModels(pair string, names []string) (a, b int, err error) {
	for at, r := range pair {
		if r != ',' {
			continue
		}
		a, b = slices.Index(names, pair[:at]), slices.Index(names, pair[at+1:])
		switch {
		case a < 0 || b < 0:
			continue
		case a == b:
			return 0, 0, cli.Usagef("--pairs names %s twice: name two models", names[a])
		}
		return a, b, nil
	}
	return 0, 0, cli.Usagef("--pairs is %q: say neighbours, all, or two models as in A,B; there are %s",
		pair, strings.Join(names, ", "))
}
