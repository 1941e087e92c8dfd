package results

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"settle/internal/quoted"
)

// A bitmap is a set of indexes. An empty bitmap takes no memory.
type bitmap []uint64

func (b *bitmap) set(at int) {
	if word := at / 64; word >= len(*b) {
		*b = append(*b, make([]uint64, word+1-len(*b))...)
	}
	(*b)[at/64] |= 1 << (at % 64)
}

func (b bitmap) has(at int) bool { return at/64 < len(b) && b[at/64]&(1<<(at%64)) != 0 }

func (b bitmap) count() int {
	n := 0
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}

// npzCells holds all outcomes in an NPY array.
type npzCells struct {
	outcomes []uint8
	absent   bitmap // cells without an outcome; outcomes holds 0 for them
}

// An npzTask holds a task that was read from an NPZ file.
type npzTask struct {
	names
	trials int
	cells  npzCells
	counts *Tally // used in place of cells if the outcomes were counted
	beside npzBallots
}

// countedBoard makes a board of the task that stores only counts, without the order of
// the trials.
func (t *npzTask) countedBoard(opt ReadOptions) (*Board, *Kept, error) {
	made := int(product(len(t.models), len(t.questions), t.trials)) // fits, because the file was read
	kept := Kept{
		Policy: opt.Policy, Models: len(t.models), Questions: len(t.questions), Trials: t.trials,
		Made: made, Attempts: made, Counted: true,
	}
	if opt.Policy.Scores {
		return nil, nil, errScoresCounted
	}
	b, err := newCounted(t.models, t.questions, t.counts)
	if err != nil {
		return nil, nil, err
	}
	b.Task = t.task
	return b, &kept, nil
}

// errScoresCounted is returned if each distinct outcome must become a category of its
// own, but the outcomes were already counted by category.
var errScoresCounted = errors.New("--weights values cannot be used with counts of categories; remove it")

// board makes a board of the task. If every cell has an outcome, the board keeps the
// slice of outcomes.
func (t *npzTask) board(opt ReadOptions) (*Board, *Kept, error) {
	absent := t.cells.absent.count()
	kept := Kept{
		Policy: opt.Policy, Models: len(t.models), Questions: len(t.questions), Trials: t.trials,
		Made: len(t.cells.outcomes) - absent, Attempts: len(t.cells.outcomes) - absent,
	}
	if err := checkUnique(t.models, t.questions); err != nil {
		return nil, nil, err
	}
	if kept.Made == 0 {
		return nil, nil, fmt.Errorf("%s: no attempts, because every cell is -1", quoted.Text(t.task))
	}
	top := max(1, int(slices.Max(t.cells.outcomes)))
	if opt.Policy.Scores {
		scores, err := t.score()
		if err != nil {
			return nil, nil, err
		}
		top, kept.Scores = len(scores)-1, scores
	}
	if absent == 0 {
		b, err := newBoard(t.models, t.questions, t.trials, top, t.cells.outcomes)
		if err != nil {
			return nil, nil, err
		}
		b.Task = t.task
		return b, &kept, nil
	}
	return t.someBoard(kept, top, opt.MaxBytes)
}

// score makes each distinct outcome a category. It returns the sorted outcomes as
// scores of the categories.
func (t *npzTask) score() ([]float64, error) {
	var seen [MaxCategories]bool
	for i, outcome := range t.cells.outcomes {
		seen[outcome] = seen[outcome] || !t.cells.absent.has(i)
	}
	var scores []float64
	for category, is := range seen {
		if is {
			scores = append(scores, float64(category))
		}
	}
	scores, err := checkScores(scores)
	if err != nil {
		return nil, err
	}
	var of [MaxCategories]uint8
	for i, score := range scores {
		of[int(score)] = uint8(i)
	}
	for i, outcome := range t.cells.outcomes {
		t.cells.outcomes[i] = of[outcome]
	}
	return scores, nil
}

// someBoard makes a board of a task in which some cells have no outcome.
func (t *npzTask) someBoard(kept Kept, top int, maxBytes int64) (*Board, *Kept, error) {
	h := &holdings{Kept: kept, pairs: t.pairs()}
	if kept.Policy.Missing == MissingRefuse {
		return nil, nil, t.refusal(h)
	}
	s := h.selectAttempts(kept.Policy)
	if err := s.check(h.pairs, t.models); err != nil {
		return nil, nil, err
	}
	b, err := s.emptyBoard(t.task, t.models, t.questions, h.pairs, top, maxBytes)
	if err != nil {
		return nil, nil, err
	}
	_, places := s.questions(t.questions)
	for m := range t.models {
		for q := range t.questions {
			if s.stays[q] {
				t.fill(b.Row(m, places[q]), m, q)
			}
		}
	}
	return b, &s.Kept, nil
}

// fill fills the given cells with one model's first outcomes on a question. It leaves
// out trials without an outcome.
func (t *npzTask) fill(cells []uint8, model, question int) {
	first := (model*len(t.questions) + question) * t.trials
	for at := first; at < first+t.trials && len(cells) > 0; at++ {
		if !t.cells.absent.has(at) {
			cells[0], cells = t.cells.outcomes[at], cells[1:]
		}
	}
}

// places yields every cell that has an outcome, together with the outcome, in board
// order.
func (t *npzTask) places(yield func(at place, outcome uint8) bool) {
	shape := index{models: interner{names: t.models}, questions: interner{names: t.questions}}
	var at place
	for i, outcome := range t.cells.outcomes {
		if !t.cells.absent.has(i) && !yield(at, outcome) {
			return
		}
		at = shape.cellAfter(at, t.trials)
	}
}

// pairs counts the outcomes of each model on each question. Pairs without outcomes are
// left out.
func (t *npzTask) pairs() []holding {
	var pairs []holding
	for at := range t.places {
		if last := len(pairs) - 1; last < 0 || pairs[last].model != at.model || pairs[last].question != at.question {
			pairs = append(pairs, holding{model: at.model, question: at.question})
		}
		pairs[len(pairs)-1].made++
		pairs[len(pairs)-1].scored++
	}
	return pairs
}

// refusal returns the error for cells without an outcome. It names the first such cell
// and a likely cause.
func (t *npzTask) refusal(h *holdings) error {
	names := &index{}
	names.models.names, names.questions.names = t.models, t.questions
	for trial := range t.trials {
		names.trials.labels = append(names.trials.labels, int64(trial)+1)
	}
	outcomes := func(yield func(place) bool) {
		for at := range t.places {
			if !yield(at) {
				return
			}
		}
	}
	first, scarce := names.firstMissing(outcomes, t.trials, "outcome")
	return h.refusal(names.cell(first), scarce)
}

// attempts returns one attempt for each cell that has an outcome. Trials are numbered
// from 1.
func (t *npzTask) attempts(o BallotOptions) (*Attempts, error) {
	if err := checkUnique(t.models, t.questions); err != nil {
		return nil, err
	}
	a, err := noAttempts(t.names, t.trials)
	if err != nil {
		return nil, err
	}
	a.KeepBallots(o)
	for at, outcome := range t.places {
		a.add(at, float64(outcome), 1)
		if t.beside.any() {
			cell := (int(at.model)*len(t.questions)+int(at.question))*t.trials + int(at.trial)
			if err := a.addBallot(t.beside.ballot(cell)); err != nil {
				return nil, err
			}
		}
	}
	return a, nil
}

// checkScores checks a sorted list of scores. If the only score is 0 or 1, it returns
// both 0 and 1. It fails unless the result has 2 to 256 scores.
func checkScores(scores []float64) ([]float64, error) {
	switch n := len(scores); {
	case n == 0, n == 1 && (scores[0] == 0 || scores[0] == 1):
		return []float64{0, 1}, nil
	case n > MaxCategories:
		return nil, errTooManyScores
	case n == 1:
		return nil, fmt.Errorf("all outcomes are %v; scores need at least two different values", scores[0])
	}
	return scores, nil
}
