package posterior

import (
	"cmp"
	"context"
	"slices"

	"settle/internal/exact"
	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
)

// An Orders describes how uncertain a ranking is: the ranking that a method would make with
// unlimited trials of the board's questions. Each draw takes the outcome probabilities of all
// questions from their posterior (see Chances), and the method ranks the models by these
// probabilities.
type Orders struct {
	Ranks *Ranks

	// Together holds the pairs that are separated at simultaneous confidence. If all models
	// were equal and their scores normal with equal σ, the largest |z| of all pairs would be
	// the studentized range divided by √2 (Tukey 1953). The critical value is the quantile
	// of that distribution at the confidence. A pair is separated if the share of draws with
	// the other order, or with a tie, is at most the normal tail probability beyond the
	// critical value. As in Monte-Carlo tests, one more draw with the other order is added
	// to the count (Davison & Hinkley 1997, "Bootstrap Methods and their Application", 4.2).
	//
	// With few draws, this rule cannot separate any pair. A pair must then have the same
	// order in all draws, and its mean score difference must be at least the critical value
	// times the standard deviation of the difference.
	//
	// It would not be enough that all separated pairs have their order together in 95 % of
	// the draws. With 15 pairs of equal models, some pairs meet that condition on most
	// boards.
	Together *Together

	Failed int // draws that the method could not rank; all models tie in them

	models int
	above  []int // by first and second model: draws in which the first is ranked above the second
}

// Orders makes o.Replicates draws of the ranking by m and finds the pairs that are separated at
// the given simultaneous confidence. The result depends only on the seed and the number of draws.
// Each worker needs memory for models² numbers. Orders fails if ctx ends.
func (c *Chances) Orders(
	ctx context.Context, m metrics.Ranker, confidence float64, seed uint64, o montecarlo.Options,
) (*Orders, error) {
	rule := newSeparationRule(len(c.counts), o.Replicates, confidence)
	worker := func() montecarlo.Visit[*orderCounts] {
		d := newOrderDrawer(c, m, seed)
		return func(index int, into *orderCounts, stopped func() bool) {
			if d.draw(index, stopped) {
				into.add(d)
			}
		}
	}
	counts, err := montecarlo.Fold(ctx, o, rule.newCounts, worker)
	if err != nil {
		return nil, err
	}
	return &Orders{
		Ranks: counts.Ranks, Together: rule.together(counts), Failed: counts.Failed, models: rule.models, above: counts.Above,
	}, nil
}

// Above returns the share of draws in which model i is ranked above model j. A tie counts as
// half.
func (f *Orders) Above(i, j int) float64 {
	draws := f.Ranks.Draws
	return float64(draws+f.above[i*f.models+j]-f.above[j*f.models+i]) / float64(2*draws)
}

// An orderDrawer draws outcome probabilities from their posterior and ranks the models by these
// probabilities.
type orderDrawer struct {
	from    *ChanceDrawer
	ranking metrics.Ranking
	stream  *rng.Stream

	chances metrics.Chances
	one     []float64 // of a question, by category
	scores  []float64
	keys    []uint64 // by model, the larger the better
	failed  bool
	places  []int // models, best first
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

// draw makes the draw with the given index: it draws outcome probabilities and ranks the models.
// It returns false if stopped returned true.
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
		clear(d.scores)
	}
	return true
}

// An orderCounts counts the draws in which each model has each rank, and the draws in which it is
// ranked above each other model.
type orderCounts struct {
	Ranks  *Ranks
	Above  []int           // by first and second model, as in Orders
	Gaps   []exact.Moments // moments of the score difference of a model and a model with a lower index; nil if there are enough draws
	Failed int
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
	c.Ranks.add(d.places, d.levels)
	for i, x := range d.keys {
		row := c.Above[i*len(d.keys):][:len(d.keys)]
		for j, y := range d.keys {
			if x > y {
				row[j]++
			}
		}
	}
	if c.Gaps != nil {
		c.addGaps(d.scores)
	}
	if d.failed {
		c.Failed++
	}
}

func (c *orderCounts) addGaps(scores []float64) {
	for i, x := range scores {
		row := c.Gaps[i*len(scores):]
		for j, y := range scores[:i] {
			row[j].Add(x - y)
		}
	}
}
