package report

import "strings"

// ManyMetrics is the greatest number of lines in a figure that can have distinct
// colours.
const ManyMetrics = 7

// Family returns the name of a metric without its parameters.
func Family(metric string) string {
	if end := strings.IndexAny(metric, "@^"); end >= 0 {
		return metric[:end+1]
	}
	return metric
}
