package benchmarks

import (
	"context"
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/metrics"
	"settle/ranking"
	"settle/report"
	"settle/results"
	"settle/study/standings"
	"settle/tables"
)

// tieRules is what the paper's two rules come to on one board: models are told apart
// by z ≥ 1.645 (section 2.5), or by 95 % intervals that do not overlap (section 1).
type tieRules struct {
	title           string
	pairs           int
	byZ, byOverlap  int       // pairs told apart
	zRank, overlap  []float64 // dense ranks by model
	changed         int       // models whose rank differs
	zLast, overLast float64   // the last rank
}

// compareRules ranks a board by both rules; s is its ranking by z.
func compareRules(ctx context.Context, b paper.Benchmark, s standings.Standings, t *results.Tally) (tieRules, error) {
	rules := paper.Rules
	rules.Ties = ranking.Overlap
	other, err := standings.Rank(ctx, b.Board.Models, t, metrics.Bayes(metrics.Binary, nil), rules)
	if err != nil {
		return tieRules{}, err
	}
	c := tieRules{
		title: b.Title, pairs: len(s.Pairs), byZ: count(s.Resolved), byOverlap: count(other.Resolved),
		zRank: paper.RanksOf(s).Interval, overlap: paper.RanksOf(other).Interval,
	}
	for model, rank := range c.zRank {
		if c.overlap[model] != rank {
			c.changed++
		}
	}
	c.zLast, c.overLast = slices.Max(c.zRank), slices.Max(c.overlap)
	return c, nil
}

func count(of []bool) int {
	n := 0
	for _, is := range of {
		if is {
			n++
		}
	}
	return n
}

// rulesTable shows what the two rules come to, a board per row.
func rulesTable(all []ranked) *tables.Table {
	rules := make([]tieRules, len(all))
	for i, b := range all {
		rules[i] = b.rules
	}
	whole := func(name string, of func(tieRules) int) tables.Of[tieRules] {
		return tables.Right(name, func(c tieRules) string { return fmt.Sprint(of(c)) })
	}
	t := tables.New("Table 2 by both of the paper's rules", []tables.Of[tieRules]{
		tables.Left("board", func(c tieRules) string { return c.title }),
		whole("pairs", func(c tieRules) int { return c.pairs }),
		whole("apart by z", func(c tieRules) int { return c.byZ }),
		whole("apart by intervals", func(c tieRules) int { return c.byOverlap }),
		tables.Right("ranks by z", func(c tieRules) string { return report.Number(c.zLast) }),
		tables.Right("ranks by intervals", func(c tieRules) string { return report.Number(c.overLast) }),
		whole("models whose rank changes", func(c tieRules) int { return c.changed }),
	}, rules)
	t.Notes = []string{"By z: apart if z ≥ 1.645 (section 2.5). By intervals: apart if the two-sided 95 % intervals do " +
		"not overlap (abstract, section 1), which needs z of 1.96 to 2.77. Ranks are dense, and neighbours that are " +
		"not apart share one."}
	return t
}

// overlapCheck is whether Table 2 could come from the rule that the text states.
func overlapCheck(b ranked) checks.Check {
	c, differ := b.rules, 0
	for model, rank := range table2Published[b.Key].interval {
		if c.overlap[model] != rank {
			differ++
		}
	}
	return checks.Check{
		Check:  b.Title + ": ranks of Table 2 that change if models tie whose 95 % intervals overlap",
		Ground: b.Ground(neverFitted), Source: "paper, section 3.2",
		Outcome: checks.Measured("allows models with overlapping CIs to share the same rank",
			float64(differ), 0, differ == 0),
		Note: fmt.Sprintf("of %d; apart are %d of %d pairs by intervals, %d by z ≥ 1.645",
			len(c.overlap), c.byOverlap, c.pairs, c.byZ),
	}
}
