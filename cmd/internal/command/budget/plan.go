package budget

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/report"
	"settle/study/budget"
)

type planCommand struct {
	cli.Drawing
	input.Board
	Weights      string   `placeholder:"LIST" help:"What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed for graded outcomes."`
	Prior        string   `placeholder:"RESULTS" predictor:"results" help:"Results that bayes starts from, of the same models and questions: their trials count as already made, and the plan is of trials beside them."`
	Pairs        string   `aliases:"pair" default:"neighbours" placeholder:"neighbours|all|A,B" help:"Pairs to tell apart: each model from the next in the ranking, every two, or two by name."`
	Top          *int     `placeholder:"K" help:"Instead of --pairs: the K leading models, each from every one below it."`
	Confidence   float64  `default:"0.95" placeholder:"P" help:"One-sided confidence of the rule that tells models apart, from 0.8 to below 1: z is to reach its quantile."`
	Power        float64  `default:"0.8" placeholder:"P" help:"Chance with which the rule is to tell a pair apart, the better model ahead."`
	Show         []string `enum:"all,chances,even-odds,questions,steps" placeholder:"TABLE" help:"More tables: chances at the numbers of --at, even-odds (the paper's N, where the expected |z| reaches the quantile), questions in place of trials, steps from the board's trials on, or all; several may be given, separated by commas. JSON and CSV have all."`
	At           []int    `placeholder:"N" help:"Trials of each question at which --show chances shows the probability of the right order and of being told apart; several may be given, separated by commas. Default: the board's own, and 2, 5 and 10 times as many."`
	CostPerTrial *float64 `placeholder:"X" help:"What one trial costs, to show costs in money."`
}

// Run finds what the pairs need and reports it.
func (c *planCommand) Run(env *cli.Env) error {
	if err := c.check(); err != nil {
		return err
	}
	source, models, err := c.models(env)
	if err != nil {
		return err
	}
	pairs, err := c.pairs(source.Board.Models, models)
	if err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	var cost float64 // not said
	if c.CostPerTrial != nil {
		cost = *c.CostPerTrial
	}
	progress, finish := env.Progress("budget", len(pairs))
	plan, err := models.Plan(env.Context, pairs, budget.PlanOptions{
		Confidence: c.Confidence, Power: c.Power, Seed: env.Seed, CostPerTrial: cost, At: c.At, Workers: env.Workers, Progress: progress,
	})
	finish()
	if err != nil {
		return err
	}
	shown := report.Budget{
		Plan: plan,
		Name: source.Name, Task: source.Board.Task, Facts: source.Facts(),
		Schema: report.Schema(source.Sorted), Missing: report.Missing(source.Kept),
		Names: source.Board.Models, Shape: source.Board.Shape(), Seed: env.Seed,
		Show: c.Show, Comonotone: strings.HasPrefix(c.Results(), "stand-in:"),
	}
	if slices.Contains(c.Show, "all") {
		shown.Show = report.BudgetTables
	}
	if env.Out != "" {
		curves, err := plan.Curves(env.Context)
		if err != nil {
			return err
		}
		if err := out.Figure(source.FileName("budget"), shown.Figure(curves)); err != nil {
			return err
		}
	}
	return env.Print(shown.Report(env.Format))
}

// models opens what the plan is of.
func (c *planCommand) models(env *cli.Env) (*input.Source, *budget.Models, error) {
	source, err := c.Open(env)
	if err != nil {
		return nil, nil, err
	}
	if c.Weights != "" && source.Coins != nil {
		return nil, nil, cli.Usagef("--weights is for boards: coins are wrong or correct, worth 0 and 1")
	}
	options, err := input.Scoring{Weights: c.Weights, Prior: c.Prior}.Options(env, c.Board, source)
	if err != nil {
		return nil, nil, err
	}
	tally := source.Board.TallyAll()
	models, err := budget.New(tally, options.Weights, options.Prior, source.Coins)
	return source, models, err
}

// check refuses flags that no board can meet.
func (c *planCommand) check() error {
	if _, err := budget.Quantile(c.Confidence); err != nil {
		return cli.Usagef("--confidence: %w", err)
	}
	switch {
	case !(c.Power > 0 && c.Power < 1):
		return cli.Usagef("--power must be above 0 and below 1, but is %v", c.Power)
	case c.Top != nil && *c.Top < 1:
		return cli.Usagef("--top must be 1 or more, but is %d", *c.Top)
	case c.Top != nil && c.Pairs != "neighbours":
		return cli.Usagef("--top and --pairs both choose the pairs: give one of them")
	case c.CostPerTrial != nil && (!(*c.CostPerTrial > 0) || math.IsInf(*c.CostPerTrial, 0)):
		return cli.Usagef("--cost-per-trial must be a number above 0, but is %v", *c.CostPerTrial)
	}
	for _, n := range c.At {
		if n < 1 || n > budget.MaxTrials {
			return cli.Usagef("--at must be from 1 to %d, but is %d", budget.MaxTrials, n)
		}
	}
	return nil
}

// pairs are the pairs asked for, as indices of models, the better one first.
func (c *planCommand) pairs(names []string, models *budget.Models) ([][2]int, error) {
	order := models.Order.Models
	if len(order) < 2 {
		return nil, fmt.Errorf("%s: a pair is two models, and there is one", c.Results())
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
