package exact

import (
	"math"
	"math/big"
	"math/bits"

	"settle/internal/wire"
)

// Moments holds the exact sum of some numbers and the exact sum of their squares. It
// computes the mean, the variance and the standard error from these sums and rounds
// only once. As with Sum, the order of the additions does not matter.
type Moments struct {
	sum              Sum
	low, middle, top uint64   // sum of squares of numbers of common sizes, in units of 2^(2·nearExp)
	far              *integer // sum of the other squares, in units of the smallest float's square; nil until needed
}

// Add adds a number.
func (m *Moments) Add(x float64) {
	b := math.Float64bits(x)
	shift := b>>52&infinite - nearest
	if shift >= common {
		m.addFar(x)
		return
	}
	size := b&fraction | (fraction + 1)
	m.sum.addNear(size, shift, uint64(int64(b)>>63))
	high, low := bits.Mul64(size, size)
	left, right := 2*shift&63, (63-2*shift)&63
	var carry uint64
	m.low, carry = bits.Add64(m.low, low<<left, 0)
	m.middle, carry = bits.Add64(m.middle, high<<left|low>>1>>right, carry)
	m.top, _ = bits.Add64(m.top, high>>1>>right, carry)
	if m.top >= fullWord {
		m.settle()
	}
}

// addFar does the work of Add for NaN and for numbers whose absolute value is below
// 2^-22 or at least 2^10.
func (m *Moments) addFar(x float64) {
	if x != 0 {
		m.AddTimes(x, 1)
	}
}

// AddTimes adds a number the given number of times, which must be at least 0.
func (m *Moments) AddTimes(x float64, times int) {
	m.sum.AddTimes(x, times)
	m.settle()
	size, at := split(x)
	high, low := bits.Mul64(size, size)
	over, least := bits.Mul64(low, uint64(times))
	top, middle := bits.Mul64(high, uint64(times))
	middle, carry := bits.Add64(middle, over, 0)
	m.far.add(words{least, middle, top + carry}, 2*at, false)
}

// settle adds the sum of squares in m.low, m.middle and m.top to m.far, and sets the
// first three to 0.
func (m *Moments) settle() {
	if m.far == nil {
		m.far = new(integer)
	}
	if m.low|m.middle|m.top != 0 {
		m.far.add(words{m.low, m.middle, m.top}, 2*nearAt, false)
		m.low, m.middle, m.top = 0, 0, 0
	}
}

// Reset removes all numbers but keeps the memory.
func (m *Moments) Reset() {
	m.sum.Reset()
	if m.low, m.middle, m.top = 0, 0, 0; m.far != nil {
		m.far.reset()
	}
}

// Merge adds all numbers that were added to another Moments.
func (m *Moments) Merge(from *Moments) {
	m.sum.Merge(&from.sum)
	m.settle()
	from.settle()
	m.far.merge(from.far)
}

// Code writes or reads the moments. Equal moments are written as equal bytes.
func (m *Moments) Code(c *wire.Coder) {
	m.sum.Code(c)
	m.settle()
	m.far.code(c)
	if c.Reading() && !c.Failed() {
		if squares, _ := m.far.value(); squares.Sign() < 0 {
			c.Fail("a sum of squares is negative")
		}
	}
}

// Mean returns the mean of n numbers, where n is count. It also returns the standard
// error of the mean, which is the sample standard deviation divided by √n. Numbers that
// were not added count as 0. The mean is rounded once. The error of se is less than a
// unit in the last place, and se is exactly 0 if all numbers are equal. The mean is NaN
// if count is 0, and se is NaN if count is below 2.
func (m *Moments) Mean(count int) (mean, se float64) {
	mean = m.sum.Over(count)
	if math.IsNaN(mean) || math.IsInf(mean, 0) && m.spoilt() || count < 2 {
		return mean, math.NaN()
	}
	spread, exp := m.spread(count)
	n := big.NewInt(int64(count))
	n.Mul(n, n).Mul(n, big.NewInt(int64(count-1)))
	return mean, root(spread, exp, n)
}

// spoilt reports whether NaN or an infinity was added.
func (m *Moments) spoilt() bool {
	m.sum.settle()
	_, is := m.sum.far.infinite()
	return is
}

// Variance returns the mean squared distance of n numbers from their mean, where n is
// count. Numbers that were not added count as 0. The result is rounded once. It is NaN
// if count is 0.
func (m *Moments) Variance(count int) float64 {
	if m.spoilt() || count == 0 {
		return math.NaN()
	}
	spread, exp := m.spread(count)
	n := big.NewInt(int64(count))
	return quotient(spread, exp, n.Mul(n, n))
}

// RootMeanSquare returns the square root of the mean of the squares of n numbers, where
// n is count. Numbers that were not added count as 0. The error is less than a unit in
// the last place. The result is NaN if count is 0.
func (m *Moments) RootMeanSquare(count int) float64 {
	switch {
	case count == 0 || m.spoilt() && m.sum.far.nan:
		return math.NaN()
	case m.spoilt():
		return math.Inf(1)
	}
	m.settle()
	squares, at := m.far.value()
	return root(squares, at+2*leastExp, big.NewInt(int64(count)))
}

// spread returns n·Σx² − (Σx)² in the form v·2^exp, where n is count. It is 0 if and
// only if all numbers are equal. Sums that were read with Code can be inconsistent,
// which can make this expression negative; spread then returns 0.
func (m *Moments) spread(count int) (v *big.Int, exp int) {
	m.settle()
	sum, at := m.sum.far.units.value()
	sum.Mul(sum, sum)
	at *= 2
	squares, squaresAt := m.far.value()
	squares.Mul(squares, big.NewInt(int64(count)))
	if squaresAt > at {
		squares.Lsh(squares, uint(squaresAt-at))
	} else {
		sum.Lsh(sum, uint(at-squaresAt))
		at = squaresAt
	}
	if v = squares.Sub(squares, sum); v.Sign() < 0 {
		v.SetInt64(0)
	}
	return v, at + 2*leastExp
}

// root returns the square root of v·2^exp/denominator, for v ≥ 0. It computes with so
// many bits that only the final rounding matters.
func root(v *big.Int, exp int, denominator *big.Int) float64 {
	const precision = 128
	x := new(big.Float).SetPrec(precision).SetInt(v)
	x.Quo(x, new(big.Float).SetPrec(precision).SetInt(denominator))
	x.SetMantExp(x, exp)
	rounded, _ := x.Sqrt(x).Float64()
	return rounded
}
