package montecarlo

import (
	"cmp"
	"math"
	"slices"

	"settle/kendall"
	"settle/metrics"
)

// A Distribution describes, for one metric and each n, how τ with the reference ranking
// (gold) varies over replicates.
type Distribution struct {
	Metric string
	Points []TauPoint // by n, for the same n as the metric's Curve
}

// A TauPoint describes how τ varies over replicates at one n. An undefined τ counts as
// 0 (see Taus).
type TauPoint struct {
	N    int
	Mean float64

	// Quantiles holds the quantiles of τ at Levels. With R replicates, the quantile at
	// level p is the k-th smallest τ, where k = ⌈pR⌉. For p = 0 it is the smallest τ.
	Quantiles [len(Levels)]float64

	Ones      int // replicates with τ = 1: their ranking equals gold
	Undefined int // replicates with an undefined τ

	// Values lists the different values of τ in ascending order, with the undefined value
	// last. It is nil if there were too many different values to count. In that case
	// quantiles between the smallest and the largest τ are rounded down to a grid, by less
	// than Resolution. Otherwise Resolution is 0.
	Values     []TauValue
	Resolution float64
}

// Levels holds the levels of the quantiles in a TauPoint, in percent.
var Levels = [...]int{0, 5, 25, 50, 75, 95, 100}

// A TauValue is a value of τ, or NaN if τ is undefined, with the number of replicates
// that have it.
type TauValue struct {
	Tau        float64
	Replicates int
}

// distribution returns the distribution of τ for one metric, computed from the given
// number of replicates.
func (s *tauSums) distribution(slot int, m metrics.Metric, replicates int) Distribution {
	d := Distribution{Metric: m.Name()}
	for n := 1; n <= s.trials; n++ {
		if s.scored(slot, n) {
			p := s.cell(slot, n).taus.point(replicates, s.golds.comparer(slot))
			p.N = n
			d.Points = append(d.Points, p)
		}
	}
	return d
}

// point returns the distribution of τ at one n, computed from the given number of
// replicates.
func (t *tauCounts) point(replicates int, gold *kendall.Comparer) TauPoint {
	_, undefined := t.moments()
	p := TauPoint{Mean: t.mean(replicates, gold), Undefined: undefined}
	if t.grid != nil {
		p.Resolution, p.Ones = tauStep, t.grid.lines[gridLine(unitsPerTau)]
		p.setQuantiles(replicates, func(k int) float64 { return t.grid.smallest(k, replicates) })
		return p
	}
	p.Values = t.values(gold)
	counted := slices.Clone(p.Values)
	if last := len(counted) - 1; undefined > 0 {
		counted[last].Tau = 0
		slices.SortFunc(counted, byTau)
	}
	p.setQuantiles(replicates, func(k int) float64 { return smallest(counted, k) })
	if last := counted[len(counted)-1]; last.Tau == 1 {
		p.Ones = last.Replicates
	}
	return p
}

// setQuantiles sets the quantiles of τ over the given number of replicates. smallest(k)
// must return the k-th smallest τ.
func (p *TauPoint) setQuantiles(replicates int, smallest func(k int) float64) {
	for i, percent := range Levels {
		p.Quantiles[i] = smallest(max(1, int((int64(percent)*int64(replicates)+99)/100)))
	}
}

// smallest returns the k-th smallest τ over all replicates, where k counts from 1. The
// list ascending holds each value of τ with its number of replicates.
func smallest(ascending []TauValue, k int) float64 {
	for _, v := range ascending {
		if k -= v.Replicates; k <= 0 {
			return v.Tau
		}
	}
	panic("montecarlo: the counts hold too few replicates")
}

func byTau(a, b TauValue) int { return cmp.Compare(a.Tau, b.Tau) }

// values returns the different values of τ in ascending order, each with its number of
// replicates. An undefined τ is last. Several kendall.Counts can have the same τ.
func (t *tauCounts) values(gold *kendall.Comparer) []TauValue {
	var list []TauValue
	undefined := 0
	for _, e := range t.entries {
		switch {
		case e.key == 0:
		case e.undefined():
			undefined += e.times
		default:
			list = append(list, TauValue{gold.TauOf(e.count()), e.times})
		}
	}
	slices.SortFunc(list, byTau)
	merged := list[:0]
	for _, v := range list {
		if last := len(merged) - 1; last >= 0 && merged[last].Tau == v.Tau {
			merged[last].Replicates += v.Replicates
		} else {
			merged = append(merged, v)
		}
	}
	if undefined > 0 {
		merged = append(merged, TauValue{math.NaN(), undefined})
	}
	return merged
}
