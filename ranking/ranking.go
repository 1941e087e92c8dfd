// Package ranking turns scores into ranks and estimates how certain the ranks are.
//
// Call [ByScore] or [ByCompare] for an [Order], which sorts models and records ties. Then
// call [Order.Ranks], whose [Convention] numbers the places. [Order.TieClose] and [Ties]
// also tie models whose posteriors do not separate them. [Spans] returns the range of
// places of each model, and [Letters] a compact letter display.
//
// Ties are exact: two models tie if their scores are equal, or if the comparison returns
// 0. There is no tolerance.
//
// Do not use it to compute scores or their posterior means and standard deviations: see
// package metrics. A model is its index; larger scores are better, and rank 1 is the
// best. Sections are those of "Don't Pass@k".
package ranking

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// An Order is a ranking before its places are numbered.
type Order struct {
	Models []int  // the models, best first
	Tied   []bool // Tied[i]: Models[i] ties with Models[i-1]; Tied[0] is false
}

// ByScore orders models by their scores. Models with equal scores tie and are sorted by
// index. It panics if a score is NaN, which has no place in an order.
func ByScore(scores []float64) Order {
	if model := slices.IndexFunc(scores, math.IsNaN); model >= 0 {
		panic(fmt.Sprintf("ranking: the score of model %d is NaN", model))
	}
	return ByCompare(len(scores), func(i, j int) int { return cmp.Compare(scores[i], scores[j]) })
}

// ByCompare orders the models 0..n−1 by a comparison of their scores. Like cmp.Compare,
// compare(i, j) returns a negative number if the score of model i is smaller (worse) than
// that of model j, a positive number if it is larger (better), and 0 if they tie. It must
// be a strict weak order. Models that tie are sorted by index.
func ByCompare(n int, compare func(i, j int) int) Order {
	models := make([]int, n)
	for i := range models {
		models[i] = i
	}
	slices.SortStableFunc(models, func(i, j int) int { return compare(j, i) })
	nobody := Order{Models: models, Tied: make([]bool, n)}
	return nobody.Tie(func(above, below int) bool { return compare(above, below) == 0 })
}

// Tie returns the order in which, in addition to the present ties, neighbours tie if
// tied, a symmetric relation, is true. Ties chain: with A tied to B and B to C, all three
// share a rank, whatever tied returns for A and C. The receiver does not change.
//
// Models that already tie have no order among themselves, so each is a neighbour of all
// models next to its group. Two such groups stay separate only if no model of the one is
// tied to a model of the other. The result does not depend on how models are numbered.
func (o Order) Tie(tied func(i, j int) bool) Order {
	with := Order{Models: o.Models, Tied: slices.Clone(o.Tied)}
	var above []int
	o.groups(func(_, from, to int) {
		with.Tied[from] = anyTied(above, o.Models[from:to], tied)
		above = o.Models[from:to]
	})
	return with
}

// TieToFirst is Tie without chains. A model joins the group above it if it is tied to the
// first model of the group, or to a model that tied with the first one before. The groups
// therefore depend on the order from the top.
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

// anyTied reports whether some model above ties with some model below.
func anyTied(above, below []int, tied func(i, j int) bool) bool {
	return slices.ContainsFunc(above, func(i int) bool {
		return slices.ContainsFunc(below, func(j int) bool { return tied(i, j) })
	})
}

// Arrange returns the order with tied models sorted by a comparison such as that of
// ByCompare, the larger first. Models that compare equal keep their order.
func (o Order) Arrange(compare func(i, j int) int) Order {
	arranged := Order{Models: slices.Clone(o.Models), Tied: o.Tied}
	o.groups(func(_, from, to int) {
		slices.SortStableFunc(arranged.Models[from:to], func(i, j int) int { return compare(j, i) })
	})
	return arranged
}

// Ranks returns the rank of each model, by index.
func (o Order) Ranks(c Convention) []float64 {
	ranks := make([]float64, len(o.Models))
	o.groups(func(group, from, to int) {
		for _, model := range o.Models[from:to] {
			ranks[model] = c.rank(group, from, to)
		}
	})
	return ranks
}

// Levels returns an ordinal of each model, by index: 0 for the worst, and one more for
// each better group of tied models. Unlike ranks, a larger level is better.
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

// groups visits the groups of tied models, best first, as places from..to−1.
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
