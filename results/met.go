package results

import (
	"errors"

	"settle/internal/lists"
)

// ErrNoneMet is returned if no question has trials of every model.
var ErrNoneMet = errors.New("no question has trials of every model")

// MetByAll returns a board without the questions that some model never attempted, and
// the names of the removed questions. If every model attempted all questions, it
// returns the board itself. It fails with ErrNoneMet if no question is left.
func (b *Board) MetByAll() (met *Board, left []string, err error) {
	if b.trials > 0 {
		return b, nil, nil
	}
	var kept []int
	for q, name := range b.Questions {
		if b.isMet(q) {
			kept = append(kept, q)
		} else {
			left = append(left, name)
		}
	}
	if kept == nil {
		return nil, left, ErrNoneMet
	}
	names := lists.Each(kept, func(q int) string { return b.Questions[q] })
	trials := make([]int, 0, len(b.Models)*len(kept))
	for model := range b.Models {
		for _, q := range kept {
			trials = append(trials, len(b.Row(model, q)))
		}
	}
	if met, err = NewUnequalBoard(b.Models, names, trials, b.top); err != nil {
		return nil, left, err
	}
	met.Task = b.Task
	if b.Groups != nil {
		met.Groups = lists.Each(kept, func(q int) string { return b.Groups[q] })
	}
	if b.Ballots != nil {
		met.AddBallots(lists.Each(kept, func(q int) []string { return b.Ballots.Names[q] }), b.Ballots.Weight)
	}
	for model := range b.Models {
		for to, from := range kept {
			copy(met.Row(model, to), b.Row(model, from))
			if b.Ballots != nil {
				copy(met.Answers(model, to), b.Answers(model, from))
				copy(met.WeightsOf(model, to), b.WeightsOf(model, from))
			}
		}
	}
	return met, left, nil
}

// isMet reports whether every model has at least one trial of the question.
func (b *Board) isMet(question int) bool {
	for model := range b.Models {
		if len(b.Row(model, question)) == 0 {
			return false
		}
	}
	return true
}

// Cells returns the number of outcomes on the board.
func (b *Board) Cells() int {
	if b.counts != nil {
		return len(b.Models) * len(b.Questions) * b.trials
	}
	return len(b.cells)
}
