package converge

import (
	"cmp"
	"slices"

	"settle/metrics"
	"settle/ranking"
	"settle/replicate"
	"settle/results"
)

// separator is the scratch space of one worker.
type separator struct {
	walker    replicate.Walker
	metric    metrics.Estimator
	gold      []int
	quantile  float64
	estimates []metrics.Estimate // by model
	order     []int              // models, the best mean first
}

// rank puts all models in the order of their means.
func (v *separator) rank(t *results.Tally) {
	v.estimates = metrics.Estimates(v.metric, t, v.estimates)
	for model := range v.order {
		v.order[model] = model
	}
	slices.SortStableFunc(v.order, func(i, j int) int { return cmp.Compare(v.estimates[j].Mu, v.estimates[i].Mu) })
}

// apart counts the pairs that are ranked apart, and those of them that are
// ranked against gold. A pair is apart where some neighbours between the two
// are.
func (v *separator) apart() (right, wrong int) {
	start := 0 // of the group at hand: all before it are ranked better
	var above metrics.Estimate
	for from := 0; from < len(v.order); {
		below, to := v.widest(from)
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

// widest returns the estimate of the largest σ among those of equal means that
// begin at a place, and where they end. Its z with any other estimate is the least.
func (v *separator) widest(from int) (e metrics.Estimate, to int) {
	e = v.estimates[v.order[from]]
	for to = from + 1; to < len(v.order) && v.estimates[v.order[to]].Mu == e.Mu; to++ {
		e.Sigma = max(e.Sigma, v.estimates[v.order[to]].Sigma)
	}
	return e, to
}
