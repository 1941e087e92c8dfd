package results

// Tally is all that a score needs of a board: for every model and question,
// how many of n trials fell into each category. Category 0 is not stored; it
// is what remains of n. Replicates are Tallies that lose one trial at a time.
type Tally struct {
	Models    int // L
	Questions int // M
	Top       int // C, the highest category
	Trials    int // n

	// Counts holds, for model l, question q and category j in 1..C, the
	// count at (l·M + q)·C + j − 1. In the binary case it is the number of
	// successes at l·M + q.
	Counts []uint16

	// Totals holds the sums of Counts over questions: for model l and
	// category j in 1..C, at l·C + j − 1.
	Totals []int64
}

// NewTally returns the tally of no trials.
func NewTally(models, questions, top int) *Tally {
	return &Tally{
		Models: models, Questions: questions, Top: top,
		Counts: make([]uint16, models*questions*top),
		Totals: make([]int64, models*top),
	}
}

// Add counts n more trials of one model on one question in a category; a
// negative n takes them away. It leaves Trials, which is the same for all
// questions, to the caller.
func (t *Tally) Add(model, question, category, n int) {
	if category == 0 {
		return
	}
	t.Counts[(model*t.Questions+question)*t.Top+category-1] += uint16(n)
	t.Totals[model*t.Top+category-1] += int64(n)
}

// Row returns the counts of one model: M·C of them, by question and then by
// category 1..C. The slice is the tally's own.
func (t *Tally) Row(model int) []uint16 {
	width := t.Questions * t.Top
	return t.Counts[model*width : (model+1)*width : (model+1)*width]
}

// CopyFrom makes t equal to another tally of the same shape.
func (t *Tally) CopyFrom(from *Tally) {
	t.Trials = from.Trials
	copy(t.Counts, from.Counts)
	copy(t.Totals, from.Totals)
}

// Shape is the size of a board or of its replicates.
type Shape struct {
	Models    int // L
	Questions int // M
	Trials    int // N
	Top       int // C
}

// Shape returns the size of the board.
func (b *Board) Shape() Shape {
	return Shape{Models: len(b.Models), Questions: len(b.Questions), Trials: b.trials, Top: b.top}
}
