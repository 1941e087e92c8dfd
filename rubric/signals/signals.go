// Package signals holds the base signals of all attempts on a board, and reads and
// writes their files.
//
// Call [Read] to read a file, then [Attempts.Thresholds] and [Attempts.Board] to get a
// board of categories.
//
// A board of signals is complete: every model makes the same number of attempts at
// every question, and each attempt has the requested signals. Otherwise Read fails.
//
// Do not use it for the meaning of signals and categories: see package rubric.
package signals

import (
	"settle/results"
	"settle/rubric"
)

// Attempts holds the base signals of L models on the same M questions, N trials each
// (appendix D of the paper).
type Attempts struct {
	Task      string   // name of the task, "" if there is only one
	Models    []string // L unique names
	Questions []string // M unique names
	Trials    int      // N

	// Cells holds the signals by model, question and trial. The signals of model l on
	// question q in trial t are at (l·M + q)·N + t.
	Cells []rubric.Signals
}

// Thresholds returns the percentiles of these attempts, over all models together.
func (a *Attempts) Thresholds() rubric.Thresholds { return rubric.NewThresholds(a.Cells) }

// Board sorts every attempt into its category, with the given thresholds. The board's
// top category is that of the schema, even if no attempt reaches it. Board fails where
// results.NewBoard fails.
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

// sort writes the categories of a model's attempts at a question to row.
func (a *Attempts) sort(row []uint8, model, question int, s *rubric.Schema, t *rubric.Thresholds) {
	cells := a.Cells[(model*len(a.Questions)+question)*a.Trials:]
	for trial := range row {
		row[trial] = uint8(s.Category(&cells[trial], t))
	}
}
