package results

// A walk takes a replicate apart trial by trial, and on the way more and more
// questions have failures only, or successes only. There is nothing left to
// draw for these, nor to look up. A thin tally therefore keeps the counts of
// the other questions, the live ones, together, in an order of their own.

// Block is the number of counts that are worked on together: the counts of a
// model's live questions are followed by zeros up to a multiple of it.
const Block = 8

// thin is what a tally has besides when it is thin.
type thin struct {
	rows      []thinRow // by model
	counts    []uint16  // of the live questions, by model, in whole blocks
	dropped   []uint8   // by block
	questions []uint32  // by model: the live ones in the order of their counts, then the full, then the empty
}

// thinRow is one model: its blocks are from..to−1.
type thinRow struct {
	from, to int
	live     int
	full     int // questions whose trials are all successes
}

// counts returns the counts of the row's blocks.
func (r *thinRow) counts(t *thin) []uint16 { return t.counts[r.from*Block : r.to*Block] }

// blocksFor is how many blocks so many counts take.
func blocksFor(counts int) int { return (counts + Block - 1) / Block }

// Clear makes t the tally of no trials.
func (t *Tally) Clear() {
	t.Trials, t.isThin = 0, false
	clear(t.counts)
	clear(t.Totals)
}

// Thin makes a binary tally thin. Row still returns what it did; Add and
// CopyFrom must not be called before the next Clear.
func (t *Tally) Thin() {
	if t.thin == nil {
		blocks := t.Models * blocksFor(t.Questions)
		t.thin = &thin{
			rows:      make([]thinRow, t.Models),
			counts:    make([]uint16, blocks*Block),
			dropped:   make([]uint8, blocks),
			questions: make([]uint32, t.Models*t.Questions),
		}
	}
	blocks := blocksFor(t.Questions)
	for model := range t.thin.rows {
		r := &t.thin.rows[model]
		*r = thinRow{from: model * blocks, to: (model + 1) * blocks, live: t.Questions}
		counts := r.counts(t.thin)
		clear(counts[copy(counts, t.Row(model)):])
		for q := range t.questionsOf(model) {
			t.questionsOf(model)[q] = uint32(q)
		}
	}
	t.isThin = true
	t.retire()
}

// questionsOf are the questions of a model in the order of a thin tally.
func (t *Tally) questionsOf(model int) []uint32 {
	return t.thin.questions[model*t.Questions : (model+1)*t.Questions]
}

// Live returns the counts of the live questions of a model of a thin tally, and
// how many others have successes only. Of a tally that is not thin, all questions
// are live.
func (t *Tally) Live(model int) (counts []uint16, full int) {
	if !t.isThin {
		return t.Row(model), 0
	}
	r := &t.thin.rows[model]
	return r.counts(t.thin)[:r.live], r.full
}

// Drop takes one trial of every question of a thin tally away. drop does so for
// the live questions: it lowers their counts, which come in blocks, and writes
// down for each block how many successes went.
func (t *Tally) Drop(drop func(counts []uint16, dropped []uint8)) {
	blocks := t.thin.rows[t.Models-1].to
	dropped := t.thin.dropped[:blocks]
	drop(t.thin.counts[:blocks*Block], dropped)
	t.Trials--
	for model := range t.thin.rows {
		r := &t.thin.rows[model]
		gone := r.full
		for _, successes := range dropped[r.from:r.to] {
			gone += int(successes)
		}
		t.Totals[model] -= int64(gone)
	}
	if t.Trials%sweep == 0 {
		t.retire()
	}
}

// sweep is how many trials a question may be counted among the live ones though
// it is not: looking for these costs time, too.
const sweep = 16

// retire drops the questions without successes, and those without failures,
// from the live ones, and closes the gaps.
func (t *Tally) retire() {
	at := 0
	for model := range t.thin.rows {
		r := &t.thin.rows[model]
		counts := r.counts(t.thin)
		r.retire(counts, t.questionsOf(model), t.Trials)
		r.from, r.to = at, at+blocksFor(r.live)
		copy(r.counts(t.thin), counts)
		at = r.to
	}
}

func (r *thinRow) retire(counts []uint16, questions []uint32, trials int) {
	for i := r.live - 1; i >= 0; i-- {
		c := counts[i]
		if c != 0 && int(c) != trials {
			continue
		}
		r.live--
		last := r.live
		counts[i], counts[last] = counts[last], 0
		questions[i], questions[last] = questions[last], questions[i]
		if c != 0 {
			r.full++
		} else {
			empty := last + r.full // the first place of the empty
			questions[last], questions[empty] = questions[empty], questions[last]
		}
	}
}

// thicken writes the counts of a model by question.
func (t *Tally) thicken(model int, row []uint16) {
	live, full := t.Live(model)
	questions := t.questionsOf(model)
	clear(row)
	for i, count := range live {
		row[questions[i]] = count
	}
	for _, q := range questions[len(live) : len(live)+full] {
		row[q] = uint16(t.Trials)
	}
}
