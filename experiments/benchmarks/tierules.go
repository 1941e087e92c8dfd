package benchmarks

import (
	"context"
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/ranking"
	"settle/results"
	"settle/study/standings"
)

// tieRules compares two rules of the paper for separating models, on one board. One
// rule requires z ≥ 1.645 (section 2.5), and the other requires that 95 % intervals do
// not overlap (section 1).
type tieRules struct {
	pairs           int
	byZ, byOverlap  int       // numbers of separated pairs
	zRank, overlap  []float64 // dense ranks by model
	changed         int       // models whose rank differs
	zLast, overLast float64   // the worst rank by each rule
}

// compareRules ranks the models of a board by both rules for separating models. s is
// the ranking by z, and t the tally of the board.
func compareRules(ctx context.Context, b paper.Benchmark, s standings.Standings, t *results.Tally) tieRules {
	overlap := paper.Rules
	overlap.Ties = ranking.Overlap
	other := paper.RankByBayes(ctx, b.Board.Models, t, overlap)
	yes := func(resolved bool) bool { return resolved }
	c := tieRules{
		pairs: len(s.Pairs), byZ: lists.CountIf(s.Resolved, yes), byOverlap: lists.CountIf(other.Resolved, yes),
		zRank: paper.RanksOf(s).Interval, overlap: paper.RanksOf(other).Interval,
	}
	c.changed = countDiffering(c.zRank, c.overlap)
	c.zLast, c.overLast = slices.Max(c.zRank), slices.Max(c.overlap)
	return c
}

// countDiffering returns the number of models whose ranks differ between two rankings.
func countDiffering(ranks, others []float64) int {
	return lists.CountIf(lists.Indices(len(ranks)), func(model int) bool { return others[model] != ranks[model] })
}

// rulesTables returns tables of the results of both rules for separating models, with
// one board per row.
func rulesTables(all []rankedBenchmark) (shown, data *tables.Table) {
	shown, data = paper.Tables("Table 2 by each of the paper's two rules", []tables.Field[rankedBenchmark]{
		paper.Text("board", "board", func(b rankedBenchmark) string { return b.Title }),
		paper.Count("pairs", "pairs", func(b rankedBenchmark) int { return b.rules.pairs }),
		paper.Count("separated by z", "separated_by_z", func(b rankedBenchmark) int { return b.rules.byZ }),
		paper.Count("separated by intervals", "separated_by_intervals", func(b rankedBenchmark) int { return b.rules.byOverlap }),
		paper.Number("ranks by z", "ranks_by_z", tables.Number, func(b rankedBenchmark) float64 { return b.rules.zLast }),
		paper.Number("ranks by intervals", "ranks_by_intervals", tables.Number,
			func(b rankedBenchmark) float64 { return b.rules.overLast }),
		paper.Count("models whose rank changes", "models_whose_rank_changes",
			func(b rankedBenchmark) int { return b.rules.changed }),
	}, all)
	shown.Notes = []string{"By z: separated if z ≥ 1.645 (section 2.5). By intervals: separated if the two-sided 95 % intervals " +
		"do not overlap (abstract, section 1), which needs a z of 1.96 to 2.77. Ranks are dense, and neighbours that are " +
		"not separated share a rank."}
	return shown, data
}

// overlapCheck returns a check that Table 2 follows the rule that the text states:
// models whose 95 % intervals overlap share a rank.
func overlapCheck(b rankedBenchmark) checks.Check {
	c := b.rules
	differ := countDiffering(table2Published[b.Key].interval, c.overlap)
	return checks.New(b.Title+": number of ranks in Table 2 that change if models with overlapping 95 % intervals tie",
		"paper, section 3.2", b.Ground(neverFitted),
		checks.Measured("allows models with overlapping CIs to share the same rank", float64(differ), 0, differ == 0),
		fmt.Sprintf("out of %d ranks. Intervals separate %d of %d pairs, and z ≥ 1.645 separates %d pairs",
			len(c.overlap), c.byOverlap, c.pairs, c.byZ))
}
