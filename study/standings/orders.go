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

// DrawOrders adds what o.Replicates draws of the chances behind the questions of the tally
// say of the order that a method comes to as trials are added without end: the ranks of
// each model, all pairs of models with how often the one is above the other, and, if all
// is set, which of them are told apart, all at once. There is a weight for each category.
// No score has an interval by it. The draws depend on the seed alone. It does nothing for
// a single model, and fails if ctx ends.
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

// compares tells whether the rules ask for a pair of places.
func (s *Standings) compares(above, below int) bool {
	return s.Rules.Pairs == AllPairs || s.Rules.Pairs == Neighbours && below == above+1
}
