package montecarlo

import (
	"context"
	"fmt"
	"math"

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
// no random number serves two points.
func Pair(ctx context.Context, source func(trials int) replicate.Source, upTo int, o Options) ([]PairPoint, error) {
	points := make([]PairPoint, upTo)
	progress := o.Progress
	for i := range points {
		if progress != nil {
			o.Progress = func(done int) { progress(i*o.Replicates + done) }
		}
		point, err := pairAt(ctx, source(i+1), i*o.Replicates, o)
		if err != nil {
			return nil, err
		}
		points[i] = point
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

func pairAt(ctx context.Context, s replicate.Source, from int, o Options) (PairPoint, error) {
	if err := checkPair(s); err != nil {
		return PairPoint{}, err
	}
	bayes := metrics.Bayes(metrics.Binary, nil)
	worker := func() Visit[*pairSums] {
		walker := s.Walker()
		return func(r int, into *pairSums, _ func() bool) {
			into.add(bayes, walker.Draw(from+r))
		}
	}
	sums, err := Fold(ctx, o, func() *pairSums { return new(pairSums) }, worker)
	if err != nil {
		return PairPoint{}, err
	}
	return sums.point(s.Shape().Trials), nil
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

// pairSums are sums over boards.
type pairSums struct {
	boards, right, tied int
	z, zSquares         float64
}

func (s *pairSums) add(m metrics.Estimator, t *results.Tally) {
	s.boards++
	switch {
	case t.Totals[0] > t.Totals[1]: // the order of Bayes@N, exactly
		s.right++
	case t.Totals[0] == t.Totals[1]:
		s.tied++
	}
	a, b := m.Estimate(t, 0), m.Estimate(t, 1)
	z := math.Abs(ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma))
	s.z += z
	s.zSquares += float64(z * z)
}

// Reset forgets everything.
func (s *pairSums) Reset() { *s = pairSums{} }

// Merge adds the sums of other boards.
func (s *pairSums) Merge(from *pairSums) {
	s.boards += from.boards
	s.right += from.right
	s.tied += from.tied
	s.z += from.z
	s.zSquares += from.zSquares
}

func (s *pairSums) point(trials int) PairPoint {
	count := float64(s.boards)
	right, tied, z := float64(s.right)/count, float64(s.tied)/count, s.z/count
	// A board counts 1, ½ or 0.
	mean := right + float64(tied/2)
	return PairPoint{
		N: trials, Right: right, Tied: tied, Z: z,
		RightSE: standardError(right+float64(tied/4), mean, count),
		ZSE:     standardError(s.zSquares/count, z, count),
	}
}

// standardError is that of a mean, from the mean of squares, the mean and the
// count; NaN for a count of one.
func standardError(squares, mean, count float64) float64 {
	if count < 2 {
		return math.NaN() // what rounding leaves of the variance must not be divided by 0
	}
	return math.Sqrt(max(squares-float64(mean*mean), 0) / (count - 1))
}
