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

	// Together are the pairs that are told apart, all at once, by Holm's steps on how likely
	// each is to be the other way round or tied: the likeliest order has to be so in all
	// draws but a share of (1 − confidence) over the number of pairs and sides, the next of
	// one fewer, and so on. So all pairs told apart are in their order at once with the
	// confidence, and models that are equal are seldom told apart; that all pairs are in
	// order together in so many of the draws would promise the first alone.
	Together *Together

	Failed int // draws that the method could not rank, in which all models tie

	models int
	above  []int // by two models: draws in which the first is above the second
}

// Orders draws o.Replicates times. The result depends on the seed and the number of draws
// alone, and takes memory for models² numbers per worker. It fails if ctx ends.
func (c *Chances) Orders(
	ctx context.Context, m metrics.Ranker, confidence float64, seed uint64, o montecarlo.Options,
) (*Orders, error) {
	models := len(c.counts)
	empty := func() *orderCounts {
		return &orderCounts{ranks: &Ranks{models: models, counts: make([]float64, models*models)}, above: make([]int, models*models)}
	}
	worker := func() montecarlo.Visit[*orderCounts] {
		d := newOrderDrawer(c, m, seed)
		return func(index int, into *orderCounts, stopped func() bool) {
			if d.draw(index, stopped) {
				into.add(d)
			}
		}
	}
	counts, err := montecarlo.Fold(ctx, o, empty, worker)
	if err != nil {
		return nil, err
	}
	return &Orders{
		Ranks: counts.ranks, Together: counts.together(confidence), Failed: counts.failed, models: models, above: counts.above,
	}, nil
}

// Above is the probability that one model is above another, half of the ties counted.
func (f *Orders) Above(i, j int) float64 {
	draws := f.Ranks.Draws
	return float64(draws+f.above[i*f.models+j]-f.above[j*f.models+i]) / float64(2*draws)
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

// together goes through the pairs from those on that are most often in one order. Pairs
// that are so equally often are told apart together or not at all, so that names do not
// matter.
func (c *orderCounts) together(confidence float64) *Together {
	models, draws := c.ranks.models, c.ranks.Draws
	t := &Together{Method: ByDraws, Critical: math.NaN(), Draws: draws, models: models, words: (models + 63) / 64}
	t.better = make([]uint64, t.models*t.words)
	pairs := make([]int, models*models)
	for at := range pairs {
		pairs[at] = at
	}
	slices.SortStableFunc(pairs, func(a, b int) int { return cmp.Compare(c.above[b], c.above[a]) })
	sides := models * (models - 1)
	for from := 0; from < sides/2; {
		to := from + 1
		for to < len(pairs) && c.above[pairs[to]] == c.above[pairs[from]] {
			to++
		}
		const rounding = 1e-9
		if level := (1 - confidence) / float64(sides-from); float64(draws-c.above[pairs[from]]) > float64(level*float64(draws))+rounding {
			break
		}
		for _, at := range pairs[from:to] {
			t.set(at/models, at%models)
		}
		from = to
	}
	return t
}
