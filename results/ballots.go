package results

import (
	"math"
	"slices"

	"settle/internal/lists"
)

// Ballots holds the answer and the weight of every attempt on a board. Answers are
// numbered within each question. Two attempts at a question, by the same model or by
// different models, agree if their answers have the same number.
type Ballots struct {
	Names  [][]string // different answers by question, in the order of first appearance
	Weight string     // name of the weights, "" if there are none

	answers []uint32  // by cell of the board: 1 + the index into Names, 0 for no answer
	weights []float64 // by cell, at least 0, NaN for none; nil if there are no weights
}

// AddBallots makes room for the answer of every attempt on the board, and for its
// weight unless the argument weight is "". At first, no attempt has an answer or a
// weight. The argument names becomes Ballots.Names. The board must not be counted.
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

// Answers returns the numbers of one model's answers to one question, in trial order. A
// number is 1 + the index into Ballots.Names, or 0 for an attempt without an answer.
// The slice aliases the board, which must have Ballots.
func (b *Board) Answers(model, question int) []uint32 {
	from, to := b.span(model, question)
	return b.Ballots.answers[from:to:to]
}

// WeightsOf returns the weights of one model's attempts at one question, in trial
// order. An attempt without a weight has NaN. It returns nil if the board has no
// weights. The slice aliases the board, which must have Ballots.
func (b *Board) WeightsOf(model, question int) []float64 {
	if b.Ballots.weights == nil {
		return nil
	}
	from, to := b.span(model, question)
	return b.Ballots.weights[from:to:to]
}

// CopyAttempt overwrites a trial of b with trial number at of the board source. It
// copies the outcome and, if both boards have them, the answer and the weight. The
// boards must have the same models and questions.
func (b *Board) CopyAttempt(model, question, trial int, source *Board, at int) {
	b.Row(model, question)[trial] = source.Row(model, question)[at]
	if b.Ballots == nil || source.Ballots == nil {
		return
	}
	b.Answers(model, question)[trial] = source.Answers(model, question)[at]
	if weights := b.WeightsOf(model, question); weights != nil {
		weights[trial] = source.WeightsOf(model, question)[at]
	}
}

// A cast tells a tally where, on a board, the attempts of one of its models are.
type cast struct {
	board     *Board
	model     int
	questions []int // index of each of the tally's questions on the board; nil if they are the same
}

// Cast records that the tally counts the first trials of the given board, which must
// have the same shape. It does nothing if the board has no answers.
func (t *Tally) Cast(b *Board) {
	if b.Ballots == nil {
		return
	}
	if len(t.casts) != t.Models {
		t.casts = make([]cast, t.Models)
	}
	for model := range t.casts {
		t.casts[model] = cast{board: b, model: model}
	}
}

// Ballots returns the answers on the board whose attempts the tally counts. It returns
// nil if there are none.
func (t *Tally) Ballots() *Ballots {
	if len(t.casts) == 0 {
		return nil
	}
	return t.casts[0].board.Ballots
}

// Attempts returns the outcomes, answers and weights of one model's trials of one
// question. The weights are nil if there are none. The slices must not be modified. The
// tally must have Ballots.
func (t *Tally) Attempts(model, question int) (outcomes []uint8, answers []uint32, weights []float64) {
	n, c := t.TrialsOf(model, question), t.casts[model]
	question = t.QuestionOf(model, question)
	if weights = c.board.WeightsOf(c.model, question); weights != nil {
		weights = weights[:n]
	}
	return c.board.Row(c.model, question)[:n], c.board.Answers(c.model, question)[:n], weights
}

// QuestionOf translates a question of the tally into the index of a question on the
// board: the question from which the given model's attempts were counted. The tally
// must have Ballots.
func (t *Tally) QuestionOf(model, question int) int {
	if questions := t.casts[model].questions; questions != nil {
		return questions[question]
	}
	return question
}

// castsOf returns the casts for the given models, limited to the given questions.
func (t *Tally) castsOf(models, questions []int) []cast {
	if t.casts == nil {
		return nil
	}
	return lists.Each(models, func(model int) cast {
		c := t.casts[model]
		own := questions
		if c.questions != nil {
			own = lists.Each(questions, func(q int) int { return c.questions[q] })
		}
		return cast{c.board, c.model, own}
	})
}
