package montecarlo

import (
	"math"
	"math/big"
	"math/bits"
	"slices"

	"settle/metrics"
)

// cell is what one model scores by the metrics of one slot at one n.
type cell interface {
	// add takes in the values 0, step, 2·step, … of a slice that is not empty.
	add(values []uint64, step int)

	// spread is the distribution of the scores of so many replicates, with its resolution.
	spread(scale metrics.Scale, replicates int) (Spread, float64)
}

// gridBits are those of the number of a line of the grid on which scores are counted: its
// lines are apart by less than the part 2^(1−gridBits) of the range of scores.
const gridBits = 12

// gridShift is how many bits values of at most the largest are finer than the grid.
func gridShift(largest uint64) int { return max(0, bits.Len64(largest)-gridBits) }

// exactCell adds up integers and counts them, so that it holds the same whatever the
// order in which replicates come.
type exactCell struct {
	sum         [2]uint64 // of the values, least significant first
	squares     [3]uint64 // of their squares
	least, most uint64
	shift       int      // the bits by which values are finer than the grid
	from        int      // the line of the grid that counts begins with
	counts      []uint32 // of replicates, by line
}

func (c *exactCell) add(values []uint64, step int) {
	if c.counts == nil {
		c.least, c.most = values[0], values[0]
		c.from, c.counts = int(values[0]>>c.shift), make([]uint32, 1)
	}
	sum, squares, least, most := c.sum, c.squares, c.least, c.most
	for i := 0; i < len(values); i += step {
		v := values[i]
		var carry uint64
		sum[0], carry = bits.Add64(sum[0], v, 0)
		sum[1] += carry
		high, low := bits.Mul64(v, v)
		squares[0], carry = bits.Add64(squares[0], low, 0)
		squares[1], carry = bits.Add64(squares[1], high, carry)
		squares[2] += carry
		least, most = min(least, v), max(most, v)
		c.counts[c.at(int(v>>c.shift))]++
	}
	c.sum, c.squares, c.least, c.most = sum, squares, least, most
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
	sum := bigOf(c.sum[:])
	s := Spread{Mean: scale.Mean(sum, replicates), SE: math.NaN(), SD: math.NaN()}
	if replicates > 1 {
		// R·Σv² − (Σv)² over R·(R − 1), of which nothing is lost before it is rounded.
		count := big.NewInt(int64(replicates))
		numerator := new(big.Int).Mul(bigOf(c.squares[:]), count)
		numerator.Sub(numerator, sum.Mul(sum, sum))
		over, _ := new(big.Float).SetInt(numerator).Float64()
		s.SD = scale.Difference(math.Sqrt(over / float64(replicates) / float64(replicates-1)))
		s.SE = s.SD / math.Sqrt(float64(replicates))
	}
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

// bigOf is an integer of words, least significant first.
func bigOf(words []uint64) *big.Int {
	x := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		x.Lsh(x, 64)
		x.Or(x, new(big.Int).SetUint64(words[i]))
	}
	return x
}

// roundedCell is of scores that are floats, of which only the order is known: those of a
// program or of a fitted prior. Their sums are those of replicates in their order.
type roundedCell struct {
	first       float64 // the score of the first replicate, from which others are measured
	beyond      Moments
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
		c.first, c.counts = metrics.Scale{}.Score(values[0]), map[uint32]uint32{}
		c.least, c.most = values[0], values[0]
	}
	for i := 0; i < len(values); i += step {
		v := values[i]
		c.beyond.Add(metrics.Scale{}.Score(v) - c.first)
		c.least, c.most = min(c.least, v), max(c.most, v)
		c.counts[uint32(v>>fine)]++
	}
}

func (c *roundedCell) spread(scale metrics.Scale, replicates int) (Spread, float64) {
	mean, se := c.beyond.Mean(float64(replicates))
	s := Spread{Mean: c.first + mean, SE: se, SD: se * math.Sqrt(float64(replicates))}
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
	lines := make([]uint32, 0, len(c.counts))
	for line := range c.counts {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	below := 0
	for _, line := range lines {
		if below += int(c.counts[line]); below >= i {
			return uint64(line)
		}
	}
	panic("montecarlo: fewer replicates are counted than there are")
}
