// Package ranking turns scores into ranks and tells how sure the ranks are.
//
// Begin with [ByScore] or [ByCompare], and [Order.Ranks].
//
// It believes that ranking is two steps: an Order, which sorts models and says
// who ties with whom, and a Convention, which numbers the places. Ties are
// exact: two models tie if their scores are equal, or if the caller's
// comparison says so, and no tolerance is applied. Ties of a third kind, for
// models whose posteriors are too close to call, are asked for by name (see
// Ties). Which score is ranked, and where its posterior mean and standard
// deviation come from, is left to the caller.
//
// A model is its index; larger scores are better, and rank 1 is the best.
// Sections are those of "Don't Pass@k".
package ranking

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Order is a ranking before its places are numbered.
type Order struct {
	Models []int  // the models, best first
	Tied   []bool // Tied[i]: Models[i] ties with Models[i-1]; Tied[0] is false
}

// ByScore orders models by their scores. Those with equal scores tie and stand
// by their index. It panics if a score is NaN, which has no place in an order.
func ByScore(scores []float64) Order {
	if model := slices.IndexFunc(scores, math.IsNaN); model >= 0 {
		panic(fmt.Sprintf("ranking: the score of model %d is NaN", model))
	}
	return ByCompare(len(scores), func(i, j int) int { return cmp.Compare(scores[i], scores[j]) })
}

// ByCompare orders the models 0..n−1 by a comparison of their scores: as
// cmp.Compare does, compare(i, j) returns a negative number if the score of
// model i is smaller (worse) than that of model j, a positive one if it is
// larger (better), and 0 if they tie. It must be a strict weak order. Models
// that tie stand by their index.
func ByCompare(n int, compare func(i, j int) int) Order {
	models := make([]int, n)
	for i := range models {
		models[i] = i
	}
	slices.SortStableFunc(models, func(i, j int) int { return compare(j, i) })
	nobody := Order{Models: models, Tied: make([]bool, n)}
	return nobody.Tie(func(above, below int) bool { return compare(above, below) == 0 })
}

// Tie returns the order in which neighbours tie that did before, and those of
// which tied, a symmetric relation, says so. Ties chain: with A tied to B and B to
// C, all three share a rank, whatever tied would say of A and C. The receiver
// stays as it is.
//
// Models that tie before have no order among them, so that each is a neighbour of
// all that stand next to any. Two such groups stay apart only where no model of the
// one is tied to a model of the other, and the result does not depend on how models
// are numbered.
func (o Order) Tie(tied func(i, j int) bool) Order {
	with := Order{Models: o.Models, Tied: slices.Clone(o.Tied)}
	var above []int
	o.groups(func(_, from, to int) {
		with.Tied[from] = anyTied(above, o.Models[from:to], tied)
		above = o.Models[from:to]
	})
	return with
}

// TieToFirst is Tie without chains: a model shares a rank with those above it if it is
// tied to the first of them, or to one that ties with the first before. So the groups
// depend on the order from the top.
func (o Order) TieToFirst(tied func(i, j int) bool) Order {
	with := Order{Models: o.Models, Tied: slices.Clone(o.Tied)}
	var first []int
	o.groups(func(_, from, to int) {
		if with.Tied[from] = anyTied(first, o.Models[from:to], tied); !with.Tied[from] {
			first = o.Models[from:to]
		}
	})
	return with
}

// anyTied tells whether some model above ties with some model below.
func anyTied(above, below []int, tied func(i, j int) bool) bool {
	return slices.ContainsFunc(above, func(i int) bool {
		return slices.ContainsFunc(below, func(j int) bool { return tied(i, j) })
	})
}

// Arrange returns the order in which models that tie stand by a comparison such as
// that of ByCompare, the larger first, and where they compare equal as they did.
func (o Order) Arrange(compare func(i, j int) int) Order {
	arranged := Order{Models: slices.Clone(o.Models), Tied: o.Tied}
	o.groups(func(_, from, to int) {
		slices.SortStableFunc(arranged.Models[from:to], func(i, j int) int { return compare(j, i) })
	})
	return arranged
}

// Ranks returns the rank of each model, by its index.
func (o Order) Ranks(c Convention) []float64 {
	ranks := make([]float64, len(o.Models))
	o.groups(func(group, from, to int) {
		for _, model := range o.Models[from:to] {
			ranks[model] = c.rank(group, from, to)
		}
	})
	return ranks
}

// Levels returns an ordinal of each model, by its index: 0 for the worst, one
// more for each better group of tied models. In contrast to ranks, larger is
// better.
func (o Order) Levels() []int {
	levels := make([]int, len(o.Models))
	last := 0
	o.groups(func(group, from, to int) {
		last = group
		for _, model := range o.Models[from:to] {
			levels[model] = group
		}
	})
	for model, group := range levels {
		levels[model] = last - group
	}
	return levels
}

// groups visits the groups of tied models, best first: the places from..to−1.
func (o Order) groups(visit func(group, from, to int)) {
	group := 0
	for from := 0; from < len(o.Models); group++ {
		to := from + 1
		for to < len(o.Models) && o.Tied[to] {
			to++
		}
		visit(group, from, to)
		from = to
	}
}
