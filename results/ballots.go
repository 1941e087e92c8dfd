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

// AddBallots makes room for the answer of every attempt on the board. If weight is not
// "", it also makes room for weights, with that name. At first, no attempt has an
// answer or a weight. The names are the different answers to each question, and become
// Ballots.Names. The board must have trials, not only counts (see Counted).
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

// Answers returns one model's answers to one question as numbers, in trial order. A
// number is 1 + the answer's index in Ballots.Names[question], or 0 if the attempt has
// no answer. The slice aliases the board. The board's field Ballots must not be nil.
func (b *Board) Answers(model, question int) []uint32 {
	from, to := b.span(model, question)
	return b.Ballots.answers[from:to:to]
}

// WeightsOf returns the weights of one model's attempts at one question, in trial
// order. The weight is NaN if an attempt has none. WeightsOf returns nil if the board
// has no weights. The slice aliases the board. The board's field Ballots must not be
// nil.
func (b *Board) WeightsOf(model, question int) []float64 {
	if b.Ballots.weights == nil {
		return nil
	}
	from, to := b.span(model, question)
	return b.Ballots.weights[from:to:to]
}

// CopyAttempt replaces a trial of b by a trial of another board, the source. It takes
// the index of the trial on b and, as the last argument, the index of the trial on the
// source. CopyAttempt copies the outcome and, if both boards have them, the answer and
// the weight. The boards must have the same models and questions.
func (b *Board) CopyAttempt(model, question, trial int, source *Board, at int) {
	b.Row(model, question)[trial] = source.Row(model, question)[at]
	if b.Ballots == nil || source.Ballots == nil {
		return
	}
	b.Answers(model, question)[trial] = source.Answers(model, question)[at]
	weights, given := b.WeightsOf(model, question), source.WeightsOf(model, question)
	if weights != nil && given != nil {
		weights[trial] = given[at]
	}
}

// A cast links one model of a tally to the board from which the model's attempts were
// counted. Through it, the tally finds the answers and weights of these attempts.
type cast struct {
	board     *Board
	model     int
	questions []int // index of each of the tally's questions on the board; nil if they are the same
}

// Cast links the tally to a board, so that Attempts can return answers and weights. The
// tally must count the first trials on that board and have the same shape. Cast does
// nothing if the board has no answers or weights.
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

// Ballots returns the answers and weights on the board to which Cast linked the tally.
// It returns nil if there are none.
func (t *Tally) Ballots() *Ballots {
	if len(t.casts) == 0 {
		return nil
	}
	return t.casts[0].board.Ballots
}

// Attempts returns the outcomes, answers and weights of one model's trials of one
// question. Answers are numbers, as in Board.Answers. The slice of weights is nil if
// there are none. The slices must not be modified. Attempts must not be called if
// Ballots returns nil.
func (t *Tally) Attempts(model, question int) (outcomes []uint8, answers []uint32, weights []float64) {
	n, c := t.TrialsOf(model, question), t.casts[model]
	question = t.QuestionOf(model, question)
	if weights = c.board.WeightsOf(c.model, question); weights != nil {
		weights = weights[:n]
	}
	return c.board.Row(c.model, question)[:n], c.board.Answers(c.model, question)[:n], weights
}

// QuestionOf returns the index that a question of the tally has on the board from which
// the given model's attempts were counted. It must not be called if Ballots returns
// nil.
func (t *Tally) QuestionOf(model, question int) int {
	if questions := t.casts[model].questions; questions != nil {
		return questions[question]
	}
	return question
}

// castsOf returns the links to boards for a part of the tally: the given models and
// questions. It returns nil if the tally has no such links.
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
