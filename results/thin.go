package results

import (
	"encoding/binary"

	"settle/internal/lanes"
)

// The metrics of a replicate are computed repeatedly while its trials are removed one
// by one. With fewer trials, more questions have trials of only one category. Such a
// question is settled: removing its trials needs no random draws. All other questions
// are live. A thin tally keeps the counts of the live questions together, in its own
// order.
//
// It counts in layers: layer j, for category j in 1..C, holds the number of trials in
// category j or above. To remove a random trial of a question, one random number is
// compared with the counts in all layers: a layer loses a trial if the number is below
// its count. All layers therefore remain counts of the same trials. Binary tallies have
// a single layer, the number of successes.

// Block is the number of counts that are processed together. A thin tally (see
// Tally.Thin) pads each model's counts with zeros to a multiple of Block.
const Block = lanes.Block

// thinData holds the additional data of a thin tally (see Tally.Thin). For each model,
// a question is settled if all its trials are known to be in one category, and live
// otherwise.
type thinData struct {
	rows      []thinRow  // by model
	counts    [][]uint16 // by layer: counts of the live questions, by model, padded to whole blocks
	dropped   [][]uint8  // by layer and block: number of counts lowered by the last Drop
	questions []uint32   // by model: first the live questions, in the order of their counts, then the settled ones
	settled   []uint8    // parallel to questions: the one category of each settled question

	// The parts of counts and dropped that belong to live questions.
	liveCounts  [][]uint16
	liveDropped [][]uint8
	runs        []lanes.Run // by model, for the first layer
}

// A thinRow describes one model in a thin tally. The model's counts are in the blocks
// with numbers from..to−1.
type thinRow struct {
	from, to int
	live     int
	full     []int // by layer: number of settled questions in that category or above
}

// counts returns one model's counts in a layer of a thin tally. A layer holds, for
// every model and question, the number of trials in one category or above.
func (r *thinRow) counts(layer []uint16) []uint16 { return layer[r.from*Block : r.to*Block] }

// blocksFor returns the number of blocks that are needed to hold the given number of
// counts.
func blocksFor(counts int) int { return (counts + Block - 1) / Block }

// Clear removes all trials from t.
func (t *Tally) Clear() {
	t.Trials, t.isThin = 0, false
	clear(t.counts)
	clear(t.Totals)
}

// Thin makes the tally thin: it changes the internal layout so that Drop can remove
// trials quickly. Row still returns the same counts. Add and CopyFrom must not be
// called until Clear has been called.
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

func newThin(models, questions, top int) *thinData {
	blocks := models * blocksFor(questions)
	t := &thinData{
		rows:      make([]thinRow, models),
		questions: make([]uint32, models*questions),
		settled:   make([]uint8, models*questions),
		runs:      make([]lanes.Run, models),
	}
	for range top {
		t.counts = append(t.counts, make([]uint16, blocks*Block))
		t.dropped = append(t.dropped, make([]uint8, blocks, blocks+8)) // spare capacity for sumOfBytes
	}
	t.liveCounts, t.liveDropped = make([][]uint16, top), make([][]uint8, top)
	for model := range t.rows {
		t.rows[model].full = make([]int, top)
	}
	return t
}

// addLayers stores one model's counts in a thin tally. The row holds the number of
// trials in each category. For every question, layer j gets the number of trials in
// category j or above.
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

// questionsOf returns the indexes of one model's questions, in the order of a thin
// tally. The questions that are known to have trials of only one category come last.
func (t *Tally) questionsOf(model int) []uint32 {
	return t.thin.questions[model*t.Questions : (model+1)*t.Questions]
}

// settledOf returns a slice with one element for each question, in the order of
// questionsOf. If all trials of the question are known to be in one category, the
// element holds this category. Otherwise it has no meaning.
func (t *Tally) settledOf(model int) []uint8 {
	return t.thin.settled[model*t.Questions : (model+1)*t.Questions]
}

// CopyThin makes t a copy of another tally, which must be thin (see Thin) and have the
// same shape.
func (t *Tally) CopyThin(from *Tally) {
	if t.thin == nil {
		t.thin = newThin(t.Models, t.Questions, t.Top)
	}
	t.Trials, t.isThin = from.Trials, true
	copy(t.Totals, from.Totals)
	t.thin.copyFrom(from.thin)
}

// copyFrom makes t a copy of the data of another thin tally (see Tally.Thin), which
// must have the same shape.
func (t *thinData) copyFrom(from *thinData) {
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

// Live returns the numbers of successes on the live questions of a thin, binary tally
// (see Thin). All questions with mixed outcomes are live. The counts are ordered by
// model, and each model's counts are padded with zeros to whole blocks. There is one
// run per model. It holds the number of the model's blocks and the counts of its other
// questions. ok is false if the tally is not thin.
func (t *Tally) Live() (counts []uint16, runs []lanes.Run, ok bool) {
	if !t.isThin {
		return nil, nil, false
	}
	return t.thin.liveCounts[0], t.thin.runs, true
}

// LiveOf returns the numbers of successes of one model in a binary tally, one for each
// question. If the tally is thin (see Thin), LiveOf leaves out questions that are known
// to have only one outcome.
func (t *Tally) LiveOf(model int) []uint16 {
	if !t.isThin {
		return t.Row(model)
	}
	r := &t.thin.rows[model]
	return r.counts(t.thin.counts[0])[:r.live]
}

// Drop removes one trial of every question from a thin tally (see Thin). It calls the
// given function once to change the counts of the live questions. All questions with
// mixed outcomes are live.
//
// The function gets one layer of counts for each category above 0: counts[j−1] holds
// the numbers of trials in category j or above. It must lower each count by one or
// leave it. If it lowers a count, it must also lower the question's counts in all lower
// layers. For each layer and block, it must store the number of lowered counts in
// dropped.
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
				t.Totals[at-1] += int64(gone) // layers are cumulative, but Totals are by category
			}
		}
	}
	if t.Trials%sweep == 0 {
		t.retire()
	}
}

// sumOfBytes returns the sum of a list of bytes, each at most Block. The capacity of
// the list must exceed its length by at least Block bytes.
func sumOfBytes(list []uint8) (sum int) {
	const ones = 0x0101_0101_0101_0101
	for len(list) > 8 {
		sum += int(binary.LittleEndian.Uint64(list) * ones >> 56)
		list = list[8:]
	}
	rest := binary.LittleEndian.Uint64(list[:8]) << (64 - 8*len(list))
	return sum + int(rest*ones>>56)
}

// sweep is the number of trials to remove between two searches for settled questions,
// which are questions with trials of only one category. Searching costs time. Until the
// next search, a settled question is treated like the other questions.
const sweep = 16

// retire finds the questions whose trials are now all in one category. It removes the
// counts of these questions from a thin tally and closes the gaps.
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

// settledAt reports whether all trials of a question are in one category, and returns
// that category. A thin tally has a list of counts (layer) for each category above 0.
// The place is the index of the question's count in each of these lists.
func (t *Tally) settledAt(place int) (category int, ok bool) {
	for _, layer := range t.thin.counts {
		switch int(layer[place]) {
		case 0:
			return category, true // the counts in all higher layers are then 0 too
		case t.Trials:
			category++
		default:
			return 0, false
		}
	}
	return category, true
}

// thicken converts one model's counts from the layout of a thin tally to the layout of
// Row. It stores the result in the given row.
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
