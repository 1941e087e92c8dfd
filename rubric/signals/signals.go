// Package signals holds the base signals of all attempts of a board, and reads
// and writes the files they come in.
//
// Begin with [Read] and [Attempts.Board].
//
// It believes that a board of signals is complete, as one of outcomes is: every
// model made the same number of attempts at every question, and each attempt
// has the signals that are asked for. It leaves what the signals mean to package
// rubric, and the long form of files to package results.
package signals

import (
	"settle/results"
	"settle/rubric"
)

// Attempts are the base signals of L models on the same M questions, N trials
// each (appendix D of the paper).
type Attempts struct {
	Task      string   // the name of the task, "" where there is only one
	Models    []string // L names, unique
	Questions []string // M names, unique
	Trials    int      // N

	// Cells holds the signals by model, question and trial: those of model l
	// on question q in trial t are at (l·M + q)·N + t.
	Cells []rubric.Signals
}

// Thresholds are the percentiles of these attempts, those of all models
// together.
func (a *Attempts) Thresholds() rubric.Thresholds { return rubric.NewThresholds(a.Cells) }

// Board sorts every attempt into its category, by the given thresholds. The
// board's top category is the schema's, whether or not an attempt reaches it. It
// fails where results.NewBoard does.
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

// sort puts the categories of a model's attempts at a question into row.
func (a *Attempts) sort(row []uint8, model, question int, s *rubric.Schema, t *rubric.Thresholds) {
	cells := a.Cells[(model*len(a.Questions)+question)*a.Trials:]
	for trial := range row {
		row[trial] = uint8(s.Category(&cells[trial], t))
	}
}
