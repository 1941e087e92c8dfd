package bakeoff

import (
	"fmt"
	"math"

	"settle/figures"
	"settle/internal/tables"
)

// Figure returns a figure of every method's lead in τ over the reference, averaged over
// families, against the number of trials.
func (a Arena) Figure() *figures.Figure {
	f := &figures.Figure{
		Title: fmt.Sprintf("The standing league: lead over %s in τ with the true order", a.Methods[0]),
		Caption: fmt.Sprintf("Mean, over %d families, of the method's τ minus the τ of %s on the same boards; methods are sorted by this lead. Shaded: ±1.96 "+
			"standard errors over draws; the models of these families were drawn %s. Seed %d.",
			len(a.Leagues), a.Methods[0], tables.Count(a.Options.Draws, "time"), a.Options.Seed),
	}
	at := 0
	for i, chunk := range chunks(a.byLead()) {
		title := fmt.Sprintf("(%c) places %d to %d", 'a'+i, at+1, at+len(chunk))
		f.Panels = append(f.Panels, a.panel(title, chunk))
		at += len(chunk)
	}
	if len(f.Panels) == 0 {
		f.Panels = []figures.Panel{a.panel("", nil)}
	}
	return f
}

// panel returns a panel with one line for each of the given methods. It shows the
// method's mean lead in τ over the reference.
func (a Arena) panel(title string, methods []int) figures.Curves {
	c := leads("mean τ − τ of " + a.Methods[0])
	c.Title = title
	for _, m := range methods {
		line := figures.Line{Name: a.Methods[m], Points: len(a.Options.Trials) < fewPoints}
		for i, n := range a.Options.Trials {
			if mean, se := a.mean(m, i); !math.IsNaN(mean) {
				line.X, line.Y, line.SE = append(line.X, float64(n)), append(line.Y, mean), append(line.SE, se)
			}
		}
		c.Lines = append(c.Lines, line)
	}
	return c
}
