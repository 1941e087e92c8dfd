package bakeoff

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/bakeoff"
)

// Figure returns a figure with four panels: bias and error of the scores, agreement of
// the rankings with the gold-standard order, and coverage of the intervals. The x axes
// show the number of trials.
func (b Bakeoff) Figure() *figures.Figure {
	var panels []figures.Panel
	for i, q := range []Quantity{b.Bias(), b.RMSE(), b.Tau(), b.Coverage()} {
		panels = append(panels, q.panel(fmt.Sprintf("(%c) %s", 'a'+i, q.Title)))
	}
	return &figures.Figure{Title: b.title(), Caption: b.caption() + "\n" + fairness, Panels: panels}
}

// caption returns sentences that say how a figure was made and explain its error bands.
func (b Bakeoff) caption() string {
	return b.facts() + wording.If(b.Options.Replicates > 1, " Shaded, or as bars: ±1.96 Monte-Carlo standard errors.")
}

// fewPoints is the least number of points that a line joins. With fewer points, a line
// would suggest values that were not measured.
const fewPoints = 4

// sameRankings returns a list of the estimators that have equal τ at every number of
// trials, such as "a = b; c = d". The lines of such estimators hide each other.
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

// positiveOnly returns v if a logarithmic axis can show it, and otherwise NaN.
func positiveOnly(v float64) float64 {
	if v > 0 {
		return v
	}
	return math.NaN()
}

// pointsLine returns a line that plots results of one estimator against the number of
// trials. For each point p, of(p) returns y and its standard error. A point is omitted
// if its y is NaN.
func pointsLine(r bakeoff.Result, grouped bool, of func(bakeoff.Point) (y, se float64)) figures.Line {
	line := figures.Line{Name: r.Metric, Group: wording.If(grouped, report.Family(r.Metric))}
	for _, p := range r.Points {
		if y, se := of(p); !math.IsNaN(y) {
			line.X, line.Y, line.SE = append(line.X, float64(p.N)), append(line.Y, y), append(line.SE, se)
		}
	}
	return line
}

// perPanel is the greatest number of methods in one panel of differences.
const perPanel = 6

// Differences returns a figure of each method's lead over the reference method against
// the number of trials. The lead is the method's τ minus the τ of the reference.
// Differences returns nil if there is no other method. If there are many methods,
// methods with similar results share a panel.
func (b Bakeoff) Differences() *figures.Figure {
	chunks := b.panels()
	if len(chunks) == 0 {
		return nil
	}
	f := &figures.Figure{
		Title:   fmt.Sprintf("Lead over %s in τ with gold", b.Results[b.reference()].Metric),
		Caption: b.caption() + " " + b.differencesNote(),
	}
	for i, chunk := range chunks {
		panel := b.difference(chunk)
		if len(chunks) > 1 {
			panel.Title = fmt.Sprintf("(%c) %s", 'a'+i, b.placesOf(chunk))
		}
		f.Panels = append(f.Panels, panel)
	}
	return f
}

// differencesNote returns a caption for Differences. It describes the gold-standard
// order and says how large a significant difference is.
func (b Bakeoff) differencesNote() string {
	said := fmt.Sprintf("%s. τ of each method minus τ of %s on the same boards.", b.gold(), b.Results[b.reference()].Metric)
	if judge := b.judge(); !math.IsInf(judge.Critical, 1) {
		said += fmt.Sprintf(" A difference is significant if it is at least %s standard errors from 0; this limit gives all differences simultaneous confidence.",
			tables.Float(judge.Critical, 1))
	}
	return said
}

// panels divides the indices of all methods except the reference into panels. Methods
// are sorted by their places in the league for the largest number of trials. Methods
// without a place come last.
func (b Bakeoff) panels() [][]int {
	order := lists.Each(b.judge().League(b.Results, b.maxTrials()), func(s bakeoff.Standing) int { return s.Index })
	rest := lists.Where(lists.Indices(len(b.Results)), func(i int) bool { return !slices.Contains(order, i) })
	order = append(order, rest...)
	return chunks(slices.DeleteFunc(order, func(i int) bool { return i == b.reference() }))
}

// chunks divides the indices of methods into groups of at most perPanel, one group per
// panel.
func chunks(order []int) (all [][]int) {
	panels := (len(order) + perPanel - 1) / perPanel
	for i := range panels {
		all = append(all, order[i*len(order)/panels:(i+1)*len(order)/panels])
	}
	return all
}

// leads returns a panel without lines, for differences of τ against the number of
// trials. The y axis has the given label.
func leads(label string) figures.Curves {
	return figures.Curves{XLabel: "trials n", YLabel: label, LogX: true, Rules: []figures.Rule{{Horizontal: true}}}
}

// placesOf returns a title for a panel of methods, such as "τ 0.812 to 0.845 at n =
// 80". The title gives the smallest and the largest τ of these methods with the largest
// number of trials.
func (b Bakeoff) placesOf(chunk []int) string {
	best, worst := math.Inf(-1), math.Inf(1)
	for _, i := range chunk {
		if p := b.Results[i].At(b.maxTrials()); p != nil {
			best, worst = max(best, p.Tau), min(worst, p.Tau)
		}
	}
	if math.IsInf(best, -1) {
		return fmt.Sprintf("no τ at n = %d", b.maxTrials())
	}
	return fmt.Sprintf("τ %s to %s at n = %d", tables.Float(best, 3), tables.Float(worst, 3), b.maxTrials())
}

// difference returns a panel with one line for each of the given methods. It shows the
// method's τ minus the τ of the reference.
func (b Bakeoff) difference(chunk []int) figures.Curves {
	reference := b.reference()
	c := leads("τ − τ of " + b.Results[reference].Metric)
	for _, i := range chunk {
		line := pointsLine(b.Results[i], false, func(p bakeoff.Point) (y, se float64) {
			return p.Ahead[reference].Tau, p.Ahead[reference].TauSE
		})
		line.Points = len(b.Options.At) < fewPoints
		c.Dodge = line.Points
		c.Lines = append(c.Lines, line)
	}
	return c
}

// CostFigure returns a figure of each method's lead in τ over the reference against the
// computing time of one ranking. It returns nil if times were not measured.
func (b Bakeoff) CostFigure() *figures.Figure {
	n, reference := b.maxTrials(), b.reference()
	line := figures.Line{Points: true, Named: true}
	for i, r := range b.Results {
		p, µs := r.At(n), b.rankingTime(i, n)
		if p == nil || !(µs > 0) || math.IsNaN(p.Tau) {
			continue
		}
		line.X, line.Labels = append(line.X, µs), append(line.Labels, r.Metric)
		line.Y, line.SE = append(line.Y, p.Ahead[reference].Tau), append(line.SE, p.Ahead[reference].TauSE)
	}
	if len(line.X) < 2 {
		return nil
	}
	name := b.Results[reference].Metric
	return &figures.Figure{
		Title: fmt.Sprintf("Accuracy against cost with %s", tables.Count(n, "trial")),
		Caption: b.caption() + fmt.Sprintf(" %s. Higher points are closer to gold than %s on the same boards; points further left are cheaper. Times are from one run on one machine.",
			b.gold(), name),
		Panels: []figures.Panel{figures.Curves{
			XLabel: "µs to rank one board (log axis)", YLabel: "τ − τ of " + name, LogX: true,
			Lines: []figures.Line{line}, Rules: []figures.Rule{{Horizontal: true}},
			ShowX: []float64{slices.Min(line.X) / labelRoom, slices.Max(line.X) * labelRoom},
		}},
	}
}

// labelRoom is the factor by which axes extend beyond labelled points, so that the
// labels fit.
const labelRoom = 2
