package bakeoff

import (
	"fmt"
	"math"

	"settle/figures"
	"settle/internal/tables"
	"settle/study/arena"
)

// Figure shows the mean over families of the leads of all methods against n.
func (a Arena) Figure() *figures.Figure {
	order := a.byLead()
	f := &figures.Figure{
		Title:   fmt.Sprintf("The standing league: nearer to the true order than %s?", a.Methods[0]),
		Caption: a.figureCaption(),
	}
	panels := (len(order) + perPanel - 1) / perPanel
	for i := range panels {
		chunk := order[i*len(order)/panels : (i+1)*len(order)/panels]
		f.Panels = append(f.Panels, a.panel(fmt.Sprintf("(%c) places %d to %d", 'a'+i,
			i*len(order)/panels+1, (i+1)*len(order)/panels), chunk))
	}
	if len(f.Panels) == 0 {
		f.Panels = []figures.Panel{a.panel("", nil)}
	}
	return f
}

func (a Arena) figureCaption() string {
	return fmt.Sprintf("Mean over %d families of τ less that of %s on the same boards; methods by that. Shaded: ±1.96 standard errors of the mean over these families, "+
		"whose models were drawn %s. Seed %d.",
		len(a.Leagues), a.Methods[0], tables.Count(a.Options.Draws, "time"), a.Options.Seed)
}

// panel shows some methods.
func (a Arena) panel(title string, methods []int) figures.Curves {
	c := figures.Curves{
		Title: title, XLabel: "trials n", YLabel: "mean τ − τ of " + a.Methods[0], LogX: true,
		Rules: []figures.Rule{{Horizontal: true}},
	}
	for _, m := range methods {
		line := figures.Line{Name: a.Methods[m], Points: len(a.Options.Trials) < fewPoints}
		for i, n := range a.Options.Trials {
			if mean := a.mean(arena.Truth, m, i); !math.IsNaN(mean) {
				line.X, line.Y, line.SE = append(line.X, float64(n)), append(line.Y, mean), append(line.SE, a.meanSE(m, i))
			}
		}
		c.Lines = append(c.Lines, line)
	}
	return c
}

// meanSE is the standard error of mean with gold truth: families are drawn apart.
func (a Arena) meanSE(method, i int) float64 {
	var sum float64
	families := 0
	for _, l := range a.Leagues {
		if c := l.Cells[arena.Truth][method][i]; c.Known() {
			sum += float64(c.LeadSE * c.LeadSE)
			families++
		}
	}
	return math.Sqrt(sum) / float64(families)
}
