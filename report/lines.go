package report

import "strings"

// ManyMetrics is the largest number of lines with distinct colours in a figure.
const ManyMetrics = 7

// Family returns the name of a metric without its parameters.
func Family(metric string) string {
	if end := strings.IndexAny(metric, "@^"); end >= 0 {
		return metric[:end+1]
	}
	return metric
}
