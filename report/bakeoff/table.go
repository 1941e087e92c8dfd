package bakeoff

import (
	"fmt"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/report/converge"
	"settle/report/wording"
	"settle/study/bakeoff"
	convergestudy "settle/study/converge"
)

// table returns a table of every estimator at every number of trials.
func (b Bakeoff) table() *tables.Table {
	points := b.points()
	t := tables.New(b.title(), b.fields().Pick(
		"name n bias bias_se rmse rmse_se tau tau_se coverage coverage_se width"), points)
	t.Columns[0].Name = "metric"
	t.Lead = b.Closest()
	t.Notes = []string{
		fairness,
		fmt.Sprintf("Means over models and boards; coverage and width refer to the nominal %s interval. "+
			"± is one Monte-Carlo standard error.", wording.Percent(bakeoff.Confidence)),
	}
	undefined := lists.Max(points, func(p bakedPoint) int { return p.Undefined })
	t.Warn(b.facts(), report.UndefinedNote(undefined, "boards"))
	return t
}

// Settling returns a table of the number of trials at which each estimator's ranking
// settles.
func (b Bakeoff) Settling() *tables.Table {
	settled := func(r bakeoff.Result) convergestudy.Distribution { return r.Convergence }
	c := converge.Convergence{GoldLevels: b.Gold, Distributions: lists.Each(b.Results, settled)}
	t := c.Table("Trials until the ranking settles on the true one")
	if c.GoldTies() {
		t.Warn("The true means tie some models; a ranking agrees only if it ties them too.")
	}
	return t
}

// CostTable returns a table of the computing time of a ranking, with one estimator per
// row. It returns nil if times were not measured.
func (b Bakeoff) CostTable() *tables.Table {
	if b.Costs == nil {
		return nil
	}
	columns := []tables.Field[int]{tables.Left("metric", func(i int) string { return b.Results[i].Metric })}
	for _, n := range b.Options.At {
		cost := func(i int) string { return microseconds(b.rankingTime(i, n)) }
		columns = append(columns, tables.Right(fmt.Sprintf("n=%d", n), cost))
	}
	t := tables.New("Time per ranking of a board, in µs", columns, lists.Indices(len(b.Results)))
	t.Notes = []string{"Measured on this machine: one metric at a time, all models of a board together."}
	return t
}
