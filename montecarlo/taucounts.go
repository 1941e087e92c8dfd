package montecarlo

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"settle/internal/exact"
	"settle/internal/wire"
	"settle/kendall"
)

// whole is how many units of τ there are in 1. In units, τ is an integer, and nearer to
// the float than two floats beside 1 are to each other: sums of τ are those of integers.
const whole = 1 << 52

// units are τ in units, 0 for one that is undefined.
func units(tau float64) int64 {
	if math.IsNaN(tau) {
		return 0
	}
	return int64(math.RoundToEven(tau * whole))
}

// tauCounts are how many replicates compare how with gold: for each kendall.Count that
// there was, how often. That is all that there is to know of the distribution of τ, and
// takes no more room for more replicates. Where replicates compare with gold in more ways
// than the limit, only sums of τ are kept, and counts on a grid.
type tauCounts struct {
	limit   int        // of ways
	entries []tauEntry // a hash table, of a power of two
	used    int

	sums  *integers // nil while all ways are counted
	lines []int     // by gridLine, then
	lost  int       // undefined τ, then
}

// tauEntry is one way in which replicates compare with gold.
type tauEntry struct {
	key   uint64 // see keyOf; 0 for a free place
	times int
	units int64 // its τ
}

// keyOf is a way as a number that is not 0.
func keyOf(n kendall.Count) uint64 { return uint64(uint32(n.Score)) | uint64(uint32(n.Untied)+1)<<32 }

func (e *tauEntry) count() kendall.Count {
	return kendall.Count{Score: int32(uint32(e.key)), Untied: int32(e.key>>32) - 1}
}

// undefined tells whether there is no τ, as the ranking ties all models.
func (e *tauEntry) undefined() bool { return e.key>>32 == 1 }

// Grid lines of τ are apart by a part 2^−10 of the way from −1 to 1.
const (
	tauLines  = 1<<10 + 1
	lineShift = 53 - 10
)

// gridLine is the line at τ or next below it, in units.
func gridLine(units int64) int { return int((units + whole) >> lineShift) }

// first is where a way is looked for first, of so many places.
func first(key uint64, places int) uint64 {
	// Fibonacci hashing (Knuth, "The Art of Computer Programming" 3, section 6.4).
	return key * 0x9e3779b97f4a7c15 >> 32 & uint64(places-1)
}

// place is where a way is in the table, or the free place where it belongs.
func (t *tauCounts) place(key uint64) *tauEntry {
	for at := first(key, len(t.entries)); ; at = (at + 1) & uint64(len(t.entries)-1) {
		if e := &t.entries[at]; e.key == key || e.key == 0 {
			return e
		}
	}
}

// addEach counts the ways 0, step, 2·step, … of a list, and sets units to their τ.
func (t *tauCounts) addEach(list []kendall.Count, step int, units []int64, gold *kendall.Comparer) {
	entries := t.entries
	for i := range units {
		n := list[i*step]
		if len(entries) > 0 { // nearly all are where they are looked for first
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

// add counts a way so many times more, and returns its τ in units.
func (t *tauCounts) add(n kendall.Count, times int, gold *kendall.Comparer) int64 {
	if t.sums == nil && len(t.entries) > 0 {
		if e := t.place(keyOf(n)); e.key != 0 {
			e.times += times
			return e.units
		}
	}
	u := units(gold.TauOf(n))
	t.addNew(tauEntry{keyOf(n), times, u})
	return u
}

// addEntry counts a way of another table.
func (t *tauCounts) addEntry(e tauEntry) {
	if t.sums == nil && len(t.entries) > 0 {
		if old := t.place(e.key); old.key != 0 {
			old.times += e.times
			return
		}
	}
	t.addNew(e)
}

// addNew counts a way that is not in the table.
func (t *tauCounts) addNew(e tauEntry) {
	if t.sums == nil && t.used == t.limit {
		t.collapse()
	}
	if t.sums != nil {
		t.addToSums(e)
		return
	}
	if t.used++; 2*t.used > len(t.entries) {
		t.grow()
	}
	*t.place(e.key) = e
}

// grow makes the table twice as large.
func (t *tauCounts) grow() {
	old := t.entries
	t.entries = make([]tauEntry, max(16, 2*len(old)))
	for _, e := range old {
		if e.key != 0 {
			*t.place(e.key) = e
		}
	}
}

// collapse gives up counting every way.
func (t *tauCounts) collapse() {
	old := t.entries
	t.entries, t.used = nil, 0
	t.sums, t.lines = new(integers), make([]int, tauLines)
	for _, e := range old {
		if e.key != 0 {
			t.addToSums(e)
		}
	}
}

func (t *tauCounts) addToSums(e tauEntry) {
	t.sums.addTimes(e.units, e.times)
	t.lines[gridLine(e.units)] += e.times
	if e.undefined() {
		t.lost += e.times
	}
}

func (t *tauCounts) reset() {
	if clear(t.entries); t.sums != nil {
		*t = tauCounts{limit: t.limit}
	}
	t.used = 0
}

func (t *tauCounts) merge(from *tauCounts) {
	for _, e := range from.entries {
		if e.key != 0 {
			t.addEntry(e)
		}
	}
	if from.sums == nil {
		return
	}
	if t.sums == nil {
		t.collapse()
	}
	t.sums.merge(from.sums)
	for i, n := range from.lines {
		t.lines[i] += n
	}
	t.lost += from.lost
}

// sorted are the ways that there were, by τ's parts.
func (t *tauCounts) sorted() []tauEntry {
	list := slices.DeleteFunc(slices.Clone(t.entries), func(e tauEntry) bool { return e.key == 0 })
	slices.SortFunc(list, func(a, b tauEntry) int {
		x, y := a.count(), b.count()
		return cmp.Or(cmp.Compare(x.Untied, y.Untied), cmp.Compare(x.Score, y.Score))
	})
	return list
}

// moments are the sums of τ in units and of its squares, and in how many replicates it is
// undefined.
func (t *tauCounts) moments() (sum, squares *big.Int, undefined int) {
	if t.sums != nil {
		return t.sums.total(), bigOf(t.sums.squares[:]), t.lost
	}
	sum, squares = new(big.Int), new(big.Int)
	for _, e := range t.entries {
		if e.undefined() {
			undefined += e.times
		}
		value := big.NewInt(e.units)
		weighted := new(big.Int).Mul(value, big.NewInt(int64(e.times)))
		sum.Add(sum, weighted)
		squares.Add(squares, weighted.Mul(weighted, value))
	}
	return sum, squares, undefined
}

// mean is the mean τ of so many replicates, NaN of none. While all ways are counted it is
// that of the floats, rounded once, and so never beyond the least and the greatest τ; of
// sums it is less than 2^−52 off.
func (t *tauCounts) mean(replicates int, gold *kendall.Comparer) float64 {
	if t.sums != nil {
		return meanOfUnits(t.sums.total(), replicates)
	}
	var sum exact.Sum
	for _, e := range t.entries {
		if e.key != 0 && !e.undefined() {
			sum.AddTimes(gold.TauOf(e.count()), e.times)
		}
	}
	return sum.Over(replicates)
}

// code writes or reads the counts of so many replicates.
func (t *tauCounts) code(c *wire.Coder, replicates int, gold *kendall.Comparer) {
	summed := t.sums != nil
	if c.Bool(&summed); summed {
		t.codeSums(c, replicates)
		return
	}
	list := t.sorted()
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
			c.Fail("rankings that cannot be")
			return
		}
		if replicates -= e.times; c.Reading() {
			t.add(n, e.times, gold)
		}
	}
	checkCounted(c, replicates)
}

// codeSums writes or reads what is known where not all ways are counted.
func (t *tauCounts) codeSums(c *wire.Coder, replicates int) {
	if t.sums == nil {
		t.collapse()
	}
	t.sums.code(c)
	for i := range t.lines {
		if c.Int(&t.lines[i]); t.lines[i] < 0 || t.lines[i] > replicates {
			c.Fail("more replicates on a line than there are")
			return
		}
		replicates -= t.lines[i]
	}
	if c.Int(&t.lost); t.lost < 0 || t.lost > t.lines[gridLine(0)] {
		c.Fail("more undefined τ than τ that count as 0")
	}
	checkCounted(c, replicates)
}

// codeDelta codes a number by its difference from the last one.
func codeDelta(c *wire.Coder, x, last *int32) {
	delta := int64(*x) - int64(*last)
	c.Int64(&delta)
	*x = int32(int64(*last) + delta)
	*last = *x
}
