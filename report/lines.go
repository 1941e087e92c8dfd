package report

import "strings"

// ManyMetrics is the number of lines that can each have a colour of their own.
const ManyMetrics = 7

// Family is a metric's name without its parameters.
func Family(metric string) string {
	if end := strings.IndexAny(metric, "@^"); end >= 0 {
		return metric[:end+1]
	}
	return metric
}
