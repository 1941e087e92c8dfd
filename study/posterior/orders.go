package posterior

import (
	"cmp"
	"context"
	"math"
	"slices"

	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
)

// Orders is what is left open of the order that a method comes to as trials are added
// without end, on these very questions: each draw is one of the chances behind all
// questions (see Chances), ranked by the method.
type Orders struct {
	Ranks *Ranks

	// Together are the pairs that are told apart, all at once: all of them are in the
	// order that it has them in, none tied, in a share of the draws of at least the
	// confidence. They are taken by how often each is so by itself, those first that are
	// most often, as many as that leaves (those that are so equally often together).
	Together *Together

	Failed int // draws that the method could not rank, in which all models tie

	models int
	above  []int // by two models: draws in which the first is above the second
}

// Orders draws o.Replicates times. The result depends on the seed and the number of draws
// alone, and takes memory for models² numbers per worker. Every draw is made twice: once
// for how often each model is above each other, once for how often all pairs are so that
// are told apart. It fails if ctx ends.
func (c *Chances) Orders(
	ctx context.Context, m metrics.Ranker, confidence float64, seed uint64, o montecarlo.Options,
) (*Orders, error) {
	models := len(c.counts)
	counts, err := foldOrders(ctx, c, m, seed, halved(o, 0), func() *orderCounts {
		return &orderCounts{ranks: &Ranks{models: models, counts: make([]float64, models*models)}, above: make([]int, models*models)}
	}, (*orderCounts).add)
	if err != nil {
		return nil, err
	}
	found := &Orders{Ranks: counts.ranks, Failed: counts.failed, models: models, above: counts.above}
	pairs := counts.candidates(confidence)
	broken, err := foldOrders(ctx, c, m, seed, halved(o, 1), func() *firstBroken {
		return &firstBroken{pairs: pairs, draws: make([]int, len(pairs)+1)}
	}, (*firstBroken).add)
	if err != nil {
		return nil, err
	}
	found.Together = counts.together(pairs, broken.draws, confidence)
	return found, nil
}

// Above is the probability that one model is above another, half of the ties counted.
func (f *Orders) Above(i, j int) float64 {
	draws := f.Ranks.Draws
	return float64(draws+f.above[i*f.models+j]-f.above[j*f.models+i]) / float64(2*draws)
}

// halved are the options of the first or the second half of a run.
func halved(o montecarlo.Options, half int) montecarlo.Options {
	if progress, all := o.Progress, o.Replicates; progress != nil {
		o.Progress = func(done int) { progress((half*all + done) / 2) }
	}
	return o
}

// foldOrders draws orders for an aggregate.
func foldOrders[A montecarlo.Aggregate[A]](
	ctx context.Context, c *Chances, m metrics.Ranker, seed uint64, o montecarlo.Options,
	empty func() A, add func(into A, d *orderDrawer),
) (A, error) {
	worker := func() montecarlo.Visit[A] {
		d := newOrderDrawer(c, m, seed)
		return func(index int, into A, stopped func() bool) {
			if d.draw(index, stopped) {
				add(into, d)
			}
		}
	}
	return montecarlo.Fold(ctx, o, empty, worker)
}

// orderDrawer draws chances and ranks them.
type orderDrawer struct {
	from    *ChanceDrawer
	ranking metrics.Ranking
	stream  *rng.Stream

	chances metrics.Chances
	one     []float64 // of a question, by category
	scores  []float64
	keys    []uint64 // by model, the larger the better
	failed  bool
	places  []int // models, the best first
	levels  []float64
}

func newOrderDrawer(c *Chances, m metrics.Ranker, seed uint64) *orderDrawer {
	models, questions, top := len(c.counts), len(c.counts[0])/c.categories, c.categories-1
	return &orderDrawer{
		from: c.Drawer(), ranking: m.Ranking(), stream: rng.New(seed, "orders of chances", 0),
		chances: metrics.Chances{
			Models: models, Questions: questions, Top: top, P: make([]float64, models*questions*top),
		},
		one: make([]float64, c.categories), scores: make([]float64, models), keys: make([]uint64, models),
		places: make([]int, models), levels: make([]float64, models),
	}
}

// draw makes a draw; it returns false if it was stopped.
func (d *orderDrawer) draw(index int, stopped func() bool) bool {
	d.stream.Seek(index)
	for model := range d.chances.Models {
		if stopped() {
			return false
		}
		d.from.Begin(model, d.stream.Float64(), d.stream)
		row := d.chances.Row(model)
		for q := range d.chances.Questions {
			d.from.Question(q, d.one)
			copy(row[q*d.chances.Top:], d.one[1:])
		}
	}
	if d.failed = d.ranking.Limit(&d.chances, d.scores, d.keys) != nil; d.failed {
		clear(d.keys)
	}
	return true
}

// orderCounts are how often each model had each rank, and was above each other.
type orderCounts struct {
	ranks  *Ranks
	above  []int // by two models, as in Orders
	failed int
}

func (c *orderCounts) add(d *orderDrawer) {
	for model := range d.places {
		d.places[model] = model
	}
	slices.SortFunc(d.places, func(i, j int) int { return cmp.Compare(d.keys[j], d.keys[i]) })
	for place, model := range d.places {
		d.levels[model] = float64(-place)
		if place > 0 && d.keys[model] == d.keys[d.places[place-1]] {
			d.levels[model] = d.levels[d.places[place-1]]
		}
	}
	c.ranks.add(d.places, d.levels)
	for i, x := range d.keys {
		row := c.above[i*len(d.keys):][:len(d.keys)]
		for j, y := range d.keys {
			if x > y {
				row[j]++
			}
		}
	}
	if d.failed {
		c.failed++
	}
}

// Reset forgets all draws.
func (c *orderCounts) Reset() {
	c.ranks.Reset()
	clear(c.above)
	c.failed = 0
}

// Merge adds the draws of another aggregate.
func (c *orderCounts) Merge(from *orderCounts) {
	c.ranks.Merge(from.ranks)
	for i, n := range from.above {
		c.above[i] += n
	}
	c.failed += from.failed
}

// candidate is a pair that may be told apart.
type candidate struct {
	above, below int
	draws        int // in which it is so
}

// candidates are the pairs that are in one order in a share of the draws of at least the
// confidence, those first that are so most often.
func (c *orderCounts) candidates(confidence float64) []candidate {
	var pairs []candidate
	for at, draws := range c.above {
		if !beyond(c.ranks.Draws-draws, c.ranks.Draws, confidence) {
			pairs = append(pairs, candidate{at / c.ranks.models, at % c.ranks.models, draws})
		}
	}
	slices.SortStableFunc(pairs, func(a, b candidate) int { return cmp.Compare(b.draws, a.draws) })
	return pairs
}

// beyond tells whether so many of the draws are more than the confidence leaves.
func beyond(broken, draws int, confidence float64) bool {
	const rounding = 1e-9 // of 1 − confidence
	return float64(broken) > float64((1-confidence)*float64(draws))+rounding
}

// together tells as many pairs apart as the draws leave in which the first of them that is
// not so is each of the candidates.
func (c *orderCounts) together(pairs []candidate, broken []int, confidence float64) *Together {
	t := &Together{Method: ByDraws, Critical: math.NaN(), Draws: c.ranks.Draws, models: c.ranks.models}
	t.words = (t.models + 63) / 64
	t.better = make([]uint64, t.models*t.words)
	lost, told := 0, 0
	for at, p := range pairs {
		lost += broken[at]
		if beyond(lost, c.ranks.Draws, confidence) {
			break
		}
		if at+1 == len(pairs) || pairs[at+1].draws < p.draws {
			told = at + 1
		}
	}
	for _, p := range pairs[:told] {
		t.set(p.above, p.below)
	}
	return t
}

// firstBroken counts draws by the first of some pairs that is not in its order, those of
// none at the end.
type firstBroken struct {
	pairs []candidate
	draws []int
}

func (b *firstBroken) add(d *orderDrawer) {
	for at, p := range b.pairs {
		if d.keys[p.above] <= d.keys[p.below] {
			b.draws[at]++
			return
		}
	}
	b.draws[len(b.pairs)]++
}

// Reset forgets all draws.
func (b *firstBroken) Reset() { clear(b.draws) }

// Merge adds the draws of another aggregate.
func (b *firstBroken) Merge(from *firstBroken) {
	for i, n := range from.draws {
		b.draws[i] += n
	}
}
