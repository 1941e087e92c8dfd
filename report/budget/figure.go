package budget

import (
	"fmt"
	"slices"

	"settle/figures"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/budget"
)

// Figure returns a figure with one line per pair in each of two panels: the probability
// of the right order, and the expected |z|. The x axes show the number of trials per
// question. The pairs must be results of budget.Plan.Curves.
func (b Budget) Figure(pairs []budget.Pair) *figures.Figure {
	right := figures.Curves{
		Title: "(a) probability of the right order", XLabel: "trials per question (N)", YLabel: "P(right order)",
		LogX: true, YRange: &[2]float64{0.5, 1.01},
	}
	if b.Models.PriorTrials > 0 { // the prior can put the wrong model ahead
		right.YRange = &[2]float64{0, 1.01}
	}
	z := figures.Curves{
		Title: "(b) expected absolute z-score", XLabel: "trials per question (N)", YLabel: "expected |z|",
		LogX: true, YRange: &[2]float64{0, 2 * b.Quantile},
	}
	quantile := fmt.Sprintf("z = %s (%s)", tables.Float(b.Quantile, 3), b.percent())
	z.Rules = []figures.Rule{{Horizontal: true, At: b.Quantile, Label: quantile}}
	for _, p := range pairs {
		name := b.pairLabel(p)
		var n, chance, score []float64
		for _, point := range p.Points {
			n, chance, score = append(n, float64(point.N)), append(chance, point.Right), append(score, point.Z)
		}
		right.Lines = append(right.Lines, figures.Line{Name: name, X: n, Y: chance})
		z.Lines = append(z.Lines, figures.Line{Name: name, X: n, Y: score})
		if !p.Hopeless() {
			need := figures.Rule{At: float64(p.Trials), Label: fmt.Sprintf("N = %d", p.Trials), Line: name}
			z.Rules = append(z.Rules, need)
		}
	}
	return &figures.Figure{Title: b.figureTitle(), Caption: b.caption(pairs), Panels: []figures.Panel{right, z}}
}

// pairLabel returns the names of a pair for the label of a line, as in "A over B".
func (b Budget) pairLabel(p budget.Pair) string {
	return b.Names[p.Above] + " over " + b.Names[p.Below]
}

func (b Budget) figureTitle() string {
	near, far := b.Reach()
	within := wording.If(len(near) > 0 && len(far) > 0, " within reach")
	return b.Name + ": trials that separate the closest pairs" + within
}

func (b Budget) caption(shown []budget.Pair) string {
	return "Vertical rules: N at which the expected |z| reaches the quantile. A tie counts as half right. " +
		b.hiddenNote(shown) + wording.If(!b.Models.Known, "Posterior means stand in for the truth. ") + b.Facts
}

// hiddenNote returns sentences that say how many trials separate two pairs: the first
// two models, and the closest pair that the figure does not show. The figure shows the
// given pairs. If the plan has only one pair, hiddenNote returns "".
func (b Budget) hiddenNote(shown []budget.Pair) string {
	if len(b.Pairs) == 1 {
		return ""
	}
	said := b.leader() + " "
	rest := slices.DeleteFunc(slices.Clone(b.Pairs), func(p budget.Pair) bool {
		return slices.ContainsFunc(shown, func(s budget.Pair) bool { return s.Above == p.Above && s.Below == p.Below })
	})
	if len(rest) == 0 {
		return said
	}
	tightest := budget.Tightest(rest)
	need := "needs " + tables.Count(tightest.Trials, "trial")
	switch {
	case tightest.Equal:
		need = "has equal means"
	case tightest.Hopeless():
		need = fmt.Sprintf("needs more than %d", budget.MaxTrials)
	}
	return said + fmt.Sprintf("Not shown: %d of the %d pairs. The closest of them, %s, %s. ",
		len(rest), len(b.Pairs), b.pairLabel(tightest), need)
}

// leader returns a sentence with the number of trials that gives an even chance of
// separating the first two models. If there is none, the sentence says why.
func (b Budget) leader() string {
	p := b.Pairs[0]
	if p.Hopeless() {
		return b.unreachableReason(p)
	}
	return fmt.Sprintf("The first two models, %s, have even odds of being separated with %s.",
		b.pairLabel(p), tables.Count(p.Trials, "trial"))
}
