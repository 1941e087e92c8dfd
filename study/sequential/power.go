package sequential

import (
	"cmp"
	"math"
	"slices"
)

// leastShare is a share of the largest value that a pair has. Pairs with at least this share can
// run in the same round. It is a little below one half, so that a pair that must run both of its
// models can run together with a pair that must run only one.
const leastShare = 0.49

// A batchValue is a pair that can get a batch, with the value of that batch.
type batchValue struct {
	above, below int
	value        float64
}

// spendOnLikeliest gives a batch to the open pair with the largest value, and to other pairs
// with at least leastShare of that value. It skips pairs that share a model with a pair chosen
// before.
func (g *game) spendOnLikeliest() bool {
	g.valuePairs()
	clear(g.paired)
	batches := 0
	for _, p := range g.values {
		if g.now != nil && batches >= g.now.room {
			break
		}
		if g.paired[p.above] || g.paired[p.below] {
			continue
		}
		g.paired[p.above], g.paired[p.below] = true, true
		batches += g.givePair(p.above, p.below)
	}
	return batches > 0
}

// valuePairs lists the open pairs that can get a batch, largest value first. It omits pairs
// whose value is below leastShare of the largest.
func (g *game) valuePairs() {
	bound, largest := g.finalBound(), 0.0
	g.values = g.values[:0]
	for place, above := range g.order {
		for _, below := range g.order[place+1:] {
			if g.isDecided(above, below) || g.isOutOfReach(above, below) {
				continue
			}
			if v := g.value(above, below, bound); v > 0 {
				g.values = append(g.values, batchValue{above, below, v})
				largest = max(largest, v)
			}
		}
	}
	g.values = slices.DeleteFunc(g.values, func(p batchValue) bool { return p.value < leastShare*largest })
	slices.SortStableFunc(g.values, func(p, q batchValue) int { return cmp.Compare(q.value, p.value) })
}

// finalBound returns the |z| at which an open pair is decided at the horizon. For Betting, which
// has no such bound, it returns the bound of Mixture.
func (g *game) finalBound() float64 {
	switch p := &g.plan; p.correction {
	case Mixture, Betting:
		share := g.horizon() / g.path.trials(g.whole)
		return mixture(p.family.twoSided(g.open), p.family.twoSided(p.family.size), share*g.meant)
	case Holm:
		return p.family.finalBoundary(g.open)
	}
	return g.bounds[len(g.bounds)-1]
}

// value returns the probability that an open pair is decided at the horizon, divided by the
// expected cost until the decision. |z| grows with the square root of the number of trials. So
// the expected number of trials is that at which |z| reaches the bound, but at least one more
// batch and at most the horizon. The value is 0 for pairs that have all trials and, in
// simulations, for pairs with a probability below leastReach.
func (g *game) value(a, b int, bound float64) float64 {
	share, z := g.progress(a, b), roundZ(math.Abs(g.z(a, b)))
	if share >= 1 {
		return 0
	}
	chance := 1.0
	if !math.IsNaN(z) {
		kept := &g.zs[g.pairIndex(min(a, b), max(a, b))]
		if g.now != nil || kept.bound != bound {
			kept.bound, kept.chance = bound, predictivePower(z, share, bound)
		}
		chance = kept.chance
	}
	if g.now == nil && chance < leastReach {
		return 0
	}
	horizon := g.horizon()
	have, end := float64(share*horizon), horizon
	if z > 0 {
		end = min(max(float64(have*(bound/z)*(bound/z)), have+g.path.trials(1)), horizon)
	}
	cost := float64(g.cost(a)*max(end-g.trials(a), 0)) + float64(g.cost(b)*max(end-g.trials(b), 0))
	if cost == 0 { // both models have that many trials, but of different questions
		cost = min(g.cost(a), g.cost(b)) * (end - have)
	}
	return chance / cost
}

// roundZ returns z rounded to nine decimals, so that values that differ only by rounding errors
// are equal.
func roundZ(z float64) float64 { return math.Round(z*1e9) / 1e9 }

// horizon returns the largest number of trials of a question that a model can get.
func (g *game) horizon() float64 { return g.path.trials(g.plan.most) }

// progress returns the current information about the difference of two models, as a share of the
// information at the horizon.
func (g *game) progress(a, b int) float64 {
	if g.now != nil {
		return g.now.pairs[g.pairIndex(a, b)].look.share
	}
	look, _ := g.looks(a, b)
	return g.path.trials(look) / g.horizon()
}

// trials returns the mean number of trials of a model per question.
func (g *game) trials(model int) float64 {
	if g.now != nil {
		return g.now.trials[model]
	}
	return g.path.trials(g.taken[model])
}

// cost returns the cost of one trial of a model.
func (g *game) cost(model int) float64 {
	if g.costs == nil {
		return 1
	}
	return g.costs[model]
}
