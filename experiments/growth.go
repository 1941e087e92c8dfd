package experiments

import (
	"context"
	"fmt"

	"settle/experiments/checks"
	"settle/figures"
	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/report"
	"settle/results"
	"settle/sim"
	"settle/study/converge"
	"settle/tables"
)

// The poster's question: does a ranking take longer to settle as the
// leaderboard grows? It compares 5, 10, 15 and 20 models; the stand-ins have
// 11.
const (
	growthSubsets    = 24  // random subsets per size
	growthReplicates = 250 // row permutations per subset
	growthCoins      = 20
)

// growthCase is a board with the sizes of the subsets taken of it.
type growthCase struct {
	title string
	board *results.Board
	sizes []int
}

// subsetsSettleSooner is why the growth of a mean is no test.
var subsetsSettleSooner = checks.Ground{Kind: checks.Construction,
	Why: "a ranking of more models settles no earlier than that of any of its subsets in the same replicate"}

// growthPoint is what the subsets of one size say.
type growthPoint struct {
	size        int
	mean, se    float64 // of the subsets' mean convergence@n
	unsettled   float64 // mean share of replicates that settle only at n = N, or never
	unsettledSE float64
	wrong       []converge.Separation // with the interval, by n, averaged over subsets
}

// Growth measures, on random subsets of a board with their own gold, how the
// mean convergence@n and the share of unsettled replicates grow with the
// number of models, and how often the interval-aware ranking is wrong at n.
func Growth(ctx context.Context, o Options) (*Result, error) {
	cases, err := o.growthCases()
	if err != nil {
		return nil, err
	}
	left := figures.Curves{Title: "(a) mean convergence@n", XLabel: "models compared", YLabel: "trials"}
	middle := figures.Curves{
		Title:  "(b) settled only with the last trial, or never",
		XLabel: "models compared", YLabel: "share of replicates",
	}
	right := figures.Curves{
		Title:  "(c) a pair ranked apart the wrong way",
		XLabel: "models compared", YLabel: "share of replicates",
	}
	table := growthTable()
	data := &tables.Table{Columns: columns("board", "models", "mean", "mean_se", "unsettled", "unsettled_se",
		"wrong_at_10", "resolved_at_10", "wrong_at_40", "resolved_at_40")}
	result := &Result{Tables: []*tables.Table{table}, Data: []Data{{"growth-points", data}}}
	for _, c := range cases {
		points, err := o.grow(ctx, c)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.title, err)
		}
		addGrowth(&left, &middle, &right, c.title, points)
		for _, p := range points {
			table.Rows = append(table.Rows, p.row(c.title, func(n float64) string { return tables.Float(n, 1) }, percent))
			data.Rows = append(data.Rows, p.row(c.title, report.Number, report.Number))
		}
		first, last := points[0], points[len(points)-1]
		result.Checks = append(result.Checks, checks.Check{
			Check:  fmt.Sprintf("%s: mean convergence@n grows from %d to %d models", c.title, first.size, last.size),
			Ground: subsetsSettleSooner, Source: "poster",
			Outcome: checks.Statement("worsens", last.mean > first.mean),
			Note: fmt.Sprintf("from %s ± %s to %s ± %s", tables.Float(first.mean, 1), tables.Float(first.se, 1),
				tables.Float(last.mean, 1), tables.Float(last.se, 1)),
		})
	}
	result.Figures = []Figure{{"growth", &figures.Figure{
		Title: "A larger leaderboard takes longer to settle",
		Caption: fmt.Sprintf("%d random subsets per size, each with its own gold, %d row permutations each. "+
			"(c) is for the ranking with the 95 %% interval, at n = 10. Shaded: ±1.96 standard errors over subsets. %s",
			growthSubsets, growthReplicates, growthNote(cases)),
		Panels: []figures.Panel{left, middle, right},
	}}}
	return result, nil
}

func growthNote(cases []growthCase) string {
	return fmt.Sprintf("%s: simulated. Others: stand-ins, constructed to match the paper's published statistics, "+
		"unless boards were given.", cases[0].title)
}

// growthCases are a board of 20 coins and the benchmarks.
func (o Options) growthCases() ([]growthCase, error) {
	coins, err := sim.Random(growthCoins, paperQuestions, sim.DefaultSpread, o.Seed)
	if err != nil {
		return nil, err
	}
	board, err := coins.Board(paperTrials, o.Seed, 0)
	if err != nil {
		return nil, err
	}
	cases := []growthCase{{"20 coins", board, []int{5, 10, 15, 20}}}
	benchmarks, err := o.benchmarks()
	if err != nil {
		return nil, err
	}
	for _, b := range benchmarks {
		if sizes := growthSizes(len(b.Board.Models)); len(sizes) > 1 {
			cases = append(cases, growthCase{b.Title, b.Board, sizes})
		}
	}
	return cases, nil
}

// paperQuestions is the number of questions of the paper's coins and
// benchmarks.
const paperQuestions = 30

// growthSizes are the subset sizes for a board: 5, 7, 9, … up to all models,
// four of them at most.
func growthSizes(models int) []int {
	var sizes []int
	step := max(2, (models-5)/3)
	for size := 5; size <= models && len(sizes) < 4; size += step {
		sizes = append(sizes, size)
	}
	return sizes
}

// grow measures every size of a case.
func (o Options) grow(ctx context.Context, c growthCase) ([]growthPoint, error) {
	var points []growthPoint
	all := c.board.Tally(c.board.Trials())
	total := len(c.sizes) * growthSubsets
	progress := func(int) {}
	if o.Stage != nil {
		progress = o.Stage("growth "+c.title, total)
	}
	for i, size := range c.sizes {
		var subsets []subset
		for s := range growthSubsets {
			measured, err := o.measureSubset(ctx, all, size, s)
			if err != nil {
				return nil, err
			}
			subsets = append(subsets, measured)
			progress(i*growthSubsets + s + 1)
		}
		points = append(points, summarise(size, subsets))
	}
	return points, nil
}

// subset is what one subset of models says.
type subset struct {
	mean, unsettled float64
	separations     []converge.Separation
}

func (o Options) measureSubset(ctx context.Context, all *results.Tally, size, index int) (subset, error) {
	t := choose(all, size, rng.New(o.Seed, fmt.Sprintf("growth subsets of %d", size), index))
	bayes := metrics.Bayes(metrics.Binary, nil)
	gold, err := metrics.Ordinals(bayes, t)
	if err != nil {
		return subset{}, err
	}
	source := replicate.Permuted(t, t.Trials, o.Seed, fmt.Sprintf("growth rows of subset %d of %d", index, size))
	run := montecarlo.Options{Replicates: growthReplicates, Workers: o.Workers}
	d, err := converge.Measure(ctx, source, []metrics.Metric{bayes}, gold, converge.Options{Options: run})
	if err != nil {
		return subset{}, err
	}
	separations, err := converge.Separations(ctx, source, bayes, gold, table1Rules.Confidence, run)
	if err != nil {
		return subset{}, err
	}
	mean, _ := d[0].Mean()
	return subset{mean, 1 - d[0].BeforeLast(), separations}, nil
}

// choose is the tally of a random subset of the models, in their order.
func choose(all *results.Tally, size int, stream *rng.Stream) *results.Tally {
	t := results.NewTally(size, all.Questions, all.Top)
	t.Trials = all.Trials
	taken := 0
	for model := range all.Models {
		// Each model is taken with the chance that leaves every subset
		// equally likely (Knuth's selection sampling).
		if left := all.Models - model; int(stream.Below(uint32(left))) >= size-taken {
			continue
		}
		copy(t.Row(taken), all.Row(model))
		copy(t.Totals[taken*t.Top:], all.Totals[model*t.Top:(model+1)*t.Top])
		taken++
	}
	return t
}

func summarise(size int, subsets []subset) growthPoint {
	p := growthPoint{size: size, wrong: make([]converge.Separation, len(subsets[0].separations))}
	mean := func(of func(subset) float64) (mean, se float64) {
		var m montecarlo.Moments
		for _, s := range subsets {
			m.Add(of(s))
		}
		return m.Mean(float64(len(subsets)))
	}
	p.mean, p.se = mean(func(s subset) float64 { return s.mean })
	p.unsettled, p.unsettledSE = mean(func(s subset) float64 { return s.unsettled })
	for i := range p.wrong {
		at := converge.Separation{N: subsets[0].separations[i].N}
		at.Wrong, at.SE = mean(func(s subset) float64 { return s.separations[i].Wrong })
		at.Resolved, _ = mean(func(s subset) float64 { return s.separations[i].Resolved })
		p.wrong[i] = at
	}
	return p
}

// growthMark is the n of panel (c).
const growthMark = 10

func addGrowth(left, middle, right *figures.Curves, title string, points []growthPoint) {
	var x, mean, meanSE, unsettled, unsettledSE, wrong, wrongSE []float64
	for _, p := range points {
		x = append(x, float64(p.size))
		mean, meanSE = append(mean, p.mean), append(meanSE, p.se)
		unsettled, unsettledSE = append(unsettled, p.unsettled), append(unsettledSE, p.unsettledSE)
		at := p.wrong[min(growthMark, len(p.wrong))-1]
		wrong, wrongSE = append(wrong, at.Wrong), append(wrongSE, at.SE)
	}
	left.Lines = append(left.Lines, figures.Line{Name: title, X: x, Y: mean, SE: meanSE})
	middle.Lines = append(middle.Lines, figures.Line{Name: title, X: x, Y: unsettled, SE: unsettledSE})
	right.Lines = append(right.Lines, figures.Line{Name: title, X: x, Y: wrong, SE: wrongSE})
}

func growthTable() *tables.Table {
	t := &tables.Table{
		Title: "Growth: convergence of Bayes@N against the number of models", Columns: []tables.Column{{Name: "board"}},
		Notes: []string{
			"± is the standard error over subsets. Unsettled: settles only at n = N, or never. " +
				"Wrong at n: the share of replicates in which the 95 % rule ranks some pair apart against gold; " +
				"resolved: the mean share of pairs that it ranks apart.",
		},
	}
	for _, name := range []string{
		"models", "mean", "±", "unsettled", "±", "wrong at 10", "resolved", "wrong at 40", "resolved",
	} {
		t.Columns = append(t.Columns, tables.Column{Name: name, Right: true})
	}
	return t
}

func (p growthPoint) row(title string, trials, share func(float64) string) []string {
	row := []string{title, fmt.Sprint(p.size), trials(p.mean), trials(p.se), share(p.unsettled), share(p.unsettledSE)}
	for _, n := range []int{10, 40} {
		at := p.wrong[min(n, len(p.wrong))-1]
		row = append(row, share(at.Wrong), share(at.Resolved))
	}
	return row
}
