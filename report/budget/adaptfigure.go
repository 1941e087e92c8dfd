package budget

import (
	"fmt"
	"slices"
	"strings"

	"settle/figures"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/sequential"
)

// Figure returns a figure of the policies. Its x axes show the trials that a policy
// spends. The y axes show the share of evaluations with a wrong decision, the share of
// undecided comparisons and, if known, the share of decided pairs.
func (a Adapt) Figure() *figures.Figure {
	panel := func(title, label string, y func(sequential.Result) sequential.Ratio) figures.Curves {
		return figures.Curves{
			Title: title, XLabel: "trials spent (% of the budget)", YLabel: label, Lines: a.lines(y),
			ShowX: []float64{0}, ShowY: []float64{0}, Bounds: &[2]float64{0, 100},
		}
	}
	wrong := panel("(a) evaluations with a wrong decision", "evaluations with a wrong decision (%)",
		func(r sequential.Result) sequential.Ratio { return r.WrongBoards })
	wrong.Rules = []figures.Rule{{Horizontal: true, At: 100 * a.Design.Alpha(), Label: "nominal " + a.nominal()}}
	open := panel("(b) undecided comparisons", "undecided (%)",
		func(r sequential.Result) sequential.Ratio { return r.Undecided })
	caption := "With a look after every batch. Bars: ±1.96 Monte-Carlo standard errors, cut at 0. " +
		wording.If(a.neverWrong(), fmt.Sprintf("Where the observed share is 0, the true share is below %s with %s confidence. ",
			tables.Percent(sequential.NeverLimit(a.Replicates), 1), wording.Percent(sequential.LimitConfidence))) +
		a.Facts()
	if corrected := a.corrected(); len(corrected) > 0 {
		caption = fmt.Sprintf("Each line leads from the rule without correction (small marker), which decides and errs more often, "+
			"to the rule with %s correction (large marker). %s", correctionsOf(corrected), caption)
	}
	caption = wording.Joined(caption, "\n", a.Note)
	panels := []figures.Panel{wrong, open}
	if lines := a.curves(); len(lines) > 1 {
		panels = append(panels, figures.Curves{
			Title: "(c) pairs decided", XLabel: "trials spent (% of the budget)", YLabel: "pairs decided (%)", Lines: lines,
			ShowX: []float64{0}, ShowY: []float64{0, 100}, Bounds: &[2]float64{0, 100},
		})
	}
	return &figures.Figure{Title: a.title(), Caption: caption, Panels: panels}
}

// curves returns one line for each policy that has a correction for repeated looks and
// seeks the order of all models. The line shows how the share of decided pairs grows
// with the trials spent.
func (a Adapt) curves() []figures.Line {
	lines := []figures.Line{{Group: "black"}} // as in lines
	for _, r := range a.corrected() {
		if r.Policy.Leads() || r.Decided == nil {
			continue
		}
		line := figures.Line{Name: r.Policy.String(), Group: r.Policy.String()}
		for i, share := range r.Decided {
			line.X = append(line.X, 100*float64(i+1)/sequential.CurvePoints)
			line.Y = append(line.Y, 100*share)
		}
		lines = append(lines, line)
	}
	return lines
}

// lines returns two lines for each policy. The first joins the results of the policy
// under different corrections for repeated looks, and the second shows each result as a
// point. The point of result r has the height y(r).
func (a Adapt) lines(y func(sequential.Result) sequential.Ratio) []figures.Line {
	lines := []figures.Line{{Group: "black"}} // the first group has no markers, so it stays empty
	for i, r := range a.Results {
		if i == 0 || r.Policy != a.Results[i-1].Policy {
			name := r.Policy.String()
			lines = append(lines,
				figures.Line{Name: name, Group: name, MarkLast: true},
				figures.Line{Group: name, Points: true})
		}
		join, points := &lines[len(lines)-2], &lines[len(lines)-1]
		join.X = append(join.X, 100*r.Trials.Value/float64(r.Budget))
		join.Y = append(join.Y, 100*y(r).Value)
		points.X, points.Y = join.X, join.Y
		points.SE = append(points.SE, 100*y(r).SE)
	}
	return lines
}

// correctionsOf returns a phrase that names each correction for repeated looks that
// occurs in the given results.
func correctionsOf(results []sequential.Result) string {
	var names []string
	for _, r := range results {
		if name := r.Correction.String(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}
