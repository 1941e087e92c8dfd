package bakeoff

import (
	"fmt"
	"slices"

	"settle/internal/tables"
	"settle/ranking"
	"settle/report/wording"
	"settle/study/bakeoff"
)

// Reading returns paragraphs that explain the results.
func (b Bakeoff) Reading() []string {
	return []string{
		"The models have known success probabilities for each question: the truth. " + b.facts() +
			" The boards are random and the success probabilities fixed.",
		"Kendall τ is 1 if a ranking equals the order of the true means, and 0 if it orders as many pairs correctly as incorrectly; " +
			"a board that ties all models counts as 0.",
		fairness,
		"Bias is the mean of score − truth, RMSE the root of the mean of its square, and coverage the share of the " +
			wording.Percent(bakeoff.Confidence) + " intervals that cover the truth, all over boards and models. " +
			"± is one Monte-Carlo standard error.",
		"A ranking settles at the number of trials from which it equals the true order until the last trial.",
	}
}

// Truths returns a table of the true values that the estimators estimate. It has one
// model per row, the best first.
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
		columns = append(columns, tables.RightFloat(wording.And(b.namesWhere(same)), 4, truth))
	}
	return tables.New("The truth: the quantities that the estimators estimate for each model", columns, order.Models)
}
