package report

import (
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
	if c.Note != "" {
		caption += "\n" + c.Note
	}
	return &figures.Figure{Title: c.Name + ": " + what, Caption: caption, Panels: []figures.Panel{panel}}
}

// PMF is a panel of the probability of each convergence@n, as points, for there is
// none between two n, with a rule at each mean in which a replicate that never
// settles counts as N + 1.
func (c Convergence) PMF(title string) figures.Curves {
	panel := figures.Curves{Title: title, Note: c.neverNote(), XLabel: "convergence@n", YLabel: "probability"}
	for _, d := range c.Distributions {
		line := c.line(d, d.PMF())
		line.Points = true
		panel.Lines = append(panel.Lines, line)
		if mean, _ := d.Restricted(); d.Converged() > 0 {
			panel.Rules = append(panel.Rules, figures.Rule{At: mean, Label: tables.Float(mean, 1), Line: line.Name})
		}
	}
	return panel
}

// CDF is a panel of the share of replicates settled by n.
func (c Convergence) CDF(title string) figures.Curves {
	panel := figures.Curves{
		Title: title, Note: c.neverNote(),
		XLabel: "trials n", YLabel: "share settled by n", YRange: &[2]float64{0, 1.02},
	}
	for _, d := range c.Distributions {
		line := c.line(d, d.CDF())
		line.Step = true
		panel.Lines = append(panel.Lines, line)
	}
	return panel
}

// neverNote names the metrics that settle in no replicate, "" if there are none.
func (c Convergence) neverNote() string {
	names := c.never()
	if len(names) == 0 {
		return ""
	}
	return "never: " + strings.Join(names, ", ")
}

// line is a distribution as a line of y at n = 1..N; without points if no
// replicate settles.
func (c Convergence) line(d converge.Distribution, y []float64) figures.Line {
	line := figures.Line{Name: d.Metric, Empty: "never settles"}
	if len(c.Distributions) > manyMetrics {
		line.Group = family(d.Metric)
	}
	if d.Converged() == 0 {
		return line
	}
	for i := range y {
		line.X = append(line.X, float64(i+1))
	}
	line.Y = y
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
