package converge

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"settle/kendall"
	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/replicate"
)

// A Trajectory holds the rankings of one replicate by a metric after each number of trials.
type Trajectory struct {
	Metric string
	Index  int // index of the replicate

	// From is the smallest n that the metric can score. Ranks[i] and Scores[i] hold the
	// competition ranks and the scores of the models at n = From + i, up to N. Tau[i] is
	// Kendall's τ_b between that ranking and gold, NaN if all models tie.
	From   int
	Ranks  [][]float64
	Scores [][]float64
	Tau    []float64

	// Settled is the n at which the ranking settles on gold, or 0 if it never settles.
	Settled int
}

// Changes returns each n at which the ranking differs from the ranking at n − 1, because some
// pair of models has swapped, has become tied or is no longer tied.
func (t Trajectory) Changes() []int {
	var changes []int
	for i := 1; i < len(t.Ranks); i++ {
		if !slices.Equal(t.Ranks[i], t.Ranks[i-1]) {
			changes = append(changes, t.From+i)
		}
	}
	return changes
}

// Trace draws the replicate with the given index again and returns its rankings by a metric after
// each number of trials. If anyOrderOfTies is true, models that tie in gold can have any order.
// Trace fails if the metric cannot score the boards. Above metrics.MostEvery trials, some metrics
// cannot score boards after every number of trials; Trace then fails too.
func Trace(
	ctx context.Context, s replicate.Source, m metrics.Metric, gold []int, index int, anyOrderOfTies bool,
) (trajectory Trajectory, err error) {
	defer metrics.Catch(&err)
	shape := s.Shape()
	plan, err := metrics.NewPlan(ctx, []metrics.Metric{m}, shape, 1)
	if err != nil {
		return Trajectory{}, err
	}
	if !plan.EveryN() {
		return Trajectory{}, fmt.Errorf("cannot compute %s at every n: boards can have at most %d trials, not %d",
			m.Name(), metrics.MostEvery, shape.Trials)
	}
	mustOrder(gold, shape.Models)
	comparer, player := kendall.NewComparer(gold), montecarlo.NewPlayer(s, plan)
	scorer := player.Scorer
	agrees := comparer.Agrees
	if anyOrderOfTies {
		agrees = comparer.AgreesUpToTies
	}
	trajectory = Trajectory{Metric: m.Name(), Index: index, From: m.FirstTrial()}
	lengths := shape.Trials - m.FirstTrial() + 1
	trajectory.Ranks, trajectory.Scores = make([][]float64, lengths), make([][]float64, lengths)
	trajectory.Tau = make([]float64, lengths)
	scorer.Keep()
	tally := player.Draw(index)
	settling := true
	for n := shape.Trials; n >= trajectory.From; n-- {
		scorer.Score(tally)
		keys := scorer.Keys(plan.Slot(0))
		at := n - trajectory.From
		trajectory.Ranks[at], trajectory.Tau[at] = competitionRanks(keys), comparer.TauB(keys)
		trajectory.Scores[at] = scoresOf(scorer.Values(plan.Slot(0)), plan.Scale(0, n))
		if settling = settling && agrees(keys); settling {
			trajectory.Settled = n
		}
		if n > 1 {
			player.Drop()
		}
	}
	return trajectory, nil
}

// scoresOf converts integer values to the scores that they stand for. Each score is rounded once.
func scoresOf(values []uint64, scale metrics.Scale) []float64 {
	scores := make([]float64, len(values))
	for model, value := range values {
		scores[model] = scale.Score(value)
	}
	return scores
}

func competitionRanks(keys []uint64) []float64 {
	order := ranking.ByCompare(len(keys), func(i, j int) int { return cmp.Compare(keys[i], keys[j]) })
	return order.Ranks(ranking.Competition)
}
