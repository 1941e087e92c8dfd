package montecarlo

import (
	"cmp"
	"math"
	"slices"

	"settle/kendall"
	"settle/metrics"
)

// Distribution is how τ with gold by one metric is distributed over replicates, against n.
type Distribution struct {
	Metric string
	Points []TauPoint // by n, those of the metric's Curve
}

// TauPoint is the distribution of τ over replicates at one n, in which an undefined τ
// counts as 0 (see Taus).
type TauPoint struct {
	N    int
	Mean float64

	// Quantiles are by Levels: of R replicates the k-th smallest τ with k = ⌈pR⌉, and so
	// the least for p = 0.
	Quantiles [len(Levels)]float64

	Ones      int // replicates in which τ is 1: their ranking is gold
	Undefined int // replicates in which τ is undefined

	// Values are all that τ was, ascending, the undefined one last; nil where it was more
	// than is counted. Then quantiles between the least and the greatest τ are on a grid,
	// and too low by less than Resolution, which is 0 where all values are counted.
	Values     []TauValue
	Resolution float64
}

// Levels are those of the quantiles of a TauPoint, in percent.
var Levels = [...]int{0, 5, 25, 50, 75, 95, 100}

// TauValue is a τ, NaN if undefined, and in how many replicates it was.
type TauValue struct {
	Tau        float64
	Replicates int
}

// distribution is that of a metric, of so many replicates.
func (s *tauSums) distribution(slot int, m metrics.Metric, replicates int) Distribution {
	d := Distribution{Metric: m.Name()}
	for n := 1; n <= s.trials; n++ {
		if s.scored(slot, n) {
			p := s.at(slot, n).taus.point(replicates, s.golds.of(slot))
			p.N = n
			d.Points = append(d.Points, p)
		}
	}
	return d
}

// point is the distribution of τ over so many replicates.
func (t *tauCounts) point(replicates int, gold *kendall.Comparer) TauPoint {
	_, undefined := t.moments()
	p := TauPoint{Mean: t.mean(replicates, gold), Undefined: undefined}
	if t.grid != nil {
		p.Resolution, p.Ones = tauStep, t.grid.lines[gridLine(whole)]
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

// setQuantiles sets the quantiles of so many replicates, given their k-th smallest τ.
func (p *TauPoint) setQuantiles(replicates int, smallest func(k int) float64) {
	for i, percent := range Levels {
		p.Quantiles[i] = smallest(max(1, int((int64(percent)*int64(replicates)+99)/100)))
	}
}

// smallest is the k-th smallest of values, from 1.
func smallest(ascending []TauValue, k int) float64 {
	for _, v := range ascending {
		if k -= v.Replicates; k <= 0 {
			return v.Tau
		}
	}
	panic("montecarlo: fewer replicates are counted than there are")
}

func byTau(a, b TauValue) int { return cmp.Compare(a.Tau, b.Tau) }

// values are all that τ was. Several ways of comparing with gold may have one τ.
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
