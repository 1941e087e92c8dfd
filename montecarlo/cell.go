package montecarlo

import (
	"maps"
	"math"
	"math/bits"
	"slices"

	"settle/internal/exact"
	"settle/internal/wire"
	"settle/metrics"
)

// cell is what one model scores by the metrics of one slot at one n.
type cell interface {
	// add takes in the values 0, step, 2·step, … of a slice that is not empty.
	add(values []uint64, step int)

	// merge adds a cell of the same kind.
	merge(from cell)

	// code writes or reads the cell, in which so many replicates are counted.
	code(w *wire.Coder, replicates int)

	// spread is the distribution of the scores of so many replicates, with its resolution.
	spread(scale metrics.Scale, replicates int) (Spread, float64)
}

// gridBits are those of the number of a line of the grid on which scores are counted: its
// lines are apart by less than the part 2^(1−gridBits) of the range of scores.
const gridBits = 12

// gridShift is how many bits values of at most the largest are finer than the grid.
func gridShift(largest uint64) int { return max(0, bits.Len64(largest)-gridBits) }

// exactCell adds up integers and counts them.
type exactCell struct {
	sums        integers
	least, most uint64
	shift       int      // the bits by which values are finer than the grid
	from        int      // the line of the grid that counts begins with
	counts      []uint32 // of replicates, by line
}

func (c *exactCell) add(values []uint64, step int) {
	if c.counts == nil {
		c.begin(values[0])
	}
	addEach(&c.sums, values, step)
	least, most := c.least, c.most
	for i := 0; i < len(values); i += step {
		v := values[i]
		least, most = min(least, v), max(most, v)
		c.counts[c.at(int(v>>c.shift))]++
	}
	c.least, c.most = least, most
}

// begin makes room for the line of a first value.
func (c *exactCell) begin(v uint64) {
	c.least, c.most = v, v
	c.from, c.counts = int(v>>c.shift), make([]uint32, 1)
}

func (c *exactCell) merge(other cell) {
	from := other.(*exactCell)
	if from.counts == nil {
		return
	}
	if c.counts == nil {
		c.begin(from.least)
	}
	c.sums.merge(&from.sums)
	c.least, c.most = min(c.least, from.least), max(c.most, from.most)
	for i, n := range from.counts {
		if n > 0 {
			c.counts[c.at(from.from+i)] += n
		}
	}
}

func (c *exactCell) code(w *wire.Coder, replicates int) {
	c.sums.code(w)
	w.Uint64(&c.least)
	w.Uint64(&c.most)
	if w.Failed() || replicates == 0 {
		return
	}
	first, last := c.least>>c.shift, c.most>>c.shift
	if first > last || last >= 1<<gridBits {
		w.Fail("scores beyond their grid")
		return
	}
	if w.Reading() {
		c.from, c.counts = int(first), make([]uint32, last-first+1)
	}
	left := replicates
	// Only the lines that were reached: not those that there is spare room for.
	for line := int(first); line <= int(last); line++ {
		w.Uint32(&c.counts[line-c.from])
		left -= int(c.counts[line-c.from])
	}
	checkCounted(w, left)
}

// checkCounted refuses counts in which replicates are left out, or that are of more.
func checkCounted(w *wire.Coder, left int) {
	if left != 0 && w.Reading() {
		w.Fail("counts of another number of replicates")
	}
}

// at is where the count of a line is. It makes room where there is none, which ends as
// soon as replicates have been nearly everywhere.
func (c *exactCell) at(line int) int {
	if i := line - c.from; uint(i) < uint(len(c.counts)) {
		return i
	}
	return c.grow(line)
}

// grow makes room for a line and half as much again beyond it.
func (c *exactCell) grow(line int) int {
	spare := len(c.counts)/2 + 1
	from, to := c.from, c.from+len(c.counts)
	if line < from {
		from = max(0, line-spare)
	} else {
		to = line + spare
	}
	counts := make([]uint32, to-from)
	copy(counts[c.from-from:], c.counts)
	c.from, c.counts = from, counts
	return line - from
}

func (c *exactCell) spread(scale metrics.Scale, replicates int) (Spread, float64) {
	s := Spread{Mean: scale.Mean(c.sums.total(), replicates)}
	s.SD = scale.Difference(c.sums.deviation(replicates))
	s.SE = s.SD / math.Sqrt(float64(replicates))
	k, width := tail(replicates), uint64(1)<<c.shift
	lo, hi := uint64(c.line(k))<<c.shift, uint64(c.line(replicates+1-k))<<c.shift+(width-1)
	s.Lo, s.Hi = scale.Score(max(lo, c.least)), scale.Score(min(hi, c.most))
	return s, scale.Difference(float64(width - 1))
}

// line is the line of the i-th smallest value, from 1.
func (c *exactCell) line(i int) int {
	below := 0
	for line, count := range c.counts {
		if below += int(count); below >= i {
			return c.from + line
		}
	}
	panic("montecarlo: fewer replicates are counted than there are")
}

// roundedCell is of scores that are floats, of which only the order is known: those of a
// program or of a fitted prior.
type roundedCell struct {
	scores      exact.Moments
	least, most uint64
	counts      map[uint32]uint32 // of replicates, by line
}

// mantissa is how many bits of it are left of a score on its grid, which is the finer the
// nearer scores are to 0: lines are apart by at most the part 2^−mantissa of a score.
const mantissa = 12

// fine is how many bits the scores are finer than that.
const fine = 52 - mantissa

func (c *roundedCell) add(values []uint64, step int) {
	if c.counts == nil {
		c.begin(values[0])
	}
	for i := 0; i < len(values); i += step {
		v := values[i]
		c.scores.Add(metrics.Scale{}.Score(v))
		c.least, c.most = min(c.least, v), max(c.most, v)
		c.counts[uint32(v>>fine)]++
	}
}

func (c *roundedCell) begin(v uint64) {
	c.counts = map[uint32]uint32{}
	c.least, c.most = v, v
}

func (c *roundedCell) merge(other cell) {
	from := other.(*roundedCell)
	if from.counts == nil {
		return
	}
	if c.counts == nil {
		c.begin(from.least)
	}
	c.scores.Merge(&from.scores)
	c.least, c.most = min(c.least, from.least), max(c.most, from.most)
	for line, n := range from.counts {
		c.counts[line] += n
	}
}

func (c *roundedCell) code(w *wire.Coder, replicates int) {
	c.scores.Code(w)
	w.Uint64(&c.least)
	w.Uint64(&c.most)
	lines := c.lines()
	count, left := len(lines), replicates
	if w.Size(&count, math.MaxInt32); w.Reading() {
		lines, c.counts = make([]uint32, count), make(map[uint32]uint32, count)
	}
	for _, line := range lines {
		times := c.counts[line]
		w.Uint32(&line)
		w.Uint32(&times)
		c.counts[line] = times
		left -= int(times)
	}
	if checkCounted(w, left); len(c.counts) != count {
		w.Fail("a line of scores that is there twice")
	}
	if w.Reading() && (w.Failed() || replicates == 0) {
		c.counts = nil
	}
}

func (c *roundedCell) spread(scale metrics.Scale, replicates int) (Spread, float64) {
	mean, se := c.scores.Mean(replicates)
	s := Spread{Mean: mean, SE: se, SD: se * math.Sqrt(float64(replicates))}
	k := tail(replicates)
	low, high := c.line(k), c.line(replicates+1-k)
	ends := func(line uint64) (from, to float64) {
		return scale.Score(max(line<<fine, c.least)), scale.Score(min((line+1)<<fine-1, c.most))
	}
	lo, within := ends(low)
	inside, hi := ends(high)
	s.Lo, s.Hi = lo, hi
	return s, max(within-lo, hi-inside)
}

// line is the line of the i-th smallest value, from 1.
func (c *roundedCell) line(i int) uint64 {
	below := 0
	for _, line := range c.lines() {
		if below += int(c.counts[line]); below >= i {
			return uint64(line)
		}
	}
	panic("montecarlo: fewer replicates are counted than there are")
}

// lines are those that scores are on, ascending.
func (c *roundedCell) lines() []uint32 { return slices.Sorted(maps.Keys(c.counts)) }
