package report

import (
	"fmt"

	"settle/metrics"
	"settle/results"
	"settle/tables"
)

// priorShare is what the prior of Bayes@N counts as beside the trials of a
// board, both of each question; all 0 for other metrics.
type priorShare struct {
	uniform, given, trials int

	models  int
	outside int // models whose interval leaves out the mean of their trials
}

func newPriorShare(m metrics.Metric, t *results.Tally) priorShare {
	uniform, given, ok := metrics.PriorTrials(m)
	if !ok {
		return priorShare{}
	}
	return priorShare{uniform: uniform, given: given, trials: t.Trials, models: t.Models}
}

// countOutside finds the models whose interval leaves out the mean of their
// trials: there the prior, light as it may be, outweighs what the interval speaks
// of.
func (p *priorShare) countOutside(m metrics.Metric, t *results.Tally, rows []Standing) {
	avg, ok := metrics.WithoutPrior(m)
	if !ok {
		return
	}
	means := metrics.Scores(avg, t, nil)
	for _, row := range rows {
		if mean := means[row.Index]; mean < row.Lo || mean > row.Hi {
			p.outside++
		}
	}
}

// heavy tells whether the prior has a tenth of the say or more.
func (p priorShare) heavy() bool {
	prior := p.uniform + p.given
	return prior > 0 && 10*prior >= prior+p.trials
}

// note says what a prior does to what is drawn towards its mean, "" if it is
// neither heavy nor pulls an interval off the mean of the trials. Under a uniform
// prior that changes no order.
func (p priorShare) note(drawn string) string {
	outside := ""
	if p.outside > 0 {
		outside = fmt.Sprintf(" the intervals of %d of %s leave out the mean of their trials;", p.outside, tables.Count(p.models, "model"))
	}
	switch {
	case !p.heavy() && p.outside == 0:
		return ""
	case p.given > 0:
		return fmt.Sprintf("The prior counts as %s of each question beside %d, %d of them uniform: %s towards its mean, and its results may change ranks;%s --metrics avg has no prior.",
			tables.Count(p.uniform+p.given, "trial"), p.trials, p.uniform, drawn, outside)
	}
	return fmt.Sprintf("The uniform prior counts as %s of each question beside %d: %s towards the mean of the weights, which changes no rank;%s --metrics avg has no prior.",
		tables.Count(p.uniform, "trial"), p.trials, drawn, outside)
}
