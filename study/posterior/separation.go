package posterior

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/exact"
)

// A separationRule decides which pairs of models are separated, given draws of the models'
// ranking; see Orders.
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

// newCounts returns empty counts of the models' orders in draws. They include the score
// differences of all pairs only if the rule needs these.
func (a separationRule) newCounts() *orderCounts {
	pairs := a.models * a.models
	c := &orderCounts{Ranks: newRanks(a.models), Above: make([]int, pairs)}
	if a.broken < 0 {
		c.Gaps = make([]exact.Moments, pairs)
	}
	return c
}

func (a separationRule) together(c *orderCounts) *Together {
	t := &Together{Method: ByDraws, Critical: a.critical, First: a.critical, Draws: c.Ranks.Draws, models: a.models, words: (a.models + 63) / 64}
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

// wide reports whether the scores of models i and j differ enough for a separation. This matters
// only with few draws; otherwise wide always returns true.
func (a separationRule) wide(c *orderCounts, i, j int) bool {
	if c.Gaps == nil {
		return true
	}
	g := &c.Gaps[max(i, j)*a.models+min(i, j)]
	mean, _ := g.Mean(c.Ranks.Draws)
	return math.Abs(mean) >= float64(a.critical*math.Sqrt(g.Variance(c.Ranks.Draws)))
}

// studentizedRange returns a quantile, at probability p, of the range (largest minus smallest) of
// the given number of independent standard normal variables. There must be at least 2 variables.
// The result is accurate to 1e-9. It is the quantile of the studentized range with infinite degrees
// of freedom.
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

// rangeBelow returns the probability that the range (largest minus smallest) of the given number of
// independent standard normal variables is below q. It integrates over the largest value x; all
// other values must lie between x − q and x.
func rangeBelow(numbers int, q float64) float64 {
	const beyond, nodes = 9, 200 // the probability beyond 9 is below 1e-18
	return float64(numbers) * quad.Fixed(func(x float64) float64 {
		within := float64(distuv.UnitNormal.CDF(x)) - float64(distuv.UnitNormal.CDF(x-q))
		return distuv.UnitNormal.Prob(x) * math.Pow(within, float64(numbers-1))
	}, -beyond, beyond, nodes, quad.Legendre{}, 1)
}
