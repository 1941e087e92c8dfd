package posterior

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/exact"
)

// A separationRule holds a rule that decides which pairs are separated, from draws of the
// models' order; see Orders.
type separationRule struct {
	models   int
	critical float64 // a normal quantile
	broken   int     // largest number of draws in which a separated pair can have the other order or tie; negative if there are too few draws
}

func newSeparationRule(models, draws int, confidence float64) separationRule {
	critical := studentizedRange(models, confidence) / math.Sqrt2
	level := distuv.UnitNormal.CDF(-critical)
	broken := int(math.Floor(float64(level*float64(draws+1)))) - 1
	return separationRule{models, critical, min(broken, (draws-1)/models)} // otherwise separated pairs could form a cycle
}

// newCounts returns empty counts for draws, with the score differences of all pairs if the rule
// needs them.
func (a separationRule) newCounts() *orderCounts {
	pairs := a.models * a.models
	c := &orderCounts{Ranks: newRanks(a.models), Above: make([]int, pairs)}
	if a.broken < 0 {
		c.Gaps = make([]exact.Moments, pairs)
	}
	return c
}

func (a separationRule) together(c *orderCounts) *Together {
	t := &Together{Method: ByDraws, Critical: a.critical, Draws: c.Ranks.Draws, models: a.models, words: (a.models + 63) / 64}
	t.better = make([]uint64, t.models*t.words)
	for i := range t.models {
		for j := range t.models {
			if i != j && c.Ranks.Draws-c.Above[i*t.models+j] <= max(a.broken, 0) && a.wide(c, i, j) {
				t.set(i, j)
			}
		}
	}
	return t
}

// wide reports whether the scores of models i and j differ enough for a separation. The answer
// is always true unless there are too few draws.
func (a separationRule) wide(c *orderCounts, i, j int) bool {
	if c.Gaps == nil {
		return true
	}
	g := &c.Gaps[max(i, j)*a.models+min(i, j)]
	mean, _ := g.Mean(c.Ranks.Draws)
	return math.Abs(mean) >= float64(a.critical*math.Sqrt(g.Variance(c.Ranks.Draws)))
}

// studentizedRange returns the p-quantile of the range of several independent standard normal
// variables, to 1e-9. numbers is their number, at least 2. It is the quantile of the studentized
// range with infinite degrees of freedom.
func studentizedRange(numbers int, p float64) float64 {
	low, high := 0.0, 20.0
	for high-low > 1e-10 {
		middle := (low + high) / 2
		if rangeBelow(numbers, middle) < p {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// rangeBelow returns the probability that the range of several independent standard normal
// variables is below q. numbers is their number. It integrates over the largest value x; all
// other values must lie between x − q and x.
func rangeBelow(numbers int, q float64) float64 {
	const beyond, nodes = 9, 200 // the probability beyond 9 is below 1e-18
	return float64(numbers) * quad.Fixed(func(x float64) float64 {
		within := float64(distuv.UnitNormal.CDF(x)) - float64(distuv.UnitNormal.CDF(x-q))
		return distuv.UnitNormal.Prob(x) * math.Pow(within, float64(numbers-1))
	}, -beyond, beyond, nodes, quad.Legendre{}, 1)
}
