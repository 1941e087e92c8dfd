package results

import (
	"encoding/binary"

	"settle/internal/lanes"
)

// A replicate is evaluated while its trials are removed one by one. As trials
// disappear, more and more questions are left with trials of only one category. These
// questions are settled: they need no further random draws and no look-ups. A thin
// tally therefore keeps the counts of the other, live questions together, in its own
// order.
//
// It counts in layers: layer j, for category j in 1..C, holds the number of trials of
// category j or above. To remove a random trial of a question, one random number serves
// all layers: a layer loses a trial if the number is below its count. All layers
// therefore remain counts of the same trials. Binary tallies have a single layer, the
// successes.

// Block is the number of counts that are processed together. The counts of a model's
// live questions are padded with zeros to a multiple of it.
const Block = lanes.Block

// thin holds the additional data of a thin tally.
type thin struct {
	rows      []thinRow  // by model
	counts    [][]uint16 // by layer: counts of the live questions, by model, in whole blocks
	dropped   [][]uint8  // by layer and block
	questions []uint32   // by model: live questions in the order of their counts, then settled ones
	settled   []uint8    // parallel to questions: the only category of a settled question

	// The live parts of counts and dropped.
	liveCounts  [][]uint16
	liveDropped [][]uint8
	runs        []lanes.Run // by model, for the first layer
}

// A thinRow is one model. Its blocks are from..to−1.
type thinRow struct {
	from, to int
	live     int
	full     []int // by layer: number of settled questions of that category or above
}

// counts returns the counts of the row's blocks in one layer.
func (r *thinRow) counts(layer []uint16) []uint16 { return layer[r.from*Block : r.to*Block] }

// blocksFor returns the number of blocks that hold the given number of counts.
func blocksFor(counts int) int { return (counts + Block - 1) / Block }

// Clear removes all trials from t.
func (t *Tally) Clear() {
	t.Trials, t.isThin = 0, false
	clear(t.counts)
	clear(t.Totals)
}

// Thin makes the tally thin. Row still returns the same counts. Add and CopyFrom must
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
		t.dropped = append(t.dropped, make([]uint8, blocks, blocks+8)) // spare capacity for sumOfBytes
	}
	t.liveCounts, t.liveDropped = make([][]uint16, top), make([][]uint8, top)
	for model := range t.rows {
		t.rows[model].full = make([]int, top)
	}
	return t
}

// addLayers sets the counts of a row: for each layer, the counts of its category and
// all above.
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

// questionsOf returns the questions of a model in the order of a thin tally.
func (t *Tally) questionsOf(model int) []uint32 {
	return t.thin.questions[model*t.Questions : (model+1)*t.Questions]
}

// settledOf returns the categories of settled questions, parallel to questionsOf.
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

// copyFrom makes t equal to another thin of the same shape.
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

// Live returns the counts of the live questions of a thin, binary tally in whole
// blocks. For each model, runs holds its number of blocks and the counts of its other
// questions. ok reports whether the tally is thin.
func (t *Tally) Live() (counts []uint16, runs []lanes.Run, ok bool) {
	if !t.isThin {
		return nil, nil, false
	}
	return t.thin.liveCounts[0], t.thin.runs, true
}

// LiveOf returns the counts of the live questions of one model of a binary tally, or of
// all questions if the tally is not thin.
func (t *Tally) LiveOf(model int) []uint16 {
	if !t.isThin {
		return t.Row(model)
	}
	r := &t.thin.rows[model]
	return r.counts(t.thin.counts[0])[:r.live]
}

// Drop removes one trial of every question of a thin tally. It calls drop for the live
// questions. drop gets their counts by layer and block. It must lower each count by one
// or leave it, and store, by layer and block, how many counts it lowered. If it lowers
// a count, it must also lower the counts of the same question in all lower layers.
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

// sumOfBytes adds up bytes of at most Block each. The capacity of the slice must exceed
// its length by at least Block bytes.
func sumOfBytes(list []uint8) (sum int) {
	const ones = 0x0101_0101_0101_0101
	for len(list) > 8 {
		sum += int(binary.LittleEndian.Uint64(list) * ones >> 56)
		list = list[8:]
	}
	rest := binary.LittleEndian.Uint64(list[:8]) << (64 - 8*len(list))
	return sum + int(rest*ones>>56)
}

// sweep is the number of trials between searches for settled questions. Searching costs
// time, so settled questions stay among the live ones until then.
const sweep = 16

// retire removes settled questions from the live ones and closes the gaps.
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

// settledAt reports whether all trials of the question at an index of every layer have
// one category, and returns that category.
func (t *Tally) settledAt(place int) (category int, ok bool) {
	for _, layer := range t.thin.counts {
		switch int(layer[place]) {
		case 0:
			return category, true // and so are all higher layers
		case t.Trials:
			category++
		default:
			return 0, false
		}
	}
	return category, true
}

// thicken writes the counts of a model in the order of questions.
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
