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
		fmt.Sprintf("The models are coins, whose chances of solving each question are known: the truth. %s; "+
			"each estimator scored the first trials of the same %s, seed %d. What is random are these boards; the coins are given.",
			tables.Size(len(b.Models), b.Questions, b.Options.Trials), tables.Count(b.Options.Replicates, "fresh board"), b.Options.Seed),
		"Rankings compare always: all are held against the order of the true means. Kendall τ is 1 where a ranking is that order, " +
			"0 where as many pairs of models are right as wrong; a board that ties all models counts as 0.",
		fairness,
		fmt.Sprintf("Bias is the mean of score − truth, RMSE the root of the mean of its square, coverage the share of the %s intervals "+
			"that hold the truth, all over boards and models: good intervals have a coverage of %s, and of those the narrowest are best. "+
			"± is one Monte-Carlo standard error: it says how well these boards measure the mean, not how far one board is from it.",
			wording.Percent(bakeoff.Confidence), wording.Percent(bakeoff.Confidence)),
		"A ranking has settled at the number of trials from which it is the true order and stays so to the last.",
	}
}

// Truths are what the estimators estimate, one model a row, the best one first.
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
		var names []string
		for _, other := range b.Results {
			if same(other) {
				names = append(names, other.Metric)
			}
		}
		columns = append(columns, tables.RightFloat(wording.And(names), 4, func(model int) float64 { return r.Truth[model] }))
	}
	t := tables.New("The truth: what the estimators estimate of each model", columns, order.Models)
	return t
}
