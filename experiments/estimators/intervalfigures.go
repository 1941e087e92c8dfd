package estimators

import (
	"fmt"
	"strings"

	"settle/experiments/paper"
	"settle/figures"
	"settle/report"
	"settle/tables"
)

// coverageColumns are the metrics of the table of coverage.
var coverageColumns = []struct {
	name string
	of   func(m measured) []*intervalCell
}{
	{"bayes", func(m measured) []*intervalCell { return m.bayes }},
	{"bayes:fitted", func(m measured) []*intervalCell { return m.fitted }},
	{"avg", func(m measured) []*intervalCell { return m.avg }},
	{"avg:clt", func(m measured) []*intervalCell { return m.clt }},
}

func coverageTable(all []measured) *tables.Table {
	t := &tables.Table{
		Title:   "Coverage of nominal 95 % intervals, 30 questions",
		Columns: []tables.Column{{Name: "chances"}, {Name: "n", Right: true}},
		Notes: []string{fmt.Sprintf("Share of the intervals of 11 models that hold the mean chance of these "+
			"questions, over %d boards, "+
			"of bayes:fitted over %d (docs/coverage.md has more); ±: one Monte-Carlo standard error.", intervalBoards,
			fittedBoards)},
	}
	for _, c := range coverageColumns {
		t.Columns = append(t.Columns, tables.Column{Name: c.name, Right: true}, tables.Column{Name: "±", Right: true})
	}
	t.Rows = coverageRows(all, paper.Percent)
	return t
}

func coverageData(all []measured) *tables.Table {
	return &tables.Table{
		Columns: paper.Columns("chances", "n", "bayes", "bayes_se", "bayes_fitted", "bayes_fitted_se", "avg", "avg_se",
			"avg_clt", "avg_clt_se"),
		Rows: coverageRows(all, report.Number),
	}
}

func coverageRows(all []measured, show func(float64) string) (rows [][]string) {
	for _, m := range all {
		for i, n := range intervalTrials {
			row := []string{m.name, fmt.Sprint(n)}
			for _, c := range coverageColumns {
				share, se := c.of(m)[i].coverage()
				row = append(row, show(share), show(se))
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func lossTable(all []measured) *tables.Table {
	t := &tables.Table{
		Title:   "Root mean squared error of bayes and avg, 30 questions",
		Columns: []tables.Column{{Name: "n", Right: true}},
		Notes:   []string{"Exact, over trials and 11 models; under uniform chances over the chances, too."},
	}
	for _, m := range all {
		t.Columns = append(t.Columns, tables.Column{Name: m.name + ": bayes", Right: true},
			tables.Column{Name: "avg", Right: true})
	}
	for _, n := range intervalTrials {
		row := []string{fmt.Sprint(n)}
		for _, m := range all {
			bayes, avg := m.rootMeanSquare(n)
			row = append(row, tables.Float(bayes, 4), tables.Float(avg, 4))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func smallTable(small intervalSums) *tables.Table {
	return &tables.Table{
		Title: "Intervals on five questions like the paper's coins",
		Columns: []tables.Column{{Name: "metric"}, {Name: "n", Right: true}, {Name: "coverage", Right: true},
			{Name: "beyond [0, 1]", Right: true}, {Name: "no width", Right: true}},
		Rows: smallRows(small, paper.Percent),
		Notes: []string{fmt.Sprintf("Share of the intervals of 11 models on %d boards; beyond [0, 1]: μ ± 1.96σ "+
			"before they are clipped.",
			intervalBoards)},
	}
}

func smallData(small intervalSums) *tables.Table {
	return &tables.Table{Columns: paper.Columns("metric", "n", "coverage", "beyond", "no_width"),
		Rows: smallRows(small, report.Number)}
}

func smallRows(small intervalSums, show func(float64) string) (rows [][]string) {
	for m, name := range strings.Split(smallMetrics, ",") {
		for i, n := range smallTrials {
			c := small[m][i]
			share, _ := c.coverage()
			rows = append(rows, []string{name, fmt.Sprint(n), show(share), show(c.share(c.overflow)),
				show(c.share(c.collapsed))})
		}
	}
	return rows
}

func shapeTable(shapes []shape) *tables.Table {
	return tables.New("Exact posterior beyond the normal 95 % interval of section 2.5", []tables.Of[shape]{
		tables.Left("results", func(s shape) string { return s.name }),
		tables.Right("below", func(s shape) string { return tables.Percent(s.below, 2) }),
		tables.Right("above", func(s shape) string { return tables.Percent(s.above, 2) }),
	}, shapes)
}

// panelLetters number panels.
var panelLetters = []string{"(a)", "(b)", "(c)"}

func coverageFigure(all []measured) *figures.Figure {
	f := &figures.Figure{
		Title: "Intervals of uniform priors hold what they say under that prior alone",
		Caption: fmt.Sprintf("Share of nominal 95 %% intervals that hold the mean chance of these 30 questions, "+
			"11 models, on %d boards "+
			"(bayes:fitted: %d). Means are those of the paper's coins in (b) and (c). Shaded: ±1.96 Monte-Carlo "+
			"standard errors.",
			intervalBoards, fittedBoards),
	}
	for i, m := range all {
		panel := figures.Curves{
			Title: panelLetters[i] + " " + m.name, XLabel: "trials n", YLabel: "coverage", LogX: true, ShowY: []float64{0, 1},
			Bounds: &[2]float64{0, 1}, Rules: []figures.Rule{{Horizontal: true, At: 0.95, Label: "95 %"}},
		}
		for _, c := range coverageColumns[:3] {
			panel.Lines = append(panel.Lines, cellLine(c.name, c.of(m), (*intervalCell).coverage))
		}
		f.Panels = append(f.Panels, panel)
	}
	return f
}

func lossFigure(all []measured) *figures.Figure {
	f := &figures.Figure{
		Title: "Under its prior the posterior mean errs least; elsewhere avg errs less",
		Caption: fmt.Sprintf("Root mean squared error over 11 models and 30 questions: of bayes and avg exact, of "+
			"bayes:fitted on %d boards (shaded: ±1.96 Monte-Carlo standard errors).", fittedBoards),
	}
	for i, m := range all {
		panel := figures.Curves{
			Title: panelLetters[i] + " " + m.name, XLabel: "trials n", YLabel: "RMSE", LogX: true, LogY: true,
			ShowY: []float64{0.005, 0.12},
		}
		bayes, avg := figures.Line{Name: "bayes"}, figures.Line{Name: "avg"}
		for _, n := range intervalTrials {
			b, a := m.rootMeanSquare(n)
			bayes.X, bayes.Y = append(bayes.X, float64(n)), append(bayes.Y, b)
			avg.X, avg.Y = append(avg.X, float64(n)), append(avg.Y, a)
		}
		panel.Lines = []figures.Line{bayes, cellLine("bayes:fitted", m.fitted, (*intervalCell).rmse), avg}
		f.Panels = append(f.Panels, panel)
	}
	return f
}

// cellLine is a number of cells against n.
func cellLine(name string, cells []*intervalCell, of func(*intervalCell) (float64, float64)) figures.Line {
	l := figures.Line{Name: name}
	for i, c := range cells {
		y, se := of(c)
		l.X, l.Y, l.SE = append(l.X, float64(intervalTrials[i])), append(l.Y, y), append(l.SE, se)
	}
	return l
}
