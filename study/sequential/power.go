package sequential

import (
	"cmp"
	"math"
	"slices"
)

// leastShare decides which pairs of models can run in the same round as the pair with the largest
// value: pairs whose value is at least this share of the largest. It is a little below ½, because
// a pair that must run both of its models costs about twice as much as a pair that must run one.
const leastShare = 0.49

// A batchValue holds a pair of models, and the value of a batch of trials for this pair (see
// game.value).
type batchValue struct {
	above, below int
	value        float64
}

// spendOnLikeliest gives a batch of trials to the undecided pair with the largest value (see
// game.value), and to other pairs with at least leastShare times that value. It skips a pair if one
// of its models is already in a chosen pair. It returns false if no model gets a batch.
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

// valuePairs lists the undecided pairs that can get a batch of trials, sorted by value, largest
// first (see game.value). It omits pairs whose value is below leastShare times the largest.
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

// finalBound returns the |z| at which an undecided pair is decided when it has all its trials.
// Betting has no such bound, so the bound of Mixture is used in its place.
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

// value returns the value of a batch of trials for an undecided pair: the probability that the
// pair is decided once it has all its trials, divided by the expected cost until the decision.
// |z| is expected to grow with the square root of the number of trials. So the decision is
// expected when |z| reaches bound, but not before the next batch and not after the last. The
// value is 0 for pairs that already have all trials and, in simulations, for pairs with a
// probability below leastReach.
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

// horizon returns the largest number of trials of a question that a model can get under the plan.
func (g *game) horizon() float64 { return g.path.trials(g.plan.most) }

// progress returns the current statistical information about the difference of two models, as a
// share of the information when both have all their trials.
func (g *game) progress(a, b int) float64 {
	if g.now != nil {
		return g.now.pairs[g.pairIndex(a, b)].look.share
	}
	look, _ := g.looks(a, b)
	return g.path.trials(look) / g.horizon()
}

// trials returns the mean number of trials per question that a model has so far.
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
