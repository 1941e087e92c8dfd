package results

import (
	"errors"
	"slices"
)

// A counted board stores how often each outcome occurred, without the order of the
// trials. It holds a Tally: 2 bytes per model, question and category above 0, in place
// of one byte per trial. TallyAll gives the same result for a counted board as for a
// board with trials. Row lists the trials sorted by category.

// newCounted makes a board that stores only counts, without the order of the trials.
// The given tally holds the counts of all trials, and the board keeps it.
func newCounted(models, questions []string, counts *Tally) (*Board, error) {
	b, err := newBoard(models, questions, counts.Trials, counts.Top, nil)
	if err != nil {
		return nil, err
	}
	b.counts = counts
	return b, nil
}

// Counted reports whether the board holds only counts, without the order of the trials.
func (b *Board) Counted() bool { return b.counts != nil }

// sharedTally returns the tally of a board that stores only counts. The tally shares
// these counts with the board.
func (b *Board) sharedTally() *Tally {
	t := *b.counts
	t.Groups = b.groups()
	return &t
}

// countedRow returns one model's outcomes on one question, for a board that stores only
// counts. The outcomes are sorted by category.
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

// recategorizeCounts implements Recategorize for a board that stores only counts.
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

// A counter counts the outcomes in each category, for each model and question.
type counter struct {
	shape  [3]int     // models, questions and trials
	counts [][]uint16 // for each category − 1, the counts by model, then question
}

// add counts one outcome of a model on a question. The row is the index of that pair of
// model and question in the counts.
func (c *counter) add(row int, category uint8) { c.addTimes(row, category, 1) }

// addTimes counts an outcome that occurred the given number of times. The row is the
// index of the pair of model and question in the counts.
func (c *counter) addTimes(row int, category uint8, number int) {
	if category > 0 {
		c.reach(int(category))
		c.counts[category-1][row] += uint16(number)
	}
}

// reach makes room for the counts of all categories up to top.
func (c *counter) reach(top int) {
	for len(c.counts) < top {
		c.counts = append(c.counts, make([]uint16, c.shape[0]*c.shape[1]))
	}
}

// addAll counts several outcomes of one model on one question.
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

// tally returns the tally of all outcomes. The counter must not be used afterwards.
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

// bytesOfCounts returns the memory, in bytes, of a board that stores only counts of
// binary outcomes.
func bytesOfCounts(shape [3]int) int64 { return 2 * int64(product(shape[:2]...)) }

// errAbsent is returned if only counts are kept but some cell has no outcome.
var errAbsent = errors.New("some cells are -1 (no outcome), but \"counts:\" requires a complete board; remove the prefix \"counts:\"")
