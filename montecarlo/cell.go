package montecarlo

import (
	"iter"
	"maps"
	"math"
	"math/bits"
	"slices"

	"settle/internal/exact"
	"settle/internal/wire"
	"settle/metrics"
)

// A cell summarizes one model's scores over replicates at one number of trials n. It
// holds sums and a histogram of the values from which the scores are computed. The bins
// of the histogram are called grid lines. Metrics whose scores come from the same
// values share one cell.
type cell struct {
	values
	shift       int    // number of lowest bits of a value that a grid line drops
	some        bool   // whether the cell has values
	least, most uint64 // the smallest and the largest value
}

// values holds the sums of a cell's values and a histogram of them. Values that differ
// only in their lowest bits are in the same bin, called a grid line.
type values interface {
	// add adds the values at positions 0, step, 2·step, … of a non-empty list. It returns
	// the smallest and the largest of them.
	add(list []uint64, step int) (least, most uint64)

	// addSums adds the sums of other values of the same kind. count increases the number
	// of values on one grid line.
	addSums(from values)
	count(line uint64, times uint32)

	// lines returns the number of values on each grid line, in ascending order. It can
	// include lines without values.
	lines() iter.Seq2[uint64, uint32]

	// codeSums writes or reads the sums, and codeCounts the numbers of values on lines
	// first..last. The numbers must add up to the number of replicates.
	codeSums(w *wire.Coder)
	codeCounts(w *wire.Coder, first, last uint64, replicates int)

	// moments returns the Mean, SE and SD of the scores, computed from the given number of
	// replicates.
	moments(scale metrics.Scale, replicates int) Spread
}

// gridBits is the largest number of bits of a grid line (histogram bin) of integer
// values. The width of a bin is below 2^(1−gridBits) of the range of scores.
const gridBits = 12

// gridShift returns the number of lowest bits to drop from a value to get its grid line
// (histogram bin). The argument is the largest value that can occur.
func gridShift(largest uint64) int { return max(0, bits.Len64(largest)-gridBits) }

// newExactCell returns an empty cell for integer values. The scores must be a linear
// function of the values. shift is the number of lowest bits to drop from a value to
// get its histogram bin.
func newExactCell(shift int) *cell { return &cell{values: &exactValues{shift: shift}, shift: shift} }

// newRoundedCell returns an empty cell for scores that can be any floats, such as the
// scores of an external program.
func newRoundedCell() *cell {
	return &cell{values: &roundedValues{counts: map[uint32]uint32{}}, shift: fineBits}
}

// addEach adds to the cell the values at positions 0, step, 2·step, … of a non-empty
// list.
func (c *cell) addEach(list []uint64, step int) { c.extendRange(c.add(list, step)) }

// merge adds all values of another cell of the same kind.
func (c *cell) merge(from *cell) {
	if !from.some {
		return
	}
	c.extendRange(from.least, from.most)
	c.addSums(from.values)
	for line, times := range from.lines() {
		if times > 0 {
			c.count(line, times)
		}
	}
}

// extendRange extends the range of values so that it includes the two given values.
func (c *cell) extendRange(least, most uint64) {
	if !c.some {
		c.some, c.least, c.most = true, least, most
	}
	c.least, c.most = min(c.least, least), max(c.most, most)
}

// code writes the cell to w or reads it from w. When reading, it fails if the counts do
// not add up to the number of replicates.
func (c *cell) code(w *wire.Coder, replicates int) {
	c.codeSums(w)
	w.Uint64(&c.least)
	w.Uint64(&c.most)
	if w.Failed() || replicates == 0 {
		return
	}
	c.some = true
	c.codeCounts(w, c.least>>c.shift, c.most>>c.shift, replicates)
}

// checkCounted reports an error to w if counts that were read from w do not add up to
// the number of replicates. uncounted is the difference.
func checkCounted(w *wire.Coder, uncounted int) {
	if uncounted != 0 && w.Reading() {
		w.Fail("the counts do not add up to the number of replicates")
	}
}

// spread returns the distribution of the model's scores over the given number of
// replicates. It also returns the largest error that the histogram causes in the ends
// of the interval.
func (c *cell) spread(scale metrics.Scale, replicates int) (Spread, float64) {
	s, k := c.moments(scale, replicates), tail(replicates)
	lo, within := c.lineBounds(c.line(k))
	inside, hi := c.lineBounds(c.line(replicates + 1 - k))
	s.Lo, s.Hi = scale.Score(lo), scale.Score(hi)
	if scale.Linear() {
		return s, scale.Difference(float64(uint64(1)<<c.shift - 1))
	}
	return s, max(scale.Score(within)-s.Lo, s.Hi-scale.Score(inside))
}

// line returns the grid line (histogram bin) of the i-th smallest value, counted from
// 1.
func (c *cell) line(i int) uint64 {
	below := 0
	for line, count := range c.lines() {
		if below += int(count); below >= i {
			return line
		}
	}
	panic("montecarlo: the counts hold too few replicates")
}

// lineBounds returns the smallest and the largest value that a grid line (histogram
// bin) can contain.
func (c *cell) lineBounds(line uint64) (from, to uint64) {
	return max(line<<c.shift, c.least), min((line+1)<<c.shift-1, c.most)
}

// exactValues holds a histogram of integer values, and their exact sums.
type exactValues struct {
	sums   integers
	shift  int      // same as shift of the cell
	from   int      // the grid line that counts[0] counts
	counts []uint32 // by line
}

func (e *exactValues) add(list []uint64, step int) (least, most uint64) {
	addEach(&e.sums, list, step)
	least, most = list[0], list[0]
	for i := 0; i < len(list); i += step {
		v := list[i]
		least, most = min(least, v), max(most, v)
		e.counts[e.index(int(v>>e.shift))]++
	}
	return least, most
}

func (e *exactValues) addSums(from values) { e.sums.merge(&from.(*exactValues).sums) }

func (e *exactValues) count(line uint64, times uint32) { e.counts[e.index(int(line))] += times }

// index returns the index of a grid line (histogram bin) in e.counts. If e.counts does
// not include the line yet, index makes room for it. This becomes rare once replicates
// have reached nearly every line.
func (e *exactValues) index(line int) int {
	if i := line - e.from; uint(i) < uint(len(e.counts)) {
		return i
	}
	return e.grow(line)
}

// grow extends e.counts to include a grid line (histogram bin), and returns the line's
// index. Except for the first line, it also adds spare room beyond the line: half as
// many lines as e.counts had before.
func (e *exactValues) grow(line int) int {
	spare, from, to := len(e.counts)/2+1, e.from, e.from+len(e.counts)
	switch {
	case from == to:
		from, to = line, line+1
	case line < from:
		from = max(0, line-spare)
	default:
		to = line + spare
	}
	counts := make([]uint32, to-from)
	copy(counts[max(0, e.from-from):], e.counts)
	e.from, e.counts = from, counts
	return line - from
}

func (e *exactValues) lines() iter.Seq2[uint64, uint32] {
	return func(yield func(uint64, uint32) bool) {
		for i, times := range e.counts {
			if !yield(uint64(e.from+i), times) {
				return
			}
		}
	}
}

func (e *exactValues) codeSums(w *wire.Coder) { e.sums.code(w) }

func (e *exactValues) codeCounts(w *wire.Coder, first, last uint64, replicates int) {
	if first > last || last >= 1<<gridBits {
		w.Fail("a score is beyond its grid")
		return
	}
	if w.Reading() {
		e.from, e.counts = int(first), make([]uint32, last-first+1)
	}
	left := replicates
	// Code only the lines that have values, not the spare room.
	for line := int(first); line <= int(last); line++ {
		w.Uint32(&e.counts[line-e.from])
		left -= int(e.counts[line-e.from])
	}
	checkCounted(w, left)
}

func (e *exactValues) moments(scale metrics.Scale, replicates int) Spread {
	s := Spread{Mean: scale.Mean(e.sums.total(), replicates), SD: scale.Difference(e.sums.deviation(replicates))}
	s.SE = s.SD / math.Sqrt(float64(replicates))
	return s
}

// roundedValues holds a histogram of float scores, and their sums. The bits of a score,
// read as an integer, stand for the score; these integers have the order of the scores.
type roundedValues struct {
	scores exact.Moments
	counts map[uint32]uint32 // by line
}

// mantissa is the number of bits of a float's mantissa that its grid line (histogram
// bin) keeps. The width of a bin is at most 2^−mantissa of the score, so bins are
// narrower near 0.
const mantissa = 12

// fineBits is the number of lowest bits to drop from a float to get its grid line
// (histogram bin).
const fineBits = 52 - mantissa

func (r *roundedValues) add(list []uint64, step int) (least, most uint64) {
	least, most = list[0], list[0]
	for i := 0; i < len(list); i += step {
		v := list[i]
		least, most = min(least, v), max(most, v)
		r.scores.Add(metrics.Scale{}.Score(v))
		r.counts[uint32(v>>fineBits)]++
	}
	return least, most
}

func (r *roundedValues) addSums(from values) { r.scores.Merge(&from.(*roundedValues).scores) }

func (r *roundedValues) count(line uint64, times uint32) { r.counts[uint32(line)] += times }

// sortedLines returns the grid lines (histogram bins) that contain values, in ascending
// order.
func (r *roundedValues) sortedLines() []uint32 { return slices.Sorted(maps.Keys(r.counts)) }

func (r *roundedValues) lines() iter.Seq2[uint64, uint32] {
	return func(yield func(uint64, uint32) bool) {
		for _, line := range r.sortedLines() {
			if !yield(uint64(line), r.counts[line]) {
				return
			}
		}
	}
}

func (r *roundedValues) codeSums(w *wire.Coder) { r.scores.Code(w) }

func (r *roundedValues) codeCounts(w *wire.Coder, _, _ uint64, replicates int) {
	lines := r.sortedLines()
	count, left := len(lines), replicates
	if w.Size(&count, math.MaxInt32); w.Reading() {
		lines, r.counts = make([]uint32, count), make(map[uint32]uint32, count)
	}
	for _, line := range lines {
		times := r.counts[line]
		w.Uint32(&line)
		w.Uint32(&times)
		r.counts[line] = times
		left -= int(times)
	}
	if checkCounted(w, left); len(r.counts) != count {
		w.Fail("a grid line occurs twice")
	}
}

func (r *roundedValues) moments(_ metrics.Scale, replicates int) Spread {
	mean, se := r.scores.Mean(replicates)
	return Spread{Mean: mean, SE: se, SD: se * math.Sqrt(float64(replicates))}
}
