package report

import "settle/results"

// Drawn describes, for JSON, a board from which replicates are drawn that have a
// different number of trials than the board.
type Drawn struct {
	Fewest   int      `json:"fewest_trials"`      // fewest trials of any model on any question
	Most     int      `json:"most_trials"`        // most trials of any model on any question
	Attempts int      `json:"attempts"`           // attempts of all models on all questions
	LeftOut  []string `json:"left_out,omitempty"` // questions on which some model has no trial
}

// NewDrawn describes the board b without the questions in leftOut. It returns nil if
// every question has n trials.
func NewDrawn(b *results.Board, leftOut []string, n int) *Drawn {
	if !b.Unequal() && b.Trials() == n && leftOut == nil {
		return nil
	}
	return &Drawn{Fewest: b.Trials(), Most: b.MostTrials(), Attempts: b.Cells(), LeftOut: leftOut}
}
