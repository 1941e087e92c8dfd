package montecarlo

import (
	"settle/internal/wire"
	"settle/kendall"
	"settle/metrics"
)

// tauSums are what is known of τ over replicates, for every slot and n.
type tauSums struct {
	trials, slots int
	first         int    // the slot of the first metric, with which others are compared
	known         []bool // by n − 1, then slot: the slot is scored at n
	golds         *Golds

	// Replicates are held for a time, so that those of one cell are counted together,
	// while its table is in the processor's cache.
	held  []kendall.Count // by replicate, then n − 1 and slot
	holds int             // replicates that are held at most
	cells []tauCell       // by n − 1, then slot
	units []int64         // by replicate that is held: the first metric's τ at one n
}

// tauCell is what is known of τ, and of how far it is above that of the first metric.
type tauCell struct {
	taus tauCounts
	gap  integers // in units
}

// How many ways of comparing with gold are counted in one cell. All cells together must
// not fill the memory; what a cell's limit is depends on nothing but how many there are.
const (
	mostWays  = 4096
	leastWays = 512
	allWays   = 1 << 20
)

// heldBytes bounds the room of the replicates that are held.
const heldBytes = 1 << 18

func (f *following) newTauSums() *tauSums {
	slots, trials := f.plan.Slots(), f.shape.Trials
	s := &tauSums{
		trials: trials, slots: slots, first: f.plan.Slot(0), known: make([]bool, slots*trials),
		golds: NewGolds(f.plan, f.wanted.Gold, f.wanted.Own),
		holds: max(1, heldBytes/(8*slots*trials)), cells: make([]tauCell, slots*trials),
	}
	limit := min(max(allWays/(slots*len(metrics.CurvePoints(trials))), leastWays), mostWays)
	for i := range s.cells {
		s.cells[i].taus.limit = limit
	}
	for i, m := range f.metrics {
		for n := m.FirstTrial(); n <= trials; n++ {
			s.known[(n-1)*slots+f.plan.Slot(i)] = metrics.OnCurve(n, trials) && (!metrics.IsDear(m) || metrics.OnGrid(n, trials))
		}
	}
	s.units = make([]int64, s.holds)
	return s
}

// at is the cell of a slot at n.
func (s *tauSums) at(slot, n int) *tauCell { return &s.cells[(n-1)*s.slots+slot] }

// scored tells whether a slot is scored at n.
func (s *tauSums) scored(slot, n int) bool { return s.known[(n-1)*s.slots+slot] }

// begin makes room for a replicate.
func (s *tauSums) begin() {
	if size := len(s.cells); len(s.held) >= s.holds*size {
		s.count()
		s.held = s.held[:size]
	} else if cap(s.held) == 0 {
		s.held = make([]kendall.Count, size, s.holds*size)
	} else {
		s.held = s.held[:len(s.held)+size]
	}
}

// counts is where the replicate that began last is to be compared at n, by slot.
func (s *tauSums) counts(n int) []kendall.Count {
	last := s.held[len(s.held)-len(s.cells):]
	return last[(n-1)*s.slots : n*s.slots]
}

// count counts the replicates that are held.
func (s *tauSums) count() {
	size := len(s.cells)
	replicates := len(s.held) / size
	for i := range s.cells {
		slot := i % s.slots
		if slot == 0 {
			s.countFirst(i, replicates)
		}
		if !s.known[i] || slot == s.first {
			continue
		}
		cell, gold := &s.cells[i], s.golds.of(slot)
		for r, first := range s.units[:replicates] {
			cell.gap.add(cell.taus.add(s.held[r*size+i], 1, gold) - first)
		}
	}
	s.held = s.held[:0]
}

// countFirst counts the replicates that are held as the first metric has them at the n
// whose cells begin at a place, and remembers its τ.
func (s *tauSums) countFirst(from, replicates int) {
	i := from + s.first
	clear(s.units)
	if !s.known[i] {
		return
	}
	for r := range replicates {
		s.units[r] = s.cells[i].taus.add(s.held[r*len(s.cells)+i], 1, s.golds.of(s.first))
	}
}

func (s *tauSums) reset() {
	s.held = s.held[:0]
	for i := range s.cells {
		s.cells[i].taus.reset()
		s.cells[i].gap = integers{}
	}
}

func (s *tauSums) merge(from *tauSums) {
	from.count()
	for i := range from.cells {
		s.cells[i].taus.merge(&from.cells[i].taus, s.golds.of(i%s.slots))
		s.cells[i].gap.merge(&from.cells[i].gap)
	}
}

func (s *tauSums) code(c *wire.Coder) {
	s.count()
	for i := range s.cells {
		if s.known[i] && !c.Failed() {
			s.cells[i].taus.code(c, s.golds.of(i%s.slots))
			s.cells[i].gap.code(c)
		}
	}
}
