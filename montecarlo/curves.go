package montecarlo

import (
	"context"
	"math"
	"math/big"

	"settle/metrics"
	"settle/replicate"
)

// Curve is the mean agreement of one metric with gold, against n.
type Curve struct {
	Metric string
	Points []Point // by n, from the metric's first n to N, those of metrics.OnCurve; of a dear metric those on the Grid alone
}

// Point is the mean of τ_b over replicates at one n.
type Point struct {
	N int

	// Tau is the mean, in which an undefined τ counts as 0 (see Taus).
	Tau float64

	// SE is the Monte-Carlo standard error of Tau: the sample standard
	// deviation over replicates, divided by the root of their number. NaN
	// for a single replicate.
	SE float64

	Undefined int // replicates in which τ is undefined

	// Gap is by how much the mean τ is above that of the first metric, and GapSE
	// its standard error: that of the mean of the differences, each of two τ of
	// one replicate. What moves both at once is not in it, so it is smaller than
	// the two standard errors suggest. NaN at an n at which the first metric has
	// no score; GapSE is NaN for a single replicate, too.
	Gap, GapSE float64
}

// Curves draws replicates from a source, ranks the models of each by every
// metric at every n, and compares the rankings with gold by Kendall's τ_b.
// gold orders the source's models: a larger number is better, an equal one is
// a tie. It fails if the source has fewer than two models, if gold ties all of
// them (there is no τ then), if a metric cannot score its boards, or if ctx
// ends.
func Curves(ctx context.Context, s replicate.Source, ms []metrics.Metric, gold []int, o Options) ([]Curve, error) {
	found, err := Follow(ctx, s, ms, Wanted{Gold: gold}, o)
	return found.Curves, err
}

// curve is that of a metric, of so many replicates, beside the first one.
func (s *tauSums) curve(slot int, m metrics.Metric, replicates int) Curve {
	c := Curve{Metric: m.Name()}
	for n := 1; n <= s.trials; n++ {
		if !s.scored(slot, n) {
			continue
		}
		cell := s.at(slot, n)
		p := Point{N: n, Gap: math.NaN(), GapSE: math.NaN()}
		sums, undefined := cell.taus.moments()
		p.Undefined, p.Tau = undefined, cell.taus.mean(replicates, s.golds.of(slot))
		p.SE = sums.deviation(replicates) / whole / math.Sqrt(float64(replicates))
		if s.scored(s.first, n) {
			p.Gap = meanOfUnits(cell.gap.total(), replicates)
			p.GapSE = cell.gap.deviation(replicates) / whole / math.Sqrt(float64(replicates))
		}
		c.Points = append(c.Points, p)
	}
	return c
}

// meanOfUnits is the mean of so many numbers with a sum in units of τ, NaN of none, as where
// a study was stopped before its first replicate.
func meanOfUnits(sum *big.Int, count int) float64 {
	if count == 0 {
		return math.NaN()
	}
	mean, _ := new(big.Rat).SetFrac(sum, new(big.Int).Mul(big.NewInt(whole), big.NewInt(int64(count)))).Float64()
	return mean
}
