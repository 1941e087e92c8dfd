package standings

import (
	"context"
	"math"

	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
)

// DrawOrders makes o.Replicates draws of the outcome probabilities of all models at the tally's
// questions, from their posterior. For each draw, it ranks the models as m does with unlimited
// trials. From these rankings, it sets the rank probabilities of each model. For the pairs that
// s.Rules.Pairs selects, it sets the share of draws in which one model is above the other. If the
// flag all is true, it also sets the pairs that are separated at simultaneous confidence.
//
// There is one weight per outcome category. DrawOrders sets no intervals of scores. The draws
// depend only on seed. DrawOrders does nothing for a single model, and fails if ctx ends.
func (s *Standings) DrawOrders(
	ctx context.Context, t *results.Tally, m metrics.Ranker, weights []float64, all bool, seed uint64, o montecarlo.Options,
) error {
	if len(s.Rows) < 2 {
		return nil
	}
	orders, err := posterior.NewChances(weights, t, nil).Orders(ctx, m, s.Rules.Confidence, seed, o)
	if err != nil {
		return err
	}
	s.Drawn, s.Failed = true, orders.Failed
	s.addRanks(orders.Ranks, seed)
	for above := range s.Rows {
		for below := above + 1; below < len(s.Rows) && s.compares(above, below); below++ {
			rho := orders.Above(s.Rows[above].Index, s.Rows[below].Index)
			s.Pairs = append(s.Pairs, ranking.Pair{Above: above, Below: below, Z: math.NaN(), Rho: rho})
			s.Resolved = append(s.Resolved, rho >= s.Rules.Confidence || rho <= 1-s.Rules.Confidence)
		}
	}
	if all {
		s.addTogether(orders.Together)
	}
	return nil
}

// compares reports whether s.Rules.Pairs selects a pair of models. The models are given by their
// places in the ranking.
func (s *Standings) compares(above, below int) bool {
	return s.Rules.Pairs == AllPairs || s.Rules.Pairs == Neighbours && below == above+1
}
