package estimators

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"settle/experiments/checks"
	"settle/experiments/formulas"
	"settle/experiments/paper"
	"settle/figures"
	"settle/report"
	"settle/sim"
	"settle/tables"
)

// The grounds of what is said of intervals and estimators.
var (
	simulated = checks.Ground{
		Kind: checks.Test,
		Why: "the truth of simulated models is known, their chances were chosen for their shape and not for what " +
			"is measured, and intervals may hold it more or less often than they say",
	}
	computed = checks.Ground{
		Kind: checks.Test,
		Why:  "it is computed exactly for chances that were chosen for their shape, and could come to anything",
	}
	bayesRule = checks.Ground{
		Kind: checks.Construction,
		Why:  "under its own prior the posterior mean minimises the expected squared error of any estimator, by definition",
	}
)

// calibrated is how far from 95 % a coverage may be and still be called well-calibrated,
// beyond three standard errors.
const calibrated = 0.02

// offCoverage is how far from 95 % a coverage certainly is.
func offCoverage(c intervalCell) float64 {
	share, se := c.coverage()
	return math.Abs(share-0.95) - 3*se
}

// worstCoverage is the cell whose coverage is farthest from 95 %, with its n.
func worstCoverage(cells []intervalCell) (intervalCell, int) {
	at := 0
	for i, c := range cells {
		if offCoverage(c) > offCoverage(cells[at]) {
			at = i
		}
	}
	return cells[at], intervalTrials[at]
}

// calibrationChecks are of section 2.6: one for each truth.
func calibrationChecks(all []measured) []checks.Check {
	var out []checks.Check
	for _, m := range all {
		cell, n := worstCoverage(m.bayes)
		share, se := cell.coverage()
		fitted, _ := worstCoverage(m.fitted)
		fittedShare, fittedSE := fitted.coverage()
		avgShare, _ := m.avg[0].coverage()
		last, _ := m.bayes[len(m.bayes)-1].coverage()
		out = append(out, checks.Check{
			Check:  fmt.Sprintf("coverage of 95 %% intervals of bayes at its worst n, %s", m.name),
			Ground: simulated, Source: "paper, section 2.6",
			Outcome: checks.Measured("uniform priors (e.g., Beta(1,1)) yield well-calibrated credible intervals", share, se,
				offCoverage(cell) <= calibrated),
			Note: fmt.Sprintf("at n = %d, given the chances of %d questions; at n = %d it is %s. "+
				"bayes:fitted has at its worst %s ± %s, avg %s at n = 1. Well-calibrated: within 2 points of 95 %%, "+
				"give or take 3 standard errors",
				n, intervalQuestions, paper.Trials, tables.Percent(last, 1), tables.Percent(fittedShare, 1),
				tables.Percent(fittedSE, 1), tables.Percent(avgShare, 1)),
		})
	}
	return append(out, againstCLT(all)...)
}

// againstCLT compares coverage with that of the intervals that the paper calls worse.
func againstCLT(all []measured) []checks.Check {
	var out []checks.Check
	for _, m := range all {
		nearer := 0
		for i := range intervalTrials {
			if math.Abs(offCentre(m.bayes[i])) < math.Abs(offCentre(m.clt[i])) {
				nearer++
			}
		}
		bayes, _ := m.bayes[0].coverage()
		clt, _ := m.clt[0].coverage()
		out = append(out, checks.Check{
			Check: fmt.Sprintf("share of n at which the coverage of bayes is nearer to 95 %% than that of the CLT, %s",
				m.name),
			Ground: simulated, Source: "paper, section 2.6",
			Outcome: checks.Measured("outperforming CLT approximations in coverage",
				float64(nearer)/float64(len(intervalTrials)), 0,
				nearer == len(intervalTrials)),
			Note: fmt.Sprintf("at n = 1 %s of bayes and %s of avg:clt, %d questions; the cited study has one trial "+
				"of each question, all of one chance", tables.Percent(bayes, 1), tables.Percent(clt, 1), intervalQuestions),
		})
	}
	return out
}

func offCentre(c intervalCell) float64 {
	share, _ := c.coverage()
	return share - 0.95
}

// smallChecks are of what intervals do on few questions, and whether the CLT
// underestimates there and on more.
func smallChecks(all []measured, small intervalSums) []checks.Check {
	bayes, avg, clt := small[0][0], small[1][0], small[2][0]
	few, fewSE := clt.coverage()
	lowest := all[1].clt[0]
	for _, c := range all[1].clt {
		if offCentre(c) < offCentre(lowest) {
			lowest = c
		}
	}
	many, manySE := lowest.coverage()
	says := "CLT-based methods often underestimate uncertainty"
	shareOf := func(count float64, c intervalCell) float64 { return count / c.models }
	const source = "paper, section 2.6"
	five := fmt.Sprintf("the paper's coins on %d questions, one trial of each", smallQuestions)
	return []checks.Check{{
		Check: "coverage of 95 % intervals of the CLT, 5 questions, n = 1", Ground: simulated, Source: source,
		Outcome: checks.Measured(says, few, fewSE, few+3*fewSE < 0.95-calibrated),
		Note: five + "; avg:clt takes all outcomes for draws of one chance. Underestimates: below 93 %, by 3 " +
			"standard errors",
	}, {
		Check: "coverage of 95 % intervals of the CLT at its lowest n, 30 questions", Ground: simulated, Source: source,
		Outcome: checks.Measured(says, many, manySE, many+3*manySE < 0.95-calibrated),
		Note: "on these questions, what they differ by counts as noise, so that the interval is too wide " +
			"rather than too narrow",
	}, {
		Check: "share of CLT intervals beyond [0, 1], 5 questions, n = 1", Ground: simulated, Source: source,
		Outcome: checks.Measured("and produce invalid intervals (e.g., extending beyond [0,1]",
			shareOf(clt.overflow, clt), 0, clt.overflow > 0),
		Note: five,
	}, {
		Check: "share of CLT intervals of no width, 5 questions, n = 1", Ground: simulated, Source: source,
		Outcome: checks.Measured("or collapsing to zero)", shareOf(clt.collapsed, clt), 0, clt.collapsed > 0),
		Note:    five + ", none or all correct",
	}, {
		Check: "share of intervals of avg@N by Eq. 20 beyond [0, 1], 5 questions, n = 1", Ground: simulated, Source: source,
		Outcome: checks.Measured("uncertainty in the average without the CLT is particularly advantageous in "+
			"small-sample regimes, "+
			"where CLT-based methods produce invalid intervals", shareOf(avg.overflow, avg), 0, avg.overflow < clt.overflow),
		Note: fmt.Sprintf("μ ± 1.96σ before it is clipped; of the CLT %s. Of those of Bayes@N %s leave [0, 1], "+
			"and %s have no width",
			tables.Percent(shareOf(clt.overflow, clt), 1), tables.Percent(shareOf(bayes.overflow, bayes), 1),
			tables.Percent(shareOf(bayes.collapsed, bayes), 1)),
	}}
}

// lossChecks are of section 2.4: one for each truth.
func lossChecks(all []measured) []checks.Check {
	var out []checks.Check
	for i, m := range all {
		better := true
		for _, n := range intervalTrials {
			bayes, avg := m.rootMeanSquare(n)
			better = better && bayes < avg
		}
		bayes, avg := m.rootMeanSquare(1)
		measured, se := m.bayes[0].rmse()
		c := checks.Check{
			Check: fmt.Sprintf("RMSE of bayes below that of avg at every n, %s", m.name), Ground: computed,
			Source: "paper, section 2.4",
			Outcome: checks.Inferred(checks.Statement("μ is a Bayesian optimal estimator, minimizing the quadratic loss",
				better)),
			Note: fmt.Sprintf("at n = 1 %s of bayes and %s of avg, exact for %d questions (measured: %s ± %s). "+
				"The paper's expectation is over chances as its prior has them, and so not over these",
				tables.Float(bayes, 4), tables.Float(avg, 4), intervalQuestions, tables.Float(measured, 4), tables.Float(se, 4)),
		}
		if i == 0 {
			c.Ground, c.Inferred = bayesRule, false
			c.Note = fmt.Sprintf("at n = 1 %s of bayes and %s of avg, √(1/(6(n + 2)M)) and √(1/(6nM)) for M = %d "+
				"questions (measured: %s ± %s)",
				tables.Float(bayes, 4), tables.Float(avg, 4), intervalQuestions, tables.Float(measured, 4), tables.Float(se, 4))
		}
		out = append(out, c)
	}
	return out
}

// spreadChecks compare σ of avg@N with the standard deviation of avg@N.
func spreadChecks() []checks.Check {
	chances := sim.PaperQuantile().P
	over := func(n int) float64 {
		var stated, actual float64
		for _, p := range chances {
			s, a := formulas.MeanVariances(p, n)
			stated, actual = stated+s, actual+a
		}
		return math.Sqrt(stated / actual)
	}
	var out []checks.Check
	for _, n := range []int{1, paper.Trials} {
		out = append(out, checks.Check{
			Check: fmt.Sprintf("Eq. 20: root mean square of σ_avg by the standard deviation of avg@N, the paper's "+
				"coins, n = %d", n),
			Ground: computed, Source: "paper, section 2.6",
			Outcome: checks.Measured("the standard deviation of the average relates to the Bayesian standard "+
				"deviation σ by a scaling factor",
				over(n), 0, math.Abs(over(n)-1) <= calibrated),
			Note: "over the trials of given questions, exact; Eq. 20 scales what the posterior leaves open, " +
				"and within 2 % counts as the same",
		})
	}
	return out
}

// passNoise is the standard deviation of Pass@k after n trials of the paper's coins, by
// how far their true scores lie apart: the root mean square over models, and exact.
func passNoise(n, k int) float64 {
	var noise float64
	var truths []float64
	chances := sim.PaperQuantile().P
	for _, model := range chances {
		var score float64
		for _, p := range model {
			var of, square float64
			for c, probability := range formulas.Binomial(n, p) {
				x := nearest(formulas.PassAtK(n, c, k))
				of += probability * x
				square += probability * x * x
			}
			noise += (square - of*of) / float64(len(model)*len(model)*len(chances))
			score += of / float64(len(model))
		}
		truths = append(truths, score)
	}
	return math.Sqrt(noise / stat.PopVariance(truths, nil))
}

// noiseCheck is of section 2.1.
func noiseCheck() checks.Check {
	const n = 8
	first, last := passNoise(n, 1), passNoise(n, n)
	return checks.Check{
		Check:  "Pass@8 against Pass@1 at n = 8, the paper's coins: noise by spread of the true scores, as a ratio",
		Ground: computed, Source: "paper, section 2.1",
		Outcome: checks.Measured("this metric exhibits high variance, particularly when k approaches the total "+
			"number of trials",
			last/first, 0, last > first),
		Note: fmt.Sprintf("standard deviation over that of the models' true scores: %s for k = 1, %s for k = 8; exact",
			tables.Float(first, 3), tables.Float(last, 3)),
	}
}

// What a tail of 2.5 % may be and still be called normal.
const (
	tailFrom = 0.015
	tailTo   = 0.035
)

func (s shape) normal() bool {
	return min(s.below, s.above) >= tailFrom && max(s.below, s.above) <= tailTo
}

// shapeChecks are of the normal shape of section 2.5.
func shapeChecks(shapes []shape) []checks.Check {
	var out []checks.Check
	for i, s := range shapes {
		const source = "paper, section 2.5"
		note := fmt.Sprintf("below and above it lie %s and %s of the exact posterior, the convolution of the "+
			"questions' Betas; normal: each from %s to %s", tables.Percent(s.below, 2), tables.Percent(s.above, 2),
			tables.Percent(tailFrom, 1), tables.Percent(tailTo, 1))
		if i < len(shapes)-3 {
			note += "; of 11 models the one that is farthest from it"
		}
		c := checks.Check{
			Check: "larger tail beyond the normal 95 % interval: " + s.name, Source: source, Ground: computed, Note: note,
			Outcome: checks.Measured("as M becomes large, the shape becomes approximately Gaussian",
				max(s.below, s.above), 0, s.normal()),
		}
		if i >= len(shapes)-2 {
			c.Outcome = checks.Inferred(checks.Measured("for small M it is not Gaussian", max(s.below, s.above), 0,
				!s.normal()))
		}
		out = append(out, c)
	}
	return out
}

// coverageColumns are the metrics of the table of coverage.
var coverageColumns = []struct {
	name string
	of   func(m measured) []intervalCell
}{
	{"bayes", func(m measured) []intervalCell { return m.bayes }},
	{"bayes:fitted", func(m measured) []intervalCell { return m.fitted }},
	{"avg", func(m measured) []intervalCell { return m.avg }},
	{"avg:clt", func(m measured) []intervalCell { return m.clt }},
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
			rows = append(rows, []string{name, fmt.Sprint(n), show(share), show(c.overflow / c.models),
				show(c.collapsed / c.models)})
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
			panel.Lines = append(panel.Lines, cellLine(c.name, c.of(m), intervalCell.coverage))
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
		panel.Lines = []figures.Line{bayes, cellLine("bayes:fitted", m.fitted, intervalCell.rmse), avg}
		f.Panels = append(f.Panels, panel)
	}
	return f
}

// cellLine is a number of cells against n.
func cellLine(name string, cells []intervalCell, of func(intervalCell) (float64, float64)) figures.Line {
	l := figures.Line{Name: name}
	for i, c := range cells {
		y, se := of(c)
		l.X, l.Y, l.SE = append(l.X, float64(intervalTrials[i])), append(l.Y, y), append(l.SE, se)
	}
	return l
}
