package montecarlo

import (
	"settle/kendall"
	"settle/metrics"
)

// Golds compares the rankings of several metrics with a reference order, called gold.
// There is one order for all metrics, or one for each. Golds holds scratch space and
// must be used by one goroutine only.
type Golds struct {
	plan *metrics.Plan
	all  *kendall.Comparer   // nil if each slot has its own
	own  []*kendall.Comparer // by slot
}

// NewGolds returns Golds for the metrics of a plan. If own is not nil, it holds one
// reference order per metric, and gold is ignored. In an order, larger numbers are
// better and equal numbers are a tie.
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

// Counts compares the rankings that s scored last with gold. It stores the results in
// counts, indexed by slot (group of metrics that rank models alike). The results of
// slots that were not scored are undefined.
func (g *Golds) Counts(s *metrics.Scorer, counts []kendall.Count) {
	if g.all != nil {
		g.all.Counts(s.Table(), counts)
		return
	}
	for slot, own := range g.own {
		counts[slot] = own.Count(s.Keys(slot))
	}
}

// comparer returns the comparer that holds the reference order for a slot (group of
// metrics that rank models alike).
func (g *Golds) comparer(slot int) *kendall.Comparer {
	if g.all != nil {
		return g.all
	}
	return g.own[slot]
}

// StillAgree compares the rankings that s scored last with gold. agreed has one bit per
// slot, which is a group of metrics that rank models alike (see metrics.Plan.Guards).
// StillAgree clears the bits of slots whose rankings disagree with gold. If anyOrder is
// true, models that tie in gold can be in any order.
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
