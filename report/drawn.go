package report

import "settle/results"

// Drawn describes, as JSON, a board from which replicates with another number of trials are drawn.
type Drawn struct {
	Fewest   int      `json:"fewest_trials"`      // fewest trials of any model on any question
	Most     int      `json:"most_trials"`        // most trials of any model on any question
	Attempts int      `json:"attempts"`           // attempts of all models on all questions
	LeftOut  []string `json:"left_out,omitempty"` // questions on which some model has no trial
}

// NewDrawn describes a board without the questions in leftOut. It returns nil if all questions have
// n trials.
func NewDrawn(b *results.Board, leftOut []string, n int) *Drawn {
	if !b.Unequal() && b.Trials() == n && leftOut == nil {
		return nil
	}
	return &Drawn{Fewest: b.Trials(), Most: b.MostTrials(), Attempts: b.Cells(), LeftOut: leftOut}
}
