package benchmarks

import (
	"context"
	"fmt"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/metrics"
	"settle/replicate"
	"settle/report/wording"
	"settle/study/converge"
)

// Numbers for the experiment Growth, which measures whether a ranking takes longer to
// settle as the leaderboard grows. The poster compares 5, 10, 15 and 20 models; the
// stand-ins (simulated boards) have 11.
const (
	growthSubsets    = 200  // maximum number of subsets of one size
	growthReplicates = 1000 // replicates shared by all subsets of a board
	growthCoins      = 20
	growthModels     = 20 // largest number that the poster compares
	growthMadeUp     = 18 // made-up models available to enlarge boards
	growthMany       = 15 // largest number of models for which the poster says "many subsets"
)

// growthMarks lists the n at which rankings are compared with the gold ranking. Models
// tie in these rankings unless their intervals separate them. The figure shows only n = 10.
var growthMarks = []int{10, 40}

// A growthPoint holds the results for all subsets of one size.
type growthPoint struct {
	board           string
	size, subsets   int
	mean            converge.Estimated   // convergence@n with permutations
	late            converge.Estimated   // convergence@n with replacement; N + 1 if a replicate never settles
	never           converge.Estimated   // share that never settles, with replacement
	wrong, resolved []converge.Estimated // results of the ranking with the interval, by growthMarks
}

// Growth measures how rankings change with the number of models. It ranks subsets of a
// board's models, each with its own gold ranking. It shows the mean n at which rankings
// settle, and the share of replicates that never settle. It also shows how often the
// ranking with the 95 % interval separates a pair in the wrong order.
func Growth(ctx context.Context, o paper.Options) *paper.Result {
	cases := growthCases(o)
	panels := newGrowthPanels(cases)
	result := &paper.Result{}
	var all []growthPoint
	for _, c := range cases {
		points := grow(ctx, o, c)
		panels.add(c.title, points)
		all = append(all, points...)
		result.AddChecks(growthChecks(c, points)...)
	}
	table, data := paper.Tables("Growth: convergence of Bayes@N against the number of models", growthFields(), all)
	table.Notes = []string{growthNote}
	result.AddTables(table)
	result.AddData("growth-points", data)
	result.AddFigure("growth", panels.figure(cases))
	return result
}

// grow measures the rankings of subsets of a board's models. It returns one point per
// subset size.
func grow(ctx context.Context, o paper.Options, c growthCase) []growthPoint {
	defer paper.About(c.title)
	bayes := metrics.Bayes(metrics.Binary, nil)
	gold := paper.Must(metrics.Ordinals(bayes, c.tally))
	run := o.Run("growth "+c.title, growthReplicates, growthReplicates)
	subsets := func(source replicate.Source) []converge.OfSubsets {
		found := paper.Must(converge.Subsets(ctx, source, bayes, gold, c.groups, run))
		run.Progress = nil
		return found
	}
	permuted := func(n int) replicate.Source { return replicate.Permuted(c.tally, n, o.Seed, "growth rows") }
	settled := subsets(permuted(c.tally.Trials))
	lasting := subsets(replicate.Resampled(c.tally, c.tally.Trials, o.Seed, "growth rows"))
	points := make([]growthPoint, len(c.sizes))
	for i, size := range c.sizes {
		points[i] = growthPoint{
			board: c.title, size: size, subsets: settled[i].Subsets,
			mean: settled[i].Mean, late: lasting[i].Mean, never: lasting[i].Never,
		}
	}
	for _, n := range growthMarks {
		wrong, resolved, err := converge.SubsetSeparations(
			ctx, permuted(min(n, c.tally.Trials)), bayes, gold, c.groups, paper.Rules.Confidence, run)
		paper.StopOn(err)
		for i := range points {
			points[i].wrong = append(points[i].wrong, wrong[i])
			points[i].resolved = append(points[i].resolved, resolved[i])
		}
	}
	return points
}

// growthChecks returns checks of the poster's statements about growing leaderboards.
func growthChecks(c growthCase, points []growthPoint) []checks.Check {
	first, many := points[0], points[len(points)-1]
	for _, p := range points {
		if p.size <= growthMany {
			many = p
		}
	}
	around := func(e converge.Estimated) string { return paper.OneDigit(e.Value) + " ± " + paper.OneDigit(e.SE) }
	all := []checks.Check{checks.New(
		fmt.Sprintf("%s: mean convergence@n is larger with %d models than with %d", c.title, many.size, first.size),
		"poster", subsetsSettleSooner, checks.Statement("worsens", many.mean.Value > first.mean.Value),
		fmt.Sprintf("mean convergence@n changes from %s to %s, by permutations", around(first.mean), around(many.mean)))}
	never := func(p growthPoint, says string, least float64, note string) {
		note += wording.If(p.size > c.real, fmt.Sprintf(". %d of the models are made up", p.size-c.real))
		all = append(all, checks.New(
			fmt.Sprintf("%s: share of subsets of %d models that never settle, with replacement", c.title, p.size),
			"poster", c.ground,
			checks.Measured(says, p.never.Value, p.never.SE, p.never.Value >= least).AtEdge(p.never.Value-least), note))
	}
	never(many, "many subsets fail to stabilize within 80 trials", manyOf,
		"the poster prints no number. Here, \"many\" means that at least a tenth of the subsets never settle")
	if last := points[len(points)-1]; last.size > many.size {
		never(last, "scaling to 20 models makes the problem severe", half,
			"the poster prints no number. Here, \"severe\" means that at least half of the subsets never settle")
	}
	return all
}
