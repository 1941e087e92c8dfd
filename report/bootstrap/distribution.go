package bootstrap

import (
	"fmt"
	"slices"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/montecarlo"
	"settle/report"
	"settle/report/wording"
)

// Distributions holds, for each metric and number of trials, how Kendall's τ with the
// reference ranking varies over replicates.
type Distributions struct {
	Metrics []montecarlo.Distribution
	At      []int // the n to show, in ascending order; nil shows a few in tables and all elsewhere
}

// A distributionPoint describes how Kendall's τ varies over replicates, for one metric
// at one number of trials.
type distributionPoint struct {
	montecarlo.TauPoint
	metric string
}

// points returns the distributions of τ for all metrics at the given numbers of trials,
// or at every number of trials if trials is nil.
func (d Distributions) points(trials []int) []distributionPoint {
	var all []distributionPoint
	for _, m := range d.Metrics {
		for _, p := range m.Points {
			if trials == nil || slices.Contains(trials, p.N) {
				all = append(all, distributionPoint{p, m.Metric})
			}
		}
	}
	return all
}

// shownTrials returns the numbers of trials that a table shows. These are d.At, unless
// it is nil. Otherwise they are at most three: every second number that columnsOf
// returns, counted back from the largest.
func (d Distributions) shownTrials(trials int) []int {
	if d.At != nil {
		return d.At
	}
	point := func(p montecarlo.TauPoint) montecarlo.Point { return montecarlo.Point{N: p.N} }
	curves := lists.Each(d.Metrics, func(m montecarlo.Distribution) montecarlo.Curve { // curves with the same n
		return montecarlo.Curve{Points: lists.Each(m.Points, point)}
	})
	marks := columnsOf(curves, trials)
	var few []int
	for i := len(marks) - 1; i >= 0 && len(few) < 3; i -= 2 {
		few = append(few, marks[i])
	}
	slices.Reverse(few)
	return few
}

// Indices of quantiles in montecarlo.Levels. Tables and figures show these quantiles.
const (
	levelLeast = iota
	level05
	level25
	levelMedian
	level75
	level95
	levelMost
)

// distributionFields lists the fields that describe the distribution of τ for one
// metric at one number of trials.
var distributionFields = tables.Fields[distributionPoint]{
	tables.Data("metric", func(p distributionPoint) string { return p.metric }),
	tables.Data("n", func(p distributionPoint) int { return p.N }),
	tables.Data("mean", func(p distributionPoint) float64 { return p.Mean }).Rounded("mean", 3),
	quantileField("least", "least", levelLeast),
	quantileField("q05", "5 %", level05),
	quantileField("q25", "25 %", level25),
	quantileField("median", "median", levelMedian),
	quantileField("q75", "75 %", level75),
	quantileField("q95", "95 %", level95),
	quantileField("most", "most", levelMost),
	tables.Data("ones", func(p distributionPoint) int { return p.Ones }),
	tables.Data("undefined", func(p distributionPoint) int { return p.Undefined }),
	tables.Data("resolution", func(p distributionPoint) float64 { return p.Resolution }),
	tables.Data("values", distributionPoint.values).When(func(p distributionPoint) bool { return len(p.Values) > 0 }),
}

// quantileField returns the field for one quantile of τ.
func quantileField(key, name string, level int) tables.Field[distributionPoint] {
	return tables.Data(key, func(p distributionPoint) float64 { return p.Quantiles[level] }).Rounded(name, 3)
}

// values returns, for JSON, each distinct value of τ with the number of replicates that
// have it. An undefined τ is null.
func (p distributionPoint) values() []tables.Object {
	return lists.Each(p.Values, func(v montecarlo.TauValue) tables.Object {
		return tables.NewObject("tau", v.Tau, "replicates", v.Replicates)
	})
}

func (c Curves) distributionTable() *tables.Table {
	points := c.Distributions.points(c.Distributions.shownTrials(c.Shape.Trials))
	columns := distributionFields.Pick("metric n mean least q05 q25 median q75 q95 most")
	share := func(name string, count func(distributionPoint) int) tables.Field[distributionPoint] {
		return tables.Right(name, func(p distributionPoint) string { return tables.Percent(float64(count(p))/float64(c.Replicates), 1) })
	}
	columns = append(columns,
		share("τ = 1", func(p distributionPoint) int { return p.Ones }),
		share("undefined", func(p distributionPoint) int { return p.Undefined }))
	t := tables.New(c.Name+": distribution of τ with gold over replicates", columns, points)
	t.Lead = c.distributionLead(points)
	c.explainDistribution(t, points)
	return t
}

// distributionLead returns a sentence about the distribution of τ for one metric with
// one number of trials. It chooses the first metric in the list, and the largest number
// of trials in the list for this metric.
func (c Curves) distributionLead(points []distributionPoint) string {
	var p *distributionPoint
	for i := range points {
		if points[i].metric == points[0].metric {
			p = &points[i]
		}
	}
	switch {
	case p == nil:
		return ""
	case c.Replicates == 1:
		return "A single replicate has no distribution."
	case p.Quantiles[levelLeast] == p.Quantiles[levelMost]:
		return fmt.Sprintf("With %s, the ranking by %s has τ = %s in all replicates.", tables.Count(p.N, "trial"), p.metric, tables.Float(p.Mean, 3))
	}
	return fmt.Sprintf("With %s, the ranking by %s equals gold in %s of replicates; τ is between %s and %s in 90 %% of them.",
		tables.Count(p.N, "trial"), p.metric, wording.ShareOf(float64(p.Ones)/float64(c.Replicates), c.Replicates), tables.Float(p.Quantiles[level05], 3), tables.Float(p.Quantiles[level95], 3))
}

// explainDistribution adds notes to t about the replicates, the columns, and the
// accuracy of the quantiles.
func (c Curves) explainDistribution(t *tables.Table, points []distributionPoint) {
	if c.Curves == nil {
		t.Warn(c.Warnings()...)
	}
	undefined := lists.Max(points, func(p distributionPoint) int { return p.Undefined })
	t.Warn(report.UndefinedNote(undefined, "replicates"), resolutionNote(points))
	t.Note("Each row describes one n alone: a replicate that agrees with gold can disagree again with more trials. " +
		"k %: the k % quantile of Kendall τ_b, so that at least k % of replicates have this τ or a smaller one.")
}

// resolutionNote returns a note on how much rounding changes the quantiles of τ. It
// returns "" if no quantile was rounded.
func resolutionNote(points []distributionPoint) string {
	resolution := lists.Max(points, func(p distributionPoint) float64 { return p.Resolution })
	return wording.If(resolution > 0, "If τ takes too many different values to count each one, quantiles between least and most are rounded down to a grid, by less than "+tables.Float(resolution, 5)+".")
}

// mostDistributions is the greatest number of metrics in a figure of distributions.
const mostDistributions = 6

// DistributionFigure returns a figure of the distribution of τ against the number of
// trials. It has one panel per metric, but shows only the first few metrics. Bands show
// the ranges between quantiles.
func (c Curves) DistributionFigure() *figures.Figure {
	shown := c.Distributions.Metrics[:min(len(c.Distributions.Metrics), mostDistributions)]
	of := wording.IfElse(c.Scheme == report.Fresh, "new boards", "replicates drawn from this board")
	caption := fmt.Sprintf("Distribution of τ at each n over %s. The gold ranking is the same throughout. %s", of, c.FactsCaption())
	points := Distributions{Metrics: shown}.points(nil)
	caption = wording.Joined(caption, " ", resolutionNote(points))
	caption += wording.If(len(shown) < len(c.Distributions.Metrics),
		fmt.Sprintf(" The first %d of %d metrics are drawn.", len(shown), len(c.Distributions.Metrics)))
	caption = wording.Joined(caption, "\n", c.Note)
	f := &figures.Figure{Title: c.Name + ": distribution of τ with gold over replicates", Caption: caption}
	lowest := slices.Min(append(lists.Each(points, func(p distributionPoint) float64 {
		return p.Quantiles[level05]
	}), 1))
	for _, d := range shown {
		f.Panels = append(f.Panels, figures.Curves{
			Title: d.Metric, XLabel: "trials n", YLabel: "Kendall τ with gold", Lines: quantileLines(d), LogX: c.LogN,
			Bounds: &[2]float64{-1, 1}, ShowY: []float64{lowest, 1},
		})
	}
	return f
}

// quantileLines returns two lines of τ against the number of trials. The first is the
// median, with a band for the middle 50 % of replicates. The second is the mean, with a
// band for the middle 90 % of them.
func quantileLines(d montecarlo.Distribution) []figures.Line {
	half := figures.Line{Name: "median, and the middle 50 % of replicates", Bare: true, Lo: []float64{}, Hi: []float64{}}
	nine := figures.Line{Name: "mean, and the middle 90 % of replicates", Bare: true, Lo: []float64{}, Hi: []float64{}}
	for _, p := range d.Points {
		n, q := float64(p.N), p.Quantiles
		half.X, half.Y = append(half.X, n), append(half.Y, q[levelMedian])
		half.Lo, half.Hi = append(half.Lo, q[level25]), append(half.Hi, q[level75])
		nine.X, nine.Y = append(nine.X, n), append(nine.Y, p.Mean)
		nine.Lo, nine.Hi = append(nine.Lo, q[level05]), append(nine.Hi, q[level95])
	}
	return []figures.Line{half, nine}
}

func (d Distributions) document() []tables.Object {
	all := make([]tables.Object, len(d.Metrics))
	for i, m := range d.Metrics {
		one := Distributions{Metrics: []montecarlo.Distribution{m}}
		all[i] = tables.NewObject("metric", m.Metric, "points", distributionFields.Without("metric").JSON(one.points(d.At)))
	}
	return all
}

// distributionData returns a table of all quantiles of τ for CSV, with one row for each
// metric and number of trials.
func (c Curves) distributionData() *tables.Table {
	return distributionFields.Without("values").CSV(c.Distributions.points(c.Distributions.At))
}
