package report

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"settle/figures"
	"settle/study/budget"
	"settle/tables"
)

// The figure shows the tightest pairs that can be told apart, each by as many
// points as make a smooth line.
const (
	budgetLines  = 4
	budgetPoints = 48
)

// Curves are the points of a line for each of the pairs that the figure shows:
// the hardest within reason, else the hardest, or those with equal means where
// there are no others.
func (b Budget) Curves(ctx context.Context, m *budget.Models) ([]BudgetPair, error) {
	shown, far := b.reach()
	if len(shown) == 0 {
		shown = far
	}
	if len(shown) == 0 {
		shown = slices.Clone(b.Pairs)
	}
	shown = shown[:min(budgetLines, len(shown))]
	last := float64(max(2*shown[0].Trials, 10*b.Shape.Trials))
	for i := range shown {
		shown[i].Points = nil
		n := 0
		for step := range budgetPoints {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			next := int(math.Round(math.Pow(last, float64(step)/(budgetPoints-1))))
			if next > n {
				n = next
				shown[i].Points = append(shown[i].Points, m.At(shown[i].Above, shown[i].Below, n))
			}
		}
	}
	return shown, nil
}

// hidden names the leader's pair and the tightest of those that are not among the
// shown, each with what it needs; "" for one pair.
func (b Budget) hidden(shown []BudgetPair) string {
	if len(b.Pairs) == 1 {
		return ""
	}
	said := b.leader() + " "
	rest := slices.DeleteFunc(slices.Clone(b.Pairs), func(p BudgetPair) bool {
		return slices.ContainsFunc(shown, func(s BudgetPair) bool { return s.Above == p.Above && s.Below == p.Below })
	})
	if len(rest) == 0 {
		return said
	}
	tightest := slices.MaxFunc(rest, func(p, q BudgetPair) int { return cmp.Compare(tightness(p), tightness(q)) })
	need := "needs " + tables.Count(tightest.Trials, "trial")
	switch {
	case tightest.Equal:
		need = "has equal means"
	case tightest.Trials == 0:
		need = fmt.Sprintf("needs more than %d", budget.MaxTrials)
	}
	return said + fmt.Sprintf("Not shown: %d of the %d pairs; the tightest of them, %s over %s, %s. ",
		len(rest), len(b.Pairs), b.Models[tightest.Above], b.Models[tightest.Below], need)
}

// tightness is how many trials a pair needs: above all numbers where none is
// enough, and more so where the means are equal.
func tightness(p BudgetPair) int {
	switch {
	case p.Equal:
		return budget.MaxTrials + 2
	case p.Trials == 0:
		return budget.MaxTrials + 1
	}
	return p.Trials
}

// Figure shows, against N, the probability of ordering pairs right and their
// expected z-score.
func (b Budget) Figure(pairs []BudgetPair) *figures.Figure {
	right := figures.Curves{Title: "(a) probability of the right order", XLabel: "trials N of each question", YLabel: "P(right order)", LogX: true, YRange: &[2]float64{0.45, 1.02}}
	if b.PriorTrials > 0 { // which may have the wrong model ahead
		right.YRange = &[2]float64{-0.02, 1.02}
	}
	z := figures.Curves{Title: "(b) expected absolute z-score", XLabel: "trials N of each question", YLabel: "expected |z|", LogX: true, YRange: &[2]float64{0, 2 * b.Quantile}}
	z.Rules = []figures.Rule{{Horizontal: true, At: b.Quantile, Label: fmt.Sprintf("z = %s (%s)", tables.Float(b.Quantile, 3), b.percent())}}
	for _, p := range pairs {
		name := b.Models[p.Above] + " over " + b.Models[p.Below]
		var n, chance, score []float64
		for _, point := range p.Points {
			n, chance, score = append(n, float64(point.N)), append(chance, point.Right), append(score, point.Z)
		}
		right.Lines = append(right.Lines, figures.Line{Name: name, X: n, Y: chance})
		z.Lines = append(z.Lines, figures.Line{Name: name, X: n, Y: score})
		if p.Trials > 0 {
			z.Rules = append(z.Rules, figures.Rule{At: float64(p.Trials), Label: fmt.Sprintf("N = %d", p.Trials), Line: name})
		}
	}
	caption := "Vertical rules: where the expected |z| reaches the quantile. Half of the ties count as right. "
	caption += b.hidden(pairs)
	if !b.Known {
		caption += "Posterior means stand for the truth. "
	}
	title := b.Name + ": how many trials tell the tightest pairs apart"
	if near, far := b.reach(); len(near) > 0 && len(far) > 0 {
		title = b.Name + ": how many trials tell the tightest pairs within reach apart"
	}
	return &figures.Figure{
		Title:   title,
		Caption: caption + b.Facts,
		Panels:  []figures.Panel{right, z},
	}
}
