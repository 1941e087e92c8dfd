// Package ranking turns scores into ranks and estimates how certain the ranks are.
//
// Call [ByScore] or [ByCompare] for an [Order], which sorts models and records ties. Then call
// [Order.Ranks] with a [Convention], which numbers the ranks. [Order.TieClose] and [Ties] also
// tie models whose posteriors do not separate them. [Spans] returns the range of ranks of each
// model, and [Letters] a compact letter display.
//
// Ties are exact: two models tie if their scores are equal, or if the comparison returns
// 0. There is no tolerance.
//
// Do not use the package to compute scores or their posterior means and standard deviations: see
// package metrics. Models are given by index; larger scores are better, and rank 1 is the best.
// Section numbers refer to "Don't Pass@k".
package ranking

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// An Order is a ranking of models with ties, but without rank numbers (see Ranks).
type Order struct {
	Models []int  // the models, best first
	Tied   []bool // Tied[i]: Models[i] ties with Models[i-1]; Tied[0] is false
}

// ByScore orders models by their scores. Models with equal scores tie and are sorted by index.
// It panics if a score is NaN, because NaN has no place in an order.
func ByScore(scores []float64) Order {
	if model := slices.IndexFunc(scores, math.IsNaN); model >= 0 {
		panic(fmt.Sprintf("ranking: the score of model %d is NaN", model))
	}
	return ByCompare(len(scores), func(i, j int) int { return cmp.Compare(scores[i], scores[j]) })
}

// ByCompare orders the models 0..n−1 by a comparison of their scores. Like cmp.Compare,
// compare(i, j) returns a negative number if the score of model i is smaller (worse) than the
// score of model j. It returns a positive number if it is larger (better), and 0 if they tie.
// compare must define a strict weak order. Models that tie are sorted by index.
func ByCompare(n int, compare func(i, j int) int) Order {
	models := make([]int, n)
	for i := range models {
		models[i] = i
	}
	slices.SortStableFunc(models, func(i, j int) int { return compare(j, i) })
	nobody := Order{Models: models, Tied: make([]bool, n)}
	return nobody.Tie(func(above, below int) bool { return compare(above, below) == 0 })
}

// Tie returns a copy of o with more ties: neighbours also tie if tied returns true for them.
// tied must be symmetric. Ties chain: if A ties with B and B with C, all three share a rank,
// whatever tied returns for A and C.
//
// Models that already tie have no order among themselves, so each of them is a neighbour of all
// models in the groups next to its own. Two such groups stay separate only if tied returns false
// for each model of one and each model of the other. The result does not depend on how models
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

// TieToFirst returns a copy of o with more ties, as Tie does, but ties do not chain. A model
// joins the group above it only if tied returns true for the model and the first model of that
// group. If models tie in o, it is enough that tied returns true for one of them. Groups are
// formed from the top.
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

// anyTied reports whether tied(i, j) is true for some model i in above and some model j in
// below.
func anyTied(above, below []int, tied func(i, j int) bool) bool {
	return slices.ContainsFunc(above, func(i int) bool {
		return slices.ContainsFunc(below, func(j int) bool { return tied(i, j) })
	})
}

// Arrange returns the order with the models within each group of tied models sorted: those that
// are larger by the comparison come first. compare works as in ByCompare. The ties remain, and
// models that compare equal keep their order.
func (o Order) Arrange(compare func(i, j int) int) Order {
	arranged := Order{Models: slices.Clone(o.Models), Tied: o.Tied}
	o.groups(func(_, from, to int) {
		slices.SortStableFunc(arranged.Models[from:to], func(i, j int) int { return compare(j, i) })
	})
	return arranged
}

// Ranks returns the rank of each model, by index, numbered by the convention c.
func (o Order) Ranks(c Convention) []float64 {
	ranks := make([]float64, len(o.Models))
	o.groups(func(group, from, to int) {
		for _, model := range o.Models[from:to] {
			ranks[model] = c.rank(group, from, to)
		}
	})
	return ranks
}

// Levels returns an ordinal for each model, by index. It is 0 for the worst group of tied models,
// and increases by one for each better group. So unlike for ranks, a larger ordinal is better.
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

// groups calls visit for each group of tied models, best first. It passes the number of the
// group, from 0, and the group's places from..to−1 in the order.
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
