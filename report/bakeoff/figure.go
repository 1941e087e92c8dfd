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
	return b.facts() + wording.If(b.Options.Replicates > 1, " Shaded, or as bars: ±1.96 Monte-Carlo standard errors.")
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
	line := figures.Line{Name: r.Metric, Group: wording.If(grouped, report.Family(r.Metric))}
	for _, p := range r.Points {
		if y, se := of(p); !math.IsNaN(y) {
			line.X, line.Y, line.SE = append(line.X, float64(p.N)), append(line.Y, y), append(line.SE, se)
		}
	}
	return line
}

// perPanel is how many methods a panel of differences shows at most.
const perPanel = 6

// Differences shows by how much each method is nearer to gold than the reference, against
// n; nil where there is no other. Of many methods those that come out alike share a panel.
func (b Bakeoff) Differences() *figures.Figure {
	chunks := b.panels()
	if len(chunks) == 0 {
		return nil
	}
	f := &figures.Figure{
		Title:   fmt.Sprintf("By how much methods rank nearer to gold than %s", b.Results[b.reference()].Metric),
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

// differencesNote says what bands are not.
func (b Bakeoff) differencesNote() string {
	said := fmt.Sprintf("%s. τ of each method less that of %s on the same boards.", b.gold(), b.Results[b.reference()].Metric)
	if judge := b.judge(); !math.IsInf(judge.Critical, 1) {
		said += fmt.Sprintf(" Of all differences that are looked at, those are more than chance at once that are %s standard errors from 0.",
			tables.Float(judge.Critical, 1))
	}
	return said
}

// panels are the methods but the reference, by their places at the largest n and then
// those that have none, as many as a panel shows.
func (b Bakeoff) panels() [][]int {
	order := lists.Each(b.judge().League(b.Results, b.most()), func(s bakeoff.Standing) int { return s.Index })
	rest := lists.Where(lists.Indices(len(b.Results)), func(i int) bool { return !slices.Contains(order, i) })
	order = append(order, rest...)
	return chunks(slices.DeleteFunc(order, func(i int) bool { return i == b.reference() }))
}

// chunks splits methods into as many as a panel shows.
func chunks(order []int) (all [][]int) {
	panels := (len(order) + perPanel - 1) / perPanel
	for i := range panels {
		all = append(all, order[i*len(order)/panels:(i+1)*len(order)/panels])
	}
	return all
}

// leads is a panel of differences against n, without its lines.
func leads(label string) figures.Curves {
	return figures.Curves{XLabel: "trials n", YLabel: label, LogX: true, Rules: []figures.Rule{{Horizontal: true}}}
}

// placesOf says where the methods of a panel stand at the largest n.
func (b Bakeoff) placesOf(chunk []int) string {
	best, worst := math.Inf(-1), math.Inf(1)
	for _, i := range chunk {
		if p := b.Results[i].At(b.most()); p != nil {
			best, worst = max(best, p.Tau), min(worst, p.Tau)
		}
	}
	if math.IsInf(best, -1) {
		return fmt.Sprintf("no τ at n = %d", b.most())
	}
	return fmt.Sprintf("τ %s to %s at n = %d", tables.Float(best, 3), tables.Float(worst, 3), b.most())
}

// difference is a panel of some methods.
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

// CostFigure sets how near to gold a method ranks against how long that takes; nil where
// that was not measured.
func (b Bakeoff) CostFigure() *figures.Figure {
	n, reference := b.most(), b.reference()
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
		Caption: b.caption() + fmt.Sprintf(" %s. Up: nearer to gold than %s on the same boards; left: cheaper. Times are of one run on one machine.",
			b.gold(), name),
		Panels: []figures.Panel{figures.Curves{
			XLabel: "µs to rank one board (log axis)", YLabel: "τ − τ of " + name, LogX: true,
			Lines: []figures.Line{line}, Rules: []figures.Rule{{Horizontal: true}},
			ShowX: []float64{slices.Min(line.X) / aside, slices.Max(line.X) * aside},
		}},
	}
}

// aside is how far axes reach beyond points that have names, as a factor.
const aside = 2
