package next

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/results/logs"
)

// The values of --cost that stand for what logs say.
const (
	costOfLogs   = "logs"
	tokensOfLogs = "tokens"
)

// costs returns what a trial costs, by model, and a function that puts a cost into words. It
// returns nil if --cost does not say it.
func (c *Command) costs(source *input.Source) (costs []float64, words func(cost float64) string, err error) {
	switch {
	case len(c.Cost) == 0:
		return nil, nil, nil
	case slices.Equal(c.Cost, []string{costOfLogs}):
		costs, err = logged(source, func(model string) logs.Spent { return source.Spent(model).Cost })
		return costs, func(cost float64) string { return "$" + tables.Float(cost, 2) }, err
	case slices.Equal(c.Cost, []string{tokensOfLogs}):
		costs, err = logged(source, func(model string) logs.Spent { return source.Spent(model).Tokens })
		return costs, func(cost float64) string { return tables.Count(int(math.Round(cost)), "token") }, err
	}
	costs, err = given(c.Cost, source.Board.Models)
	return costs, func(cost float64) string { return "cost " + strconv.FormatFloat(cost, 'g', 4, 64) }, err
}

// logged returns the mean of what the attempts of each model cost by its logs.
func logged(source *input.Source, spent func(model string) logs.Spent) ([]float64, error) {
	if source.Spent == nil {
		return nil, cli.Usagef("--cost logs and --cost tokens require logs of an evaluation tool; use --cost MODEL=COST")
	}
	costs := lists.Each(source.Board.Models, func(model string) float64 { return spent(model).Mean() })
	for i, cost := range costs {
		if !(cost > 0) {
			return nil, cli.Usagef("the logs do not say what attempts of %s cost; use --cost MODEL=COST",
				quoted.Text(source.Board.Models[i]))
		}
	}
	return costs, nil
}

// given returns the costs that MODEL=COST name, one for each model.
func given(costs, models []string) ([]float64, error) {
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
		return nil, cli.Usagef("--cost lacks the model %s", quoted.Text(models[without]))
	}
	return all, nil
}
