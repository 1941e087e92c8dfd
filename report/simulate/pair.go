package simulate

import (
	"fmt"
	"strings"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/montecarlo"
	"settle/report"
	"settle/sim"
)

// A Pair holds how often two simulated models, whose success probabilities are known,
// are ranked in the right order with 1, 2, … trials per question.
type Pair struct {
	Coins        string // name of the simulated models
	Above, Below string
	Means        []float64 // means of the models Above and Below
	Questions    int
	Replicates   int // boards per N
	Seed         uint64
	Points       []montecarlo.PairPoint // simulated results, by N − 1
	Orders       []sim.Order            // exact results, by N − 1
}

// A threshold is a value that |z| can reach, with the confidence that the paper on
// which Settle is based assigns to it.
type threshold struct {
	z    float64
	name string
}

var thresholds = []threshold{{1.645, "95 %"}, {1.96, "97.5 %"}}

// Report returns the report in the given format. CSV contains the results for every
// number of trials, and the other formats those for a few.
func (p Pair) Report(format string) report.Report {
	return report.InFormat(format, p.document, p.Data, p.tables)
}

// tables returns the tables that readers see.
func (p Pair) tables() []*tables.Table {
	t := p.Table(fmt.Sprintf("Ordering %s (%s) above %s (%s)",
		p.Above, tables.Float(p.Means[0], 4), p.Below, tables.Float(p.Means[1], 4)), report.Milestones(len(p.Points))...)
	for _, threshold := range thresholds {
		t.Lead = strings.TrimSpace(t.Lead + " " + p.sentence(threshold.z, threshold.name))
	}
	t.Warn(fmt.Sprintf("%s; %s for each N; seed %d.",
		tables.Count(p.Questions, "question"), tables.Count(p.Replicates, "board"), p.Seed))
	return []*tables.Table{t}
}

// sentence returns a sentence with the number of trials per question at which the
// expected |z| reaches the threshold z. The name is a text for the confidence that
// belongs to z.
func (p Pair) sentence(z float64, name string) string {
	if n := sim.Crossing(p.Orders, z); n > 0 {
		return fmt.Sprintf("The expected |z| reaches %v (%s) at %s per question.", z, name,
			tables.Count(n, "trial"))
	}
	return fmt.Sprintf("The expected |z| does not reach %v (%s) within %s per question.",
		z, name, tables.Count(len(p.Points), "trial"))
}

// A pairAt holds the simulated and the exact results for one number of trials per
// question.
type pairAt struct {
	drawn montecarlo.PairPoint
	exact sim.Order
}

// right returns the simulated probability of the right order, in which a tie counts as
// half.
func (p pairAt) right() float64 { return p.drawn.Right + p.drawn.Tied/2 }

// exactRight returns the exact probability of the right order, in which a tie counts as
// half.
func (p pairAt) exactRight() float64 { return p.exact.Right + p.exact.Tied/2 }

// resultsAt returns the results for the given numbers of trials per question.
func (p Pair) resultsAt(ns ...int) []pairAt {
	return lists.Each(ns, func(n int) pairAt { return pairAt{p.Points[n-1], p.Orders[n-1]} })
}

// allResults returns the results for every number of trials per question, from 1.
func (p Pair) allResults() []pairAt { return p.resultsAt(lists.Indices(len(p.Points) + 1)[1:]...) }

// pairFields lists the fields that describe the results for one number of trials per
// question.
var pairFields = tables.Fields[pairAt]{
	tables.Data("n", func(at pairAt) int { return at.drawn.N }).Head("N"),
	tables.Data("right", func(at pairAt) float64 { return at.drawn.Right }),
	tables.Data("tied", func(at pairAt) float64 { return at.drawn.Tied }),
	tables.Data("right_se", func(at pairAt) float64 { return at.drawn.RightSE }).Rounded("±", 3),
	tables.Data("exact_right", func(at pairAt) float64 { return at.exact.Right }),
	tables.Data("exact_tied", func(at pairAt) float64 { return at.exact.Tied }),
	tables.Data("z", func(at pairAt) float64 { return at.drawn.Z }).Rounded("mean |z|", 3),
	tables.Data("z_se", func(at pairAt) float64 { return at.drawn.ZSE }).Rounded("±", 3),
	tables.Data("expected_z", func(at pairAt) float64 { return at.exact.Z }).Rounded("expected |z|", 3),
	tables.Right("shown_right", func(at pairAt) string { return tables.Float(at.right(), 3) }).Head("P(right)"),
	tables.Right("shown_exact", func(at pairAt) string { return tables.Float(at.exactRight(), 4) }).Head("exact"),
}

// Table returns a table of the results for the given numbers of trials per question,
// one per row.
func (p Pair) Table(title string, ns ...int) *tables.Table {
	t := tables.New(title, pairFields.Pick("n shown_right right_se shown_exact z z_se expected_z"), p.resultsAt(ns...))
	t.Notes = []string{"P(right): probability of the right order; a tie counts half. ±: one Monte-Carlo standard error. " +
		"expected |z|: expected absolute difference, divided by the square root of its expected variance."}
	return t
}

// Figure returns a figure with two panels against the number of trials per question:
// the probability of the right order, and the mean |z|. Each shows simulated and exact
// values.
func (p Pair) Figure() *figures.Figure {
	var n, right, exactRight, z, exactZ []float64
	for _, at := range p.allResults() {
		n = append(n, float64(at.drawn.N))
		right, z = append(right, at.right()), append(z, at.drawn.Z)
		exactRight, exactZ = append(exactRight, at.exactRight()), append(exactZ, at.exact.Z)
	}
	left := figures.Curves{
		Title:  "(a) probability of the right order",
		XLabel: "trials N", YLabel: fmt.Sprintf("P(%s above %s)", p.Above, p.Below),
		Lines: []figures.Line{
			{Name: "simulated", X: n, Y: right, Points: true},
			{Name: "exact or expected", X: n, Y: exactRight, Bare: true},
		},
		ShowY: []float64{1}, Bounds: &[2]float64{0, 1},
	}
	side := figures.Curves{
		Title: "(b) mean absolute z-score", XLabel: "trials N", YLabel: "mean |z|",
		Lines: []figures.Line{
			{Name: "simulated", X: n, Y: z, Points: true},
			{Name: "exact or expected", X: n, Y: exactZ, Bare: true},
		},
	}
	caption := "A tie counts as half right."
	for _, t := range thresholds {
		rule := figures.Rule{Horizontal: true, At: t.z, Label: fmt.Sprintf("z = %v (%s)", t.z, t.name)}
		side.Rules = append(side.Rules, rule)
		if crossing := sim.Crossing(p.Orders, t.z); crossing > 0 {
			caption = "A tie counts as half right. Vertical rules: N at which the expected |z| reaches a threshold."
			rule := figures.Rule{At: float64(crossing), Label: fmt.Sprintf("N = %d (z = %v)", crossing, t.z)}
			side.Rules = append(side.Rules, rule)
		}
	}
	return &figures.Figure{
		Title:   fmt.Sprintf("How many trials does it take to rank %s above %s?", p.Above, p.Below),
		Caption: caption,
		Panels:  []figures.Panel{left, side},
	}
}

func (p Pair) document() tables.Object {
	crossings := lists.Each(thresholds, func(t threshold) tables.Object { // n is null if z does not reach the threshold
		return tables.NewObject("z", t.z, "first_n", tables.OrNull(montecarlo.Crossing(p.Points, t.z)),
			"expected_n", tables.OrNull(sim.Crossing(p.Orders, t.z)))
	})
	return tables.NewObject("coins", p.Coins, "above", p.Above, "below", p.Below, "means", p.Means, "questions", p.Questions,
		"replicates", p.Replicates, "seed", p.Seed, "points", pairFields.JSON(p.allResults()), "crossings", crossings)
}

// Data returns a table of the results for every number of trials per question, one per
// row, for CSV.
func (p Pair) Data() *tables.Table { return pairFields.CSV(p.allResults()) }
