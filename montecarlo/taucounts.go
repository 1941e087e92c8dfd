package montecarlo

import (
	"cmp"
	"math"
	"slices"

	"settle/internal/exact"
	"settle/internal/wire"
	"settle/kendall"
)

// unitsPerTau is the number of units that make up τ = 1. Each τ is rounded to an integer
// number of units, so that sums of τ are sums of integers. The rounding error is
// smaller than the distance between two floats next to 1.
const unitsPerTau = 1 << 52

// units returns τ as an integer number of units (see unitsPerTau), or 0 if τ is
// undefined.
func units(tau float64) int64 {
	if math.IsNaN(tau) {
		return 0
	}
	return int64(math.RoundToEven(tau * unitsPerTau))
}

// tauCounts counts the replicates for each kendall.Count that occurs. These counts
// determine the whole distribution of τ, in memory that does not grow with the number
// of replicates. If there are more different Counts than the limit, a tauGrid replaces
// them. It keeps only sums of τ, the smallest and the largest τ, and a histogram.
type tauCounts struct {
	limit   int        // the largest allowed number of different Counts
	entries []tauEntry // a hash table whose length is a power of two
	used    int

	grid *tauGrid // nil while all Counts are counted
}

// tauEntry holds the number of replicates that have one particular kendall.Count.
type tauEntry struct {
	key   uint64 // see keyOf; 0 for a free place
	times int
	units int64 // τ of the Count, in units
}

// keyOf encodes a Count as a nonzero number.
func keyOf(n kendall.Count) uint64 { return uint64(uint32(n.Score)) | uint64(uint32(n.Untied)+1)<<32 }

func (e *tauEntry) count() kendall.Count {
	return kendall.Count{Score: int32(uint32(e.key)), Untied: int32(e.key>>32) - 1}
}

// undefined reports whether τ is undefined, because the ranking ties all models.
func (e *tauEntry) undefined() bool { return e.key>>32 == 1 }

// first returns the place where the search for a key begins in a hash table with the
// given number of places.
func first(key uint64, places int) uint64 {
	// This is Fibonacci hashing (Knuth, "The Art of Computer Programming" 3, section 6.4).
	return key * 0x9e3779b97f4a7c15 >> 32 & uint64(places-1)
}

// place returns the entry for a key, or the free entry where the key belongs.
func (t *tauCounts) place(key uint64) *tauEntry {
	for at := first(key, len(t.entries)); ; at = (at + 1) & uint64(len(t.entries)-1) {
		if e := &t.entries[at]; e.key == key || e.key == 0 {
			return e
		}
	}
}

// addEach adds the kendall.Counts at positions 0, step, 2·step, … of a list to the
// table. It also writes the τ of each, multiplied by unitsPerTau, to the given slice.
func (t *tauCounts) addEach(list []kendall.Count, step int, units []int64, gold *kendall.Comparer) {
	entries := t.entries
	for i := range units {
		n := list[i*step]
		if len(entries) > 0 { // nearly all are in their first place
			if e := &entries[first(keyOf(n), len(entries))]; e.key == keyOf(n) {
				e.times++
				units[i] = e.units
				continue
			}
		}
		units[i] = t.add(n, 1, gold)
		entries = t.entries
	}
}

// add records that the kendall.Count n occurred the given number of times. It returns
// the τ of n as an integer number of units.
func (t *tauCounts) add(n kendall.Count, times int, gold *kendall.Comparer) int64 {
	if old := t.entryFor(keyOf(n)); old != nil {
		old.times += times
		return old.units
	}
	tau := gold.TauOf(n)
	e := tauEntry{keyOf(n), times, units(tau)}
	if t.full(gold) {
		t.grid.add(tau, e.units, times)
	} else {
		t.insert(e)
	}
	return e.units
}

// addEntry adds an entry from another table.
func (t *tauCounts) addEntry(e tauEntry, gold *kendall.Comparer) {
	if old := t.entryFor(e.key); old != nil {
		old.times += e.times
	} else if t.full(gold) {
		t.grid.addEntry(e, gold)
	} else {
		t.insert(e)
	}
}

// entryFor returns the entry for a key, or nil if the key is not in the table.
func (t *tauCounts) entryFor(key uint64) *tauEntry {
	if len(t.entries) > 0 {
		if e := t.place(key); e.key != 0 {
			return e
		}
	}
	return nil
}

// full reports whether a histogram has replaced the table, so that the table accepts no
// new kendall.Count. If the table has reached its limit, full first replaces it by a
// histogram.
func (t *tauCounts) full(gold *kendall.Comparer) bool {
	if t.grid == nil && t.used == t.limit {
		t.collapse(gold)
	}
	return t.grid != nil
}

// insert adds an entry whose key is not yet in the table.
func (t *tauCounts) insert(e tauEntry) {
	if t.used++; 2*t.used > len(t.entries) {
		t.grow()
	}
	*t.place(e.key) = e
}

// grow doubles the size of the table.
func (t *tauCounts) grow() {
	old := t.entries
	t.entries = make([]tauEntry, max(16, 2*len(old)))
	for _, e := range old {
		if e.key != 0 {
			*t.place(e.key) = e
		}
	}
}

// collapse replaces the table by a histogram of τ (see tauGrid) over the same
// replicates.
func (t *tauCounts) collapse(gold *kendall.Comparer) {
	old := t.entries
	t.entries, t.used, t.grid = nil, 0, newTauGrid()
	for _, e := range old {
		if e.key != 0 {
			t.grid.addEntry(e, gold)
		}
	}
}

func (t *tauCounts) reset() {
	if clear(t.entries); t.grid != nil {
		*t = tauCounts{limit: t.limit}
	}
	t.used = 0
}

func (t *tauCounts) merge(from *tauCounts, gold *kendall.Comparer) {
	for _, e := range from.entries {
		if e.key != 0 {
			t.addEntry(e, gold)
		}
	}
	if from.grid == nil {
		return
	}
	if t.grid == nil {
		t.collapse(gold)
	}
	t.grid.merge(from.grid)
}

// sortedEntries returns the entries of the table in ascending order of Untied and then of
// Score.
func (t *tauCounts) sortedEntries() []tauEntry {
	list := slices.DeleteFunc(slices.Clone(t.entries), func(e tauEntry) bool { return e.key == 0 })
	slices.SortFunc(list, func(a, b tauEntry) int {
		x, y := a.count(), b.count()
		return cmp.Or(cmp.Compare(x.Untied, y.Untied), cmp.Compare(x.Score, y.Score))
	})
	return list
}

// moments returns the sums of τ and of its square over all replicates, with τ in units.
// It also returns the number of replicates in which τ is undefined.
func (t *tauCounts) moments() (sums integers, undefined int) {
	if t.grid != nil {
		return t.grid.sums, t.grid.lost
	}
	for _, e := range t.entries {
		if e.undefined() {
			undefined += e.times
		}
		sums.addTimes(e.units, e.times)
	}
	return sums, undefined
}

// mean returns the mean of τ over the given number of replicates, or NaN if there are
// none. It always lies between the smallest and the largest τ. While the table counts
// all kendall.Counts, it is the exact mean of the floats, rounded once. Otherwise its
// error is below 2^−52.
func (t *tauCounts) mean(replicates int, gold *kendall.Comparer) float64 {
	if t.grid != nil {
		return t.grid.mean(replicates)
	}
	var sum exact.Sum
	for _, e := range t.entries {
		if e.key != 0 && !e.undefined() {
			sum.AddTimes(gold.TauOf(e.count()), e.times)
		}
	}
	return sum.Over(replicates)
}

// code writes the counts to c or reads them from c. They add up to the given number of
// replicates.
func (t *tauCounts) code(c *wire.Coder, replicates int, gold *kendall.Comparer) {
	onGrid := t.grid != nil
	if c.Bool(&onGrid); onGrid {
		if c.Reading() {
			t.grid = newTauGrid()
		}
		t.grid.code(c, replicates)
		return
	}
	list := t.sortedEntries()
	count := len(list)
	if c.Size(&count, t.limit); c.Reading() {
		list = make([]tauEntry, count)
	}
	var last kendall.Count
	for _, e := range list {
		n := e.count()
		codeDelta(c, &n.Untied, &last.Untied)
		codeDelta(c, &n.Score, &last.Score)
		if c.Int(&e.times); c.Failed() || !gold.Possible(n) || e.times < 1 || e.times > replicates {
			c.Fail("impossible counts of rankings")
			return
		}
		if replicates -= e.times; c.Reading() {
			t.add(n, e.times, gold)
		}
	}
	checkCounted(c, replicates)
}

// codeDelta writes or reads the number *x as its difference from *last, the number
// before it. It then sets *last to *x.
func codeDelta(c *wire.Coder, x, last *int32) {
	delta := int64(*x) - int64(*last)
	c.Int64(&delta)
	*x = int32(int64(*last) + delta)
	*last = *x
}
