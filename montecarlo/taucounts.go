package montecarlo

import (
	"cmp"
	"math"
	"math/big"
	"slices"

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
	count kendall.Count
	times int   // 0 for a free place
	units int64 // its τ
}

// Grid lines of τ are apart by a part 2^−10 of the way from −1 to 1.
const (
	tauLines  = 1<<10 + 1
	lineShift = 53 - 10
)

// gridLine is the line at τ or next below it, in units.
func gridLine(units int64) int { return int((units + whole) >> lineShift) }

// place is where a way is in the table, or the free place where it belongs.
func (t *tauCounts) place(n kendall.Count) *tauEntry {
	mask := uint64(len(t.entries) - 1)
	// Fibonacci hashing (Knuth, "The Art of Computer Programming" 3, section 6.4).
	at := (uint64(uint32(n.Score)) | uint64(uint32(n.Untied))<<32) * 0x9e3779b97f4a7c15 >> 32
	for ; ; at++ {
		if e := &t.entries[at&mask]; e.count == n && e.times > 0 || e.times == 0 {
			return e
		}
	}
}

// add counts a way so many times more, and returns its τ in units.
func (t *tauCounts) add(n kendall.Count, times int, golds *kendall.Comparer) int64 {
	if t.sums != nil {
		return t.addToSums(n, times, golds)
	}
	if len(t.entries) == 0 {
		t.grow()
	}
	e := t.place(n)
	if e.times == 0 {
		return t.addNew(e, tauEntry{n, times, units(golds.TauOf(n))})
	}
	e.times += times
	return e.units
}

// addNew counts a way that is new where it belongs.
func (t *tauCounts) addNew(place *tauEntry, e tauEntry) (units int64) {
	if t.used == t.limit {
		t.collapse()
		t.addUnits(e.units, e.times, e.count.Untied == 0)
		return e.units
	}
	*place = e
	if t.used++; 2*t.used > len(t.entries) {
		t.grow()
	}
	return e.units
}

// grow makes the table twice as large.
func (t *tauCounts) grow() {
	old := t.entries
	t.entries = make([]tauEntry, max(16, 2*len(old)))
	for _, e := range old {
		if e.times > 0 {
			*t.place(e.count) = e
		}
	}
}

// collapse gives up counting every way.
func (t *tauCounts) collapse() {
	old := t.entries
	t.entries, t.used = nil, 0
	t.sums, t.lines = new(integers), make([]int, tauLines)
	for _, e := range old {
		t.addUnits(e.units, e.times, e.count.Untied == 0)
	}
}

func (t *tauCounts) addToSums(n kendall.Count, times int, golds *kendall.Comparer) int64 {
	u := units(golds.TauOf(n))
	t.addUnits(u, times, n.Untied == 0)
	return u
}

func (t *tauCounts) addUnits(units int64, times int, undefined bool) {
	if times == 0 {
		return
	}
	t.sums.addTimes(units, times)
	t.lines[gridLine(units)] += times
	if undefined {
		t.lost += times
	}
}

func (t *tauCounts) reset() {
	if clear(t.entries); t.sums != nil {
		*t = tauCounts{limit: t.limit}
	}
	t.used = 0
}

func (t *tauCounts) merge(from *tauCounts, golds *kendall.Comparer) {
	if from.sums != nil {
		if t.sums == nil {
			t.collapse()
		}
		t.sums.merge(from.sums)
		for i, n := range from.lines {
			t.lines[i] += n
		}
		t.lost += from.lost
		return
	}
	for _, e := range from.entries {
		if e.times > 0 {
			t.add(e.count, e.times, golds)
		}
	}
}

// sorted are the ways with their counts, by τ's parts.
func (t *tauCounts) sorted() []tauEntry {
	list := slices.DeleteFunc(slices.Clone(t.entries), func(e tauEntry) bool { return e.times == 0 })
	slices.SortFunc(list, func(a, b tauEntry) int {
		return cmp.Or(cmp.Compare(a.count.Untied, b.count.Untied), cmp.Compare(a.count.Score, b.count.Score))
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
		if e.times > 0 && e.count.Untied == 0 {
			undefined += e.times
		}
		value := big.NewInt(e.units)
		weighted := new(big.Int).Mul(value, big.NewInt(int64(e.times)))
		sum.Add(sum, weighted)
		squares.Add(squares, weighted.Mul(weighted, value))
	}
	return sum, squares, undefined
}

// code writes or reads the counts.
func (t *tauCounts) code(c *wire.Coder, golds *kendall.Comparer) {
	summed := t.sums != nil
	if c.Bool(&summed); summed {
		if t.sums == nil {
			t.collapse()
		}
		t.sums.code(c)
		c.Ints(t.lines)
		c.Int(&t.lost)
		return
	}
	list := t.sorted()
	count := len(list)
	if c.Size(&count, t.limit); c.Reading() {
		list = make([]tauEntry, count)
	}
	var last kendall.Count
	for _, e := range list {
		codeDelta(c, &e.count.Untied, &last.Untied)
		codeDelta(c, &e.count.Score, &last.Score)
		c.Int(&e.times)
		if c.Reading() && !c.Failed() {
			if !golds.Possible(e.count) || e.times < 1 {
				c.Fail("a ranking that cannot be")
				return
			}
			t.add(e.count, e.times, golds)
		}
	}
}

// codeDelta codes a number by its difference from the last one.
func codeDelta(c *wire.Coder, x, last *int32) {
	delta := int64(*x) - int64(*last)
	c.Int64(&delta)
	*x = int32(int64(*last) + delta)
	*last = *x
}
