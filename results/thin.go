package results

import (
	"encoding/binary"

	"settle/internal/lanes"
)

// A walk takes a replicate apart trial by trial, and on the way more and more
// questions have trials of one category only. There is nothing left to draw for
// these, nor to look up. A thin tally therefore keeps the counts of the other
// questions, the live ones, together, in an order of their own.
//
// It counts in layers: the j-th, of categories 1..C, holds how many trials are
// of category j or above. So a trial is dropped from each layer by the same
// question, whether a number lies below the layer's count, and if it is the same
// number for all layers they stay counts of one and the same trials. Binary
// tallies have a single layer, of successes.

// Block is the number of counts that are worked on together: the counts of a
// model's live questions are followed by zeros up to a multiple of it.
const Block = lanes.Block

// thin is what a tally has besides when it is thin.
type thin struct {
	rows      []thinRow  // by model
	counts    [][]uint16 // by layer: of the live questions, by model, in whole blocks
	dropped   [][]uint8  // by layer and block
	questions []uint32   // by model: the live ones in the order of their counts, then the settled
	settled   []uint8    // beside each of these that is settled, the category of all its trials

	// What is live of counts and dropped.
	liveCounts  [][]uint16
	liveDropped [][]uint8
	runs        []lanes.Run // by model, of the first layer
}

// thinRow is one model: its blocks are from..to−1.
type thinRow struct {
	from, to int
	live     int
	full     []int // by layer: questions whose trials are all of that category or above
}

// counts returns the counts of the row's blocks in one layer.
func (r *thinRow) counts(layer []uint16) []uint16 { return layer[r.from*Block : r.to*Block] }

// blocksFor is how many blocks so many counts take.
func blocksFor(counts int) int { return (counts + Block - 1) / Block }

// Clear makes t the tally of no trials.
func (t *Tally) Clear() {
	t.Trials, t.isThin = 0, false
	clear(t.counts)
	clear(t.Totals)
}

// Thin makes a tally thin. Row still returns what it did; Add and CopyFrom must
// not be called before the next Clear.
func (t *Tally) Thin() {
	if t.thin == nil {
		t.thin = newThin(t.Models, t.Questions, t.Top)
	}
	blocks := blocksFor(t.Questions)
	for model := range t.thin.rows {
		r := &t.thin.rows[model]
		r.from, r.to, r.live = model*blocks, (model+1)*blocks, t.Questions
		clear(r.full)
		t.addLayers(r, t.Row(model))
		questions := t.questionsOf(model)
		for q := range questions {
			questions[q] = uint32(q)
		}
	}
	t.isThin = true
	t.retire()
}

func newThin(models, questions, top int) *thin {
	blocks := models * blocksFor(questions)
	t := &thin{
		rows:      make([]thinRow, models),
		questions: make([]uint32, models*questions),
		settled:   make([]uint8, models*questions),
		runs:      make([]lanes.Run, models),
	}
	for range top {
		t.counts = append(t.counts, make([]uint16, blocks*Block))
		t.dropped = append(t.dropped, make([]uint8, blocks, blocks+8)) // see sumOfBytes
	}
	t.liveCounts, t.liveDropped = make([][]uint16, top), make([][]uint8, top)
	for model := range t.rows {
		t.rows[model].full = make([]int, top)
	}
	return t
}

// addLayers fills in the counts of a row: those of a category and of all above.
func (t *Tally) addLayers(r *thinRow, row []uint16) {
	for j, layer := range t.thin.counts {
		counts := r.counts(layer)
		clear(counts[t.Questions:])
		if t.Top == 1 {
			copy(counts, row)
			continue
		}
		for q := range t.Questions {
			counts[q] = 0
			for _, count := range row[q*t.Top+j : (q+1)*t.Top] {
				counts[q] += count
			}
		}
	}
}

// questionsOf are the questions of a model in the order of a thin tally.
func (t *Tally) questionsOf(model int) []uint32 {
	return t.thin.questions[model*t.Questions : (model+1)*t.Questions]
}

// settledOf are the categories beside them.
func (t *Tally) settledOf(model int) []uint8 {
	return t.thin.settled[model*t.Questions : (model+1)*t.Questions]
}

// CopyThin makes t equal to a thin tally of the same shape.
func (t *Tally) CopyThin(from *Tally) {
	if t.thin == nil {
		t.thin = newThin(t.Models, t.Questions, t.Top)
	}
	t.Trials, t.isThin = from.Trials, true
	copy(t.Totals, from.Totals)
	t.thin.copyFrom(from.thin)
}

// copyFrom makes t equal to another one of the same shape.
func (t *thin) copyFrom(from *thin) {
	copy(t.questions, from.questions)
	copy(t.settled, from.settled)
	copy(t.runs, from.runs)
	for model := range t.rows {
		to, of := &t.rows[model], &from.rows[model]
		copy(to.full, of.full)
		to.from, to.to, to.live = of.from, of.to, of.live
	}
	for j, layer := range from.liveCounts {
		t.liveCounts[j] = t.counts[j][:len(layer)]
		copy(t.liveCounts[j], layer)
		t.liveDropped[j] = t.dropped[j][:len(from.liveDropped[j])]
	}
}

// Live returns the counts of the live questions of a thin, binary tally, in whole blocks,
// and for each model how many blocks are its own and what the counts of its other
// questions are. It reports whether the tally is thin.
func (t *Tally) Live() (counts []uint16, runs []lanes.Run, ok bool) {
	if !t.isThin {
		return nil, nil, false
	}
	return t.thin.liveCounts[0], t.thin.runs, true
}

// LiveOf returns the counts of the live questions of one model of a binary tally: of all
// questions if it is not thin.
func (t *Tally) LiveOf(model int) []uint16 {
	if !t.isThin {
		return t.Row(model)
	}
	r := &t.thin.rows[model]
	return r.counts(t.thin.counts[0])[:r.live]
}

// Drop takes one trial of every question of a thin tally away. drop does so for
// the live questions: it lowers their counts, which come in layers and blocks, by
// one each or not at all, and writes down for each layer and block how many
// it lowered. If it lowers a count, it lowers those of the same question in the
// layers before.
func (t *Tally) Drop(drop func(counts [][]uint16, dropped [][]uint8)) {
	drop(t.thin.liveCounts, t.thin.liveDropped)
	t.Trials--
	for j, layer := range t.thin.liveDropped {
		for model := range t.thin.rows {
			r := &t.thin.rows[model]
			gone := r.full[j] + sumOfBytes(layer[r.from:r.to:cap(layer)])
			at := model*t.Top + j
			t.Totals[at] -= int64(gone)
			if j > 0 {
				t.Totals[at-1] += int64(gone) // of this category or above, not of the one below
			}
		}
	}
	if t.Trials%sweep == 0 {
		t.retire()
	}
}

// sumOfBytes adds up bytes of at most Block each. The slice's capacity is that much larger, at
// least, than its length.
func sumOfBytes(list []uint8) (sum int) {
	const ones = 0x0101_0101_0101_0101
	for len(list) > 8 {
		sum += int(binary.LittleEndian.Uint64(list) * ones >> 56)
		list = list[8:]
	}
	rest := binary.LittleEndian.Uint64(list[:8]) << (64 - 8*len(list))
	return sum + int(rest*ones>>56)
}

// sweep is how many trials a question may be counted among the live ones though
// it is not: looking for these costs time, too.
const sweep = 16

// retire drops the questions whose trials are all of one category from the live
// ones, and closes the gaps.
func (t *Tally) retire() {
	at := 0
	for model := range t.thin.rows {
		r := &t.thin.rows[model]
		t.retireRow(r, t.questionsOf(model), t.settledOf(model))
		was := *r
		r.from, r.to = at, at+blocksFor(r.live)
		for _, layer := range t.thin.counts {
			copy(r.counts(layer), was.counts(layer))
		}
		at = r.to
		t.thin.runs[model] = lanes.RunOf(r.to-r.from, r.full[0], t.Questions)
	}
	for j := range t.thin.counts {
		t.thin.liveCounts[j] = t.thin.counts[j][:at*Block]
		t.thin.liveDropped[j] = t.thin.dropped[j][:at]
	}
}

func (t *Tally) retireRow(r *thinRow, questions []uint32, settled []uint8) {
	first := r.counts(t.thin.counts[0])
	from := r.from * Block
	for i := r.live - 1; i >= 0; i-- {
		category := 0
		switch c := first[i]; {
		case c == 0:
		case int(c) != t.Trials:
			continue
		default:
			var ok bool
			if category, ok = t.settledAt(from + i); !ok {
				continue
			}
		}
		r.live--
		last := r.live
		for _, layer := range t.thin.counts {
			layer[from+i], layer[from+last] = layer[from+last], 0
		}
		for j := range category {
			r.full[j]++
		}
		questions[i], questions[last] = questions[last], questions[i]
		settled[last] = uint8(category)
	}
}

// settledAt tells whether all trials of the question whose counts are at a place
// of every layer are of one category, and of which.
func (t *Tally) settledAt(place int) (category int, ok bool) {
	for _, layer := range t.thin.counts {
		switch int(layer[place]) {
		case 0:
			return category, true // and so are the layers above
		case t.Trials:
			category++
		default:
			return 0, false
		}
	}
	return category, true
}

// thicken writes the counts of a model by question.
func (t *Tally) thicken(model int, row []uint16) {
	r, questions, settled := &t.thin.rows[model], t.questionsOf(model), t.settledOf(model)
	clear(row)
	for i, question := range questions[:r.live] {
		counts := row[int(question)*t.Top : (int(question)+1)*t.Top]
		var above uint16
		for j := t.Top - 1; j >= 0; j-- {
			count := r.counts(t.thin.counts[j])[i]
			counts[j] = count - above
			above = count
		}
	}
	for i := r.live; i < t.Questions; i++ {
		if settled[i] > 0 {
			row[int(questions[i])*t.Top+int(settled[i])-1] = uint16(t.Trials)
		}
	}
}
