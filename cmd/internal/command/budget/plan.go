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

// Plan holds the arguments and flags of settle budget plan, which computes how many trials each
// pair of models needs.
type Plan struct {
	cli.Drawing
	input.Board
	Prior        string   `placeholder:"RESULTS" predictor:"results" help:"Earlier results of the same models and questions, used as a prior for bayes. Their trials count as already run; the plan shows the additional trials."`
	Pairs        string   `aliases:"pair,models" default:"neighbours" placeholder:"neighbours|all|A,B" help:"Pairs to separate: neighbours in the ranking, all pairs, or the two named models."`
	Top          *int     `range:"1.." placeholder:"K" help:"Instead of --pairs: separate each of the K leading models from every model below it."`
	HalfWidth    *float64 `range:"(0..)" placeholder:"W" help:"Instead of separating pairs: plan for a 95 % interval of at most ±W for every model, in units of the score."`
	Metric       string   `placeholder:"METRIC" help:"Metric to plan for: any metric of settle rank that has an interval. For pairs, bayes:fitted, bayes and avg need no simulation. Default: bayes:fitted, or bayes with --prior."`
	Alone        bool     `help:"Plan for each pair alone, as for a single planned comparison with a one-sided test. By default, pairs are separated by the simultaneous test of settle rank."`
	Confidence   float64  `default:"0.95" placeholder:"P" help:"Confidence level of the simultaneous test, or of the one-sided test with --alone; from 0.8 to below 1."`
	Power        float64  `range:"(0..1)" default:"0.8" placeholder:"P" help:"Power: probability that a pair is separated with the better model ahead."`
	Show         []string `enum:"all,chances,even-odds,questions,steps" placeholder:"TABLE" help:"Additional tables, separated by commas. chances: probabilities at the numbers of trials in --at. even-odds: the paper's N, at which the expected |z| reaches the quantile. questions: how many questions to add instead of trials. steps: the number of separated pairs as trials are added. all: all of these tables. A plan by a metric that needs simulation has only chances. JSON always contains the numbers of all tables."`
	At           []int    `range:"1..1000000000" placeholder:"N" help:"Numbers of trials per question for --show chances, separated by commas; for each number, the table shows the probabilities of the right order and of separation. Default: 1, 2, 5 and 10 times the number on the board."`
	CostPerTrial *float64 `range:"(0..)" placeholder:"X" help:"Cost of one trial, to show costs in money."`
}

// Run computes how many trials each pair of models needs, and prints the report.
func (c *Plan) Run(env *cli.Env) error {
	if err := c.check(); err != nil {
		return err
	}
	source, err := c.Open(env)
	if err != nil {
		return err
	}
	if c.Weights != "" && source.Coins != nil {
		return cli.Usagef("outcomes of coins are only right or wrong; remove --weights")
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

// Find computes how many trials each pair of models needs, for a source that is already open. It
// prints nothing.
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
	var by *budget.ByMetric // nil if the plan needs no simulation
	if traits := metrics.TraitsOf(metric); !traits.Plain && metric.Name() != fittedName {
		var err error
		if by, err = models.By(metric); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Results(), err)
		}
		for _, table := range c.Show {
			if table != "all" && table != "chances" {
				return nil, cli.Usagef("--show %s requires --metric bayes:fitted, bayes or avg; a plan by %s is simulated and allows only --show chances",
					table, metric.Name())
			}
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

// fittedName is the name of a metric for which a plan needs no simulation. Plans for bayes and avg
// need none either.
const fittedName = "bayes:fitted"

// metric returns the name of the metric that the flag selects, or the default of settle rank.
func (c *Plan) metric() string {
	if c.Metric == "" && c.Prior != "" {
		return "bayes"
	}
	return cmp.Or(c.Metric, fittedName)
}

// rule returns the rule that decides whether a pair of models is separated. Usually this is the
// simultaneous test of settle rank; with --alone, it is a z test of the single pair. With --alone
// and the metric bayes or avg, rule returns nil, which selects the rule of the paper. It also
// returns nil if there are fewer than two models.
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
	if source.Coins != nil { // evaluations are new: no pair is separated yet
		rule.Critical = s.Together.First
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

// plan computes how many trials each pair of models needs. If simulation is not nil, plan uses it
// to simulate evaluations. The second result then holds details of the simulations.
func (c *Plan) plan(
	env *cli.Env, models *budget.Models, simulation *budget.ByMetric, pairs [][2]int, o budget.PlanOptions,
) (plan *budget.Plan, played *budget.MetricPlan, err error) {
	o.Progress = env.Progress("budget", len(pairs))
	if simulation == nil {
		plan, err = models.Plan(env.Context, pairs, o)
		return plan, nil, err
	}
	o.Progress = nil // this progress counts pairs, not simulations
	if played, err = simulation.Plan(env.Context, pairs, o); err != nil {
		return nil, nil, err
	}
	return played.Plan, played, nil
}

// models returns the models of a source and the metric that compares them.
func (c *Plan) models(env *cli.Env, source *input.Source) (*budget.Models, metrics.Estimator, error) {
	options, err := input.Scoring{Prior: c.Prior}.Options(env, c.Board, source)
	if err == nil && options.PriorShare != nil {
		err = cli.Usagef("--prior: the plan counts the trials of the prior as already run; remove weight=")
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
		return nil, nil, cli.Usagef("--metric %q: must be one metric with an interval", c.metric())
	}
	models, err := budget.New(source.Board.TallyAll(), options.Weights, options.Prior, source.Coins)
	return models, metric, err
}

// widths computes how many trials make the intervals as narrow as requested, and prints the
// report.
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

// takesPrior reports whether a plan for the named metric can use a prior.
func takesPrior(metric string) bool {
	traits := metrics.TraitsNamed(metric)
	return traits.Plain && !traits.StandardError
}

// check returns an error if flags are out of range or exclude each other.
func (c *Plan) check() error {
	if _, err := budget.Quantile(c.Confidence); err != nil {
		return cli.Usagef("--confidence: %w", err)
	}
	switch {
	case c.HalfWidth != nil && (c.Top != nil || c.Pairs != "neighbours" || len(c.Show) > 0 || len(c.At) > 0):
		return cli.Usagef("--half-width cannot be used with --pairs, --top, --at or --show; remove them")
	case c.Prior != "" && !takesPrior(c.metric()):
		return cli.Usagef("--prior requires --metric bayes; remove --prior or --metric %s", c.metric())
	case c.Top != nil && c.Pairs != "neighbours":
		return cli.Usagef("--top and --pairs cannot be used together; remove one")
	}
	return nil
}

// pairs returns the pairs of models that the flags name. A pair holds two indices, the index of
// the better model first.
func (c *Plan) pairs(names []string, models *budget.Models) ([][2]int, error) {
	order := models.Order.Models
	if len(order) < 2 {
		return nil, fmt.Errorf("%s: pairs need at least two models, but there is only one; use --half-width W to plan for its interval", c.Results())
	}
	switch {
	case c.Top != nil && *c.Top >= len(order):
		return nil, cli.Usagef("--top must be less than the number of models (%d), not %d; to separate all pairs, use --pairs all",
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

// twoModels parses "A,B". The names can contain commas.
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
			return 0, 0, cli.Usagef("--pairs names %s twice; name two different models", names[a])
		}
		return a, b, nil
	}
	return 0, 0, cli.Usagef("--pairs %q: must be neighbours, all, or two models, as in A,B; the models are %s",
		pair, strings.Join(names, ", "))
}
