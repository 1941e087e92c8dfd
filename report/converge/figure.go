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

// Figure returns a figure with the given panel, and with a caption that says how the
// results were made. The title consists of the name of the board and the given text.
func (c Convergence) Figure(what string, panel figures.Panel) *figures.Figure {
	caption := c.FactsCaption()
	if _, ok := panel.(figures.Curves); ok {
		caption = wording.Joined(wording.Joined(caption, " ", c.LastNote()), " ", c.NeverNote())
	}
	caption = wording.Joined(caption, "\n", c.Note)
	return &figures.Figure{Title: c.Name + ": " + what, Caption: caption, Panels: []figures.Panel{panel}}
}

// PMF returns a panel with the distribution of convergence@n: a bar for each number of
// trials shows the probability that a ranking settles there. Bars beside the axes show
// the probability that it never settles. Rules (vertical lines) mark the means. In a
// mean, a replicate that never settles counts as N + 1, where N is the number of
// trials. A distribution has no rule if nearly all of its replicates never settle.
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

// meanRule returns a vertical line at the mean number of trials at which replicates
// settle. A replicate that never settles counts as one more than the number of trials.
func meanRule(d converge.Distribution) figures.Rule {
	mean, _ := d.Restricted()
	least := wording.If(d.Never() > 0, "≥ ")
	return figures.Rule{At: mean, Label: fmt.Sprintf("%s: mean %s%s", d.Metric, least, tables.Float(mean, 1)),
		Line: d.Metric}
}

// CDF returns a panel of the share of replicates whose ranking has settled, against the
// number of trials. Bars beside the axes show the share that never settles.
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

// panel returns a panel without lines, for PMF or CDF. If there are few metrics, the
// panel has room for bars that show the share of replicates that never settle.
// Otherwise a note names the metrics that never settle.
func (c Convergence) panel(title string) figures.Curves {
	if names := c.unsettledMetrics(); !c.fewMetrics() {
		return figures.Curves{Title: title, Note: wording.If(len(names) > 0, "never: "+strings.Join(names, ", "))}
	}
	return figures.Curves{Title: title, Beyond: wording.IfElse(c.LastIsBoard(), fmt.Sprintf("not before %d", c.Shape.Trials), "never")}
}

// fewMetrics reports whether there are few enough metrics for each to have its own
// colour.
func (c Convergence) fewMetrics() bool { return len(c.Distributions) <= report.ManyMetrics }

// shown returns the distributions that panels draw. If a note names the metrics that
// never settle, it leaves out their distributions.
func (c Convergence) shown() []converge.Distribution {
	return lists.Where(c.Distributions, func(d converge.Distribution) bool {
		return c.fewMetrics() || d.Converged() > 0
	})
}

// NeverNote returns a caption for the bars beside the axes of PMF and CDF, which show
// how often a ranking never settles. It returns "" if there are no such bars.
func (c Convergence) NeverNote() string {
	until := "within " + tables.Count(c.Shape.Trials, "trial")
	if c.LastIsBoard() {
		until = fmt.Sprintf("before trial %d", c.Shape.Trials)
	}
	return wording.If(c.fewMetrics(), "Bars beside the axes: share of replicates that do not settle "+until+".")
}

// LastNote returns a caption that explains why PMF and CDF end before the last trial.
// It returns "" if they do not.
func (c Convergence) LastNote() string {
	return wording.If(c.LastIsBoard(), fmt.Sprintf(
		"Trial %d is omitted: with all trials a replicate is the board itself, which says nothing about more trials.", c.Shape.Trials))
}

// unsettledShare returns the share of replicates that do not settle at any number of
// trials in the figure.
func (c Convergence) unsettledShare(d converge.Distribution) float64 {
	if c.LastIsBoard() {
		return 1 - d.BeforeLast()
	}
	return d.Never()
}

// line returns the line of a distribution in a figure. The y coordinates are those at
// 1, 2, …, N trials.
func (c Convergence) line(d converge.Distribution, y []float64) figures.Line {
	line := figures.Line{Name: d.Metric, Y: y, HideLast: c.LastIsBoard(), Beyond: c.unsettledShare(d)}
	line.Group = wording.If(!c.fewMetrics(), report.Family(d.Metric))
	for i := range y {
		line.X = append(line.X, float64(i+1))
	}
	return line
}

// Trajectories returns a panel of every model's rank against the number of trials, in
// one replicate. Models are in the order of the board or, if there are many, in the
// order of the reference ranking.
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
	if len(panel.Paths) > mostPaths { // only the first are drawn
		slices.SortStableFunc(panel.Paths, func(a, b figures.Path) int { return cmp.Compare(a.Gold, b.Gold) })
	}
	return panel
}

// mostPaths is the greatest number of models for which a panel of ranks keeps the order
// of the board.
const mostPaths = 30
