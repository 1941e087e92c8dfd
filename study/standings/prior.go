package standings

import (
	"settle/metrics"
	"settle/results"
)

// A Prior holds the weight of the prior of Bayes@N and the number of trials on the board. All
// fields are 0 for other metrics.
type Prior struct {
	// Uniform, Given and Trials count trials per question. Uniform is the sum of the prior's
	// pseudo-counts, Given is the weight of older results used as prior, and Trials is the
	// number of trials on the board. Flat reports whether the pseudo-counts are 1 for each
	// category: the uniform prior, which shrinks scores towards the mean of the weights.
	Uniform, Given float64
	Trials         int
	Flat           bool

	// UpTo reports whether the older results have different numbers of trials per question;
	// Given is then the largest of these. For an unequal board, Trials is the smallest
	// number of trials and Most the largest; Most is 0 for a complete board.
	UpTo bool
	Most int

	Models  int // number of models on the board
	Outside int // number of models whose interval excludes their observed score
}

// NewPrior returns the weight of a metric's prior and the number of trials in a tally. The field
// Outside stays 0.
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

// observe sets the observed score of each model, and counts the models whose interval excludes
// their observed score. For such models, the prior dominates the interval, even if the prior's
// weight is small.
func (s *Standings) observe(m metrics.Metric, t *results.Tally) {
	observed, ok := metrics.Observed(m, t)
	if !ok {
		return
	}
	s.Observed = observed.Name()
	scores := metrics.Scores(observed, t, nil)
	s.Prior.Models = len(s.Rows)
	for i := range s.Rows {
		row := &s.Rows[i]
		row.Observed = scores[row.Index]
		if row.Observed < row.Lo || row.Observed > row.Hi {
			s.Prior.Outside++
		}
	}
}

// Heavy reports whether the prior has at least a tenth of the total weight of prior and trials.
func (p Prior) Heavy() bool {
	prior := p.Uniform + p.Given
	return prior > 0 && 10*prior >= prior+float64(p.Trials)
}
