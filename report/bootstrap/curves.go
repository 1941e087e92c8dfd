package bootstrap

import (
	"fmt"
	"slices"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/metrics"
	"settle/montecarlo"
	"settle/report"
	"settle/report/wording"
)

// Curves holds results against the number of trials: the mean agreement of rankings
// with a reference ranking (gold), the distribution of this agreement over replicates,
// the scores, or several of these. It also says how the results were made.
type Curves struct {
	report.Setting
	Curves        []montecarlo.Curve // nil for none
	Distributions *Distributions     // nil for none
	Scores        *Scores            // nil for none
	LogN          bool               // figures have a logarithmic n axis
}

func (c Curves) title() string { return c.Name + ": agreement with gold as trials are added" }

// Report returns the report in the given format. CSV contains the results for every
// number of trials, and the other formats those for a few.
func (c Curves) Report(format string) report.Report {
	r := report.Report{JSON: c.document()}
	csv := tables.Format(format).IsData()
	add := func(known bool, data func() *tables.Table, shown func() []*tables.Table) {
		switch {
		case known && csv:
			r.Tables = append(r.Tables, data())
		case known:
			r.Tables = append(r.Tables, shown()...)
		}
	}
	add(c.Curves != nil, c.data, func() []*tables.Table { return []*tables.Table{c.table()} })
	add(c.Distributions != nil, c.distributionData, func() []*tables.Table { return []*tables.Table{c.distributionTable()} })
	add(c.Scores != nil, c.scoreData, c.scoreTables)
	return r
}

// table returns a table of Kendall's τ with the reference ranking at a few numbers of
// trials. Notes say how the results were made.
func (c Curves) table() *tables.Table {
	t, largest := curvesTable(c.title(), c.Curves, c.Shape.Trials)
	t.Warn("Mean Kendall τ_b with gold. The largest Monte-Carlo standard error of any point is " + largest + "; " +
		"more --replicates reduce it.")
	if c.Shape.Trials == 1 && c.Scheme != report.Fresh {
		t.Warn("With one trial, every replicate is the board itself: run more trials to see how rankings agree with gold.")
	}
	t.Warn(report.UndefinedNote(mostUndefined(c.Curves), "replicates"))
	t.Warn(c.Warnings()...)
	return t
}

// CurvesTable returns a table of Kendall's τ with the reference ranking, with one
// metric per row. There is a column for each of a few numbers of trials. The last
// argument is the largest of these numbers.
func CurvesTable(title string, curves []montecarlo.Curve, trials int) *tables.Table {
	t, largest := curvesTable(title, curves, trials)
	t.Warn(report.UndefinedNote(mostUndefined(curves), "replicates"))
	t.Note("Mean Kendall τ_b with gold; the largest Monte-Carlo standard error of any point is " + largest + ".")
	return t
}

// curvesTable returns the table of CurvesTable without notes. It also returns, as text,
// the largest Monte Carlo standard error of τ at any point of the curves.
func curvesTable(title string, curves []montecarlo.Curve, trials int) (t *tables.Table, largest string) {
	columns := []tables.Field[montecarlo.Curve]{tables.Left("metric", func(c montecarlo.Curve) string { return c.Metric })}
	for _, n := range columnsOf(curves, trials) {
		tau := func(c montecarlo.Curve) string { return tauAt(c, n) }
		columns = append(columns, tables.Right(fmt.Sprintf("n=%d", n), tau))
	}
	se := lists.Max(pointsOf(curves), func(p montecarlo.Point) float64 { return p.SE })
	return tables.New(title, columns, curves), tables.Float(se, 4)
}

// columnsOf returns the numbers of trials that a table of curves shows. The last
// argument is the largest of them. If a curve skips some numbers because its metric is
// slow, columnsOf returns at most nine of those that are not skipped.
func columnsOf(curves []montecarlo.Curve, trials int) []int {
	sparse := slices.ContainsFunc(curves, func(c montecarlo.Curve) bool {
		return len(c.Points) > 1 && len(c.Points) <= c.Points[len(c.Points)-1].N-c.Points[0].N
	})
	if !sparse {
		return report.Milestones(trials)
	}
	const most = 9
	grid := metrics.Grid(trials)
	for len(grid) > most {
		last := grid[len(grid)-1]
		for i := 0; 2*i < len(grid); i++ {
			grid[i] = grid[2*i]
		}
		if grid = grid[:(len(grid)+1)/2]; grid[len(grid)-1] != last {
			grid = append(grid, last)
		}
	}
	return grid
}

// tauAt formats the τ of a curve at n trials. It returns tables.Missing if the curve
// has no point at n.
func tauAt(c montecarlo.Curve, n int) string {
	if i := slices.IndexFunc(c.Points, func(p montecarlo.Point) bool { return p.N == n }); i >= 0 {
		return tables.Float(c.Points[i].Tau, 3)
	}
	return tables.Missing
}

// mostUndefined returns the largest number of replicates, at any point of any curve,
// whose τ is undefined.
func mostUndefined(curves []montecarlo.Curve) int {
	return lists.Max(pointsOf(curves), func(p montecarlo.Point) int { return p.Undefined })
}

// pointsOf returns all points of all curves.
func pointsOf(curves []montecarlo.Curve) []montecarlo.Point {
	return lists.Flat(curves, func(c montecarlo.Curve) []montecarlo.Point { return c.Points })
}

// Figure returns a figure of Kendall's τ with the reference ranking against the number
// of trials, with one line per metric.
func (c Curves) Figure() *figures.Figure {
	caption := c.FactsCaption() + wording.If(c.Replicates > 1, " Shaded: ±1.96 Monte-Carlo standard errors.")
	caption = wording.Joined(caption, " ", report.UndefinedNote(mostUndefined(c.Curves), "replicates"))
	caption = wording.Joined(caption, "\n", c.Note)
	return &figures.Figure{
		Title: c.title(), Caption: caption,
		Panels: []figures.Panel{figures.Curves{
			XLabel: "trials n", YLabel: "mean Kendall τ with gold", Lines: CurveLines(c.Curves), LogX: c.LogN,
			Bounds: &[2]float64{-1, 1},
		}},
	}
}

// CurveLines returns the lines of a figure, one per curve. If there are too many curves
// for distinct colours, curves of the same family of metrics share a colour.
func CurveLines(curves []montecarlo.Curve) []figures.Line {
	lines := make([]figures.Line, len(curves))
	for i, c := range curves {
		line := figures.Line{Name: c.Metric, Group: wording.If(len(curves) > report.ManyMetrics,
			report.Family(c.Metric))}
		for _, p := range c.Points {
			line.X = append(line.X, float64(p.N))
			line.Y = append(line.Y, p.Tau)
			line.SE = append(line.SE, p.SE)
		}
		lines[i] = line
	}
	return lines
}

// A curvePoint is one point of a curve, with the metric of the curve.
type curvePoint struct {
	montecarlo.Point
	metric string
}

// curvePoints returns all points of a curve.
func curvePoints(c montecarlo.Curve) []curvePoint {
	return lists.Each(c.Points, func(p montecarlo.Point) curvePoint { return curvePoint{p, c.Metric} })
}

// curveFields lists the fields of a point. The standard error is null if there is only
// one replicate.
var curveFields = tables.Fields[curvePoint]{
	tables.Data("metric", func(p curvePoint) string { return p.metric }),
	tables.Data("n", func(p curvePoint) int { return p.N }),
	tables.Data("tau", func(p curvePoint) float64 { return p.Tau }),
	tables.Data("se", func(p curvePoint) float64 { return p.SE }),
	tables.Data("undefined", func(p curvePoint) int { return p.Undefined }),
}

// data returns every point of every curve, one per row, for CSV.
func (c Curves) data() *tables.Table { return curveFields.CSV(lists.Flat(c.Curves, curvePoints)) }

func (c Curves) document() tables.Object {
	curves := lists.Each(c.Curves, func(curve montecarlo.Curve) tables.Object {
		return tables.NewObject("metric", curve.Metric, "points",
			curveFields.Without("metric").JSON(curvePoints(curve)))
	})
	distributions, scores := tables.Absent, tables.Absent
	if c.Distributions != nil {
		distributions = c.Distributions.document()
	}
	if c.Scores != nil {
		scores = c.Scores.document()
	}
	return tables.NewObject(c.Object(), "curves", tables.When(len(curves) > 0, curves),
		"distributions", distributions, "scores", scores)
}
