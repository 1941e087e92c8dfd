package benchmarks

import (
	"context"
	"fmt"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/metrics"
	"settle/replicate"
	"settle/report"
	"settle/study/converge"
	"settle/tables"
)

// The poster's question: does a ranking take longer to settle as the leaderboard
// grows? It compares 5, 10, 15 and 20 models; the stand-ins have 11.
const (
	growthSubsets    = 200  // of a size, or all if there are no more
	growthReplicates = 1000 // that all subsets of a board share
	growthCoins      = 20
	growthModels     = 20 // the most that the poster compares
	growthMadeUp     = 18 // models to fill boards up with
	growthMany       = 15 // models up to which the poster speaks of many subsets
)

// growthMarks are the n at which rankings with the interval are looked at; the first
// is drawn.
var growthMarks = []int{10, 40}

// growthPoint is what the subsets of one size say.
type growthPoint struct {
	size, subsets   int
	mean            converge.Estimated   // convergence@n by permutations
	late            converge.Estimated   // the same with replacement, never as N + 1
	never           converge.Estimated   // share with replacement
	wrong, resolved []converge.Estimated // with the interval, by growthMarks
}

// Growth measures, on subsets of a board with their own gold, how the mean
// convergence@n and the share that never settles grow with the number of models, and
// how often the interval-aware ranking is wrong at n.
func Growth(ctx context.Context, o paper.Options) (*paper.Result, error) {
	cases, err := growthCases(o)
	if err != nil {
		return nil, err
	}
	panels := newGrowthPanels(cases)
	table := growthTable()
	data := &tables.Table{Columns: paper.Columns("board", "models", "subsets", "mean", "mean_se", "never", "never_se",
		"mean_with_replacement", "mean_with_replacement_se",
		"wrong_at_10", "resolved_at_10", "wrong_at_40", "resolved_at_40")}
	result := &paper.Result{Tables: []*tables.Table{table}, Data: []paper.Data{{Name: "growth-points", Table: data}}}
	for _, c := range cases {
		points, err := grow(ctx, o, c)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.title, err)
		}
		panels.add(c.title, points)
		for _, p := range points {
			table.Rows = append(table.Rows, p.row(c.title, func(n float64) string { return tables.Float(n, 1) }, paper.Percent))
			data.Rows = append(data.Rows, p.row(c.title, report.Number, report.Number))
		}
		result.Checks = append(result.Checks, growthChecks(c, points)...)
	}
	result.Figures = []paper.Figure{{Name: "growth", Figure: panels.figure(cases)}}
	return result, nil
}

// grow measures every size of a case.
func grow(ctx context.Context, o paper.Options, c growthCase) ([]growthPoint, error) {
	bayes := metrics.Bayes(metrics.Binary, nil)
	gold, err := metrics.Ordinals(bayes, c.tally)
	if err != nil {
		return nil, err
	}
	run := o.Run("growth "+c.title, growthReplicates, growthReplicates)
	permuted := func(n int) replicate.Source { return replicate.Permuted(c.tally, n, o.Seed, "growth rows") }
	settled, err := converge.Subsets(ctx, permuted(c.tally.Trials), bayes, gold, c.groups, run)
	if err != nil {
		return nil, err
	}
	run.Progress = nil
	resampled := replicate.Resampled(c.tally, c.tally.Trials, o.Seed, "growth rows")
	lasting, err := converge.Subsets(ctx, resampled, bayes, gold, c.groups, run)
	if err != nil {
		return nil, err
	}
	points := make([]growthPoint, len(c.sizes))
	for i, size := range c.sizes {
		points[i] = growthPoint{
			size: size, subsets: settled[i].Subsets,
			mean: settled[i].Mean, late: lasting[i].Mean, never: lasting[i].Never,
		}
	}
	for _, n := range growthMarks {
		wrong, resolved, err := converge.SubsetSeparations(
			ctx, permuted(min(n, c.tally.Trials)), bayes, gold, c.groups, paper.Rules.Confidence, run)
		if err != nil {
			return nil, err
		}
		for i := range points {
			points[i].wrong = append(points[i].wrong, wrong[i])
			points[i].resolved = append(points[i].resolved, resolved[i])
		}
	}
	return points, nil
}

// growthChecks compare what the poster says of leaderboards that grow.
func growthChecks(c growthCase, points []growthPoint) []checks.Check {
	first, many := points[0], points[len(points)-1]
	for _, p := range points {
		if p.size <= growthMany {
			many = p
		}
	}
	all := []checks.Check{{
		Check:  fmt.Sprintf("%s: mean convergence@n grows from %d to %d models", c.title, first.size, many.size),
		Ground: subsetsSettleSooner, Source: "poster",
		Outcome: checks.Statement("worsens", many.mean.Value > first.mean.Value),
		Note: fmt.Sprintf("from %s ± %s to %s ± %s, by permutations", tables.Float(first.mean.Value, 1),
			tables.Float(first.mean.SE, 1), tables.Float(many.mean.Value, 1), tables.Float(many.mean.SE, 1)),
	}}
	never := func(p growthPoint, says string, least float64, note string) {
		check := checks.Check{
			Check:  fmt.Sprintf("%s: share of subsets of %d models that never settle, with replacement", c.title, p.size),
			Ground: c.ground, Source: "poster",
			Outcome: checks.Measured(says, p.never.Value, p.never.SE, p.never.Value >= least), Note: note,
		}
		if p.size > c.real {
			check.Note += fmt.Sprintf("; %d of the models are made up", p.size-c.real)
		}
		all = append(all, check)
	}
	never(many, "many subsets fail to stabilize within 80 trials", manyOf,
		"many, of which no number is printed, is taken as a tenth")
	if last := points[len(points)-1]; last.size > many.size {
		never(last, "scaling to 20 models makes the problem severe", half,
			"severe, of which no number is printed, is taken as a half")
	}
	return all
}
