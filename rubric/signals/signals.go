// Package signals holds the base signals of all attempts of several models at the same
// questions. It reads and writes files of signals.
//
// Call [Read] to read a file. Then call [Attempts.Thresholds] and [Attempts.Board] for
// a board, which is a table of the categories of all attempts.
//
// The attempts are complete: every model makes the same number of attempts at every
// question, and each attempt has the requested signals. Otherwise Read fails.
//
// For the meaning of signals and categories, see package rubric.
package signals

import (
	"settle/results"
	"settle/rubric"
)

// Attempts holds the base signals of all attempts: L models answer the same M questions,
// with N trials each (appendix D of the paper).
type Attempts struct {
	Task      string   // name of the task, "" if there is only one
	Models    []string // L unique names
	Questions []string // M unique names
	Trials    int      // N

	// Cells holds the signals by model, question and trial. The signals of model l on
	// question q in trial t are at (l·M + q)·N + t.
	Cells []rubric.Signals
}

// Thresholds returns the thresholds for these attempts. They are percentiles of the
// signals over the attempts of all models together.
func (a *Attempts) Thresholds() rubric.Thresholds { return rubric.NewThresholds(a.Cells) }

// Board returns a board (a table of outcomes) with the category of every attempt, given
// the schema and the thresholds. The schema determines the board's top category, even
// if no attempt reaches it. Board fails if results.NewBoard fails.
func (a *Attempts) Board(s *rubric.Schema, t *rubric.Thresholds) (*results.Board, error) {
	b, err := results.NewBoard(a.Models, a.Questions, a.Trials, s.Weights().Len()-1)
	if err != nil {
		return nil, err
	}
	b.Task = a.Task
	for model := range a.Models {
		for question := range a.Questions {
			a.sort(b.Row(model, question), model, question, s, t)
		}
	}
	return b, nil
}

// sort stores the categories of a model's attempts at a question in the given row, one
// category for each trial.
func (a *Attempts) sort(row []uint8, model, question int, s *rubric.Schema, t *rubric.Thresholds) {
	cells := a.Cells[(model*len(a.Questions)+question)*a.Trials:]
	for trial := range row {
		row[trial] = uint8(s.Category(&cells[trial], t))
	}
}
