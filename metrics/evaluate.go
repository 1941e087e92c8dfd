package metrics

import (
	"cmp"
	"context"
	"slices"

	"settle/results"
)

// An Evaluation holds the results of one metric for all models of a tally.
type Evaluation struct {
	Ordinals []int     // result of Ordinals
	Scores   []float64 // result of Scores
}

// Evaluate scores and orders the models of a tally by a metric, both exactly. This
// takes a second or two for large K and tens of thousands of trials. It returns an
// error if Check or the metric returns one, or if ctx ends. For an Updated it also
// computes the posteriors, so that later estimates of the tally need only a look-up.
func Evaluate(ctx context.Context, m Metric, t *results.Tally) (e Evaluation, err error) {
	defer Catch(&err)
	if e, err = evaluate(ctx, m, t); err != nil {
		return Evaluation{}, err
	}
	if u, ok := m.(*Updated); ok {
		err = u.prepare(ctx, t)
	}
	return e, err
}

// Ordinals orders the models of a tally by a metric, exactly. A model with a larger
// ordinal is better, and equal ordinals are a tie. The worst models have ordinal 0. It
// returns an error if Check or the metric returns one.
func Ordinals(m Metric, t *results.Tally) (ordinals []int, err error) {
	defer Catch(&err)
	e, err := evaluate(context.Background(), m, t)
	return e.Ordinals, err
}

func evaluate(ctx context.Context, m Metric, t *results.Tally) (Evaluation, error) {
	if err := checkTally(m, t); err != nil {
		return Evaluation{}, err
	}
	if exact, ok := asExact(m, t); ok {
		return evaluateExactly(ctx, exact, t)
	}
	if r, ok := m.(Ranker); ok {
		return evaluateRanker(r, t)
	}
	e := Evaluation{Scores: Scores(m, t, nil)}
	if linear, ok := asLinear(m); ok {
		e.Ordinals = linear.ordinals(t)
	} else {
		e.Ordinals = ordinalsBy(t.Models, func(i, j int) int { return cmp.Compare(e.Scores[i], e.Scores[j]) })
	}
	return e, nil
}

func evaluateRanker(m Ranker, t *results.Tally) (Evaluation, error) {
	scores, keys := make([]float64, t.Models), make([]uint64, t.Models)
	if err := m.Ranking().Rank(t, scores, keys); err != nil {
		return Evaluation{}, failed(m, err)
	}
	return Evaluation{ordinalsOf(keys), scores}, nil
}

// asLinear returns m as a weighted metric, which is compared by weighted sums. It
// returns false if m is not one.
func asLinear(m Metric) (*weightedMetric, bool) {
	switch m := m.(type) {
	case *weightedMetric:
		return m, true
	case *avgWithRule:
		return m.weightedMetric, true
	}
	return nil, false
}

func evaluateExactly(ctx context.Context, m exactMetric, t *results.Tally) (Evaluation, error) {
	s, err := m.exactScores(ctx, t, upTo(t.Models))
	if err != nil {
		return Evaluation{}, err
	}
	ordinals := ordinalsBy(t.Models, func(i, j int) int { return s.numerators[i].Cmp(s.numerators[j]) })
	return Evaluation{ordinals, s.floats()}, nil
}

// upTo returns a slice with the numbers 0..n−1.
func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// ordinalsOf returns the ordinals of models, given their keys. A larger key is better.
func ordinalsOf(keys []uint64) []int {
	return ordinalsBy(len(keys), func(i, j int) int { return cmp.Compare(keys[i], keys[j]) })
}

// ordinalsBy returns the ordinals of n models. compare(i, j) compares two models by
// their scores. The worst models have ordinal 0, and each better group of equal models
// has the next ordinal.
func ordinalsBy(n int, compare func(i, j int) int) []int {
	order := upTo(n)
	slices.SortFunc(order, compare)
	ordinals := make([]int, n)
	for place := 1; place < n; place++ {
		worse, model := order[place-1], order[place]
		ordinals[model] = ordinals[worse] + min(1, compare(model, worse))
	}
	return ordinals
}
