package report

import "strings"

// ManyMetrics is the greatest number of metrics in a figure for which each metric has
// its own colour.
const ManyMetrics = 7

// Family returns the family of a metric, which is its name without parameters, such as
// "pass@" for pass@2.
func Family(metric string) string {
	if end := strings.IndexAny(metric, "@^"); end >= 0 {
		return metric[:end+1]
	}
	return metric
}
