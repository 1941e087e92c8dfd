package bakeoff

import (
	"math"
	"slices"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/bakeoff"
)

// A Quantity is a property of estimators that was measured at every number of trials.
// It can be shown as a figure and as a table.
type Quantity struct {
	of     Bakeoff
	Name   string // name for titles
	Title  string // title of its panel
	Label  string // label of its axis
	value  func(bakeoff.Point) (y, se float64)
	show   func(float64) string  // formats a value for tables
	drawn  func(float64) float64 // converts a value for a panel, NaN to omit it; nil to keep all
	finish func(*figures.Curves)
}

// Bias returns the mean error of the scores, as a Quantity.
func (b Bakeoff) Bias() Quantity {
	return Quantity{
		of: b, Name: "Bias of the scores", Title: "bias", Label: "mean score − truth", show: decimals(4),
		value:  func(p bakeoff.Point) (y, se float64) { return p.Bias, p.BiasSE },
		finish: func(c *figures.Curves) { c.Rules = []figures.Rule{{Horizontal: true}} },
	}
}

// RMSE returns the root mean squared error of the scores, as a Quantity.
func (b Bakeoff) RMSE() Quantity {
	return Quantity{
		of: b, Name: "Root mean squared error of the scores", Title: "error", Label: "RMSE of the score (log axis)", show: decimals(4),
		value:  func(p bakeoff.Point) (y, se float64) { return p.RMSE, p.RMSESE },
		drawn:  positiveOnly,
		finish: func(c *figures.Curves) { c.LogY = true },
	}
}

// Tau returns the agreement of the rankings with the gold-standard order (Kendall's τ),
// as a Quantity.
func (b Bakeoff) Tau() Quantity {
	return Quantity{
		of: b, Name: "Mean Kendall τ with the true order", Title: "ranking", Label: "mean Kendall τ with the truth", show: decimals(3),
		value:  func(p bakeoff.Point) (y, se float64) { return p.Tau, p.TauSE },
		finish: func(c *figures.Curves) { c.Note = b.sameRankings() },
	}
}

// Coverage returns the share of intervals that contain the true value, as a Quantity.
func (b Bakeoff) Coverage() Quantity {
	nominal := wording.Percent(bakeoff.Confidence)
	return Quantity{
		of: b, Name: "Share of the " + nominal + " intervals that cover the truth", Title: "intervals", Label: "coverage of the " + nominal + " interval",
		show:  func(v float64) string { return tables.Percent(v, 1) },
		value: func(p bakeoff.Point) (y, se float64) { return p.Coverage, p.CoverageSE },
		finish: func(c *figures.Curves) {
			c.Bounds = &[2]float64{0, 1}
			c.Rules = []figures.Rule{{Horizontal: true, At: bakeoff.Confidence, Label: nominal}}
		},
	}
}

// Width returns the mean width of the intervals, as a Quantity.
func (b Bakeoff) Width() Quantity {
	return Quantity{
		of: b, Name: "Mean width of the intervals", Title: "width", Label: "mean width of the interval", show: decimals(4),
		value:  func(p bakeoff.Point) (y, se float64) { return p.Width, math.NaN() },
		finish: func(*figures.Curves) {},
	}
}

// decimals returns a function that formats numbers with the given number of decimals.
func decimals(digits int) func(float64) string {
	return func(v float64) string { return tables.Float(v, digits) }
}

// panel returns a panel of the quantity against the number of trials, with one line per
// estimator.
func (q Quantity) panel(title string) figures.Curves {
	c := figures.Curves{Title: title, XLabel: "trials n", YLabel: q.Label, LogX: true}
	value := func(p bakeoff.Point) (y, se float64) {
		if y, se = q.value(p); q.drawn != nil {
			y = q.drawn(y)
		}
		return y, se
	}
	for i, r := range q.of.Results {
		if !q.Has(i) && q.Known() {
			continue
		}
		line := pointsLine(r, len(q.of.Results) > report.ManyMetrics, value)
		line.Points = len(q.of.Options.At) < fewPoints
		c.Dodge = line.Points
		c.Lines = append(c.Lines, line)
	}
	q.finish(&c)
	return c
}

// Figure returns a figure that shows only this quantity.
func (q Quantity) Figure() *figures.Figure {
	panel := q.panel("")
	return &figures.Figure{
		Title: q.Name + " against the number of trials", Caption: q.of.caption(), Panels: []figures.Panel{panel},
	}
}

// Known reports whether at least one estimator has a value of the quantity.
func (q Quantity) Known() bool {
	return slices.ContainsFunc(lists.Indices(len(q.of.Results)), q.Has)
}

// Has reports whether an estimator has a value of the quantity for at least one number
// of trials.
func (q Quantity) Has(estimator int) bool {
	return slices.ContainsFunc(q.of.Results[estimator].Points, func(p bakeoff.Point) bool {
		y, _ := q.value(p)
		return !math.IsNaN(y)
	})
}

// A Measured is a value with its standard error, both formatted for tables. SE can be
// "".
type Measured struct{ Value, SE string }

// Row returns the values of one estimator for all numbers of trials. A value that does
// not exist is tables.Missing.
func (q Quantity) Row(estimator int) []Measured {
	row := make([]Measured, len(q.of.Options.At))
	for i, n := range q.of.Options.At {
		row[i].Value = tables.Missing
		if p := q.of.Results[estimator].At(n); p != nil {
			y, se := q.value(*p)
			row[i].Value = q.show(y)
			if !math.IsNaN(y) && !math.IsNaN(se) {
				row[i].SE = q.show(se)
			}
		}
	}
	return row
}
