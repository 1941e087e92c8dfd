package montecarlo

import (
	"math"
	"math/big"

	"settle/internal/wire"
	"settle/kendall"
)

// tauGrid holds a histogram of τ over replicates, and sums of τ. It is used if there
// are too many different kendall.Counts to count each of them. An undefined τ counts as
// 0.
type tauGrid struct {
	sums        integers      // sums of τ, in units
	lines       [tauLines]int // number of τ on each line, by gridLine
	lost        int           // undefined τ
	least, most float64       // infinite before the first τ
}

func newTauGrid() *tauGrid { return &tauGrid{least: math.Inf(1), most: math.Inf(-1)} }

// The bins of the histogram of τ are called grid lines. They divide the range from −1
// to 1 into 2^10 equal steps. To get the line of a τ, count units from τ = −1 and drop
// the lowest lineShift bits.
const (
	tauLines  = 1<<10 + 1
	lineShift = 53 - 10
)

// gridLine returns the index of the histogram bin that contains τ. units is τ as an
// integer number of units.
func gridLine(units int64) int { return int((units + unitsPerTau) >> lineShift) }

// tauStep is the width of a bin in the histogram of τ.
const tauStep = 2.0 / (tauLines - 1)

// add adds τ to the histogram the given number of times. tau is τ as a float, NaN if τ
// is undefined; units is τ as an integer number of units.
func (g *tauGrid) add(tau float64, units int64, times int) {
	if math.IsNaN(tau) {
		g.lost += times
		tau = 0
	}
	g.sums.addTimes(units, times)
	g.lines[gridLine(units)] += times
	g.least, g.most = min(g.least, tau), max(g.most, tau)
}

// addEntry adds the τ of an entry of tauCounts as many times as the entry was counted.
func (g *tauGrid) addEntry(e tauEntry, gold *kendall.Comparer) {
	g.add(gold.TauOf(e.count()), e.units, e.times)
}

func (g *tauGrid) merge(from *tauGrid) {
	g.sums.merge(&from.sums)
	for i, n := range from.lines {
		g.lines[i] += n
	}
	g.lost += from.lost
	g.least, g.most = min(g.least, from.least), max(g.most, from.most)
}

// mean returns the mean of τ over the given number of replicates. Its error is below
// 2^−52, because each τ is rounded to an integer number of units.
func (g *tauGrid) mean(replicates int) float64 {
	return g.clamp(meanOfUnits(g.sums.total(), replicates))
}

// clamp returns the nearest value in the range from the smallest to the largest τ. This
// never increases the error of a rounded value.
func (g *tauGrid) clamp(value float64) float64 { return min(max(value, g.least), g.most) }

// smallest returns the k-th smallest τ, counted from 1. The smallest and the largest τ
// are exact. All others are too low by less than tauStep.
func (g *tauGrid) smallest(k, replicates int) float64 {
	switch k {
	case 1:
		return g.least
	case replicates:
		return g.most
	}
	for line, n := range g.lines {
		if k -= n; k <= 0 {
			return g.clamp(float64(float64(line)*tauStep) - 1)
		}
	}
	panic("montecarlo: the counts hold too few replicates")
}

// code writes the histogram of the given number of replicates to c, or reads it from c.
func (g *tauGrid) code(c *wire.Coder, replicates int) {
	g.sums.code(c)
	left := replicates
	for i := range g.lines {
		if c.Int(&g.lines[i]); g.lines[i] < 0 || g.lines[i] > left {
			c.Fail("a grid line has more replicates than the total")
			return
		}
		left -= g.lines[i]
	}
	if c.Int(&g.lost); g.lost < 0 || g.lost > g.lines[gridLine(0)] {
		c.Fail("more undefined τ than τ counted as 0")
	}
	checkCounted(c, left)
	c.Float64(&g.least)
	if c.Float64(&g.most); c.Reading() && !c.Failed() && !g.possible(replicates) {
		c.Fail("impossible least or greatest τ")
	}
}

// possible reports whether the smallest and the largest τ are consistent with the
// histogram and the sums. They must lie in the first and the last bin that has a count.
// The mean must lie between them and, if some τ are undefined, so must 0.
func (g *tauGrid) possible(replicates int) bool {
	if !(-1 <= g.least && g.least <= g.most && g.most <= 1) || g.lost > 0 && g.clamp(0) != 0 {
		return false
	}
	least, most := units(g.least), units(g.most)
	for line, n := range g.lines {
		if n > 0 && (line < gridLine(least) || line > gridLine(most)) {
			return false
		}
	}
	all, sum := big.NewInt(int64(replicates)), g.sums.total()
	return g.lines[gridLine(least)] > 0 && g.lines[gridLine(most)] > 0 &&
		sum.Cmp(new(big.Int).Mul(all, big.NewInt(least))) >= 0 && sum.Cmp(all.Mul(all, big.NewInt(most))) <= 0
}
