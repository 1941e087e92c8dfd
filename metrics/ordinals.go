package metrics

import (
	"slices"

	"settle/results"
)

// Ordinals orders the models of a tally by a metric, exactly: model i is better
// than model j where its ordinal is larger, and ties with it where they are
// equal. The worst models have ordinal 0. It fails where Check or the metric
// does.
func Ordinals(m Metric, t *results.Tally) (ordinals []int, err error) {
	defer Catch(&err)
	shape := results.Shape{Models: t.Models, Questions: t.Questions, Trials: t.Trials, Top: t.Top}
	plan, err := NewPlan([]Metric{m}, shape, t.Trials)
	if err != nil {
		return nil, err
	}
	scorer := plan.Scorer()
	scorer.Score(t)
	keys := scorer.Keys(0)
	distinct := slices.Compact(slices.Sorted(slices.Values(keys)))
	ordinals = make([]int, len(keys))
	for model, key := range keys {
		ordinals[model], _ = slices.BinarySearch(distinct, key)
	}
	return ordinals, nil
}
