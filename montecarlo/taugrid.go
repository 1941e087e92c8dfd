package montecarlo

import (
	"math"
	"math/big"

	"settle/internal/wire"
	"settle/kendall"
)

// tauGrid is what is known of τ where not every way of comparing with gold is counted. An
// undefined τ counts as 0.
type tauGrid struct {
	sums        integers      // in units
	lines       [tauLines]int // how many τ are on which line, by gridLine
	lost        int           // undefined τ
	least, most float64       // the least and the greatest τ; infinite before the first
}

func newTauGrid() *tauGrid { return &tauGrid{least: math.Inf(1), most: math.Inf(-1)} }

// Grid lines of τ are apart by a part 2^−10 of the way from −1 to 1.
const (
	tauLines  = 1<<10 + 1
	lineShift = 53 - 10
)

// gridLine is the line at τ or next below it, in units.
func gridLine(units int64) int { return int((units + whole) >> lineShift) }

// tauStep is how far lines of the grid are apart, in τ.
const tauStep = 2.0 / (tauLines - 1)

// add adds a τ, NaN if undefined, that is so many units, so many times.
func (g *tauGrid) add(tau float64, units int64, times int) {
	if math.IsNaN(tau) {
		g.lost += times
		tau = 0
	}
	g.sums.addTimes(units, times)
	g.lines[gridLine(units)] += times
	g.least, g.most = min(g.least, tau), max(g.most, tau)
}

// addEntry adds the τ of a way as often as it was counted.
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

// mean is the mean τ of so many replicates, less than 2^−52 off as τ are in units.
func (g *tauGrid) mean(replicates int) float64 {
	return g.within(meanOfUnits(g.sums.total(), replicates))
}

// within is what is between the least and the greatest τ and nearest to a value. What is
// known of τ but for rounding is nearer to it then, too.
func (g *tauGrid) within(value float64) float64 { return min(max(value, g.least), g.most) }

// smallest is the k-th smallest τ of so many, from 1: the least and the greatest exactly,
// others too low by less than tauStep.
func (g *tauGrid) smallest(k, replicates int) float64 {
	switch k {
	case 1:
		return g.least
	case replicates:
		return g.most
	}
	for line, n := range g.lines {
		if k -= n; k <= 0 {
			return g.within(float64(float64(line)*tauStep) - 1)
		}
	}
	panic("montecarlo: fewer replicates are counted than there are")
}

// code writes or reads what is known of so many replicates.
func (g *tauGrid) code(c *wire.Coder, replicates int) {
	g.sums.code(c)
	left := replicates
	for i := range g.lines {
		if c.Int(&g.lines[i]); g.lines[i] < 0 || g.lines[i] > left {
			c.Fail("more replicates on a line than there are")
			return
		}
		left -= g.lines[i]
	}
	if c.Int(&g.lost); g.lost < 0 || g.lost > g.lines[gridLine(0)] {
		c.Fail("more undefined τ than τ that count as 0")
	}
	checkCounted(c, left)
	c.Float64(&g.least)
	if c.Float64(&g.most); c.Reading() && !c.Failed() && !g.possible(replicates) {
		c.Fail("a least or greatest τ that cannot be")
	}
}

// possible tells whether of so many replicates the least and the greatest τ can be what is
// said: on the outer lines that have any, about the undefined ones and about the mean.
func (g *tauGrid) possible(replicates int) bool {
	if !(-1 <= g.least && g.least <= g.most && g.most <= 1) || g.lost > 0 && g.within(0) != 0 {
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
