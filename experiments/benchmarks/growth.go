package benchmarks

import (
	"context"
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/rng"
	"settle/metrics"
	"settle/replicate"
	"settle/report"
	"settle/results"
	"settle/sim"
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

// growthCase is a board with the subsets taken of it.
type growthCase struct {
	title  string
	tally  *results.Tally
	real   int // models of the board: those after them are made up
	sizes  []int
	groups []converge.Group
	ground checks.Ground // of what is said of how many subsets never settle
}

// subsetsSettleSooner is why the growth of a mean is no test.
var subsetsSettleSooner = checks.Ground{Kind: checks.Construction,
	Why: "a ranking of more models settles no earlier than that of any of its subsets in the same replicate"}

// Why checks on how many subsets never settle are no tests.
var (
	coinsStandIn = checks.Ground{Kind: checks.Data,
		Why: "the poster is about models that are not published, and coins stand in for them"}
	madeUp = checks.Ground{Kind: checks.Data,
		Why: "the board has fewer models than the poster compares, and the others are made up"}
)

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
		"mean_with_replacement", "mean_with_replacement_se", "wrong_at_10", "resolved_at_10", "wrong_at_40", "resolved_at_40")}
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

// growthCases are a board of 20 coins and the benchmarks.
func growthCases(o paper.Options) ([]growthCase, error) {
	coins, err := sim.Random(growthCoins, paper.Questions, sim.DefaultSpread, o.Seed)
	if err != nil {
		return nil, err
	}
	board, err := coins.Board(paper.Trials, o.Seed, 0)
	if err != nil {
		return nil, err
	}
	cases := []growthCase{newGrowthCase(o, "20 coins", board, coinsStandIn)}
	benchmarks, err := o.Boards()
	if err != nil {
		return nil, err
	}
	for _, b := range benchmarks {
		board := b.AllModels()
		if len(growthSizes(len(board.Models))) > 1 {
			cases = append(cases, newGrowthCase(o, b.Title, board, b.Ground(neverFitted)))
		}
	}
	return cases, nil
}

// newGrowthCase takes subsets of a board, which made-up models fill up to as many as the
// poster compares.
func newGrowthCase(o paper.Options, title string, board *results.Board, ground checks.Ground) growthCase {
	c := growthCase{
		title: title, tally: board.Tally(board.Trials()), real: len(board.Models), sizes: growthSizes(len(board.Models)),
		ground: ground,
	}
	for _, size := range c.sizes {
		stream := rng.New(o.Seed, fmt.Sprintf("growth subsets of %d", size), 0)
		c.groups = append(c.groups, chosen(0, c.real, size, stream))
	}
	if c.real >= growthModels {
		return c
	}
	c.ground = madeUp
	c.tally = filledUp(c.tally, growthMadeUp, o.Seed, "growth made-up models of "+title)
	for _, size := range []int{growthMany, growthModels} {
		if size > c.real {
			stream := rng.New(o.Seed, fmt.Sprintf("growth made-up models, %d of them", size-c.real), 0)
			c.sizes = append(c.sizes, size)
			c.groups = append(c.groups, joined(c.real, chosen(c.real, c.real+growthMadeUp, size-c.real, stream)))
		}
	}
	return c
}

// growthSizes are the subset sizes for a board: the poster's 5, 10, 15 and 20 where
// it has so many models, and else four up to all of its own.
func growthSizes(models int) []int {
	if models >= growthModels {
		return []int{5, 10, 15, growthModels}
	}
	var sizes []int
	step := max(2, (models-5)/3)
	for size := 5; size <= models && len(sizes) < 4; size += step {
		sizes = append(sizes, size)
	}
	return sizes
}

// chosen are the subsets of a size of the models from..to−1: all of them if there are
// few, and else a random sample, each on its own.
func chosen(from, to, size int, stream *rng.Stream) converge.Group {
	if all := combinations(from, to, size, growthSubsets); all != nil {
		return converge.Group{Subsets: all, All: true}
	}
	var g converge.Group
	for range growthSubsets {
		var subset []int
		for model := from; model < to; model++ {
			// Each model is taken with the chance that leaves every subset
			// equally likely (Knuth's selection sampling).
			if int(stream.Below(uint32(to-model))) < size-len(subset) {
				subset = append(subset, model)
			}
		}
		g.Subsets = append(g.Subsets, subset)
	}
	return g
}

// combinations are all subsets of a size of the models from..to−1, nil if there are
// more than most.
func combinations(from, to, size, most int) [][]int {
	if size == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for first := from; first <= to-size; first++ {
		rest := combinations(first+1, to, size-1, most)
		if rest == nil || len(all)+len(rest) > most {
			return nil
		}
		for _, subset := range rest {
			all = append(all, append([]int{first}, subset...))
		}
	}
	return all
}

// joined adds the first models to every subset.
func joined(models int, g converge.Group) converge.Group {
	for i, subset := range g.Subsets {
		g.Subsets[i] = append(paper.Indices(models), subset...)
	}
	return g
}

// filledUp is a tally with made-up models after its own. Each is between two of those
// there: its chance on a question is a weighted mean of theirs, with one random weight
// for all questions.
func filledUp(t *results.Tally, more int, seed uint64, purpose string) *results.Tally {
	chances := make([][]float64, more)
	for i := range chances {
		stream := rng.New(seed, purpose, i)
		a, b, weight := int(stream.Below(uint32(t.Models))), int(stream.Below(uint32(t.Models-1))), stream.Float64()
		if b >= a {
			b++
		}
		for q := range t.Questions {
			share := weight*float64(t.Row(a)[q]) + (1-weight)*float64(t.Row(b)[q])
			chances[i] = append(chances[i], min(share/float64(t.Trials), 1))
		}
	}
	shape := results.Shape{Models: more, Questions: t.Questions, Trials: t.Trials, Top: t.Top}
	chance := func(model, question int) float64 { return chances[model][question] }
	drawn := replicate.Fresh(shape, chance, seed, purpose+", trials").Walker().Draw(0)
	out := results.NewTally(t.Models+more, t.Questions, t.Top)
	out.Trials = t.Trials
	for model := range out.Models {
		from, at := t, model
		if model >= t.Models {
			from, at = drawn, model-t.Models
		}
		for q, successes := range from.Row(at) {
			out.Add(model, q, 1, int(successes))
		}
	}
	return out
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
	never(many, "many subsets fail to stabilize within 80 trials", manyOf, "many, of which no number is printed, is taken as a tenth")
	if last := points[len(points)-1]; last.size > many.size {
		never(last, "scaling to 20 models makes the problem severe", half, "severe, of which no number is printed, is taken as a half")
	}
	return all
}

// growthPanels are the three of the figure.
type growthPanels struct{ mean, never, wrong figures.Curves }

func newGrowthPanels(cases []growthCase) *growthPanels {
	panel := func(title, y string) figures.Curves {
		return figures.Curves{Title: title, XLabel: "models compared", YLabel: y, Bounds: &[2]float64{0, 1}, ShowY: []float64{0}}
	}
	p := &growthPanels{
		mean:  panel("(a) mean convergence@n, permutations", "trials"),
		never: panel("(b) never settle, with replacement", "share of subsets"),
		wrong: panel(fmt.Sprintf("(c) a pair ranked apart the wrong way at n = %d", growthMarks[0]), "share of subsets"),
	}
	p.mean.Bounds = nil
	if most := mostReal(cases); most < growthModels {
		rule := figures.Rule{At: float64(most), Label: "boards: made up beyond"}
		for _, panel := range []*figures.Curves{&p.mean, &p.never, &p.wrong} {
			panel.Rules = []figures.Rule{rule}
		}
	}
	return p
}

// mostReal is the most models of a benchmark.
func mostReal(cases []growthCase) int {
	most := growthModels
	for i, c := range cases[1:] {
		if i == 0 || c.real > most {
			most = c.real
		}
	}
	return most
}

func (p *growthPanels) add(title string, points []growthPoint) {
	line := func(of func(growthPoint) converge.Estimated) figures.Line {
		l := figures.Line{Name: title}
		for _, point := range points {
			e := of(point)
			l.X, l.Y, l.SE = append(l.X, float64(point.size)), append(l.Y, e.Value), append(l.SE, e.SE)
		}
		return l
	}
	p.mean.Lines = append(p.mean.Lines, line(func(p growthPoint) converge.Estimated { return p.mean }))
	p.never.Lines = append(p.never.Lines, line(func(p growthPoint) converge.Estimated { return p.never }))
	p.wrong.Lines = append(p.wrong.Lines, line(func(p growthPoint) converge.Estimated { return p.wrong[0] }))
}

func (p *growthPanels) figure(cases []growthCase) *figures.Figure {
	caption := fmt.Sprintf("Subsets of each size, %d at most, each with its own gold; %d row replicates that all share. "+
		"(c) is for the ranking with the 95 %% interval. Shaded: ±1.96 standard errors over subsets and replicates. "+
		"%s: simulated. Others: stand-ins, constructed to match the paper's published statistics, unless boards were given.",
		growthSubsets, growthReplicates, cases[0].title)
	if slices.ContainsFunc(cases, func(c growthCase) bool { return c.ground == madeUp }) {
		caption += " Beyond the models of a board subsets are all of these with made-up ones, each between two of the board's."
	}
	return &figures.Figure{
		Title: "A larger leaderboard takes longer to settle", Caption: caption,
		Panels: []figures.Panel{p.mean, p.never, p.wrong},
	}
}

func growthTable() *tables.Table {
	t := &tables.Table{
		Title: "Growth: convergence of Bayes@N against the number of models", Columns: []tables.Column{{Name: "board"}},
		Notes: []string{
			"± is the standard error over subsets and replicates. Mean: convergence@n by permutations. Never, late: the share " +
				"that never settles and the mean convergence@n, with never as N + 1, with replacement. " +
				"Wrong at n: the share of subsets and replicates in which the 95 % rule ranks some pair apart against gold; " +
				"resolved: the mean share of pairs that it ranks apart.",
		},
	}
	for _, name := range []string{
		"models", "subsets", "mean", "±", "never", "±", "late", "±", "wrong at 10", "resolved", "wrong at 40", "resolved",
	} {
		t.Columns = append(t.Columns, tables.Column{Name: name, Right: true})
	}
	return t
}

func (p growthPoint) row(title string, trials, share func(float64) string) []string {
	row := []string{
		title, fmt.Sprint(p.size), fmt.Sprint(p.subsets), trials(p.mean.Value), trials(p.mean.SE),
		share(p.never.Value), share(p.never.SE), trials(p.late.Value), trials(p.late.SE),
	}
	for i := range growthMarks {
		row = append(row, share(p.wrong[i].Value), share(p.resolved[i].Value))
	}
	return row
}
