package metrics

import (
	"math"
	"slices"

	"settle/internal/lanes"
	"settle/results"
)

// Scorer computes keys for one goroutine, without allocating.
type Scorer struct {
	plan  *Plan
	table lanes.Table

	// What is wanted of the tally at hand.
	tally *results.Tally
	quads []*quad
	pairs []*pair

	keys  []uint64 // by model
	sums  []uint64 // wide sums, by model
	order []int    // models, for the ordinals of wide sums
}

// Scorer returns a scorer with scratch space of its own.
func (p *Plan) Scorer() *Scorer {
	words, sumWords := len(p.layout.Guards), 2 // two is what a linear slot may need
	for _, s := range p.steps {
		words = max(words, 4*len(s.quads)+2*len(s.pairs))
		for _, w := range s.wides {
			sumWords = max(sumWords, w.words)
		}
	}
	models := p.shape.Models
	return &Scorer{
		plan:  p,
		table: lanes.Table{Lanes: p.lanes, Guards: p.layout.Guards, Rows: models, Words: make([]uint64, words*models)},
		quads: make([]*quad, 0, words), pairs: make([]*pair, 0, words),
		keys:  make([]uint64, models),
		sums:  make([]uint64, sumWords*models),
		order: make([]int, models),
	}
}

// Score computes the keys of every slot that has started at t.Trials. The
// tally must be of the plan's shape, with a number of trials that the plan
// covers.
func (s *Scorer) Score(t *results.Tally) {
	s.Begin(t, s.plan.layout.Guards)
	for model := range s.table.Rows {
		s.ScoreModel(model)
	}
}

// Table holds the keys of all models, with a row for each, as the last Score
// left them.
func (s *Scorer) Table() *lanes.Table { return &s.table }

// Keys returns the keys of one slot, by model. The slice is the scorer's own,
// until the next call.
func (s *Scorer) Keys(slot int) []uint64 {
	s.table.Unpack(s.plan.lanes[slot], s.keys)
	return s.keys
}

// Begin is the first half of Score, for callers that may not need the keys of
// every slot or model: ScoreModel is the second. wanted holds, by word, the
// guards of the lanes whose keys are needed; the others' may be anything. Begin
// reports whether the wanted keys are complete already.
func (s *Scorer) Begin(t *results.Tally, wanted []uint64) (complete bool) {
	s.tally = t
	clear(s.table.Words)
	wants := func(slot int) bool {
		lane := &s.plan.lanes[slot]
		return wanted[lane.Word]>>lane.Guard&1 != 0
	}
	for i := range s.plan.linear {
		if l := &s.plan.linear[i]; wants(l.slot) {
			s.scoreLinear(l)
		}
	}
	for i := range s.plan.opaque {
		if o := &s.plan.opaque[i]; wants(o.slot) && t.Trials >= o.metric.FirstTrial() {
			s.scoreOpaque(o)
		}
	}
	step := &s.plan.steps[t.Trials-s.plan.from]
	for i := range step.wides {
		if w := &step.wides[i]; wants(w.slot) {
			s.scoreWide(w)
		}
	}
	s.quads, s.pairs = s.quads[:0], s.pairs[:0]
	for i := range step.quads {
		if q := &step.quads[i]; q.anyOf(wanted) {
			s.quads = append(s.quads, q)
		}
	}
	for i := range step.pairs {
		if q := &step.pairs[i]; q.anyOf(wanted) {
			s.pairs = append(s.pairs, q)
		}
	}
	return len(s.quads)+len(s.pairs) == 0
}

// anyOf tells whether any of the lanes is wanted.
func (f *fetched) anyOf(wanted []uint64) bool {
	var any uint64
	for i, guards := range f.guards {
		any |= guards & wanted[f.word+i]
	}
	return any != 0
}

// ScoreModel completes the keys of one model: its row of the table.
func (s *Scorer) ScoreModel(model int) {
	counts, full := s.tally.Live(model)
	n, all, empty := s.tally.Trials, uint64(full), uint64(s.tally.Questions-len(counts)-full)
	words, models := s.table.Words, s.table.Rows
	for _, q := range s.quads {
		a, b, c, d := sumQuads(q.scores, counts)
		most, least := &q.scores[n], &q.scores[0]
		words[(q.word+0)*models+model] |= a + all*most[0] + empty*least[0]
		words[(q.word+1)*models+model] |= b + all*most[1] + empty*least[1]
		words[(q.word+2)*models+model] |= c + all*most[2] + empty*least[2]
		words[(q.word+3)*models+model] |= d + all*most[3] + empty*least[3]
	}
	for _, q := range s.pairs {
		a, b := sumPairs(q.scores, counts)
		most, least := &q.scores[n], &q.scores[0]
		words[(q.word+0)*models+model] |= a + all*most[0] + empty*least[0]
		words[(q.word+1)*models+model] |= b + all*most[1] + empty*least[1]
	}
}

// sumQuads keeps its four sums in registers, which it would lose if it were
// inlined into a function with more to remember. So does sumPairs.
//
//go:noinline
func sumQuads(scores [][4]uint64, successes []uint16) (a, b, c, d uint64) {
	for _, n := range successes {
		entry := &scores[n]
		a += entry[0]
		b += entry[1]
		c += entry[2]
		d += entry[3]
	}
	return a, b, c, d
}

//go:noinline
func sumPairs(scores [][2]uint64, successes []uint16) (a, b uint64) {
	for _, n := range successes {
		entry := &scores[n]
		a += entry[0]
		b += entry[1]
	}
	return a, b
}

func (s *Scorer) scoreWide(w *wide) {
	for model := range s.order {
		sum := s.sums[model*w.words : (model+1)*w.words]
		clear(sum)
		for _, successes := range s.tally.Row(model) {
			addWords(sum, w.score[int(successes)*w.words:])
		}
	}
	s.rankSums(w.slot, w.words)
}

func (s *Scorer) scoreLinear(l *linearSlot) {
	if l.narrow() {
		lane := s.plan.lanes[l.slot]
		l.addKeys(s.table.Column(lane.Word), lane.Low, s.tally)
		return
	}
	for model := range s.order {
		sum := s.sums[2*model : 2*model+2]
		copy(sum, l.offsets[2*model:])
		l.addTotals(sum, s.tally, model)
	}
	s.rankSums(l.slot, 2)
}

func (s *Scorer) scoreOpaque(o *opaqueSlot) {
	for model := range s.order {
		s.sums[model] = orderedBits(o.metric.Score(s.tally, model))
	}
	s.rankSums(o.slot, 1)
}

// rankSums fills a slot's lanes with the ordinals of the sums of all models, of
// so many words: the number of models with a smaller sum.
func (s *Scorer) rankSums(slot, words int) {
	sum := func(model int) []uint64 { return s.sums[model*words : (model+1)*words] }
	for i := range s.order {
		s.order[i] = i
	}
	slices.SortFunc(s.order, func(i, j int) int { return compareWords(sum(i), sum(j)) })
	lane := s.plan.lanes[slot]
	column := s.table.Column(lane.Word)
	ordinal := 0
	for place, model := range s.order {
		if place > 0 && compareWords(sum(s.order[place-1]), sum(model)) != 0 {
			ordinal = place
		}
		column[model] |= uint64(ordinal) << lane.Low
	}
}

// orderedBits maps floats to integers in the same order, with −0 equal to 0.
func orderedBits(x float64) uint64 {
	bits := math.Float64bits(x + 0)
	if bits>>63 != 0 {
		return ^bits
	}
	return bits | 1<<63
}
