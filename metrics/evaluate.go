package metrics

import (
	"cmp"
	"context"
	"slices"

	"settle/results"
)

// Evaluation is what a metric says of all models of a tally.
type Evaluation struct {
	Ordinals []int     // as Ordinals returns them
	Scores   []float64 // as Scores returns them
}

// Evaluate scores the models of a tally by a metric and orders them, exactly: a
// second or two for large K and tens of thousands of trials. It fails where Check
// or the metric does, or if ctx ends. What the posteriors of an Estimator of this
// package take is done before it returns, so that its estimates of this tally are
// look-ups.
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

// Ordinals orders the models of a tally by a metric, exactly: model i is better
// than model j where its ordinal is larger, and ties with it where they are
// equal. The worst models have ordinal 0. It fails where Check or the metric
// does.
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

// asLinear is a metric as one that compares weighted sums.
func asLinear(m Metric) (*weighted, bool) {
	switch m := m.(type) {
	case *weighted:
		return m, true
	case *otherwise:
		return m.weighted, true
	}
	return nil, false
}

func evaluateExactly(ctx context.Context, m exact, t *results.Tally) (Evaluation, error) {
	s, err := m.exactScores(ctx, t, upTo(t.Models))
	if err != nil {
		return Evaluation{}, err
	}
	ordinals := ordinalsBy(t.Models, func(i, j int) int { return s.numerators[i].Cmp(s.numerators[j]) })
	return Evaluation{ordinals, s.floats()}, nil
}

// upTo returns the numbers 0..n−1.
func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// ordinalsOf orders models by their keys, of which a larger one is better.
func ordinalsOf(keys []uint64) []int {
	return ordinalsBy(len(keys), func(i, j int) int { return cmp.Compare(keys[i], keys[j]) })
}

// ordinalsBy orders n models by a comparison of their scores: the worst have
// ordinal 0, and each better group of equal ones the next.
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
