package montecarlo

import (
	"settle/kendall"
	"settle/metrics"
)

// Golds compare rankings by several metrics with gold: with one order for all of them, or
// each with its own. They hold scratch space, for one goroutine.
type Golds struct {
	plan *metrics.Plan
	all  *kendall.Comparer   // nil if each slot has its own
	own  []*kendall.Comparer // by slot
}

// NewGolds returns what compares rankings by the metrics of a plan with gold or, if own
// is not nil, each with its own order, by metric. Larger is better, equal is a tie.
func NewGolds(p *metrics.Plan, gold []int, own [][]int) *Golds {
	if own == nil {
		return &Golds{plan: p, all: kendall.NewComparer(gold)}
	}
	g := &Golds{plan: p, own: make([]*kendall.Comparer, p.Slots())}
	for metric, order := range own {
		if slot := p.Slot(metric); g.own[slot] == nil {
			g.own[slot] = kendall.NewComparer(order)
		}
	}
	return g
}

// Counts sets counts, by slot, to how the rankings that were last scored compare with gold;
// those of slots that were not may be anything.
func (g *Golds) Counts(s *metrics.Scorer, counts []kendall.Count) {
	if g.all != nil {
		g.all.Counts(s.Table(), counts)
		return
	}
	for slot, own := range g.own {
		counts[slot] = own.Count(s.Keys(slot))
	}
}

// of is what compares rankings by a slot.
func (g *Golds) of(slot int) *kendall.Comparer {
	if g.all != nil {
		return g.all
	}
	return g.own[slot]
}

// StillAgree drops those of the slots whose guards are in agreed, by word, whose ranking
// does not agree with gold; with anyOrder models that tie in gold may stand in any order.
func (g *Golds) StillAgree(s *metrics.Scorer, anyOrder bool, agreed []uint64) {
	if g.all != nil {
		g.all.StillAgree(s.Table(), anyOrder, agreed)
		return
	}
	for slot, own := range g.own {
		lane := g.plan.Lane(slot)
		if agreed[lane.Word]&lane.Bit() == 0 {
			continue
		}
		agrees := own.Agrees
		if anyOrder {
			agrees = own.AgreesUpToTies
		}
		if !agrees(s.Keys(slot)) {
			agreed[lane.Word] &^= lane.Bit()
		}
	}
}
