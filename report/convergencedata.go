package report

import (
	"fmt"

	"settle/tables"
)

// settling is what one n says of a metric.
type settling struct {
	metric        string
	n             int
	p, cumulative float64
}

// Data is every n as CSV, one per row.
func (c Convergence) Data() *tables.Table {
	var rows []settling
	for _, d := range c.Distributions {
		cdf := d.CDF()
		for i, p := range d.PMF() {
			rows = append(rows, settling{d.Metric, i + 1, p, cdf[i]})
		}
	}
	return tables.New("", []tables.Of[settling]{
		tables.Left("metric", func(s settling) string { return s.metric }),
		tables.Right("n", func(s settling) string { return fmt.Sprint(s.n) }),
		whole("p", func(s settling) float64 { return s.p }),
		whole("cumulative", func(s settling) float64 { return s.cumulative }),
	}, rows)
}
