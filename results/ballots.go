package results

import "math"

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
