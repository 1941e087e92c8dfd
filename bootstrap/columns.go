package bootstrap

import (
	"settle/internal/rng"
	"settle/replicate"
	"settle/results"
)

// columns is a source of column replicates. These are resampled boards that consist of
// whole trials of a board.
type columns struct {
	options  Options
	seed     uint64
	shape    results.Shape // shape of a replicate
	trials   int           // trials per question on the board
	outcomes []uint8       // by model, trial, question, so that a column is contiguous
	board    *results.Board

	successes []int // number of successes by model, then trial, for binary outcomes
}

func newColumns(b *results.Board, o Options, n int, seed uint64) *columns {
	c := &columns{options: o, seed: seed, shape: b.Shape(), trials: b.Trials(), board: b}
	c.shape.Trials = n
	c.outcomes = make([]uint8, c.shape.Models*c.trials*c.shape.Questions)
	c.successes = make([]int, c.shape.Models*c.trials)
	for model := range c.shape.Models {
		for q := range c.shape.Questions {
			for trial, category := range b.Row(model, q) {
				c.column(model, trial)[q] = category
				c.successes[model*c.trials+trial] += int(category)
			}
		}
	}
	return c
}

func (c *columns) Shape() results.Shape { return c.shape }
func (c *columns) Seed() uint64         { return c.seed }

// column returns one trial of a model: the category of its outcome at each question.
func (c *columns) column(model, trial int) []uint8 {
	from := (model*c.trials + trial) * c.shape.Questions
	return c.outcomes[from : from+c.shape.Questions]
}

// Ballots returns the possible answers on the board, or nil if it has none.
func (c *columns) Ballots() *results.Ballots { return c.board.Ballots }

// Answerer returns an Answerer that copies the answers of the trials drawn.
func (c *columns) Answerer() replicate.Answerer { return c.walker() }

func (c *columns) Walker() replicate.Walker { return c.walker() }

func (c *columns) walker() *columnWalker {
	draws := c.shape.Models
	if c.options.Paired {
		draws = 1
	}
	return &columnWalker{
		source: c,
		stream: rng.New(c.seed, "bootstrap columns", 0),
		tally:  results.NewTally(c.shape.Models, c.shape.Questions, c.shape.Top),
		drawn:  make([]uint16, draws*c.maxTrials()),
	}
}

// maxTrials returns the number of trials that are drawn for each model. Without
// replacement, all trials of the board are drawn in a random order, and a replicate
// uses only the first of them.
func (c *columns) maxTrials() int {
	if c.options.Replacement {
		return c.shape.Trials
	}
	return c.trials
}

// A columnWalker draws whole trials for a replicate and remembers their order. It then
// drops these trials one by one, from the last to the first.
type columnWalker struct {
	source *columns
	stream *rng.Stream
	tally  *results.Tally
	drawn  []uint16 // indices of the trials in the order drawn, for each model, or once if paired
}

func (w *columnWalker) Draw(replicate int) *results.Tally {
	w.stream.Seek(replicate)
	w.drawColumns()
	w.tally.Clear()
	w.tally.Trials = w.source.shape.Trials
	for model := range w.tally.Models {
		for _, trial := range w.order(model) {
			w.count(model, int(trial), 1)
		}
	}
	return w.tally
}

// Answer draws the columns of a replicate again and copies the answers of these trials
// to b.
func (w *columnWalker) Answer(index int, b *results.Board) {
	w.stream.Seek(index)
	w.drawColumns()
	for model := range b.Models {
		for trial, from := range w.order(model) {
			for q := range b.Questions {
				b.CopyAttempt(model, q, trial, w.source.board, int(from))
			}
		}
	}
}

func (w *columnWalker) Drop() {
	w.tally.Trials--
	for model := range w.tally.Models {
		w.count(model, int(w.order(model)[w.tally.Trials]), -1)
	}
}

// order returns the indices of the trials drawn for a model, in the order drawn.
func (w *columnWalker) order(model int) []uint16 {
	if w.source.options.Paired {
		return w.drawn[:w.source.shape.Trials]
	}
	from := model * w.source.maxTrials()
	return w.drawn[from : from+w.source.shape.Trials]
}

func (w *columnWalker) drawColumns() {
	n := w.source.maxTrials()
	for from := 0; from < len(w.drawn); from += n {
		order := w.drawn[from : from+n]
		if w.source.options.Replacement {
			for i := range order {
				order[i] = uint16(w.stream.Below(uint32(w.source.trials)))
			}
			continue
		}
		// The inside-out shuffle of Fisher and Yates.
		for i := range order {
			j := w.stream.Below(uint32(i + 1))
			order[i] = order[j]
			order[j] = uint16(i)
		}
	}
}

// count adds one trial of a model to the tally (change = 1) or removes it (change = −1).
func (w *columnWalker) count(model, trial, change int) {
	column := w.source.column(model, trial)
	if w.tally.Top > 1 {
		for q, category := range column {
			w.tally.Add(model, q, int(category), change)
		}
		return
	}
	row := w.tally.Row(model)[:len(column)]
	if change == 1 {
		for q, outcome := range column {
			row[q] += uint16(outcome)
		}
	} else {
		for q, outcome := range column {
			row[q] -= uint16(outcome)
		}
	}
	w.tally.Totals[model] += int64(change * w.source.successes[model*w.source.trials+trial])
}
