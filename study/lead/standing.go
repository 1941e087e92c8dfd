package lead

import (
	"math"
	"slices"

	"settle/kendall"
	"settle/metrics"
	"settle/montecarlo"
	"settle/sim"
)

// Errors is how many standard errors of the difference a rival must be above the
// leader by. Of a rival that is exactly level one in 700 differences is, at a single
// n; neighbouring n are of the same replicates and mostly go together.
const Errors = 3

// Lead is how a metric stands among its rivals in one way of making replicates, by
// n − 1.
type Lead struct {
	Tau    []float64 // the mean τ of the leader
	Rivals []Rival
	First  []int // by metric instead: the first n at which its mean τ is Near or more; math.MaxInt for none
}

// Near is the mean τ from which Lead.First calls a ranking near the truth.
const Near = 0.9

// Rival is the rival with the highest mean τ at one n, or that which passes the
// leader by most, where any does. Where no rival has a score it is the zero Rival.
type Rival struct {
	Metric  int     // its index, from 1; 0 where no rival has a score
	Gap, SE float64 // its mean τ less the leader's, and the standard error of that
	Passes  bool    // the gap is above three of its standard errors
}

// Of is how the first of curves stands among the others.
func Of(curves []montecarlo.Curve) Lead {
	points := curves[0].Points
	l := Lead{Tau: make([]float64, len(points)), Rivals: make([]Rival, len(points))}
	for _, c := range curves {
		l.First = append(l.First, firstNear(c))
	}
	for i, p := range points {
		l.Tau[i] = p.Tau
	}
	for i, c := range curves[1:] {
		for _, p := range c.Points {
			at := p.N - points[0].N
			if at < 0 {
				continue
			}
			r := Rival{i + 1, p.Gap, p.GapSE, p.Gap > Errors*p.GapSE}
			if r.above(l.Rivals[at]) {
				l.Rivals[at] = r
			}
		}
	}
	return l
}

// firstNear returns the first n at which the mean τ of a curve is Near or more.
func firstNear(c montecarlo.Curve) int {
	if i := slices.IndexFunc(c.Points, func(p montecarlo.Point) bool { return p.Tau >= Near }); i >= 0 {
		return c.Points[i].N
	}
	return math.MaxInt
}

// above tells whether a rival is to be named rather than another.
func (r Rival) above(other Rival) bool {
	if other.Metric == 0 || r.Passes != other.Passes {
		return other.Metric == 0 || r.Passes
	}
	return r.Gap > other.Gap
}

// HoldsTo is the largest n up to which no rival passes at any, at most all.
func (l Lead) HoldsTo() int {
	if at := slices.IndexFunc(l.Rivals, func(r Rival) bool { return r.Passes }); at >= 0 {
		return at
	}
	return len(l.Rivals)
}

// Worst is the rival that passes by most at any n ≤ upTo, and that n; without one
// that passes, n is 0.
func (l Lead) Worst(upTo int) (worst Rival, n int) {
	for i, r := range l.Rivals[:upTo] {
		if r.Passes && (n == 0 || r.Gap > worst.Gap) {
			worst, n = r, i+1
		}
	}
	return worst, n
}

// Margin is by how much the leader is above the best of its rivals, on average over
// the n at which there are any; NaN without.
func (l Lead) Margin() float64 {
	var sum, count float64
	for _, r := range l.Rivals {
		if r.Metric > 0 {
			sum -= r.Gap
			count++
		}
	}
	if count == 0 {
		return math.NaN()
	}
	return sum / count
}

// decimals is what the truths of metrics are rounded to before they are compared, so
// that what arithmetic adds does not part models that are level: it is below 10⁻¹⁴,
// and truths of coins that differ do so by more.
const decimals = 1e12

// Limits are the τ_b of the true order with that which each metric comes to as trials
// are added without end: the order of its truths, metrics.Targeter. NaN for a metric
// that does not say them, or that ends in a tie of all.
func Limits(coins *sim.Coins, ms []metrics.Metric) []float64 {
	gold := make([]float64, len(coins.P))
	for model, level := range coins.Gold() {
		gold[model] = float64(level)
	}
	limits := make([]float64, len(ms))
	for i, m := range ms {
		limits[i] = kendall.TauB(gold, truths(coins, m))
	}
	return limits
}

// truths are those of all models by a metric, NaN where they are not known.
func truths(coins *sim.Coins, m metrics.Metric) []float64 {
	all := make([]float64, len(coins.P))
	for model, p := range coins.P {
		all[model] = math.NaN()
		if aim, ok := m.(metrics.Targeter); ok {
			all[model] = math.Round(aim.Target(p)*decimals) / decimals
		}
	}
	return all
}
