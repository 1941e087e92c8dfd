package results

import (
	"errors"
	"slices"
)

// A counted board knows how often each outcome occurred and not in which order: it holds
// a Tally, 2 bytes for every model, question and category but the lowest, where another
// board holds a byte for every trial. All that goes by counts alone asks for TallyAll and
// comes to the same as with the trials; Row lists them by category.

// newCounted is newBoard for a tally of all trials, which becomes the board's own.
func newCounted(models, questions []string, counts *Tally) (*Board, error) {
	b, err := newBoard(models, questions, counts.Trials, counts.Top, nil)
	if err != nil {
		return nil, err
	}
	b.counts = counts
	return b, nil
}

// Counted tells whether the board holds counts alone, and not the order of the trials.
func (b *Board) Counted() bool { return b.counts != nil }

// sharedTally is the tally of a counted board. The counts are the board's own.
func (b *Board) sharedTally() *Tally {
	t := *b.counts
	t.Groups = b.groups()
	return &t
}

// countedRow lists the trials of one model on one question of a counted board.
func (b *Board) countedRow(model, question int) []uint8 {
	row := make([]uint8, b.trials)
	counts := b.counts.Row(model)[question*b.top : (question+1)*b.top]
	from := len(row)
	for j, count := range slices.Backward(counts) {
		for range count {
			from--
			row[from] = uint8(j + 1)
		}
	}
	return row
}

// recategorizeCounts is Recategorize for a counted board.
func (b *Board) recategorizeCounts(of []uint8, top int) (*Board, error) {
	counts := NewTally(len(b.Models), len(b.Questions), top)
	counts.Trials = b.trials
	for m := range b.Models {
		row := b.counts.Row(m)
		for q := range b.Questions {
			rest := b.trials
			for j, count := range row[q*b.top : (q+1)*b.top] {
				counts.Add(m, q, int(of[j+1]), int(count))
				rest -= int(count)
			}
			counts.Add(m, q, int(of[0]), rest)
		}
	}
	other, err := newCounted(b.Models, b.Questions, counts)
	if err != nil {
		return nil, err
	}
	other.Task, other.Groups = b.Task, b.Groups
	return other, nil
}

// counter counts outcomes by model and question as they come.
type counter struct {
	shape  [3]int     // models, questions and trials
	counts [][]uint16 // by category − 1: by model, then question
}

// add counts an outcome of a row, which is that of a model and a question.
func (c *counter) add(row int, category uint8) { c.addTimes(row, category, 1) }

// addTimes counts an outcome several times.
func (c *counter) addTimes(row int, category uint8, times int) {
	if category > 0 {
		c.reach(int(category))
		c.counts[category-1][row] += uint16(times)
	}
}

// reach makes room for categories up to the top one.
func (c *counter) reach(top int) {
	for len(c.counts) < top {
		c.counts = append(c.counts, make([]uint16, c.shape[0]*c.shape[1]))
	}
}

// addAll counts outcomes of one row.
func (c *counter) addAll(row int, outcomes []uint8) {
	ones, binary := countOnes(outcomes)
	switch {
	case !binary:
		for _, category := range outcomes {
			c.add(row, category)
		}
	case ones > 0:
		c.addTimes(row, 1, ones)
	}
}

// tally is that of all outcomes. The counter is of no use afterwards.
func (c *counter) tally() *Tally {
	models, questions, top := c.shape[0], c.shape[1], max(1, len(c.counts))
	t := &Tally{Models: models, Questions: questions, Top: top, Trials: c.shape[2], Totals: make([]int64, models*top)}
	if len(c.counts) == 1 {
		t.counts = c.counts[0]
	} else {
		t.counts = make([]uint16, models*questions*top)
		for j, counts := range c.counts {
			for row, count := range counts {
				t.counts[row*top+j] = count
			}
			c.counts[j] = nil
		}
	}
	for model := range models {
		for i, count := range t.counts[model*questions*top : (model+1)*questions*top] {
			t.Totals[model*top+i%top] += int64(count)
		}
	}
	return t
}

// bytesOfCounts is what a counted board of right and wrong answers takes.
func bytesOfCounts(shape [3]int) int64 { return 2 * int64(product(shape[:2]...)) }

// errAbsent refuses cells without an outcome where only counts are kept.
var errAbsent = errors.New("cells of -1 have no outcome, and counts: needs complete boards: name the file without it")
