package paper

import (
	"context"
	"fmt"
	"strings"

	"settle/figures"
	"settle/internal/lists"
	"settle/metrics"
	"settle/ranking"
	"settle/results"
	"settle/study/standings"
)

// Rules holds the rules by which the paper ranks models.
var Rules = standings.Rules{
	Confidence: 0.95, Ties: ranking.ZScore, Convention: ranking.Dense, Bounds: metrics.Unbounded,
}

// Ranks holds the ranks of models by Bayes@N, indexed by model. Plain holds the ranks
// by score alone. In the ranks of Interval, neighbours tie unless their scores are
// separated.
type Ranks struct{ Plain, Interval []float64 }

// RanksOf returns the ranks in s, indexed by model.
func RanksOf(s standings.Standings) Ranks {
	r := Ranks{make([]float64, len(s.Rows)), make([]float64, len(s.Rows))}
	for _, row := range s.Rows {
		r.Plain[row.Index], r.Interval[row.Index] = row.Rank, row.RankInterval
	}
	return r
}

// RankByBayes ranks the models of a tally by Bayes@N, under the given rules.
func RankByBayes(ctx context.Context, models []string, t *results.Tally, by standings.Rules) standings.Standings {
	return Must(standings.Rank(ctx, models, t, metrics.Bayes(metrics.Binary, nil), by))
}

// ByBayes replaces the metric's name in the axis label of a leaderboard by the paper's
// name, such as Bayes@80. It returns the figure.
func ByBayes(f *figures.Figure, trials int) *figures.Figure {
	board := f.Panels[0].(figures.Leaderboard)
	board.XLabel = strings.Replace(board.XLabel, "bayes", fmt.Sprintf("Bayes@%d", trials), 1)
	f.Panels[0] = board
	return f
}

// Floats converts integers to floats.
func Floats(integers []int) []float64 {
	return lists.Each(integers, func(integer int) float64 { return float64(integer) })
}
