package converge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/ranking"
	"settle/report"
	"settle/report/wording"
	"settle/study/converge"
)

// Figure is one panel with what it was made of.
func (c Convergence) Figure(what string, panel figures.Panel) *figures.Figure {
	caption := c.FactsCaption()
	if _, ok := panel.(figures.Curves); ok {
		caption = wording.Joined(wording.Joined(caption, " ", c.LastNote()), " ", c.NeverNote())
	}
	caption = wording.Joined(caption, "\n", c.Note)
	return &figures.Figure{Title: c.Name + ": " + what, Caption: caption, Panels: []figures.Panel{panel}}
}

// PMF is a panel of the probability of each convergence@n, as bars, for there is
// none between two n, and of never settling, as bars beside the axes. A rule is at
// each mean in which a replicate that never settles counts as N + 1, so that the
// mean of a longer run is greater; there is none where nearly all never settle.
func (c Convergence) PMF(title string) figures.Curves {
	panel := c.panel(title)
	panel.XLabel, panel.YLabel, panel.Bounds = "convergence@n", "probability", &[2]float64{0, 1}
	for _, d := range c.shown() {
		line := c.line(d, d.PMF())
		line.Bars, line.Fill = true, true
		panel.Lines = append(panel.Lines, line)
		if d.Never() < NearlyAll {
			panel.Rules = append(panel.Rules, meanRule(d))
		}
	}
	return panel
}

// meanRule is at the restricted mean of a distribution.
func meanRule(d converge.Distribution) figures.Rule {
	mean, _ := d.Restricted()
	least := wording.If(d.Never() > 0, "≥ ")
	return figures.Rule{At: mean, Label: fmt.Sprintf("%s: mean %s%s", d.Metric, least, tables.Float(mean, 1)),
		Line: d.Metric}
}

// CDF is a panel of the share of replicates settled by n, with what is missing to
// all of them as bars beside the axes.
func (c Convergence) CDF(title string) figures.Curves {
	panel := c.panel(title)
	panel.XLabel, panel.YLabel, panel.YRange = "trials n", "share settled by n", &[2]float64{0, 1.02}
	for _, d := range c.shown() {
		line := c.line(d, d.CDF())
		line.Step = true
		panel.Lines = append(panel.Lines, line)
	}
	return panel
}

// panel is one that shows the shares that never settle, as bars if they are so few
// that each can be told, and else in a note of those that never do.
func (c Convergence) panel(title string) figures.Curves {
	if names := c.never(); !c.fewMetrics() {
		return figures.Curves{Title: title, Note: wording.If(len(names) > 0, "never: "+strings.Join(names, ", "))}
	}
	return figures.Curves{Title: title, Beyond: wording.IfElse(c.LastIsBoard(), fmt.Sprintf("not before %d", c.Shape.Trials), "never")}
}

// fewMetrics tells whether each metric has a colour of its own.
func (c Convergence) fewMetrics() bool { return len(c.Distributions) <= report.ManyMetrics }

// shown are the distributions that panels show: where a note names those of metrics
// that never settle, the others.
func (c Convergence) shown() []converge.Distribution {
	return lists.Where(c.Distributions, func(d converge.Distribution) bool {
		return c.fewMetrics() || d.Converged() > 0
	})
}

// NeverNote says what the bars beside PMF and CDF are, "" where there are none.
func (c Convergence) NeverNote() string {
	until := "within " + tables.Count(c.Shape.Trials, "trial")
	if c.LastIsBoard() {
		until = fmt.Sprintf("before trial %d", c.Shape.Trials)
	}
	return wording.If(c.fewMetrics(), "Bars beside the axes: the share of the replicates that do not settle "+until+".")
}

// LastNote says why PMF and CDF end before the last trial, "" where they do not.
func (c Convergence) LastNote() string {
	return wording.If(c.LastIsBoard(), fmt.Sprintf(
		"Trial %d is left out: a replicate is then the board itself, which says nothing of more trials.", c.Shape.Trials))
}

// beyond returns the share that does not settle at any n that is drawn.
func (c Convergence) beyond(d converge.Distribution) float64 {
	if c.LastIsBoard() {
		return 1 - d.BeforeLast()
	}
	return d.Never()
}

// line is a distribution as a line of y at n = 1..N.
func (c Convergence) line(d converge.Distribution, y []float64) figures.Line {
	line := figures.Line{Name: d.Metric, Y: y, Apart: c.LastIsBoard(), Beyond: c.beyond(d)}
	line.Group = wording.If(!c.fewMetrics(), report.Family(d.Metric))
	for i := range y {
		line.X = append(line.X, float64(i+1))
	}
	return line
}

// Trajectories is a panel of the ranks of every model in one replicate, in the order of the
// board, and of many models in that of gold.
func (c Convergence) Trajectories(title string, t converge.Trajectory) figures.Trajectories {
	gold := c.goldOrder(t.Metric).Ranks(ranking.Competition)
	panel := figures.Trajectories{Title: title, Settled: t.Settled}
	for i := range t.Ranks {
		panel.N = append(panel.N, t.From+i)
	}
	for model, name := range c.Models {
		ranks := lists.Each(t.Ranks, func(ranks []float64) float64 { return ranks[model] })
		panel.Paths = append(panel.Paths, figures.Path{Model: name, Ranks: ranks, Gold: gold[model]})
	}
	if len(panel.Paths) > mostPaths { // of which the first are drawn
		slices.SortStableFunc(panel.Paths, func(a, b figures.Path) int { return cmp.Compare(a.Gold, b.Gold) })
	}
	return panel
}

// mostPaths is the number of models that a panel of ranks has in the order of the board.
const mostPaths = 30
