package next

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"settle/cmd/internal/cli"
	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/results/collect"
)

// Values of --cost for which the cost of a trial is read from the logs.
const (
	costOfLogs   = "logs"
	tokensOfLogs = "tokens"
)

// costs returns the cost of one trial for each model, or nil without --cost. spent(model) is the
// spending recorded in a model's logs. If there are no logs, spent is nil.
func (c *Command) costs(models []string, spent func(model string) collect.Spending) ([]float64, error) {
	logged := slices.Equal(c.Cost, []string{costOfLogs}) || slices.Equal(c.Cost, []string{tokensOfLogs})
	switch {
	case len(c.Cost) == 0:
		return nil, nil
	case !logged:
		return parseCosts(c.Cost, models)
	case spent == nil:
		return nil, cli.Usagef("--cost logs and --cost tokens require logs of an evaluation tool; use --cost MODEL=COST")
	}
	costs := make([]float64, len(models))
	for i, model := range models {
		of := spent(model).Cost
		if c.Cost[0] == tokensOfLogs {
			of = spent(model).Tokens
		}
		if costs[i] = of.Mean(); !(costs[i] > 0) {
			return nil, cli.Usagef("the logs do not say what attempts of %s cost; use --cost MODEL=COST", quoted.Text(model))
		}
	}
	return costs, nil
}

// costWords formats a cost in the unit of --cost.
func (c *Command) costWords(cost float64) string {
	switch {
	case slices.Equal(c.Cost, []string{costOfLogs}):
		return "$" + tables.Float(cost, 2)
	case slices.Equal(c.Cost, []string{tokensOfLogs}):
		return tables.Count(int(math.Round(cost)), "token")
	}
	return "cost " + strconv.FormatFloat(cost, 'g', 4, 64)
}

// parseCosts parses a list of MODEL=COST and returns one cost per model.
func parseCosts(costs, models []string) ([]float64, error) {
	all := make([]float64, len(models))
	for _, text := range costs {
		at := strings.LastIndex(text, "=")
		if at < 0 {
			return nil, cli.Usagef("--cost %s: must be MODEL=COST, logs or tokens", quoted.Text(text))
		}
		model := slices.Index(models, text[:at])
		cost, err := strconv.ParseFloat(text[at+1:], 64)
		switch {
		case model < 0:
			return nil, cli.Usagef("--cost %s: unknown model %s; models are %s",
				quoted.Text(text), quoted.Text(text[:at]), quoted.List(models))
		case err != nil || !(cost > 0) || math.IsInf(cost, 1):
			return nil, cli.Usagef("--cost %s: the cost of a trial must be a number above 0", quoted.Text(text))
		}
		all[model] = cost
	}
	if without := slices.Index(all, 0); without >= 0 {
		return nil, cli.Usagef("--cost gives no cost for model %s", quoted.Text(models[without]))
	}
	return all, nil
}
