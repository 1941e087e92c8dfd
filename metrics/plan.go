package metrics

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"settle/results"
)

// Plan compares models exactly, by several metrics at once, at every number of
// trials from..N of boards of one shape. It holds what can be worked out
// beforehand and is safe for concurrent use; a Scorer applies it.
//
// A key is a uint64 per model, larger is better, equal exactly where the
// scores are mathematically equal. For a PerQuestion metric it is the sum over
// questions of integers looked up by the number of successes, as many words
// wide as they need; wide sums are replaced by their ordinals. The tables take
// 8 bytes per word for each metric, n and c ≤ n: 26 kB for a metric of one word
// at N = 80, some 230 MB at worst (pass-naive@500 for all n ≤ 1000).
type Plan struct {
	metrics []Metric
	shape   results.Shape
	from    int
	slotOf  []int // by metric
	first   []int // by slot: the first n with a score
	linear  []linearSlot
	opaque  []opaqueSlot
	steps   []step // by n − from
}

// step holds the tables of one n.
type step struct {
	quads []quad
	wides []wide
}

// quad is four tables of one word, interleaved so that one look-up serves
// four metrics.
type quad struct {
	scores [][4]uint64 // by number of successes
	slots  [4]int      // past the last one where there are fewer than four
}

// wide is a table of several words per entry, least significant first.
type wide struct {
	slot  int
	words int
	score []uint64
}

type opaqueSlot struct {
	slot   int
	metric Metric
}

// maxTabled is the largest N for which tables of every n are made; they grow
// with N².
const maxTabled = 4096

// NewPlan prepares the metrics for replicates of a shape, for every n from
// from to shape.Trials. It fails if a metric cannot score such a board at
// shape.Trials, or if a PerQuestion metric needs tables for more than 4096 n; a
// metric that starts later than from has no keys before.
func NewPlan(metrics []Metric, shape results.Shape, from int) (*Plan, error) {
	if len(metrics) == 0 {
		return nil, fmt.Errorf("no metric is given")
	}
	p := &Plan{metrics: metrics, shape: shape, from: from, steps: make([]step, shape.Trials-from+1)}
	var tables []table
	for _, m := range metrics {
		if err := m.Check(shape.Top, shape.Trials); err != nil {
			return nil, err
		}
		switch m := m.(type) {
		case *weighted:
			p.addLinear(m)
		case *PerQuestion:
			if len(p.steps) > maxTabled {
				return nil, fmt.Errorf("%s at every n needs boards of at most %d trials, not %d", m.Name(), maxTabled, shape.Trials)
			}
			tables = p.addTable(tables, m)
		default:
			slot := p.addSlot(m)
			p.opaque = append(p.opaque, opaqueSlot{slot, m})
		}
	}
	p.interleave(tables)
	return p, nil
}

// addSlot opens a slot for a metric's keys.
func (p *Plan) addSlot(m Metric) int {
	slot := len(p.first)
	p.first = append(p.first, m.FirstTrial())
	p.slotOf = append(p.slotOf, slot)
	return slot
}

// addLinear gives a weighted metric a slot, or that of one that orders models
// alike: avg@N and Bayes@N do under a uniform prior (appendix B).
func (p *Plan) addLinear(m *weighted) {
	slot := newLinearSlot(m, p.shape)
	for _, other := range p.linear {
		if other.ordersLike(slot) {
			p.slotOf = append(p.slotOf, other.slot)
			return
		}
	}
	slot.slot = p.addSlot(m)
	p.linear = append(p.linear, slot)
}

// table is a PerQuestion metric at every n of the plan.
type table struct {
	slot int
	rows []row // by n − from; of no words before the metric's first n
}

// addTable gives a PerQuestion metric a slot, or that of one with the same
// tables: gpass@2:0.5 is pass@2.
func (p *Plan) addTable(tables []table, m *PerQuestion) []table {
	t := table{rows: p.rows(m)}
	for _, other := range tables {
		if p.first[other.slot] == m.first && slices.EqualFunc(t.rows, other.rows, row.equal) {
			p.slotOf = append(p.slotOf, other.slot)
			return tables
		}
	}
	t.slot = p.addSlot(m)
	return append(tables, t)
}

// rows computes a metric's rows on all processors: for a thousand trials they
// are half a million exact integers.
func (p *Plan) rows(m *PerQuestion) []row {
	rows := make([]row, len(p.steps))
	workers := runtime.GOMAXPROCS(0)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for i := worker; i < len(rows); i += workers {
				if n := p.from + i; n >= m.first {
					rows[i] = newRow(m, n, p.shape.Questions)
				}
			}
		})
	}
	group.Wait()
	return rows
}

// interleave packs the tables of each n.
func (p *Plan) interleave(tables []table) {
	for i := range p.steps {
		s := &p.steps[i]
		lane := 4
		for _, t := range tables {
			switch r := t.rows[i]; {
			case r.words == 0:
			case r.words > 1:
				s.wides = append(s.wides, wide{t.slot, r.words, r.score})
			default:
				if lane == 4 {
					none := p.Slots()
					s.quads = append(s.quads, quad{make([][4]uint64, len(r.score)), [4]int{none, none, none, none}})
					lane = 0
				}
				s.quads[len(s.quads)-1].set(lane, t.slot, r.score)
				lane++
			}
		}
	}
}

func (q *quad) set(lane, slot int, score []uint64) {
	q.slots[lane] = slot
	for successes, s := range score {
		q.scores[successes][lane] = s
	}
}

// Metrics are the metrics that the plan was made for.
func (p *Plan) Metrics() []Metric { return p.metrics }

// Slots is the number of different key vectors: metrics that order models
// alike at every n share one.
func (p *Plan) Slots() int { return len(p.first) }

// Slot returns the slot of a metric, given by its index.
func (p *Plan) Slot(metric int) int { return p.slotOf[metric] }

// FirstTrial is the first n at which a slot has keys, at least the plan's
// first n.
func (p *Plan) FirstTrial(slot int) int { return max(p.first[slot], p.from) }

// Scorer computes keys for one goroutine, without allocating.
type Scorer struct {
	plan  *Plan
	keys  []uint64 // by slot, then model; with one slot more for the idle lanes of quads
	sums  []uint64 // wide sums, by model
	order []int    // models, for the ordinals of wide sums
}

// Scorer returns a scorer with scratch space of its own.
func (p *Plan) Scorer() *Scorer {
	words := 2 // what a linear slot may need
	for _, s := range p.steps {
		for _, w := range s.wides {
			words = max(words, w.words)
		}
	}
	return &Scorer{
		plan:  p,
		keys:  make([]uint64, (p.Slots()+1)*p.shape.Models),
		sums:  make([]uint64, words*p.shape.Models),
		order: make([]int, p.shape.Models),
	}
}

// Keys returns the keys of a slot, one per model, as the last Score left them.
func (s *Scorer) Keys(slot int) []uint64 {
	models := s.plan.shape.Models
	return s.keys[slot*models : (slot+1)*models : (slot+1)*models]
}

// Score computes the keys of every slot that has started at t.Trials. The
// tally must be of the plan's shape, with a number of trials that the plan
// covers.
func (s *Scorer) Score(t *results.Tally) {
	for i := range s.plan.linear {
		s.scoreLinear(&s.plan.linear[i], t)
	}
	step := &s.plan.steps[t.Trials-s.plan.from]
	for i := range step.quads {
		s.scoreQuad(&step.quads[i], t)
	}
	for i := range step.wides {
		s.scoreWide(&step.wides[i], t)
	}
	for _, o := range s.plan.opaque {
		if t.Trials >= o.metric.FirstTrial() {
			s.scoreOpaque(o, t)
		}
	}
}

func (s *Scorer) scoreQuad(q *quad, t *results.Tally) {
	a, b, c, d := s.Keys(q.slots[0]), s.Keys(q.slots[1]), s.Keys(q.slots[2]), s.Keys(q.slots[3])
	for model := range a {
		a[model], b[model], c[model], d[model] = sumQuad(q.scores, t.Row(model))
	}
}

// sumQuad keeps its four sums in registers, which it would lose if it were
// inlined into a function with more to remember.
//
//go:noinline
func sumQuad(scores [][4]uint64, successes []uint16) (a, b, c, d uint64) {
	for _, n := range successes {
		entry := &scores[n]
		a += entry[0]
		b += entry[1]
		c += entry[2]
		d += entry[3]
	}
	return a, b, c, d
}

func (s *Scorer) scoreWide(w *wide, t *results.Tally) {
	for model := range s.order {
		sum := s.sums[model*w.words : (model+1)*w.words]
		clear(sum)
		for _, successes := range t.Row(model) {
			addWords(sum, w.score[int(successes)*w.words:])
		}
	}
	s.rankSums(w.slot, w.words)
}

// rankSums turns the wide sums of all models into keys: the number of models
// with a smaller sum.
func (s *Scorer) rankSums(slot, words int) {
	sum := func(model int) []uint64 { return s.sums[model*words : (model+1)*words] }
	for i := range s.order {
		s.order[i] = i
	}
	slices.SortFunc(s.order, func(i, j int) int { return compareWords(sum(i), sum(j)) })
	keys := s.Keys(slot)
	for place, model := range s.order {
		keys[model] = uint64(place)
		if place > 0 && compareWords(sum(s.order[place-1]), sum(model)) == 0 {
			keys[model] = keys[s.order[place-1]]
		}
	}
}

func (s *Scorer) scoreOpaque(o opaqueSlot, t *results.Tally) {
	keys := s.Keys(o.slot)
	for model := range keys {
		keys[model] = orderedBits(o.metric.Score(t, model))
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
