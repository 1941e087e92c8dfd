package results

import "slices"

// Tally is all that a score needs of a board: for every model and question,
// how many of n trials fell into each category. Category 0 is not stored; it
// is what remains of n. Replicates are Tallies that lose one trial at a time.
// An unequal tally has an n of its own for every model and question.
type Tally struct {
	Models    int // L
	Questions int // M
	Top       int // C, the highest category
	Trials    int // n, the fewest of an unequal tally

	// Totals holds the sums of Counts over questions: for model l and
	// category j in 1..C, at l·C + j − 1.
	Totals []int64

	// Groups holds, by question, the group that it belongs to, from 0; nil where every
	// question is one by itself. Questions of a group may be alike.
	Groups []int

	casts  []cast   // by model: where its attempts are; nil if they have no answers
	counts []uint16 // the rows of all models; see Row
	trials []uint16 // n by model and question of an unequal tally, else nil
	isThin bool
	thin   *thin // once it was
}

// NewTally returns the tally of no trials.
func NewTally(models, questions, top int) *Tally {
	return &Tally{
		Models: models, Questions: questions, Top: top,
		Totals: make([]int64, models*top),
		counts: make([]uint16, models*questions*top),
	}
}

// NewUnequalTally returns the tally of no outcomes but of category 0, with the
// given number of trials by model, then question; 0 where a model never met a
// question. The slice becomes the tally's own.
func NewUnequalTally(models, questions, top int, trials []uint16) *Tally {
	t := NewTally(models, questions, top)
	t.Trials, t.trials = int(slices.Min(trials)), trials
	return t
}

// Unequal tells whether the tally has an n of its own for every model and
// question. Only unthinned tallies can be.
func (t *Tally) Unequal() bool { return t.trials != nil }

// TrialsOf is n, the number of trials of one model on one question.
func (t *Tally) TrialsOf(model, question int) int {
	if t.trials == nil {
		return t.Trials
	}
	return int(t.trials[model*t.Questions+question])
}

// Add counts n more trials of one model on one question in a category; a
// negative n takes them away. It leaves Trials, which is the same for all
// questions, to the caller.
func (t *Tally) Add(model, question, category, n int) {
	if category == 0 {
		return
	}
	t.Row(model)[question*t.Top+category-1] += uint16(n)
	t.Totals[model*t.Top+category-1] += int64(n)
}

// addAll counts trials of one model on one question.
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

// countOnes counts outcomes of category 1, if there are none above.
func countOnes(outcomes []uint8) (ones int, binary bool) {
	var any uint8
	for _, category := range outcomes {
		any |= category
		ones += int(category)
	}
	return ones, any <= 1
}

// Row returns the counts of one model: for question q and category j in 1..C
// the count is at q·C + j − 1, in the binary case the number of successes at q.
// The slice is the tally's own, and to be read only if the tally is thin.
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

// NewLike returns a tally of the same shape for CopyFrom.
func (t *Tally) NewLike() *Tally {
	like := NewTally(t.Models, t.Questions, t.Top)
	like.Groups, like.casts = t.Groups, slices.Clone(t.casts)
	if t.trials != nil {
		like.trials = make([]uint16, len(t.trials))
	}
	return like
}

// Shape is the size of a board or of its replicates.
type Shape struct {
	Models    int // L
	Questions int // M
	Trials    int // N, or the fewest of an unequal board
	Most      int // the most trials of an unequal board, 0 of a complete one
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
