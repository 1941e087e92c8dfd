package metrics

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"slices"

	"settle/internal/lanes"
	"settle/internal/panics"
	"settle/results"
)

// Plan compares models exactly, by several metrics at once, at every number of
// trials from..N of boards of one shape. It holds what can be worked out
// beforehand and is safe for concurrent use; a Scorer applies it.
//
// Metrics that order models alike share a slot. A slot gives each model a key:
// an integer, larger is better, equal exactly where the scores are
// mathematically equal. For a PerQuestion metric it is the sum over questions
// of integers looked up by the number of successes. Keys have lanes, as wide as
// their largest sum, in as few words as hold them all, so that one look-up and
// one addition serve every metric whose lane is in the same word. Sums wider
// than a lane are added in words of their own and replaced by their ordinals.
//
// The tables take 8 bytes for each of these words, n and c ≤ n: 26 kB a word at
// N = 80. From shareFrom trials on those of Pass@k, its naive variant and Pass^k are parts
// of the table of N, with N + 1 entries for all n, if their lanes are in words where no other
// kind has one. Beyond MostEvery
// trials they are made on a grid of n alone, see OnCurve, and take 8·96·N bytes a
// word: 77 MB at N = 100,000.
type Plan struct {
	metrics []Metric
	shape   results.Shape
	from    int
	skips   []bool              // by n − from: there are no keys at that n; nil for keys at every n
	slotOf  []int               // by metric
	scales  []func(n int) Scale // by metric; nil for one that is compared by its score as a float64
	first   []int               // by slot: the first n with a score
	lanes   []lanes.Lane        // by slot
	layout  lanes.Layout
	linear  []linearSlot
	opaque  []slotted[Metric]
	ranked  []slotted[Ranker]
	ordered []slotted[Sequential]
	ordinal []int  // slots of sums with words of their own: max@k on graded boards, Bayes@N with an unequal prior, products
	steps   []step // by n − from
}

// step holds the tables of one n.
type step struct {
	looked   []looked
	sums     []summed
	products []product // of two sums over questions
}

// looked is a table of some words by the number of successes. It fills the lanes with the
// guards, of which those of the first word are of this word.
type looked struct {
	word   int
	guards []uint64
	width  int // in words, 2 or lanes.Wide
	scores []uint64

	shifted bool // the scores exceed what the lanes add up by the first row
}

// summed compares models by sums over questions of several words, least significant first:
// a table of too many words for a lane, max@k where outcomes are graded, or Bayes@N where
// the prior is unequal.
type summed struct {
	slot  int
	words int
	size  int // bits of the largest sum

	addTo func(sum []uint64, t *results.Tally, model int) // adds the integers of one model
}

// slotted is a metric with its slot.
type slotted[M Metric] struct {
	slot   int
	metric M
}

// NewPlan prepares the metrics for replicates of a shape, for every n from
// from to shape.Trials. Where these are more than MostEvery and a metric needs
// tables of each, as PerQuestion metrics, max@k and Geometric do, there are keys of
// all metrics at the n of OnCurve and at those of also alone; see Has. It fails if a
// metric cannot score such a board at shape.Trials; a metric that starts later than
// from has no keys before. It ends with ctx: one metric takes a second or so for
// N = 1000, which grows with N³ up to MostEvery.
func NewPlan(ctx context.Context, metrics []Metric, shape results.Shape, from int, also ...int) (*Plan, error) {
	if len(metrics) == 0 {
		return nil, fmt.Errorf("no metric is given")
	}
	p := &Plan{metrics: metrics, shape: shape, from: from, steps: make([]step, shape.Trials-from+1)}
	for _, m := range metrics {
		if err := m.Check(shape.Top, shape.Trials); err != nil {
			return nil, err
		}
	}
	if len(p.steps) > MostEvery && slices.ContainsFunc(metrics, func(m Metric) bool { return needsTables(m, shape.Top) }) {
		p.skip(also)
	}
	var tables []table
	for _, m := range metrics {
		switch m := onBoard(m, shape.Top).(type) {
		case *weighted:
			if m.prior != nil && m.prior.Unequal() {
				p.addUneven(m)
			} else {
				p.addLinear(m)
			}
		case *PerQuestion:
			t, err := p.table(ctx, m)
			if err != nil {
				return nil, err
			}
			tables = p.addTable(tables, t, m.first)
			p.scales = append(p.scales, func(n int) Scale { return t.rows[n-from].scale(shape.Questions) })
		case *maxAtK:
			if err := p.addGraded(ctx, m); err != nil {
				return nil, err
			}
		case *Geometric:
			if err := p.addProduct(ctx, m); err != nil {
				return nil, err
			}
		case Ranker:
			p.ranked = append(p.ranked, slotted[Ranker]{p.addSlot(1), m})
			p.scales = append(p.scales, nil)
		case Sequential:
			p.ordered = append(p.ordered, slotted[Sequential]{p.addSlot(1), m})
			p.scales = append(p.scales, nil)
		default:
			p.opaque = append(p.opaque, slotted[Metric]{p.addSlot(m.FirstTrial()), m})
			p.scales = append(p.scales, nil)
		}
	}
	if err := p.layOut(ctx, tables); err != nil {
		return nil, err
	}
	return p, nil
}

// needsTables tells whether what compares boards of categories 0..top by a metric at one
// n is a table of all counts up to n.
func needsTables(m Metric, top int) bool {
	switch onBoard(m, top).(type) {
	case *PerQuestion, *maxAtK, *Geometric:
		return true
	}
	return false
}

// GoesByAttempts returns a metric that goes by the answers or the weights of attempts, nil if there
// is none.
func (p *Plan) GoesByAttempts() AttemptMetric {
	for _, o := range p.opaque {
		if m, ok := o.metric.(AttemptMetric); ok {
			return m
		}
	}
	return nil
}

// skip leaves all n out but those of OnCurve and of also.
func (p *Plan) skip(also []int) {
	p.skips = make([]bool, len(p.steps))
	for step := range p.skips {
		p.skips[step] = !OnCurve(p.from+step, p.shape.Trials)
	}
	for _, n := range also {
		p.skips[n-p.from] = false
	}
}

// Has tells whether there are keys at an n of the plan, of the metrics that have
// started.
func (p *Plan) Has(n int) bool { return p.skips == nil || !p.skips[n-p.from] }

// EveryN tells whether there are keys at every n.
func (p *Plan) EveryN() bool { return p.skips == nil }

// Next is the first n at which there are keys after an n of the plan; N + 1 after N.
func (p *Plan) Next(n int) int {
	for n++; n <= p.shape.Trials && !p.Has(n); n++ {
	}
	return n
}

// onBoard is a metric as a PerQuestion metric if it is one on boards of
// categories 0..top, else the metric itself.
func onBoard(m Metric, top int) Metric {
	switch m := m.(type) {
	case *UStatistic:
		return m.PerQuestion
	case *sampled:
		return m.PerQuestion
	case *otherwise:
		return m.weighted
	case *Updated:
		return m.PerQuestion
	case *geomAtK:
		return m.PerQuestion
	case *updatedGeometric:
		return m.Geometric
	case *maxAtK:
		if top == 1 {
			return m.binary()
		}
	}
	return m
}

// everyN builds what a metric takes at every n of the plan at which it has a
// score; step is the index of n. It uses all processors, until the context ends:
// for a thousand trials a metric is half a million exact integers.
func (p *Plan) everyN(ctx context.Context, m Metric, build func(ctx context.Context, n, step int) error) error {
	group, until := panics.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for step := range p.steps {
		if n := p.from + step; n >= m.FirstTrial() && p.Has(n) && until.Err() == nil {
			group.Go(func() error { return build(until, n, step) })
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// addGraded gives max@k on a graded board a slot, with tables of its own.
func (p *Plan) addGraded(ctx context.Context, m *maxAtK) error {
	slot, at := p.addSlot(m.k), make([]graded, len(p.steps))
	p.ordinal = append(p.ordinal, slot)
	p.scales = append(p.scales, func(n int) Scale { return at[n-p.from].scale(m, p.shape, n) })
	return p.everyN(ctx, m, func(ctx context.Context, n, step int) (err error) {
		if at[step], err = newGraded(ctx, m, n, p.shape); err == nil {
			g := &at[step]
			p.steps[step].sums = append(p.steps[step].sums, summed{slot, g.words, g.largest.BitLen(), g.addTo})
		}
		return err
	})
}

// addUneven gives Bayes@N with an unequal prior a slot.
func (p *Plan) addUneven(m *weighted) {
	slot := p.addSlot(1)
	p.ordinal = append(p.ordinal, slot)
	slots := newUnevenSlots(m, p.from, p.shape)
	for step := range slots {
		u := &slots[step]
		p.steps[step].sums = append(p.steps[step].sums, summed{slot, u.words, u.largest.BitLen(), u.addTo})
	}
	p.scales = append(p.scales, func(n int) Scale { return slots[n-p.from].scale(p.shape) })
}

// addSlot opens a slot for a metric's keys, which there are from its first n on.
func (p *Plan) addSlot(first int) int {
	slot := len(p.first)
	p.first = append(p.first, first)
	p.slotOf = append(p.slotOf, slot)
	return slot
}

// addLinear gives a weighted metric a slot, or that of one that orders models
// alike: avg@N and Bayes@N do under a uniform prior (appendix B).
func (p *Plan) addLinear(m *weighted) {
	slot := newLinearSlot(m, p.shape)
	p.scales = append(p.scales, func(n int) Scale { return m.scale(slot, n) })
	for _, other := range p.linear {
		if other.ordersLike(slot) {
			p.slotOf = append(p.slotOf, other.slot)
			return
		}
	}
	slot.slot = p.addSlot(1)
	p.linear = append(p.linear, slot)
}

// table is a PerQuestion metric at every n of the plan.
type table struct {
	slot    int
	portion portion
	rows    []row // by n − from; of no words before the metric's first n
}

// shareFrom is the number of trials from which on the rows of all n are parts of one. Up to
// there they take a megabyte a word, and sums that are too wide for a lane at N alone keep it
// at smaller n, where they are looked up with others.
const shareFrom = 512

// table computes the rows of a PerQuestion metric.
func (p *Plan) table(ctx context.Context, m *PerQuestion) (table, error) {
	t := table{rows: make([]row, len(p.steps))}
	trials, questions := p.shape.Trials, p.shape.Questions
	if m.portion == noPart || trials < shareFrom {
		return t, p.everyN(ctx, m, func(ctx context.Context, n, step int) (err error) {
			t.rows[step], err = newRow(ctx, m, n, questions)
			return err
		})
	}
	t.portion = m.portion
	whole, err := newRow(ctx, m, trials, questions)
	if err != nil {
		return t, err
	}
	return t, p.everyN(ctx, m, func(_ context.Context, n, step int) error {
		t.rows[step] = whole.at(m, n, trials, questions)
		return nil
	})
}

// addTable gives a PerQuestion metric a slot, or that of one with the same
// tables: gpass@2:0.5 is pass@2.
func (p *Plan) addTable(tables []table, t table, first int) []table {
	for _, other := range tables {
		if p.first[other.slot] == first && slices.EqualFunc(t.rows, other.rows, row.equal) {
			p.slotOf = append(p.slotOf, other.slot)
			return tables
		}
	}
	t.slot = p.addSlot(first)
	return append(tables, t)
}

// layOut gives every slot a lane and fills the tables. The lanes that tables
// fill come first, so that no look-up fetches a word without them.
func (p *Plan) layOut(ctx context.Context, tables []table) error {
	ordinals := bits.Len(uint(p.shape.Models - 1))
	var tabled, other []int // slots
	var tabledWidths, otherWidths []int
	for _, t := range tables {
		tabled = append(tabled, t.slot)
		tabledWidths = append(tabledWidths, t.width(ordinals))
	}
	for _, l := range p.linear {
		other = append(other, l.slot)
		otherWidths = append(otherWidths, l.width(ordinals))
	}
	for _, slot := range p.compared() {
		other = append(other, slot)
		otherWidths = append(otherWidths, ordinals)
	}
	p.lanes = make([]lanes.Lane, p.Slots())
	for i, lane := range p.layout.Add(tabledWidths...) {
		p.lanes[tabled[i]] = lane
	}
	looked := slices.Clone(p.layout.Guards)
	for i, lane := range p.layout.Add(otherWidths...) {
		p.lanes[other[i]] = lane
	}
	if len(tables) == 0 {
		return nil
	}
	for i := len(p.steps) - 1; i >= 0; i-- { // the others may share the last
		if err := ctx.Err(); err != nil {
			return err
		}
		if !p.Has(p.from + i) {
			continue
		}
		p.steps[i].addTables(p, tables, p.from+i, looked)
	}
	return nil
}

// compared are the slots whose keys are ordinals at every n.
func (p *Plan) compared() (slots []int) {
	for _, o := range p.opaque {
		slots = append(slots, o.slot)
	}
	slots = append(slots, p.ordinal...)
	for _, r := range p.ranked {
		slots = append(slots, r.slot)
	}
	for _, o := range p.ordered {
		slots = append(slots, o.slot)
	}
	return slots
}

// addTables packs the tables at one n. guards holds those of all their lanes, by word. It lets
// go of the rows that it packs: rows of all n take as much memory as tables.
func (s *step) addTables(p *Plan, tables []table, n int, guards []uint64) {
	isShared := make([]bool, (len(guards)+lanes.Wide-1)/lanes.Wide)
	for word := 0; word < len(guards); word += lanes.Wide {
		own := guards[word:min(word+lanes.Wide, len(guards))]
		width := lanes.Padded(len(own))
		l := looked{word: word, guards: own, width: width}
		if shared := p.sharedPart(tables, word); shared == noPart || n == p.shape.Trials {
			l.scores = make([]uint64, (n+1)*width)
		} else {
			whole, first := p.steps[len(p.steps)-1].looked[len(s.looked)].scores, shared.first(n, p.shape.Trials)
			l.scores, l.shifted, isShared[len(s.looked)] = whole[first*width:(first+n+1)*width], shared == lastPart, true
		}
		s.looked = append(s.looked, l)
	}
	for _, t := range tables {
		r, lane := &t.rows[n-p.from], p.lanes[t.slot]
		switch {
		case r.words == 0:
		case r.wide:
			s.sums = append(s.sums, summed{t.slot, r.words, r.bits, r.addTo})
		case !isShared[lane.Word/lanes.Wide]:
			l, base := &s.looked[lane.Word/lanes.Wide], uint64(0)
			if r.offset != nil {
				base = r.score[0]
			}
			for c, score := range r.score {
				l.scores[c*l.width+lane.Word%lanes.Wide] |= (score - base) << lane.Low
			}
			r.score = nil
		}
	}
}

// sharedPart returns where the tables of the words looked up with one stand in those of N.
func (p *Plan) sharedPart(tables []table, word int) (shared portion) {
	for _, t := range tables {
		switch {
		case p.lanes[t.slot].Word/lanes.Wide != word/lanes.Wide:
		case t.portion == noPart:
			return noPart
		case t.rows[len(t.rows)-1].wide: // it is not looked up
		case shared != noPart && shared != t.portion:
			return noPart
		default:
			shared = t.portion
		}
	}
	return max(shared, firstPart) // of nothing but zeros
}

// width is that of the table's lane, given the width of ordinals.
func (t table) width(ordinals int) int {
	width := 0
	for _, r := range t.rows {
		if r.wide {
			width = max(width, ordinals)
		} else {
			width = max(width, r.bits)
		}
	}
	return width
}

// Metrics are the metrics that the plan was made for.
func (p *Plan) Metrics() []Metric { return p.metrics }

// Slots is the number of different key vectors: metrics that order models
// alike at every n share one.
func (p *Plan) Slots() int { return len(p.first) }

// Slot returns the slot of a metric, given by its index.
func (p *Plan) Slot(metric int) int { return p.slotOf[metric] }

// Ordered tells whether a metric asks for the order of trials: a Scorer must then Begin
// with every replicate.
func (p *Plan) Ordered() bool { return len(p.ordered) > 0 }

// FirstTrial is the first n at which a slot has keys, at least the plan's
// first n.
func (p *Plan) FirstTrial(slot int) int {
	first := max(p.first[slot], p.from)
	if !p.Has(first) {
		first = p.Next(first)
	}
	return first
}

// Lane returns where a slot's keys are in a Scorer's table.
func (p *Plan) Lane(slot int) lanes.Lane { return p.lanes[slot] }

// Guards returns the guards of all lanes, by word.
func (p *Plan) Guards() []uint64 { return p.layout.Guards }
