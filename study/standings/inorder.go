package standings

import (
	"math"

	"settle/metrics"
	"settle/ranking"
	"settle/results"
)

// RankInOrder ranks the models of a board by a metric that depends on the order of the trials. It
// takes the trials in the order of the board. seed seeds the metric's own randomness. The result
// has only scores and ranks and no posterior, because another order of the trials would give
// different scores. RankInOrder fails if the metric cannot score the board.
func RankInOrder(b *results.Board, m metrics.Sequential, rules Rules, seed uint64) (s Standings, err error) {
	defer metrics.Catch(&err)
	if err := m.Check(b.Top(), max(1, b.MostTrials())); err != nil {
		return Standings{}, err
	}
	e := metrics.EvaluateInOrder(m, b, seed)
	order := ranking.ByCompare(len(b.Models), func(i, j int) int { return e.Ordinals[i] - e.Ordinals[j] })
	return Standings{
		Metric: m.Name(), Traits: metrics.TraitsOf(m), Rules: rules, Seed: seed, InOrder: true, Rows: newRows(b.Models, e, order, rules, b.TallyAll()),
	}, nil
}

// newRows returns a Standing for each model, best first, with its score and rank.
func newRows(models []string, e metrics.Evaluation, order ranking.Order, rules Rules, t *results.Tally) []Standing {
	rows, ranks := make([]Standing, len(models)), order.Ranks(rules.Convention)
	for place, model := range order.Models {
		rows[place] = Standing{
			Model: models[model], Index: model, Score: e.Scores[model], Rank: ranks[model],
			Questions: t.Met(model), Lo: math.NaN(), Hi: math.NaN(),
		}
	}
	return rows
}
