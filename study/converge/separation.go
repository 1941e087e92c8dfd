package converge

import (
	"cmp"
	"slices"

	"settle/metrics"
	"settle/ranking"
	"settle/replicate"
	"settle/results"
)

// A separator is one worker's state for ranking models by the interval rule of "Don't Pass@k", in
// which two models share a rank unless they are separated.
type separator struct {
	walker    replicate.Walker
	metric    metrics.Estimator
	gold      []int
	quantile  float64
	estimates []metrics.Estimate // by model
	order     []int              // models, largest mean first
}

// rank orders all models by the means of their estimates from a tally, largest first.
func (v *separator) rank(t *results.Tally) {
	v.estimates = metrics.Estimates(v.metric, t, v.estimates)
	for model := range v.order {
		v.order[model] = model
	}
	slices.SortStableFunc(v.order, func(i, j int) int { return cmp.Compare(v.estimates[j].Mu, v.estimates[i].Mu) })
}

// separations counts the pairs of models with different ranks. It returns the number of pairs
// whose ranks have the same order as in gold, and the number with the opposite order. Two models
// have different ranks if, somewhere between them in the order of means, two neighbours are
// separated.
func (v *separator) separations() (right, wrong int) {
	start := 0 // of the current group: all models before it are ranked better
	var above metrics.Estimate
	for from := 0; from < len(v.order); {
		below, to := v.widestTied(from)
		if from > 0 && ranking.Z(above.Mu, above.Sigma, below.Mu, below.Sigma) >= v.quantile {
			start = from
		}
		for _, model := range v.order[from:to] {
			for _, better := range v.order[:start] {
				switch {
				case v.gold[better] > v.gold[model]:
					right++
				case v.gold[better] < v.gold[model]:
					wrong++
				}
			}
		}
		above, from = below, to
	}
	return right, wrong
}

// widestTied finds the models with the same mean as the model at a given place in the order. It
// returns the estimate with the largest σ among them; compared with any other model, this
// estimate has the smallest |z|. It also returns the place after the last of these models.
func (v *separator) widestTied(from int) (e metrics.Estimate, to int) {
	e = v.estimates[v.order[from]]
	for to = from + 1; to < len(v.order) && v.estimates[v.order[to]].Mu == e.Mu; to++ {
		e.Sigma = max(e.Sigma, v.estimates[v.order[to]].Sigma)
	}
	return e, to
}
