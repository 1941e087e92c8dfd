package report

import (
	"math"
	"slices"
	"strings"

	"settle/figures"
	"settle/study/bakeoff"
)

// Figure shows bias, error, rankings and coverage against n.
func (b Bakeoff) Figure() *figures.Figure {
	panel := func(title, label string, of func(bakeoff.Point) (y, se float64)) figures.Curves {
		c := figures.Curves{Title: title, XLabel: "trials n", YLabel: label, LogX: true}
		for _, r := range b.Results {
			line := pointsLine(r, len(b.Results) > manyMetrics, of)
			line.Points = len(b.Options.At) < fewPoints
			c.Dodge = line.Points
			c.Lines = append(c.Lines, line)
		}
		return c
	}
	bias := panel("(a) bias", "mean score − truth",
		func(p bakeoff.Point) (float64, float64) { return p.Bias, p.BiasSE })
	bias.Rules = []figures.Rule{{Horizontal: true}}
	rmse := panel("(b) error", "RMSE of the score (log axis)",
		func(p bakeoff.Point) (float64, float64) { return positiveOnly(p.RMSE), p.RMSESE })
	rmse.LogY = true
	tau := panel("(c) ranking", "mean Kendall τ with the truth",
		func(p bakeoff.Point) (float64, float64) { return p.Tau, p.TauSE })
	tau.Note = b.sameRankings()
	nominal := percent(bakeoff.Confidence)
	coverage := panel("(d) intervals", "coverage of the "+nominal+" interval",
		func(p bakeoff.Point) (float64, float64) { return p.Coverage, p.CoverageSE })
	coverage.Bounds = &[2]float64{0, 1}
	coverage.Rules = []figures.Rule{{Horizontal: true, At: bakeoff.Confidence, Label: nominal}}
	caption := b.facts()
	if b.Options.Replicates > 1 {
		caption += " Shaded, or as bars: ±1.96 Monte-Carlo standard errors."
	}
	return &figures.Figure{
		Title:   b.title(),
		Caption: caption + "\n" + fairness,
		Panels:  []figures.Panel{bias, rmse, tau, coverage},
	}
}

// fewPoints is the number of n from which on lines join them: through fewer a line
// would show what was not measured.
const fewPoints = 4

// sameRankings names the estimators that agree with the truth equally at every
// number of trials, so that the lines of some hide those of others.
func (b Bakeoff) sameRankings() string {
	same := func(p, q bakeoff.Point) bool { return p.N == q.N && p.Tau == q.Tau }
	var groups []string
	for i, r := range b.Results {
		names := []string{r.Metric}
		for _, other := range b.Results[i+1:] {
			if slices.EqualFunc(r.Points, other.Points, same) {
				names = append(names, other.Metric)
			}
		}
		group := strings.Join(names, " = ")
		known := slices.ContainsFunc(groups, func(g string) bool { return strings.HasSuffix(g, group) })
		if len(names) > 1 && !known {
			groups = append(groups, group)
		}
	}
	return strings.Join(groups, "; ")
}

// positiveOnly is what a logarithmic axis can show.
func positiveOnly(v float64) float64 {
	if v > 0 {
		return v
	}
	return math.NaN()
}

// pointsLine is one estimator as a line of something against n, without the
// points at which there is none.
func pointsLine(r bakeoff.Result, grouped bool, of func(bakeoff.Point) (y, se float64)) figures.Line {
	line := figures.Line{Name: r.Metric}
	if grouped {
		line.Group = family(r.Metric)
	}
	for _, p := range r.Points {
		if y, se := of(p); !math.IsNaN(y) {
			line.X, line.Y, line.SE = append(line.X, float64(p.N)), append(line.Y, y), append(line.SE, se)
		}
	}
	return line
}
