package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/figures"
	"settle/study/bakeoff"
)

// Figure shows bias, error, rankings and coverage against n.
func (b Bakeoff) Figure() *figures.Figure {
	var panels []figures.Panel
	for i, q := range []Quantity{b.Bias(), b.RMSE(), b.Tau(), b.Coverage()} {
		panels = append(panels, q.panel(fmt.Sprintf("(%c) %s", 'a'+i, q.Title)))
	}
	return &figures.Figure{Title: b.title(), Caption: b.caption() + "\n" + fairness, Panels: panels}
}

// caption says what a figure was made of, and what its shades are.
func (b Bakeoff) caption() string {
	if b.Options.Replicates > 1 {
		return b.facts() + " Shaded, or as bars: ±1.96 Monte-Carlo standard errors."
	}
	return b.facts()
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
