package results

// A walk takes a replicate apart trial by trial, and on the way more and more
// questions have failures only, or successes only. There is nothing left to
// draw for these, nor to look up. A thin tally therefore keeps the counts of
// the other questions, the live ones, together, in an order of their own.

// thinRow is one model of a thin tally.
type thinRow struct {
	counts    []uint16 // of the live questions, padded like a row
	questions []uint32 // the live ones, in the order of counts, then the full, then the empty
	padded    []uint16 // the counts of the live ones with their padding
	live      int
	full      int // questions whose trials are all successes
}

// RowBlock is what the length of live counts is padded to a multiple of, with
// zeros, so that they can be worked on so many at a time.
const RowBlock = 8

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
		t.thin = make([]thinRow, t.Models)
		padded := (t.Questions + RowBlock - 1) / RowBlock * RowBlock
		for model := range t.thin {
			t.thin[model] = thinRow{counts: make([]uint16, padded), questions: make([]uint32, t.Questions)}
		}
	}
	for model := range t.thin {
		r := &t.thin[model]
		copy(r.counts, t.Row(model))
		for q := range r.questions {
			r.questions[q] = uint32(q)
		}
		r.live, r.full = t.Questions, 0
		r.retire(t.Trials)
	}
	t.isThin = true
}

// Live returns the counts of the live questions of a model of a thin tally, and
// how many others have successes only. Of a tally that is not thin, all questions
// are live.
func (t *Tally) Live(model int) (counts []uint16, full int) {
	if !t.isThin {
		return t.Row(model), 0
	}
	r := &t.thin[model]
	return r.counts[:r.live], r.full
}

// Drop takes one trial of every question of a thin tally away. dropRow does so
// for the live questions, given their counts, which it lowers, with zeros up to
// a multiple of RowBlock; it returns how many successes went.
func (t *Tally) Drop(dropRow func(counts []uint16) int) {
	t.Trials--
	retire := t.Trials%sweep == 0
	for model := range t.thin {
		r := &t.thin[model]
		t.Totals[model] -= int64(dropRow(r.padded) + r.full)
		if retire {
			r.retire(t.Trials)
		}
	}
}

// sweep is how many trials a question may be counted among the live ones though
// it is not: looking for these costs time, too.
const sweep = 16

// retire drops the questions without successes, and those without failures,
// from the live ones.
func (r *thinRow) retire(trials int) {
	for i := r.live - 1; i >= 0; i-- {
		c := r.counts[i]
		if c != 0 && int(c) != trials {
			continue
		}
		r.live--
		last := r.live
		r.counts[i], r.counts[last] = r.counts[last], 0
		r.questions[i], r.questions[last] = r.questions[last], r.questions[i]
		if c != 0 {
			r.full++
		} else {
			empty := last + r.full // the first place of the empty
			r.questions[last], r.questions[empty] = r.questions[empty], r.questions[last]
		}
	}
	r.padded = r.counts[:(r.live+RowBlock-1)/RowBlock*RowBlock]
}

// thicken writes the counts of a thin row by question.
func (r *thinRow) thicken(row []uint16, trials int) {
	clear(row)
	for i, q := range r.questions[:r.live] {
		row[q] = r.counts[i]
	}
	for _, q := range r.questions[r.live : r.live+r.full] {
		row[q] = uint16(trials)
	}
}
