package report

import (
	"fmt"

	"settle/metrics"
	"settle/results"
	"settle/tables"
)

// priorShare is what the prior of Bayes@N counts as beside the trials of a
// board, both of each question; all 0 for other metrics.
type priorShare struct{ uniform, given, trials int }

func newPriorShare(m metrics.Metric, t *results.Tally) priorShare {
	uniform, given, ok := metrics.PriorTrials(m)
	if !ok {
		return priorShare{}
	}
	return priorShare{uniform, given, t.Trials}
}

// heavy tells whether the prior has a tenth of the say or more.
func (p priorShare) heavy() bool {
	prior := p.uniform + p.given
	return prior > 0 && 10*prior >= prior+p.trials
}

// note says what a heavy prior does to what is drawn towards its mean, "" if it
// is not heavy. Under a uniform prior that changes no order.
func (p priorShare) note(drawn string) string {
	switch {
	case !p.heavy():
		return ""
	case p.given > 0:
		return fmt.Sprintf("The prior counts as %s of each question beside %d, %d of them uniform: %s towards its mean, and its results may change ranks; --metrics avg has no prior.",
			tables.Count(p.uniform+p.given, "trial"), p.trials, p.uniform, drawn)
	}
	return fmt.Sprintf("The uniform prior counts as %s of each question beside %d: %s towards the mean of the weights, which changes no rank; --metrics avg has no prior.",
		tables.Count(p.uniform, "trial"), p.trials, drawn)
}
