package report

import "settle/results"

// Drawn describes, for JSON, a board whose number of trials differs from that of the
// replicates drawn from it.
type Drawn struct {
	Fewest   int      `json:"fewest_trials"`      // fewest trials of any model on any question
	Most     int      `json:"most_trials"`        // most trials of any model on any question
	Attempts int      `json:"attempts"`           // attempts of all models on all questions
	LeftOut  []string `json:"left_out,omitempty"` // questions on which some model has no trial
}

// NewDrawn describes the board b, from which the questions in leftOut were removed, for
// replicates with n trials per question. It returns nil if all questions of b have n
// trials and leftOut is nil.
func NewDrawn(b *results.Board, leftOut []string, n int) *Drawn {
	if !b.Unequal() && b.Trials() == n && leftOut == nil {
		return nil
	}
	return &Drawn{Fewest: b.Trials(), Most: b.MostTrials(), Attempts: b.Cells(), LeftOut: leftOut}
}
