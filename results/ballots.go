package results

import (
	"math"
	"slices"

	"settle/internal/lists"
)

// Ballots hold the answer and the weight of every attempt on a board. Answers are numbered
// question by question, for all models alike, so that two attempts agree if and only if they
// have the same number.
type Ballots struct {
	Names  [][]string // by question: its different answers, in the order of their first appearance
	Weight string     // the name of the weights, "" if there are none

	answers []uint32  // by cell of the board: 1 + the place in Names, 0 for no answer
	weights []float64 // by cell, at least 0, NaN for none; nil if there are no weights
}

// AddBallots gives every attempt on the board room for an answer, and for a weight if weight,
// its name, is not "". No attempt has an answer or a weight yet. names are those of Ballots.
// The board must not be a counted one.
func (b *Board) AddBallots(names [][]string, weight string) {
	b.Ballots = &Ballots{Names: names, Weight: weight, answers: make([]uint32, len(b.cells))}
	if weight != "" {
		b.Ballots.weights = make([]float64, len(b.cells))
		for i := range b.Ballots.weights {
			b.Ballots.weights[i] = math.NaN()
		}
	}
}

// Answered reports whether any attempt has an answer.
func (b *Ballots) Answered() bool {
	return slices.ContainsFunc(b.Names, func(names []string) bool { return len(names) > 0 })
}

// Answers returns the answers of one model to one question, in the order of the trials: 1 + the
// place in Ballots.Names, or 0 for an attempt without an answer. The slice is the board's own.
// The board must have Ballots.
func (b *Board) Answers(model, question int) []uint32 {
	from, to := b.span(model, question)
	return b.Ballots.answers[from:to:to]
}

// WeightsOf returns the weights of the attempts of one model at one question, in the order of the
// trials, NaN for an attempt without one; nil if the board has no weights. The slice is the
// board's own. The board must have Ballots.
func (b *Board) WeightsOf(model, question int) []float64 {
	if b.Ballots.weights == nil {
		return nil
	}
	from, to := b.span(model, question)
	return b.Ballots.weights[from:to:to]
}

// cast holds where the attempts of a tally are on a board; the zero value if they have no answers.
type cast struct {
	board             *Board
	models, questions []int // of the board, by those of the tally; nil for the same
}

// Cast notes that the trials of a tally are the first ones of a board of the same shape. It does
// nothing if the board has no answers.
func (t *Tally) Cast(b *Board) {
	if b.Ballots != nil {
		t.cast = cast{board: b}
	}
}

// Ballots returns the answers of the board whose attempts the tally counts; nil if there are none.
func (t *Tally) Ballots() *Ballots {
	if t.cast.board == nil {
		return nil
	}
	return t.cast.board.Ballots
}

// Attempts returns the outcomes, the answers and the weights of the trials of one model on one
// question. Weights are nil if there are none. The slices are to be read only. The tally must have
// Ballots.
func (t *Tally) Attempts(model, question int) (outcomes []uint8, answers []uint32, weights []float64) {
	n := t.TrialsOf(model, question)
	model, question = t.cast.place(model, question)
	b := t.cast.board
	if weights = b.WeightsOf(model, question); weights != nil {
		weights = weights[:n]
	}
	return b.Row(model, question)[:n], b.Answers(model, question)[:n], weights
}

func (c *cast) place(model, question int) (int, int) {
	if c.models != nil {
		model = c.models[model]
	}
	if c.questions != nil {
		question = c.questions[question]
	}
	return model, question
}

// part returns where the attempts of some models and questions are.
func (c *cast) part(models, questions []int) cast {
	if c.board == nil {
		return cast{}
	}
	of := func(list, wanted []int) []int {
		if list == nil {
			return wanted
		}
		return lists.Each(wanted, func(i int) int { return list[i] })
	}
	return cast{c.board, of(c.models, models), of(c.questions, questions)}
}
