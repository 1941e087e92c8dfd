package report

import (
	"fmt"
	"math"
	"slices"

	"settle/study/standings"
	"settle/tables"
)

// StandingsData is rankings by several metrics as CSV, a model and metric per
// row; of an unequal board with the number of questions that each score is of.
func StandingsData(all []standings.Standings) *tables.Table {
	var rows []placed
	for i := range all {
		rows = append(rows, places(&all[i])...)
	}
	fields := standingsFields
	if all[0].LeftOut.Of > 0 {
		questions := whole("questions", func(p placed) float64 { return float64(p.Questions) })
		fields = append(slices.Clone(fields), questions)
	}
	return tables.New("", fields, rows)
}

// standingsFields are the columns of the CSV.
var standingsFields = []tables.Of[placed]{
	tables.Left("metric", func(p placed) string { return p.ranking.Metric }),
	tables.Left("model", func(p placed) string { return p.Model }),
	whole("score", func(p placed) float64 { return p.Score }),
	withInterval("sigma", func(p placed) float64 { return p.Sigma }),
	withInterval("lo", func(p placed) float64 { return p.Lo }),
	withInterval("hi", func(p placed) float64 { return p.Hi }),
	whole("rank", func(p placed) float64 { return p.Rank }),
	withInterval("rank_ci", func(p placed) float64 { return p.RankInterval }),
	withInterval("mu", func(p placed) float64 { return p.Mu }),
	withInterval("z_next", func(p placed) float64 { return p.z }),
	whole("rho_next", func(p placed) float64 { return p.rho }),
	tables.Left("resolved_next", placed.told),
	withAllPairs("rank_best", func(p placed) float64 { return float64(p.Span.Best) }),
	withAllPairs("rank_worst", func(p placed) float64 { return float64(p.Span.Worst) }),
	withDraws("rank_lo", func(p placed) float64 { return float64(p.RankLo) }),
	withDraws("rank_hi", func(p placed) float64 { return float64(p.RankHi) }),
	withDraws("p_rank_1", func(p placed) float64 { return p.Probabilities[0] }),
	whole("observed", placed.observed),
	withAllAtOnce("set_best", func(p placed) float64 { return float64(p.Set.Best) }),
	withAllAtOnce("set_worst", func(p placed) float64 { return float64(p.Set.Worst) }),
	tables.Left("group", func(p placed) string { return p.Letters }),
}

// withInterval is a column that is empty without an interval.
func withInterval(name string, of func(placed) float64) tables.Of[placed] {
	return whole(name, func(p placed) float64 {
		if !p.ranking.Interval {
			return math.NaN()
		}
		return of(p)
	})
}

// withAllPairs is a column that is empty unless all pairs were compared.
func withAllPairs(name string, of func(placed) float64) tables.Of[placed] {
	return withInterval(name, func(p placed) float64 {
		if p.ranking.Rules.Pairs != standings.AllPairs {
			return math.NaN()
		}
		return of(p)
	})
}

// withAllAtOnce is a column that is empty unless all pairs were compared at once.
func withAllAtOnce(name string, of func(placed) float64) tables.Of[placed] {
	return whole(name, func(p placed) float64 {
		if p.ranking.Together == nil {
			return math.NaN()
		}
		return of(p)
	})
}

// withDraws is a column that is empty without draws.
func withDraws(name string, of func(placed) float64) tables.Of[placed] {
	return whole(name, func(p placed) float64 {
		if p.ranking.Draws == 0 {
			return math.NaN()
		}
		return of(p)
	})
}

// observed is what the trials of a model alone show, NaN where the score is that.
func (p placed) observed() float64 {
	if p.ranking.Observed == "" {
		return math.NaN()
	}
	return p.Standing.Observed
}

// told says whether a model is told apart from the next one, nothing where there
// is no next one, or nothing was compared.
func (p placed) told() string {
	if len(p.ranking.Pairs) == 0 || p.last {
		return ""
	}
	return fmt.Sprint(p.resolved)
}
