package estimators

import (
	"fmt"
	"strings"

	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
)

// coverageColumns lists the metrics that are columns in the table of coverage.
var coverageColumns = []string{"bayes", "bayes:fitted", "avg", "avg:clt"}

// coverageDrawn lists the metrics that the figure of coverage shows.
var coverageDrawn = []string{"bayes", "bayes:fitted", "avg"}

// A cellOf selects the cells (summaries of intervals) of all metrics at one n. i is the
// index of this n in intervalTrials.
type cellOf struct {
	measuredTruth
	i int
}

func coverageTables(all []measuredTruth) (shown, data *tables.Table) {
	var rows []cellOf
	for _, m := range all {
		for i := range intervalTrials {
			rows = append(rows, cellOf{m, i})
		}
	}
	fields := []tables.Field[cellOf]{
		paper.Text("success probabilities", "chances", func(c cellOf) string { return c.name }),
		paper.Count("n", "n", func(c cellOf) int { return intervalTrials[c.i] }),
	}
	for _, metric := range coverageColumns {
		fields = append(fields, paper.Estimate(metric, strings.ReplaceAll(metric, ":", "_"), paper.Percent,
			func(c cellOf) (share, se float64) { return c.cells[metric][c.i].coverage() })...)
	}
	shown, data = paper.Tables("Coverage of nominal 95 % intervals, 30 questions", fields, rows)
	shown.Notes = []string{fmt.Sprintf("Coverage is the share of the intervals of 11 models that cover the mean success probability of these questions, "+
		"over %d boards (for bayes:fitted, over %d boards). ±: one Monte-Carlo standard error. docs/coverage.md has more results.",
		intervalBoards, fittedBoards)}
	return shown, data
}

func lossTable(all []measuredTruth) *tables.Table {
	columns := []tables.Field[int]{tables.Right("n", func(n int) string { return fmt.Sprint(n) })}
	for _, m := range all {
		columns = append(columns, tables.Right(m.name+": bayes", func(n int) string {
			bayes, _ := m.rootMeanSquare(n)
			return paper.FourDigits(bayes)
		}), tables.Right("avg", func(n int) string {
			_, avg := m.rootMeanSquare(n)
			return paper.FourDigits(avg)
		}))
	}
	t := tables.New("Root mean squared error of bayes and avg, 30 questions", columns, intervalTrials)
	t.Notes = []string{"The errors are exact averages over trials and 11 models and, for uniform success probabilities, also over these probabilities."}
	return t
}

func smallTables(small map[string][]*intervalCell) (shown, data *tables.Table) {
	type row struct {
		metric string
		n      int
		*intervalCell
	}
	var rows []row
	for _, name := range strings.Split(smallMetrics, ",") {
		for i, n := range smallTrials {
			rows = append(rows, row{name, n, small[name][i]})
		}
	}
	shown, data = paper.Tables("Intervals on five questions like the paper's coins", []tables.Field[row]{
		paper.Text("metric", "metric", func(r row) string { return r.metric }),
		paper.Count("n", "n", func(r row) int { return r.n }),
		paper.Number("coverage", "coverage", paper.Percent, func(r row) float64 { share, _ := r.coverage(); return share }),
		paper.Number("beyond [0, 1]", "beyond", paper.Percent, func(r row) float64 { return r.share(r.overflow) }),
		paper.Number("no width", "no_width", paper.Percent, func(r row) float64 { return r.share(r.collapsed) }),
	}, rows)
	shown.Notes = []string{fmt.Sprintf("Shares refer to the intervals of 11 models on %d boards. beyond [0, 1]: μ ± 1.96σ extends beyond [0, 1] "+
		"before clipping.", intervalBoards)}
	return shown, data
}

func shapeTable(shapes []shape) *tables.Table {
	return tables.New("Shares of the exact posterior beyond the normal 95 % interval of section 2.5", []tables.Field[shape]{
		tables.Left("results", func(s shape) string { return s.name }),
		tables.Right("below", func(s shape) string { return tables.Percent(s.below, 2) }),
		tables.Right("above", func(s shape) string { return tables.Percent(s.above, 2) }),
	}, shapes)
}

// panelLetters lists the letters that label panels.
var panelLetters = []string{"(a)", "(b)", "(c)"}

func coverageFigure(all []measuredTruth) *figures.Figure {
	f := &figures.Figure{
		Title: "Intervals of avg cover well everywhere, but intervals of bayes only if its uniform prior is right",
		Caption: fmt.Sprintf("Share of nominal 95 %% intervals of 11 models that cover the mean success probability of these 30 questions, "+
			"on %d boards "+
			"(bayes:fitted: %d boards). In (b) and (c), the models have the means of the paper's coins. Shaded: ±1.96 Monte-Carlo "+
			"standard errors.",
			intervalBoards, fittedBoards),
	}
	for i, m := range all {
		panel := figures.Curves{
			Title: panelLetters[i] + " " + m.name, XLabel: "trials n", YLabel: "coverage", LogX: true, ShowY: []float64{0, 1},
			Bounds: &[2]float64{0, 1}, Rules: []figures.Rule{{Horizontal: true, At: 0.95, Label: "95 %"}},
		}
		for _, c := range coverageDrawn {
			panel.Lines = append(panel.Lines, cellLine(c, m.cells[c], (*intervalCell).coverage))
		}
		f.Panels = append(f.Panels, panel)
	}
	return f
}

func lossFigure(all []measuredTruth) *figures.Figure {
	f := &figures.Figure{
		Title: "Under its uniform prior, bayes errs less than avg; elsewhere, avg errs less",
		Caption: fmt.Sprintf("Root mean squared error over 11 models and 30 questions. The error is exact for bayes and avg, and simulated for "+
			"bayes:fitted on %d boards (shaded: ±1.96 Monte-Carlo standard errors).", fittedBoards),
	}
	for i, m := range all {
		panel := figures.Curves{
			Title: panelLetters[i] + " " + m.name, XLabel: "trials n", YLabel: "RMSE", LogX: true, LogY: true,
			ShowY: []float64{0.005, 0.12},
		}
		bayes := func(n int) (x, y float64) { y, _ = m.rootMeanSquare(n); return float64(n), y }
		avg := func(n int) (x, y float64) { _, y = m.rootMeanSquare(n); return float64(n), y }
		panel.Lines = []figures.Line{
			paper.Exactly("bayes", intervalTrials, bayes), cellLine("bayes:fitted", m.cells["bayes:fitted"], (*intervalCell).rmse),
			paper.Exactly("avg", intervalTrials, avg),
		}
		f.Panels = append(f.Panels, panel)
	}
	return f
}

// cellLine returns a line of a figure with one point per cell, which summarizes the
// intervals at one n. The x coordinate is n. compute(cell) returns the y coordinate and
// its standard error.
func cellLine(name string, cells []*intervalCell, compute func(*intervalCell) (float64, float64)) figures.Line {
	return paper.Line(name, lists.Indices(len(cells)), func(i int) (x, y, se float64) {
		y, se = compute(cells[i])
		return float64(intervalTrials[i]), y, se
	})
}
