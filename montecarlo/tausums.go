package montecarlo

import (
	"sync"
	"sync/atomic"

	"settle/internal/wire"
	"settle/kendall"
	"settle/metrics"
)

// tauSums holds the distributions of τ over replicates, for every number of trials n
// and every slot. A slot is a group of metrics that always rank models alike.
type tauSums struct {
	trials, slots int
	first         int    // slot of the first metric, with which all others are compared
	known         []bool // by n − 1, then slot: whether the slot has scores at n
	golds         *Golds

	// held holds the Counts of several replicates. A worker counts all of them for one
	// cell together, while the table of that cell is in the processor's cache.
	held  []kendall.Count // by n − 1, then replicate and slot; nil before the first
	kept  int             // number of replicates that are held
	holds int             // largest number of replicates that are held
	cells []tauCell       // by n − 1, then slot

	// units and gaps are scratch space, by held replicate. They hold the first metric's τ
	// at one n, and another metric's τ minus it, in units.
	units, gaps []int64

	stripes *stripes // locks of the cells, for workers that spill at the same time
	turn    atomic.Uint64
}

// tauCell holds the distribution of τ at one number of trials n, for one slot (group of
// metrics that rank models alike). It also holds sums of the difference between this τ
// and the τ of the first metric.
type tauCell struct {
	taus tauCounts
	gap  integers // sums of the differences, in units
}

// Limits on the number of different kendall.Counts that one cell stores, so that the
// memory of all cells together is bounded. The limit of a cell depends only on the
// number of cells.
const (
	mostWays  = 4096
	leastWays = 128
	allWays   = 1 << 19
)

// Limits on the data that a worker holds, since larger limits would make memory grow
// with the number of workers. heldBytes and mostHeld limit the bytes and the
// replicates. After a block, a worker keeps only the cells with at most ownWays
// different kendall.Counts.
const (
	heldBytes = 1 << 17
	mostHeld  = largest
	ownWays   = 64
)

func (f *appliedContest) newTauSums() *tauSums {
	slots, trials := f.plan.Slots(), f.shape.Trials
	s := &tauSums{
		trials: trials, slots: slots, first: f.plan.Slot(0), known: make([]bool, slots*trials),
		golds: NewGolds(f.plan, f.wanted.Gold, f.wanted.Own), stripes: new(stripes),
		holds: max(1, min(mostHeld, heldBytes/(8*slots*trials))), cells: make([]tauCell, slots*trials),
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
	return s
}

// cell returns the cell for a slot (group of metrics that rank models alike) at n
// trials.
func (s *tauSums) cell(slot, n int) *tauCell { return &s.cells[(n-1)*s.slots+slot] }

// scored reports whether a slot (group of metrics that rank models alike) has scores at
// n trials.
func (s *tauSums) scored(slot, n int) bool { return s.known[(n-1)*s.slots+slot] }

// begin makes room for the results (kendall.Counts) of one more replicate. If no room
// is left, begin first adds the stored results to the cells.
func (s *tauSums) begin() {
	if s.held == nil {
		s.held = make([]kendall.Count, s.holds*len(s.cells))
		s.units, s.gaps = make([]int64, s.holds), make([]int64, s.holds)
	}
	if s.kept == s.holds {
		s.count()
	}
	s.kept++
}

// counts returns the slice in which to store the results of the current replicate at n
// trials, indexed by slot (group of metrics that rank models alike).
func (s *tauSums) counts(n int) []kendall.Count {
	at := ((n-1)*s.holds + s.kept - 1) * s.slots
	return s.held[at : at+s.slots]
}

// count adds the stored results of recent replicates to the cells.
func (s *tauSums) count() {
	if s.kept == 0 {
		return
	}
	for n := 1; n <= s.trials; n++ {
		clear(s.units)
		if s.scored(s.first, n) {
			s.countAt(s.first, n, s.units)
		}
		for slot := range s.slots {
			if slot != s.first && s.scored(slot, n) {
				s.countAt(slot, n, s.gaps)
				s.cell(slot, n).addGaps(s.gaps[:s.kept], s.units)
			}
		}
	}
	s.kept = 0
}

// countAt adds the stored results of a slot (group of metrics that rank models alike)
// at n trials to the slot's cell. It also writes each replicate's τ, multiplied by
// unitsPerTau, to the given slice.
func (s *tauSums) countAt(slot, n int, units []int64) {
	held := s.held[(n-1)*s.holds*s.slots+slot:]
	s.cell(slot, n).taus.addEach(held, s.slots, units[:s.kept], s.golds.comparer(slot))
}

// addGaps subtracts the τ of the first metric from taus, replicate by replicate, and
// adds the differences to the sums. It overwrites taus with the differences.
func (c *tauCell) addGaps(taus, first []int64) {
	for r := range taus {
		taus[r] -= first[r]
	}
	addEach(&c.gap, taus, 1)
}

func (s *tauSums) reset() {
	s.kept = 0
	for i := range s.cells {
		s.cells[i].reset()
	}
}

func (c *tauCell) reset() {
	c.taus.reset()
	c.gap = integers{}
}

// spill adds the content of the cells to the same cells of total, and empties them. If
// all is true, it does so for every cell, and otherwise only for cells that need much
// memory. Workers start at different cells, so that they seldom wait for each other.
func (s *tauSums) spill(total *tauSums, all bool) {
	if all {
		s.count()
	}
	begin := int(total.turn.Add(1) * 0x9e3779b97f4a7c15 % uint64(len(s.cells)))
	for k := range s.cells {
		i := (begin + k) % len(s.cells)
		if from := &s.cells[i]; all || from.taus.used > ownWays {
			total.stripes.do(i, func() { total.cells[i].merge(from, total.golds.comparer(i%s.slots)) })
			from.reset()
		}
	}
}

func (c *tauCell) merge(from *tauCell, gold *kendall.Comparer) {
	c.taus.merge(&from.taus, gold)
	c.gap.merge(&from.gap)
}

func (s *tauSums) code(c *wire.Coder, replicates int) {
	s.count()
	for i := range s.cells {
		if s.known[i] && !c.Failed() {
			s.cells[i].taus.code(c, replicates, s.golds.comparer(i%s.slots))
			s.cells[i].gap.code(c)
		}
	}
}

// stripes holds locks for the parts of a total, to which several workers add at the
// same time. Several parts can share a lock.
type stripes [64]struct {
	sync.Mutex
	_ [56]byte // so that each lock has its own line of the processor's cache
}

// do calls act() while it holds the lock of the given part.
func (s *stripes) do(part int, act func()) {
	stripe := &s[part%len(s)]
	stripe.Lock()
	defer stripe.Unlock()
	act()
}
