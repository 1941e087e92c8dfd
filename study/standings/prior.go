package standings

import (
	"settle/metrics"
	"settle/results"
)

// Prior is what the prior of Bayes@N counts as beside the trials of a board;
// all 0 for other metrics.
type Prior struct {
	// Uniform, Given and Trials are numbers of trials of each question: what
	// the pseudo-counts of the prior add up to, what older results that were
	// given count as, and what the board has. Flat tells whether the pseudo-counts
	// are one of each category, the uniform prior, which draws towards the mean of
	// the weights.
	Uniform, Given float64
	Trials         int
	Flat           bool

	// Of results with different numbers of trials, Given is the most of any
	// question, which UpTo tells. Of an unequal board Trials are the fewest, and
	// Most the most; 0 of a complete one.
	UpTo bool
	Most int

	Models  int // of the board
	Outside int // how many of them have an interval that leaves out the mean of their trials
}

// NewPrior returns what the prior of a metric counts as beside a tally, with 0
// for Outside.
func NewPrior(m metrics.Metric, t *results.Tally) Prior {
	uniform, given, ok := metrics.PriorTrials(m)
	if !ok {
		return Prior{}
	}
	p := Prior{Uniform: uniform, Given: given, Flat: metrics.FlatPrior(m), UpTo: metrics.UnequalPrior(m), Trials: t.LeastMet(), Models: t.Models}
	if t.Unequal() {
		p.Most = t.MostTrials()
	}
	return p
}

// countOutside finds the models whose interval leaves out the mean of their
// trials: there the prior, light as it may be, outweighs what the interval speaks
// of.
func (p *Prior) countOutside(m metrics.Metric, t *results.Tally, rows []Standing) {
	avg, ok := metrics.WithoutPrior(m)
	if !ok {
		return
	}
	means := metrics.Scores(avg, t, nil)
	for _, row := range rows {
		if mean := means[row.Index]; mean < row.Lo || mean > row.Hi {
			p.Outside++
		}
	}
}

// Heavy tells whether the prior has a tenth of the say or more.
func (p Prior) Heavy() bool {
	prior := p.Uniform + p.Given
	return prior > 0 && 10*prior >= prior+float64(p.Trials)
}
