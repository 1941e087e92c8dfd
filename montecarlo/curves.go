package montecarlo

import (
	"context"
	"math"
	"math/big"

	"settle/metrics"
	"settle/replicate"
)

// A Curve holds, for one metric, the mean agreement of its ranking with a reference
// ranking (gold) at each number of trials n.
type Curve struct {
	Metric string
	Points []Point // by n, from the metric's first n to N, at the n of metrics.OnCurve or, for a dear metric, of metrics.Grid
}

// A Point is the mean of Kendall's τ_b over replicates at one n.
type Point struct {
	N int

	// Tau is the mean of τ_b. An undefined τ counts as 0 (see Taus).
	Tau float64

	// SE is the Monte Carlo standard error of Tau: the sample standard deviation over
	// replicates divided by the square root of their number. It is NaN for a single
	// replicate.
	SE float64

	Undefined int // replicates with an undefined τ

	// Gap is the mean τ minus the mean τ of the first metric, or NaN if the first metric
	// has no score at n. GapSE is its standard error, computed from the differences within
	// replicates. It is smaller than the two standard errors suggest, because variation
	// that affects both metrics alike cancels. It is NaN for a single replicate.
	Gap, GapSE float64
}

// Curves draws replicates from a source, ranks the models of each by every metric at
// every n, and compares the rankings with gold by Kendall's τ_b. The reference order
// gold holds one number per model of the source: a larger number is better, and equal
// numbers are a tie. Curves returns an error if the source has fewer than two models,
// or if gold ties all models. It also returns an error if a metric cannot score the
// source's boards, or if ctx ends.
func Curves(ctx context.Context, s replicate.Source, ms []metrics.Metric, gold []int, o Options) ([]Curve, error) {
	found, err := Follow(ctx, s, ms, Wanted{Gold: gold}, o)
	return found.Curves, err
}

// curve returns the curve of a metric, computed from the given number of replicates. It
// includes the gap, which is the metric's mean τ minus that of the first metric.
func (s *tauSums) curve(slot int, m metrics.Metric, replicates int) Curve {
	c := Curve{Metric: m.Name()}
	for n := 1; n <= s.trials; n++ {
		if !s.scored(slot, n) {
			continue
		}
		cell := s.cell(slot, n)
		p := Point{N: n, Gap: math.NaN(), GapSE: math.NaN()}
		sums, undefined := cell.taus.moments()
		p.Undefined, p.Tau = undefined, cell.taus.mean(replicates, s.golds.comparer(slot))
		p.SE = sums.deviation(replicates) / unitsPerTau / math.Sqrt(float64(replicates))
		if s.scored(s.first, n) {
			p.Gap = meanOfUnits(cell.gap.total(), replicates)
			p.GapSE = cell.gap.deviation(replicates) / unitsPerTau / math.Sqrt(float64(replicates))
		}
		c.Points = append(c.Points, p)
	}
	return c
}

// meanOfUnits returns the mean of several τ, or NaN if there are none. sum is their sum
// as an integer number of units (see unitsPerTau), and count is their number.
func meanOfUnits(sum *big.Int, count int) float64 {
	if count == 0 {
		return math.NaN()
	}
	mean, _ := new(big.Rat).SetFrac(sum, new(big.Int).Mul(big.NewInt(unitsPerTau), big.NewInt(int64(count)))).Float64()
	return mean
}
