// Package exact adds floats exactly, without rounding.
//
// Use [Sum] for sums, or [Moments] for means with their standard errors.
//
// An exact sum does not depend on the order or the grouping of the additions. It is
// therefore the same on one machine or many, in one run or several. Sums of rounded
// floats lack this property. An exact sum is rounded once, when it is read.
//
// If a sum need not be the same to the last bit, a float64 suffices.
package exact

import (
	"math"
	"math/big"
	"math/bits"

	"settle/internal/wire"
)

// A Sum is the exact sum of float64 numbers. It is rounded only when it is read. The
// zero Sum is empty. Addition is associative and commutative to the last bit. Once a
// Sum has seen the range of its numbers, adding allocates nothing. A Sum must not be
// copied after a number was added.
//
// Numbers of common sizes, from 2^-22 to 2^10, are added to two words. All other
// numbers are added to an integer of any size. Most sums in hot loops use only the two
// words.
type Sum struct {
	low, high uint64   // sum of numbers of common sizes, in units of 2^nearExp, as a two's complement
	far       *wideSum // sum of all other numbers; nil until needed
}

// wideSum is the exact sum of numbers of any size.
type wideSum struct {
	units            integer // sum in units of the smallest float
	nan, plus, minus bool    // whether NaN, +∞ or −∞ was added
}

// A float64 with the exponent bits e equals m·2^(e−1075), where m is an integer of 53
// bits. For 0 and numbers below 2^-1022, the exponent bits are 0. A number of a common
// size, from 2^-22 to 2^10, is m·2^s units of 2^nearExp, with s = 0..31.
const (
	fraction = 1<<52 - 1 // mask of the fraction bits of a float
	infinite = 0x7ff     // exponent bits of infinities and NaN
	leastExp = -1074     // exponent of the smallest float
	nearest  = 1023 - 22
	nearExp  = nearest - 1075
	nearAt   = nearExp - leastExp // nearExp, counted from the exponent of the smallest float
	common   = 32                 // number of common sizes
)

// fullWord limits the highest word of the sums in Sum and Moments. If a sum reaches
// this limit, it is moved to an integer, so that the word cannot overflow. Adding one
// number changes the word by less than 2^22.
const fullWord = 1 << 62

// Add adds a number.
func (s *Sum) Add(x float64) {
	b := math.Float64bits(x)
	shift := b>>52&infinite - nearest
	if shift >= common {
		s.addFar(x)
		return
	}
	s.addNear(b&fraction|(fraction+1), shift, uint64(int64(b)>>63))
}

// addNear adds m·2^shift units of 2^nearExp. If all bits of sign are set, it subtracts
// this number instead.
func (s *Sum) addNear(m, shift, sign uint64) {
	low, high := m<<(shift&63), m>>1>>((63-shift)&63)
	var carry uint64
	s.low, carry = bits.Add64(s.low, low^sign, sign&1)
	s.high, _ = bits.Add64(s.high, high^sign, carry)
	if s.high+fullWord >= 2*fullWord {
		s.settle()
	}
}

// addFar does the work of Add for NaN and for numbers whose absolute value is below
// 2^-22 or at least 2^10.
func (s *Sum) addFar(x float64) {
	if x != 0 {
		s.AddTimes(x, 1)
	}
}

// AddTimes adds a number the given number of times, which must be at least 0.
func (s *Sum) AddTimes(x float64, times int) {
	m, at := split(x)
	if s.settle(); times > 0 && at >= infinite {
		s.far.addInfinite(x)
	} else {
		high, low := bits.Mul64(m, uint64(times))
		s.far.units.add(words{low, high}, at, x < 0)
	}
}

// split returns |x| as m·2^exponent units, where a unit is the smallest positive float.
// For infinities and NaN, the exponent is the constant infinite.
func split(x float64) (m uint64, exponent uint) {
	b := math.Float64bits(x)
	switch exponent = uint(b >> 52 & infinite); exponent {
	case 0:
		return b & fraction, 0
	case infinite:
		return 0, infinite
	}
	return b&fraction | (fraction + 1), exponent - 1
}

func (f *wideSum) addInfinite(x float64) {
	switch {
	case math.IsNaN(x):
		f.nan = true
	case x > 0:
		f.plus = true
	default:
		f.minus = true
	}
}

// settle adds the sum in s.low and s.high to s.far, and sets s.low and s.high to 0.
func (s *Sum) settle() {
	if s.far == nil {
		s.far = new(wideSum)
	}
	if s.low|s.high == 0 {
		return
	}
	sign := uint64(int64(s.high) >> 63)
	low, carry := bits.Add64(s.low^sign, 0, sign&1)
	high, _ := bits.Add64(s.high^sign, 0, carry)
	s.far.units.add(words{low, high}, nearAt, sign != 0)
	s.low, s.high = 0, 0
}

// Reset makes the sum empty but keeps its memory.
func (s *Sum) Reset() {
	s.low, s.high = 0, 0
	if s.far != nil {
		s.far.units.reset()
		s.far.nan, s.far.plus, s.far.minus = false, false, false
	}
}

// Merge adds another sum to s.
func (s *Sum) Merge(from *Sum) {
	s.settle()
	from.settle()
	s.far.units.merge(&from.far.units)
	s.far.nan, s.far.plus, s.far.minus = s.far.nan || from.far.nan, s.far.plus || from.far.plus, s.far.minus || from.far.minus
}

// Float64 returns the float nearest to the sum; a tie goes to the even float. It
// returns NaN if NaN or infinities of both signs were added.
func (s *Sum) Float64() float64 { return s.Over(1) }

// Over returns the float nearest to the sum divided by count, rounded as in Float64. It
// returns NaN if count is 0 and the sum is finite.
func (s *Sum) Over(count int) float64 {
	s.settle()
	if x, is := s.far.infinite(); is || count == 0 {
		return x / float64(count)
	}
	sum, at := s.far.units.value()
	return quotient(sum, at+leastExp, big.NewInt(int64(count)))
}

// infinite reports whether NaN or an infinity was added. If so, x is the sum, which is
// NaN or an infinity.
func (f *wideSum) infinite() (x float64, found bool) {
	switch {
	case f.nan || f.plus && f.minus:
		return math.NaN(), true
	case f.plus:
		return math.Inf(1), true
	case f.minus:
		return math.Inf(-1), true
	}
	return 0, false
}

// quotient returns the float nearest to numerator·2^exp/denominator.
func quotient(numerator *big.Int, exp int, denominator *big.Int) float64 {
	if exp >= 0 {
		numerator = new(big.Int).Lsh(numerator, uint(exp))
	} else {
		denominator = new(big.Int).Lsh(denominator, uint(-exp))
	}
	x, _ := new(big.Rat).SetFrac(numerator, denominator).Float64()
	return x
}

// Code writes or reads the sum. Equal sums are written as equal bytes, whatever numbers
// were added.
func (s *Sum) Code(c *wire.Coder) {
	s.settle()
	c.Bool(&s.far.nan)
	c.Bool(&s.far.plus)
	c.Bool(&s.far.minus)
	s.far.units.code(c)
}
