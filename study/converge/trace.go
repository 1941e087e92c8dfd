package converge

import (
	"cmp"
	"fmt"

	"settle/kendall"
	"settle/metrics"
	"settle/ranking"
	"settle/replicate"
)

// Trajectory is how one replicate's ranking by a metric changes as trials are
// added.
type Trajectory struct {
	Metric string
	Index  int // the replicate

	// From is the first n, that of the metric; Ranks[i] are the competition
	// ranks of the models at n = From + i, up to N.
	From  int
	Ranks [][]float64

	// Settled is convergence@n of this replicate, 0 if it never settles.
	Settled int
}

// Trace draws one replicate again and follows its ranking by a metric. It
// fails where Measure does.
func Trace(
	s replicate.Source, m metrics.Metric, gold []int, index int, anyOrderOfTies bool,
) (trajectory Trajectory, err error) {
	defer metrics.Catch(&err)
	shape := s.Shape()
	plan, err := metrics.NewPlan([]metrics.Metric{m}, shape, 1)
	if err != nil {
		return Trajectory{}, err
	}
	if len(gold) != shape.Models {
		panic(fmt.Sprintf("converge: gold orders %d models, the source has %d", len(gold), shape.Models))
	}
	comparer, scorer, walker := kendall.NewComparer(gold), plan.Scorer(), s.Walker()
	agrees := comparer.Agrees
	if anyOrderOfTies {
		agrees = comparer.AgreesUpToTies
	}
	trajectory = Trajectory{Metric: m.Name(), Index: index, From: m.FirstTrial()}
	trajectory.Ranks = make([][]float64, shape.Trials-m.FirstTrial()+1)
	tally := walker.Draw(index)
	settling := true
	for n := shape.Trials; n >= trajectory.From; n-- {
		scorer.Score(tally)
		keys := scorer.Keys(0)
		trajectory.Ranks[n-trajectory.From] = competitionRanks(keys)
		if settling = settling && agrees(keys); settling {
			trajectory.Settled = n
		}
		if n > 1 {
			walker.Drop()
		}
	}
	return trajectory, nil
}

func competitionRanks(keys []uint64) []float64 {
	order := ranking.ByCompare(len(keys), func(i, j int) int { return cmp.Compare(keys[i], keys[j]) })
	return order.Ranks(ranking.Competition)
}
