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

// A Plan compares models exactly, by several metrics at once, at every number of trials
// from..N of boards of one shape. It holds everything that can be computed in advance,
// for use by a Scorer, and is safe for concurrent use.
//
// Metrics that order models alike share a slot. A slot gives each model an integer, its
// key; a larger key is better. Two keys are equal if and only if the scores are
// mathematically equal. For a PerQuestion metric the key is a sum over questions of
// integers looked up by the number of successes.
//
// A key occupies a lane, a range of bits that is as wide as the largest possible key.
// Several lanes are packed into one word, so that one look-up and one addition serve
// all metrics with a lane in that word. Sums wider than a lane are added in words of
// their own and then replaced by their ordinals: the numbers of models with a smaller
// sum.
//
// The tables take 8 bytes for each word, each n and each c ≤ n, which is 26 kB per word
// at N = 80. From shareFrom trials on, the tables of Pass@k, its naive variant and
// Pass^k for all n are parts of one table for N, which has N + 1 entries. This works
// only if no other kind of metric has a lane in the words of these tables. Beyond
// MostEvery trials, tables exist only on a grid of n (see OnCurve) and take 8·96·N
// bytes per word: 77 MB at N = 100,000.
type Plan struct {
	metrics []Metric
	shape   results.Shape
	from    int
	skips   []bool              // by n − from: the plan has no keys at that n; nil if it has keys at every n
	slotOf  []int               // by metric
	scales  []func(n int) Scale // by metric; nil for a metric that is compared by its float64 score
	first   []int               // by slot: the first n at which it has a score
	lanes   []lanes.Lane        // by slot
	layout  lanes.Layout
	linear  []linearSlot
	opaque  []slotted[Metric]
	ranked  []slotted[Ranker]
	ordered []slotted[Sequential]
	ordinal []int  // slots of sums with words of their own: max@k on graded boards, Bayes@N with an unequal prior, products
	steps   []step // by n − from
}

// step holds the tables of a plan for one number of trials n.
type step struct {
	looked   []lookupTable
	sums     []sumComparison
	products []product // comparisons by products of two sums over questions
}

// A lookupTable holds, for each number of successes, the integers that a question adds
// to the keys of a model (see Plan). The integers lie in lanes of several words.
type lookupTable struct {
	word   int      // index of the first of these words in a row
	guards []uint64 // guard bits of the lanes that the table fills, by word from that word on
	width  int      // width of an entry in words: 2 or lanes.Wide
	scores []uint64

	shifted bool // every entry exceeds the true integer by the first entry
}

// A sumComparison compares models by sums over questions that take several words each,
// least significant word first. It is used for PerQuestion metrics whose sums are too
// wide for a lane, for max@k with graded outcomes, and for Bayes@N with a prior from an
// unequal board.
type sumComparison struct {
	slot  int
	words int
	size  int // bits of the largest sum

	addTo func(sum []uint64, t *results.Tally, model int) // adds the integers of one model
}

// slotted is a metric together with the number of its slot.
type slotted[M Metric] struct {
	slot   int
	metric M
}

// NewPlan prepares comparisons of models by the given metrics, on boards of one shape,
// at every number of trials n in from..shape.Trials. A metric has no keys (see Plan) at
// an n below its FirstTrial. NewPlan returns an error if a metric cannot score boards
// of this shape with shape.Trials trials, or if ctx ends.
//
// PerQuestion metrics, max@k and Geometric need a table for each n. If there is such a
// metric and more than MostEvery values of n, the plan skips some of them. It then has
// keys only at every n for which OnCurve is true and at every also[i]; see Has. One
// metric takes about a second for N = 1000; up to MostEvery the time grows with N³.
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
		switch m := simplifyFor(m, shape.Top).(type) {
		case *weightedMetric:
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

// needsTables reports whether a metric needs a table for each n to compare models on
// boards of categories 0..top. Such a table is indexed by the number of successes.
func needsTables(m Metric, top int) bool {
	switch simplifyFor(m, top).(type) {
	case *PerQuestion, *maxAtK, *Geometric:
		return true
	}
	return false
}

// GoesByAttempts returns a metric of the plan that uses the answers or the weights of
// attempts. It returns nil if the plan has no such metric.
func (p *Plan) GoesByAttempts() AttemptMetric {
	for _, o := range p.opaque {
		if m, ok := o.metric.(AttemptMetric); ok {
			return m
		}
	}
	return nil
}

// skip removes from the plan each n that is not in kept and for which OnCurve is false.
func (p *Plan) skip(kept []int) {
	p.skips = make([]bool, len(p.steps))
	for step := range p.skips {
		p.skips[step] = !OnCurve(p.from+step, p.shape.Trials)
	}
	for _, n := range kept {
		p.skips[n-p.from] = false
	}
}

// Has reports whether the plan has keys at n. Even if it has, a metric whose FirstTrial
// exceeds n has no key at n.
func (p *Plan) Has(n int) bool { return p.skips == nil || !p.skips[n-p.from] }

// EveryN reports whether the plan has keys at every n in its range.
func (p *Plan) EveryN() bool { return p.skips == nil }

// Next returns the first number of trials after n at which the plan has keys, or N + 1 if
// there is none.
func (p *Plan) Next(n int) int {
	for n++; n <= p.shape.Trials && !p.Has(n); n++ {
	}
	return n
}

// simplifyFor returns a simpler metric that orders models on boards of categories
// 0..top as m does, or m itself. For example, it returns the PerQuestion metric of a
// UStatistic, and a PerQuestion metric in place of max@k on boards of two categories.
func simplifyFor(m Metric, top int) Metric {
	switch m := m.(type) {
	case *UStatistic:
		return m.PerQuestion
	case *sampledStatistic:
		return m.PerQuestion
	case *avgWithRule:
		return m.weightedMetric
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

// forEveryN calls build(ctx, n, step) for every n of the plan at which the metric has a
// score. The step is n minus the first n of the plan. forEveryN uses all processors and
// stops if the context ends.
func (p *Plan) forEveryN(ctx context.Context, m Metric, build func(ctx context.Context, n, step int) error) error {
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

// addGraded adds a slot to the plan. The slot compares models by max@k on a board of
// more than two categories, and has its own tables.
func (p *Plan) addGraded(ctx context.Context, m *maxAtK) error {
	slot, at := p.addSlot(m.k), make([]gradedMax, len(p.steps))
	p.ordinal = append(p.ordinal, slot)
	p.scales = append(p.scales, func(n int) Scale { return at[n-p.from].scale(m, p.shape, n) })
	return p.forEveryN(ctx, m, func(ctx context.Context, n, step int) (err error) {
		if at[step], err = newGraded(ctx, m, n, p.shape); err == nil {
			g := &at[step]
			p.steps[step].sums = append(p.steps[step].sums, sumComparison{slot, g.words, g.largest.BitLen(), g.addTo})
		}
		return err
	})
}

// addUneven adds a slot to the plan. The slot compares models by Bayes@N with a prior
// from an unequal board.
func (p *Plan) addUneven(m *weightedMetric) {
	slot := p.addSlot(1)
	p.ordinal = append(p.ordinal, slot)
	slots := newUnevenSlots(m, p.from, p.shape)
	for step := range slots {
		u := &slots[step]
		p.steps[step].sums = append(p.steps[step].sums, sumComparison{slot, u.words, u.largest.BitLen(), u.addTo})
	}
	p.scales = append(p.scales, func(n int) Scale { return slots[n-p.from].scale(p.shape) })
}

// addSlot adds a new slot to the plan, for a metric that has scores from n = first on.
// It returns the number of the slot.
func (p *Plan) addSlot(first int) int {
	slot := len(p.first)
	p.first = append(p.first, first)
	p.slotOf = append(p.slotOf, slot)
	return slot
}

// addLinear assigns a weighted metric to a slot. The slot is new, unless a metric that
// orders models in the same way already has one. For example, avg@N and Bayes@N under a
// uniform prior share a slot (appendix B).
func (p *Plan) addLinear(m *weightedMetric) {
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

// A table holds the integers by which a PerQuestion metric is compared: one row for
// each n of the plan, indexed by the number of successes.
type table struct {
	slot    int
	portion portion
	rows    []row // by n − from; without words before the metric's first n
}

// shareFrom is the number of trials N from which the rows of a metric share memory: the
// rows for all n are then parts of the row for N. With a smaller N, separate rows take
// at most a megabyte per word. Sharing has a cost: if a sum at N is too wide for a
// lane, the metric has no lane at any n, even where its sums would fit.
const shareFrom = 512

// table computes the integers by which a PerQuestion metric is compared, as one row for
// every n of the plan.
func (p *Plan) table(ctx context.Context, m *PerQuestion) (table, error) {
	t := table{rows: make([]row, len(p.steps))}
	trials, questions := p.shape.Trials, p.shape.Questions
	if m.portion == noPart || trials < shareFrom {
		return t, p.forEveryN(ctx, m, func(ctx context.Context, n, step int) (err error) {
			t.rows[step], err = newRow(ctx, m, n, questions)
			return err
		})
	}
	t.portion = m.portion
	whole, err := newRow(ctx, m, trials, questions)
	if err != nil {
		return t, err
	}
	return t, p.forEveryN(ctx, m, func(_ context.Context, n, step int) error {
		t.rows[step] = whole.part(m, n, trials, questions)
		return nil
	})
}

// addTable assigns a PerQuestion metric with the table t to a slot. The last argument
// is the smallest n at which the metric has a score. Metrics with equal tables share a
// slot, as gpass@2:0.5 and pass@2 do. Otherwise addTable adds a slot, and returns the
// tables with t appended.
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

// layOut assigns a lane, a range of bits in a word, to every slot, and fills the
// tables. Lanes filled by tables come first, so that look-ups fetch only words that
// contain such a lane.
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
	for _, slot := range p.comparableSlots() {
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
	for i := len(p.steps) - 1; i >= 0; i-- { // descending, because earlier steps can share the table of the last
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

// comparableSlots returns the slots whose keys are ordinals at every n of the plan. An
// ordinal is the number of models with a lower score.
func (p *Plan) comparableSlots() (slots []int) {
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

// addTables packs the rows of all tables for one n into words, each row in the lane of
// its slot. guards holds, by word, the guard bits of all these lanes. addTables
// releases the rows that it has packed, because the rows of all n take as much memory
// as the packed tables.
func (s *step) addTables(p *Plan, tables []table, n int, guards []uint64) {
	isShared := make([]bool, (len(guards)+lanes.Wide-1)/lanes.Wide)
	for word := 0; word < len(guards); word += lanes.Wide {
		own := guards[word:min(word+lanes.Wide, len(guards))]
		width := lanes.Padded(len(own))
		l := lookupTable{word: word, guards: own, width: width}
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
			s.sums = append(s.sums, sumComparison{t.slot, r.words, r.bits, r.addTo})
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

// sharedPart returns which part of the packed tables for N trials can be used as the
// tables for n < N trials, or noPart. It considers only the tables whose words are
// looked up together with the given word.
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
	return max(shared, firstPart) // a table of zeros only
}

// width returns the number of bits that the table's lane needs. ordinals is the number
// of bits of an ordinal, which the lane holds at each n where the sums are too wide for
// a lane.
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

// Metrics returns the metrics of the plan.
func (p *Plan) Metrics() []Metric { return p.metrics }

// Slots returns the number of slots. Metrics that order models alike at every n share a
// slot.
func (p *Plan) Slots() int { return len(p.first) }

// Slot returns the number of the slot of a metric, given the index of the metric in
// Metrics.
func (p *Plan) Slot(metric int) int { return p.slotOf[metric] }

// Ordered reports whether the plan has a metric that depends on the order of trials. If
// so, call Scorer.Begin before every replicate.
func (p *Plan) Ordered() bool { return len(p.ordered) > 0 }

// FirstTrial returns the first n at which a slot has keys. It is at least the plan's
// first n.
func (p *Plan) FirstTrial(slot int) int {
	first := max(p.first[slot], p.from)
	if !p.Has(first) {
		first = p.Next(first)
	}
	return first
}

// Lane returns the position of the slot's keys in each row of Scorer.Table.
func (p *Plan) Lane(slot int) lanes.Lane { return p.lanes[slot] }

// Guards returns the guard bits of all slots, by word of a row of Scorer.Table. Each
// slot has one guard bit, the bit after its lane. These bits can mark a set of slots,
// for example in a call of Scorer.ScoreOnly.
func (p *Plan) Guards() []uint64 { return p.layout.Guards }
