package converge_test

import (
	"reflect"
	"slices"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/sim"
	"settle/study/converge"
)

// With an order of its own each metric settles where it does alone with this order as
// gold, whether or not ties must be ties.
func TestOwnOrders(t *testing.T) {
	coins := sim.PaperQuantile()
	worst, err := coins.Subset("LLM1", "LLM4", "LLM5", "LLM11")
	if err != nil {
		t.Fatal(err)
	}
	ms, chances := boardtest.Parse(t, "avg,pass@2,pass@8,bayes"), metrics.BinaryChances(worst.P)
	var own [][]int
	for _, m := range ms {
		own = append(own, metrics.OwnOrder(m, &chances))
	}
	slices.Reverse(own[2]) // so that pass@8 settles on what no other does
	for _, any := range []bool{false, true} {
		o := converge.Options{Options: montecarlo.Options{Replicates: 200}, AnyOrderOfTies: any, Worst: 3, Own: own}
		all, err := converge.Measure(t.Context(), worst.Source(20, 4), ms, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Own = nil
		for i, m := range ms {
			alone, err := converge.Measure(t.Context(), worst.Source(20, 4), []metrics.Metric{m}, own[i], o)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(all[i], alone[0]) {
				t.Errorf("%s: %+v, alone %+v", m.Name(), all[i], alone[0])
			}
		}
		if any && (all[0].Converged() == 0 || all[2].Converged() != 0) {
			t.Errorf("avg settles on %v of the boards, pass@8 with its order upside down on %v", all[0].Converged(), all[2].Converged())
		}
	}
}
