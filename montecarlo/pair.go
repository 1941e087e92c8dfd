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

// PairPoint is what boards with N trials say about two models whose order is
// known.
type PairPoint struct {
	N int

	// Right is the share of boards in which the first model is above the
	// second, and Tied the share in which they tie.
	Right, Tied float64

	// RightSE is the standard error of Right plus half of Tied.
	RightSE float64

	// Z is the mean of the absolute z-score of section 2.5 under Bayes@N, and
	// ZSE its standard error.
	Z, ZSE float64
}

// Pair draws o.Replicates boards of two models, independently for each
// N = 1..upTo, and compares the models by Bayes@N. source returns boards of N
// trials; replicate r of N is its replicate (N − 1)·o.Replicates + r, so that
// no random number serves two points. To a share and to o.Progress, the replicates are
// those of all N together.
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
		of := -1 // the point that the walker is of
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

// PairAlone is the point of boards 0..replicates−1 of one source, of any number of
// trials, in the goroutine that calls it: for studies whose workers have a source
// each. Where stopped says so, it ends with what there is by then.
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
		return fmt.Errorf("a pair is two models, not %d", s.Shape().Models)
	}
	return nil
}

// Crossing is the first N at which the mean |z| of points reaches z, 0 if it
// never does. Noise makes it early: sim.Crossing is where the expected |z| does.
func Crossing(points []PairPoint, z float64) int {
	for _, p := range points {
		if p.Z >= z {
			return p.N
		}
	}
	return 0
}

// pairPoints are sums over boards, by N − 1.
type pairPoints struct{ Points []pairSums }

// Count is how many boards of all N were added.
func (p *pairPoints) Count() int {
	boards := 0
	for i := range p.Points {
		boards += p.Points[i].Boards
	}
	return boards
}

// pairSums are sums over boards.
type pairSums struct {
	Boards, Right, Tied int
	Z                   exact.Moments // of |z|
}

func (s *pairSums) add(m metrics.Estimator, t *results.Tally) {
	s.Boards++
	switch {
	case t.Totals[0] > t.Totals[1]: // the order of Bayes@N, exactly
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
