package results

import "slices"

// A Tally holds, for every model and question, how many of the n trials are in each
// category. Metrics need nothing else from a board. The number in category 0 is not
// stored, because it is n minus the other numbers. In an unequal tally, n can differ
// between models and between questions.
//
// A replicate, made by resampling, is a Tally from which trials are removed one at a
// time.
type Tally struct {
	Models    int // L
	Questions int // M
	Top       int // C, the highest category
	Trials    int // n, or the smallest n of an unequal tally

	// Totals holds each model's counts, summed over questions. The sum for model l and
	// category j in 1..C is at l·C + j − 1.
	Totals []int64

	// Groups holds the number of each question's group, from 0. It is nil if every question
	// is its own group. Outcomes on questions of the same group can be correlated.
	Groups []int

	casts  []cast   // by model: where its attempts are on a board; nil if they have no answers
	counts []uint16 // the rows of all models; see Row
	trials []uint16 // n by model and question of an unequal tally, else nil
	isThin bool
	thin   *thinData // allocated by the first Thin or CopyThin
}

// NewTally returns a tally without trials.
func NewTally(models, questions, top int) *Tally {
	return &Tally{
		Models: models, Questions: questions, Top: top,
		Totals: make([]int64, models*top),
		counts: make([]uint16, models*questions*top),
	}
}

// NewUnequalTally returns a tally with all trials in category 0. The numbers of trials
// are given by model, then question. A number is 0 if the model never attempted the
// question. The tally keeps the slice.
func NewUnequalTally(models, questions, top int, trials []uint16) *Tally {
	t := NewTally(models, questions, top)
	t.Trials, t.trials = int(slices.Min(trials)), trials
	return t
}

// Unequal reports whether the tally has a separate n, the number of trials, for every
// model and question. A thin tally (see Thin) is never unequal.
func (t *Tally) Unequal() bool { return t.trials != nil }

// TrialsOf returns n, the number of trials of one model on one question.
func (t *Tally) TrialsOf(model, question int) int {
	if t.trials == nil {
		return t.Trials
	}
	return int(t.trials[model*t.Questions+question])
}

// Add adds n trials of one model on one question to a category. If n is negative, it
// removes trials. The caller must update the field Trials, which applies to all
// questions.
func (t *Tally) Add(model, question, category, n int) {
	if category == 0 {
		return
	}
	t.Row(model)[question*t.Top+category-1] += uint16(n)
	t.Totals[model*t.Top+category-1] += int64(n)
}

// addAll adds one model's outcomes on one question to the counts.
func (t *Tally) addAll(model, question int, outcomes []uint8) {
	ones, binary := countOnes(outcomes)
	if binary {
		t.Add(model, question, 1, ones)
		return
	}
	for _, category := range outcomes {
		t.Add(model, question, int(category), 1)
	}
}

// countOnes returns the number of outcomes that are 1, and reports whether all outcomes
// are 0 or 1. If not, the number is meaningless.
func countOnes(outcomes []uint8) (ones int, binary bool) {
	var any uint8
	for _, category := range outcomes {
		any |= category
		ones += int(category)
	}
	return ones, any <= 1
}

// Row returns the counts of one model. The count for question q and category j in 1..C
// is at index q·C + j − 1. For binary outcomes, the number of successes on question q
// is thus at index q. The slice aliases the tally. If the tally is thin (see Thin), the
// slice must not be modified.
func (t *Tally) Row(model int) []uint16 {
	width := t.Questions * t.Top
	row := t.counts[model*width : (model+1)*width : (model+1)*width]
	if t.isThin {
		t.thicken(model, row)
	}
	return row
}

// CopyFrom makes t equal to another tally of the same shape.
func (t *Tally) CopyFrom(from *Tally) {
	t.Trials = from.Trials
	for model := range t.Models {
		copy(t.Row(model), from.Row(model))
	}
	copy(t.Totals, from.Totals)
	copy(t.trials, from.trials)
}

// NewLike returns a tally of the same shape as t, for use with CopyFrom.
func (t *Tally) NewLike() *Tally {
	like := NewTally(t.Models, t.Questions, t.Top)
	like.Groups, like.casts = t.Groups, slices.Clone(t.casts)
	if t.trials != nil {
		like.trials = make([]uint16, len(t.trials))
	}
	return like
}

// A Shape holds the size of a board: the numbers of models, questions and trials, and
// the top category. It also describes replicates, which are resampled copies of the
// board.
type Shape struct {
	Models    int // L
	Questions int // M
	Trials    int // N, or the smallest number of trials on an unequal board
	Most      int // the largest number of trials on an unequal board, 0 for a complete one
	Top       int // C
}

// Shape returns the size of the board.
func (b *Board) Shape() Shape {
	s := Shape{Models: len(b.Models), Questions: len(b.Questions), Trials: b.trials, Top: b.top}
	if b.Unequal() {
		s.Most = b.most
	}
	return s
}
