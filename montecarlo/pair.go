package montecarlo

import (
	"context"
	"fmt"
	"math"

	"settle/internal/exact"
	"settle/metrics"
	"settle/ranking"
	"settle/replicate"
	"settle/results"
)

// A PairPoint holds results on boards with N trials for two models whose true order is
// known.
type PairPoint struct {
	N int

	// Right is the share of boards on which the first model scores above the second. Tied
	// is the share on which they tie.
	Right, Tied float64

	// RightSE is the standard error of Right + Tied/2, in which a tie counts as half
	// right.
	RightSE float64

	// Z is the mean absolute z-score (section 2.5) by Bayes@N, and ZSE is its standard
	// error.
	Z, ZSE float64
}

// Pair draws o.Replicates boards of two models for each N = 1..upTo and compares the
// models by Bayes@N. source(N) is a source of boards with N trials. For N, replicate r
// uses replicate (N − 1)·o.Replicates + r of the source, so that no two points share
// random numbers. o.Share and o.Progress count the replicates of all N together.
func Pair(ctx context.Context, source func(trials int) replicate.Source, upTo int, o Options) ([]PairPoint, error) {
	sources := make([]replicate.Source, upTo)
	for i := range sources {
		if sources[i] = source(i + 1); sources[i].Shape().Models != 2 {
			return nil, checkPair(sources[i])
		}
	}
	perPoint := o.Replicates
	o.Replicates, o.Fold = o.Replicates*upTo, "pair"
	bayes := metrics.Bayes(metrics.Binary, nil)
	worker := func() Visit[*pairPoints] {
		var walker replicate.Walker
		of := -1 // index of the point whose source the walker walks
		return func(r int, into *pairPoints, _ func() bool) {
			point := r / perPoint
			if point != of {
				walker, of = sources[point].Walker(), point
			}
			into.Points[point].add(bayes, walker.Draw(r))
		}
	}
	sums, err := Fold(ctx, o, func() *pairPoints { return &pairPoints{make([]pairSums, upTo)} }, worker)
	if err != nil {
		return nil, err
	}
	points := make([]PairPoint, upTo)
	for i := range points {
		points[i] = sums.Points[i].point(i + 1)
	}
	return points, nil
}

// PairAlone compares two models by Bayes@N on boards 0..replicates−1 of one source,
// which can have any number of trials. It runs in the calling goroutine, so that each
// worker can have its own source. Once stopped returns true, it returns the result for
// the boards drawn so far.
func PairAlone(s replicate.Source, replicates int, stopped func() bool) (PairPoint, error) {
	if err := checkPair(s); err != nil {
		return PairPoint{}, err
	}
	bayes, walker, sums := metrics.Bayes(metrics.Binary, nil), s.Walker(), new(pairSums)
	for r := 0; r < replicates && !stopped(); r++ {
		sums.add(bayes, walker.Draw(r))
	}
	return sums.point(s.Shape().Trials), nil
}

func checkPair(s replicate.Source) error {
	if s.Shape().Models != 2 {
		return fmt.Errorf("a pair requires two models, not %d", s.Shape().Models)
	}
	return nil
}

// Crossing returns the first N at which the mean |z| of the points reaches z, or 0 if
// the mean never does. Noise makes this N too small on average. sim.Crossing returns
// the N at which the expected |z| reaches z.
func Crossing(points []PairPoint, z float64) int {
	for _, p := range points {
		if p.Z >= z {
			return p.N
		}
	}
	return 0
}

// pairPoints holds the sums over boards for each N, indexed by N − 1.
type pairPoints struct{ Points []pairSums }

// Count returns the number of boards in the sums, for all N together.
func (p *pairPoints) Count() int {
	boards := 0
	for i := range p.Points {
		boards += p.Points[i].Boards
	}
	return boards
}

// pairSums holds sums over the boards of one N.
type pairSums struct {
	Boards, Right, Tied int
	Z                   exact.Moments // moments of |z|
}

func (s *pairSums) add(m metrics.Estimator, t *results.Tally) {
	s.Boards++
	switch {
	case t.Totals[0] > t.Totals[1]: // the order by Bayes@N, computed exactly
		s.Right++
	case t.Totals[0] == t.Totals[1]:
		s.Tied++
	}
	a, b := m.Estimate(t, 0), m.Estimate(t, 1)
	s.Z.Add(math.Abs(ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma)))
}

func (s *pairSums) point(trials int) PairPoint {
	count := float64(s.Boards)
	right, tied := float64(s.Right)/count, float64(s.Tied)/count
	p := PairPoint{N: trials, Right: right, Tied: tied}
	p.Z, p.ZSE = s.Z.Mean(s.Boards)
	var won exact.Moments // a board counts 1, ½ or 0
	won.AddTimes(1, s.Right)
	won.AddTimes(0.5, s.Tied)
	_, p.RightSE = won.Mean(s.Boards)
	return p
}
