package metrics

import (
	"fmt"
	"math"
	"slices"

	"settle/internal/lanes"
	"settle/results"
)

// A Scorer computes the keys of models (see Plan) for one goroutine, without allocating
// memory.
type Scorer struct {
	plan  *Plan
	table *lanes.Table

	keys    []uint64 // by model
	sums    []uint64 // wide sums, by model
	counts  []uint16 // counts of a tally that is not thin, in blocks; nil until needed
	runs    []lanes.Run
	factors []uint64  // scratch for the two factors of a product of sums
	scores  []float64 // scores of an opaque slot, by model
	order   []int     // models, for the ordinals of wide sums

	rankings  []Ranking  // rankings for the ranked slots, in the same order
	sequences []Sequence // sequences for the ordered slots, in the same order
	failed    []bool     // by slot: whether its method failed to rank the last tally

	ahead  scoreCache // scores computed by Ahead
	trials int        // number of trials of the last scored tally
	kept   []uint64   // by slot and model; nil before Keep
	keptAt []int      // by slot: the number of trials at which kept was stored
}

// Scorer returns a new scorer, with its own scratch space.
func (p *Plan) Scorer() *Scorer {
	sumWords, factorWords := 2, 0 // a linear slot can need two words
	for _, s := range p.steps {
		for _, u := range s.sums {
			sumWords = max(sumWords, u.words)
		}
		for _, x := range s.products {
			sumWords, factorWords = max(sumWords, x.words()), max(factorWords, x.words())
		}
	}
	models := p.shape.Models
	s := &Scorer{
		plan:    p,
		table:   lanes.NewTable(p.lanes, p.layout.Guards, models),
		keys:    make([]uint64, models),
		sums:    make([]uint64, sumWords*models),
		factors: make([]uint64, factorWords),
		scores:  make([]float64, models),
		order:   make([]int, models),
		failed:  make([]bool, len(p.first)),
	}
	for _, r := range p.ranked {
		s.rankings = append(s.rankings, r.metric.Ranking())
	}
	for _, o := range p.ordered {
		s.sequences = append(s.sequences, o.metric.Sequence())
	}
	return s
}

// Begin starts a new replicate. It passes the board, whose trials are in order, and a
// seed to the metrics that depend on this order. Call it before every replicate if
// Plan.Ordered is true.
func (s *Scorer) Begin(b *results.Board, seed uint64) {
	for _, sequence := range s.sequences {
		sequence.Begin(b, seed)
	}
}

// Failed reports whether the method of a slot could not rank the last scored tally. If
// so, all models have the same key.
func (s *Scorer) Failed(slot int) bool { return s.failed[slot] }

// Score computes the keys of every slot that has a score at t.Trials. The tally must
// have the shape of the plan, and the plan must have keys at t.Trials.
func (s *Scorer) Score(t *results.Tally) { s.ScoreOnly(t, s.plan.layout.Guards) }

// ScoreOnly computes the keys of the slots whose guards (see Plan.Guards) are set in
// wanted. All other keys are undefined afterwards.
func (s *Scorer) ScoreOnly(t *results.Tally, wanted []uint64) {
	if !s.plan.Has(t.Trials) {
		panic(fmt.Sprintf("metrics: the plan has no keys at n = %d", t.Trials))
	}
	clear(s.table.Words)
	s.trials = t.Trials
	for i := range s.plan.linear {
		if l := &s.plan.linear[i]; s.isIn(wanted, l.slot) {
			s.scoreLinear(l, t)
		}
	}
	for i := range s.plan.opaque {
		if o := &s.plan.opaque[i]; s.isIn(wanted, o.slot) && t.Trials >= o.metric.FirstTrial() {
			s.scoreOpaque(i, t)
		}
	}
	for i, r := range s.plan.ranked {
		if s.isIn(wanted, r.slot) {
			s.scoreRanked(r.slot, s.rankings[i], t)
		}
	}
	for i, o := range s.plan.ordered {
		if s.isIn(wanted, o.slot) {
			s.sequences[i].Rank(t.Trials, s.scores, s.sums[:len(s.scores)])
			s.rankKeys(o.slot)
		}
	}
	step := &s.plan.steps[t.Trials-s.plan.from]
	for i := range step.sums {
		if u := &step.sums[i]; s.isIn(wanted, u.slot) {
			s.scoreSummed(u, t)
		}
	}
	for i := range step.products {
		if x := &step.products[i]; s.isIn(wanted, x.slot) {
			s.scoreProduct(x, t)
		}
	}
	for i := range step.looked {
		if l := &step.looked[i]; l.anyOf(wanted) {
			s.scoreLooked(l, t)
		}
	}
}

func (s *Scorer) isIn(wanted []uint64, slot int) bool {
	lane := &s.plan.lanes[slot]
	return wanted[lane.Word]>>lane.Guard&1 != 0
}

// anyOf reports whether the table fills the lane of at least one slot whose guard bit
// is set in wanted (see Plan.Guards).
func (l *lookupTable) anyOf(wanted []uint64) bool {
	var any uint64
	for i, guards := range l.guards {
		any |= guards & wanted[l.word+i]
	}
	return any != 0
}

// Table returns the keys that the last call of Score computed (see Plan), one row per
// model.
func (s *Scorer) Table() *lanes.Table { return s.table }

// Keys returns, by model, the keys of one slot. The scorer owns the slice and
// overwrites it in the next call.
func (s *Scorer) Keys(slot int) []uint64 {
	s.table.Unpack(s.plan.lanes[slot], s.keys)
	return s.keys
}

// scoreLooked adds, for every model, the table entries of all its questions to the
// model's keys.
func (s *Scorer) scoreLooked(l *lookupTable, t *results.Tally) {
	counts, runs := s.liveCounts(t)
	if l.shifted {
		for i, first := range l.scores[:len(l.guards)] {
			column, all := s.table.Column(l.word+i), first*uint64(t.Questions)
			for model := range t.Models {
				column.Add(model, -all)
			}
		}
	}
	s.table.GroupOf(l.word).SumRows(l.width, l.scores, counts, runs)
}

// liveCounts returns the counts by which scoreLooked looks up table entries, and for
// each model a run that says how many of the counts belong to it. They are the result
// of Tally.Live or, if the tally has no live counts, copies of all counts.
func (s *Scorer) liveCounts(t *results.Tally) ([]uint16, []lanes.Run) {
	if counts, runs, ok := t.Live(); ok {
		return counts, runs
	}
	blocks := (t.Questions + lanes.Block - 1) / lanes.Block
	if s.counts == nil {
		s.counts = make([]uint16, t.Models*blocks*lanes.Block)
		s.runs = slices.Repeat([]lanes.Run{lanes.RunOf(blocks, 0, t.Questions)}, t.Models)
	}
	for model := range t.Models {
		copy(s.counts[model*blocks*lanes.Block:], t.Row(model))
	}
	return s.counts, s.runs
}

func (s *Scorer) scoreSummed(u *sumComparison, t *results.Tally) {
	for model := range s.order {
		sum := s.sums[model*u.words : (model+1)*u.words]
		clear(sum)
		u.addTo(sum, t, model)
	}
	s.rankSums(u.slot, u.words, u.size)
}

func (s *Scorer) scoreLinear(l *linearSlot, t *results.Tally) {
	if l.narrow() {
		lane := s.plan.lanes[l.slot]
		l.addKeys(s.table.Column(lane.Word), lane.Low, t)
		return
	}
	for model := range s.order {
		sum := s.sums[2*model : 2*model+2]
		copy(sum, l.offsets[2*model:])
		l.addTotals(sum, t, model)
	}
	s.rankSums(l.slot, 2, l.bits)
}

// scoreOpaque computes the keys of a slot from the float64 scores of its metric. The
// metric is the i-th of the plan's metrics that are compared by such scores. If the
// metric cannot rank the models, all models get the same key.
func (s *Scorer) scoreOpaque(i int, t *results.Tally) {
	o := &s.plan.opaque[i]
	if m, ok := o.metric.(BatchMetric); ok {
		s.failed[o.slot] = s.scoreBatched(i, m, t) != nil
		if s.failed[o.slot] {
			clear(s.scores)
		}
	} else {
		s.scores = Scores(o.metric, t, s.scores)
	}
	for model, score := range s.scores {
		s.sums[model] = orderedBits(score)
	}
	s.rankSums(o.slot, 1, 0)
}

// scoreRanked computes the keys of a slot with a ranking method. If the method cannot
// rank the models, all get the same key.
func (s *Scorer) scoreRanked(slot int, ranking Ranking, t *results.Tally) {
	keys := s.sums[:len(s.scores)]
	s.failed[slot] = ranking.Rank(t, s.scores, keys) != nil
	if s.failed[slot] {
		clear(s.scores)
		clear(keys)
	}
	s.rankKeys(slot)
}

// rankKeys replaces the keys in s.sums, one per model, by their ordinals and writes
// these into the lanes of a slot. If Keep was called, it also stores the scores for
// Values.
func (s *Scorer) rankKeys(slot int) {
	if s.kept != nil {
		s.keptAt[slot] = s.trials
		for model, score := range s.scores {
			s.kept[slot*len(s.keys)+model] = orderedBits(score)
		}
	}
	s.fillOrdinals(slot, 1)
}

// rankSums computes the ordinals of the sums of all models and writes them into the
// lanes of a slot. A sum has the given number of words and at most size bits. The
// ordinal is the number of models with a smaller sum.
func (s *Scorer) rankSums(slot, words, size int) {
	s.keep(slot, words, size)
	s.fillOrdinals(slot, words)
}

// fillOrdinals writes the ordinals of all sums into the lanes of a slot. A sum has the
// given number of words.
func (s *Scorer) fillOrdinals(slot, words int) {
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
		column.Add(model, uint64(ordinal)<<lane.Low)
	}
}

// orderedBits maps floats to integers in the same order. It maps −0 and 0 to the same
// integer.
func orderedBits(x float64) uint64 {
	bits := math.Float64bits(float64(x) + 0)
	if bits>>63 != 0 {
		return ^bits
	}
	return bits | 1<<63
}
