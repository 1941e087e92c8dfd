package report

import (
	"fmt"
	"slices"
	"strings"

	"settle/figures"
	"settle/ranking"
	"settle/study/converge"
	"settle/tables"
)

// Figure is one panel with what it was made of.
func (c Convergence) Figure(what string, panel figures.Panel) *figures.Figure {
	caption := c.facts()
	if c.OwnGold {
		caption += ownGoldCaption
	}
	if _, ok := panel.(figures.Curves); ok && c.lastIsBoard() {
		caption += " " + c.LastNote()
	}
	if c.Note != "" {
		caption += "\n" + c.Note
	}
	return &figures.Figure{Title: c.Name + ": " + what, Caption: caption, Panels: []figures.Panel{panel}}
}

// PMF is a panel of the probability of each convergence@n, as bars, for there is
// none between two n, with a rule at each mean in which a replicate that never
// settles counts as N + 1.
func (c Convergence) PMF(title string) figures.Curves {
	panel := figures.Curves{
		Title: title, Note: c.neverNote(), XLabel: "convergence@n", YLabel: "probability",
		Bounds: &[2]float64{0, 1},
	}
	for _, d := range c.settling() {
		line := c.line(d, d.PMF())
		line.Bars, line.Fill = true, true
		panel.Lines = append(panel.Lines, line)
		mean, _ := d.Restricted()
		label := fmt.Sprintf("mean of %s %s", d.Metric, tables.Float(mean, 1))
		panel.Rules = append(panel.Rules, figures.Rule{At: mean, Label: label, Line: line.Name})
	}
	return panel
}

// CDF is a panel of the share of replicates settled by n.
func (c Convergence) CDF(title string) figures.Curves {
	panel := figures.Curves{
		Title: title, Note: c.neverNote(),
		XLabel: "trials n", YLabel: "share settled by n", YRange: &[2]float64{0, 1.02},
	}
	for _, d := range c.settling() {
		line := c.line(d, d.CDF())
		line.Step = true
		panel.Lines = append(panel.Lines, line)
	}
	return panel
}

// settling are the distributions of metrics that settle in any replicate; a note
// names the others.
func (c Convergence) settling() []converge.Distribution {
	return slices.DeleteFunc(slices.Clone(c.Distributions), func(d converge.Distribution) bool { return d.Converged() == 0 })
}

// LastNote says what the open marks of PMF and CDF are, "" where there are none.
func (c Convergence) LastNote() string {
	if !c.lastIsBoard() {
		return ""
	}
	return fmt.Sprintf("Open marks, n = %d: a replicate is then the board itself, which says nothing of more trials.",
		c.Shape.Trials)
}

// neverNote names the metrics that settle in no replicate, "" if there are none.
func (c Convergence) neverNote() string {
	names := c.never()
	if len(names) == 0 {
		return ""
	}
	return "never: " + strings.Join(names, ", ")
}

// line is a distribution as a line of y at n = 1..N.
func (c Convergence) line(d converge.Distribution, y []float64) figures.Line {
	line := figures.Line{Name: d.Metric, Y: y, Apart: c.lastIsBoard()}
	if len(c.Distributions) > manyMetrics {
		line.Group = family(d.Metric)
	}
	for i := range y {
		line.X = append(line.X, float64(i+1))
	}
	return line
}

// Trajectories is a panel of the ranks of every model in one replicate.
func (c Convergence) Trajectories(title string, t converge.Trajectory) figures.Trajectories {
	gold := c.goldOrder().Ranks(ranking.Competition)
	panel := figures.Trajectories{Title: title, Settled: t.Settled}
	for i := range t.Ranks {
		panel.N = append(panel.N, t.From+i)
	}
	for model, name := range c.Models {
		path := figures.Path{Model: name, Gold: gold[model]}
		for _, ranks := range t.Ranks {
			path.Ranks = append(path.Ranks, ranks[model])
		}
		panel.Paths = append(panel.Paths, path)
	}
	return panel
}
