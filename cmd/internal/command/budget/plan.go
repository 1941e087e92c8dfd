package budget

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/montecarlo"
	"settle/report"
	"settle/study/budget"
)

type planCommand struct {
	input.Board
	Weights      string  `placeholder:"LIST" help:"What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed for graded outcomes."`
	Prior        string  `placeholder:"FILE" predictor:"file" help:"Results that bayes starts from, of the same models and questions: their trials count as already made, and the plan is of trials beside them."`
	Pairs        string  `default:"neighbours" placeholder:"neighbours|all|A,B" help:"Pairs to tell apart: each model from the next in the ranking, every two, or two by name."`
	Top          int     `placeholder:"K" help:"Instead of --pairs: the K leading models, each from every one below it."`
	Confidence   float64 `default:"0.95" placeholder:"P" help:"One-sided confidence that the expected |z| is to reach, from 0.8 to below 1."`
	At           []int   `placeholder:"N" help:"Trials of each question at which to show the probability of the right order; several may be given, separated by commas. Default: the board's own, and 2, 5 and 10 times as many."`
	CostPerTrial float64 `placeholder:"X" help:"What one trial costs, to show costs in money."`
}

// Run finds what the pairs need and reports it.
func (c *planCommand) Run(env *cli.Env) error {
	quantile, err := c.check()
	if err != nil {
		return err
	}
	source, err := c.Open(env)
	if err != nil {
		return err
	}
	if c.Weights != "" && source.Coins != nil {
		return cli.Usagef("--weights is for boards: coins are wrong or correct, worth 0 and 1")
	}
	options, err := input.Scoring{Weights: c.Weights, Prior: c.Prior}.Options(env, c.Board, source)
	if err != nil {
		return err
	}
	models, err := budget.New(source.Board.Tally(source.Board.Trials()), options.Weights, options.Prior, source.Coins)
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
	plan := report.Budget{
		Name: source.Name, Facts: source.Facts(), Schema: report.Schema(source.Sorted), Task: source.Board.Task, Models: source.Board.Models,
		Shape: source.Board.Shape(), Seed: env.Seed, Known: models.Known, PriorTrials: models.PriorTrials,
		Confidence: c.Confidence, Quantile: quantile, CostPerTrial: c.CostPerTrial,
	}
	if err := c.measure(env, &plan, models, pairs); err != nil {
		return err
	}
	if env.Out != "" {
		curves, err := plan.Curves(env.Context, models)
		if err != nil {
			return err
		}
		if err := out.Figure(source.FileName("budget"), plan.Figure(curves)); err != nil {
			return err
		}
	}
	return env.Print(plan.Report(env.Format))
}

// check refuses flags that no board can meet, and returns the quantile of the
// confidence.
func (c *planCommand) check() (float64, error) {
	quantile, err := budget.Quantile(c.Confidence)
	if err != nil {
		return 0, cli.Usagef("--confidence: %w", err)
	}
	switch {
	case c.Top < 0:
		return 0, cli.Usagef("--top must not be negative, but is %d", c.Top)
	case c.Top > 0 && c.Pairs != "neighbours":
		return 0, cli.Usagef("--top and --pairs both choose the pairs: give one of them")
	case !(c.CostPerTrial >= 0) || math.IsInf(c.CostPerTrial, 0):
		return 0, cli.Usagef("--cost-per-trial must be a number that is not negative, but is %v", c.CostPerTrial)
	}
	for _, n := range c.At {
		if n < 1 || n > budget.MaxTrials {
			return 0, cli.Usagef("--at must be from 1 to %d, but is %d", budget.MaxTrials, n)
		}
	}
	return quantile, nil
}

// pairs are the pairs asked for, as indices of models, the better one first.
func (c *planCommand) pairs(names []string, models *budget.Models) ([][2]int, error) {
	order := models.Order.Models
	if len(order) < 2 {
		return nil, fmt.Errorf("%s: a pair is two models, and there is one", c.Results)
	}
	switch {
	case c.Top >= len(order):
		return nil, cli.Usagef("--top must be below the number of models, %d, but is %d: say --pairs all for every two", len(order), c.Top)
	case c.Top > 0:
		return below(order, c.Top, len(order)), nil
	case c.Pairs == "neighbours":
		return below(order, len(order), 1), nil
	case c.Pairs == "all":
		return below(order, len(order), len(order)), nil
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

// below pairs each of the first models of an order with as many below it as
// there are, up to reach.
func below(order []int, leaders, reach int) [][2]int {
	var pairs [][2]int
	for place, above := range order[:min(leaders, len(order))] {
		for _, other := range order[place+1 : min(place+1+reach, len(order))] {
			pairs = append(pairs, [2]int{above, other})
		}
	}
	return pairs
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
	return 0, 0, cli.Usagef("--pairs is %q: say neighbours, all, or two models as in A,B; there are %s", pair, strings.Join(names, ", "))
}

// measure fills in what every pair needs.
func (c *planCommand) measure(env *cli.Env, plan *report.Budget, models *budget.Models, pairs [][2]int) error {
	at := c.At
	if len(at) == 0 {
		at = []int{models.Trials, 2 * models.Trials, 5 * models.Trials, 10 * models.Trials}
	}
	at = slices.Compact(slices.Sorted(slices.Values(at)))
	progress, finish := env.Progress("budget", len(pairs))
	defer finish()
	options := montecarlo.Options{Replicates: len(pairs), Workers: env.Workers, Progress: progress}
	measured, err := montecarlo.Fold(env.Context, options, func() *measurements { return new(measurements) }, func() montecarlo.Visit[*measurements] {
		return func(i int, into *measurements, _ func() bool) {
			*into = append(*into, measure(env.Context, models, pairs[i], plan.Quantile, at))
		}
	})
	if err != nil {
		return err
	}
	plan.Pairs = *measured
	return nil
}

// measurements are those of pairs, in their order.
type measurements []report.BudgetPair

// Reset forgets all.
func (m *measurements) Reset() { *m = (*m)[:0] }

// Merge adds those of later pairs.
func (m *measurements) Merge(from *measurements) { *m = append(*m, *from...) }

// measure finds what a pair needs. It ends early, with something else, where
// the context does.
func measure(ctx context.Context, models *budget.Models, pair [2]int, quantile float64, at []int) (p report.BudgetPair) {
	var err error
	if p.Need, err = models.Need(ctx, pair[0], pair[1], quantile); err != nil {
		return p
	}
	for _, n := range at {
		if ctx.Err() != nil {
			return p
		}
		p.Points = append(p.Points, models.At(pair[0], pair[1], n))
	}
	return p
}
