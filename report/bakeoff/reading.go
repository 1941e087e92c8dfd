package bakeoff

import (
	"fmt"
	"slices"

	"settle/internal/tables"
	"settle/ranking"
	"settle/report/wording"
	"settle/study/bakeoff"
)

// Reading says how to read what was found, a paragraph each.
func (b Bakeoff) Reading() []string {
	return []string{
		"The models are coins, whose chances of solving each question are known: the truth. " + b.facts() +
			" What is random are these boards; the coins are given.",
		"Kendall τ is 1 where a ranking is the order of the true means, 0 where as many pairs of models are right as wrong; " +
			"a board that ties all models counts as 0.",
		fairness,
		"Bias is the mean of score − truth, RMSE the root of the mean of its square, coverage the share of the " +
			wording.Percent(bakeoff.Confidence) + " intervals that hold the truth, all over boards and models. " +
			"± is one Monte-Carlo standard error.",
		"A ranking has settled at the number of trials from which it is the true order and stays so to the last.",
	}
}

// Truths returns the quantities that the estimators estimate, one model a row, the best one first.
func (b Bakeoff) Truths() *tables.Table {
	order := ranking.ByCompare(len(b.Models), func(i, j int) int { return b.Gold[i] - b.Gold[j] })
	ranks := order.Ranks(ranking.Competition)
	columns := []tables.Field[int]{
		tables.Right("true rank", func(model int) string { return fmt.Sprint(ranks[model]) }),
		tables.Left("model", func(model int) string { return b.Models[model] }),
	}
	for i, r := range b.Results {
		same := func(other bakeoff.Result) bool { return slices.Equal(other.Truth, r.Truth) }
		if r.Truth == nil || slices.ContainsFunc(b.Results[:i], same) {
			continue
		}
		truth := func(model int) float64 { return r.Truth[model] }
		columns = append(columns, tables.RightFloat(wording.And(b.named(same)), 4, truth))
	}
	return tables.New("The truth: what the estimators estimate of each model", columns, order.Models)
}
