// Package exact adds up floats without losing a bit.
//
// Begin with [Sum], or [Moments] for means with their standard errors.
//
// It believes that a sum over replicates must be the same whoever adds which of them
// first: on one machine or on many, in any order, in one go or after a break. Sums of
// rounded floats are not; exact ones are, and are rounded once, when they are read.
// It leaves what is added up to its users.
package exact

import (
	"math"
	"math/big"
	"math/bits"

	"settle/internal/wire"
)

// Sum is the exact sum of float64 numbers, rounded only when it is read. The zero Sum is
// empty. Adding is associative and commutative to the last bit. Once a Sum has seen the
// range of its numbers, adding allocates nothing. A Sum must not be copied once a number
// was added.
//
// Numbers of common sizes are added to two words that are at hand, all others to an integer
// that holds any of them: most sums in hot loops touch the words alone.
type Sum struct {
	low, high uint64 // of numbers of common sizes, in units of 2^nearExp, two's complement
	far       *far   // nil before it is needed
}

// far is a sum of numbers of any sizes.
type far struct {
	units            integer // of the least float
	nan, plus, minus bool    // what was added beside finite numbers
}

// A float of exponent e is m·2^(e−1075) with 53 bits of m, but 0 and the floats below
// 2^-1022, whose exponent is 0. Of common sizes are those from 2^-22 to 2^10, whose units
// are 2^nearExp·2^s with s = 0..31.
const (
	fraction = 1<<52 - 1 // the bits of a float that are its fraction
	infinite = 0x7ff     // the exponent of what is no number
	leastExp = -1074     // the exponent of the least float
	nearest  = 1023 - 22
	nearExp  = nearest - 1075
	nearAt   = nearExp - leastExp // in an integer of the least floats
	common   = 32                 // sizes
)

// fullWord is what the highest word of a sum at hand may come to before the sum goes to
// the integer: a number changes it by less than 2^22.
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

// addNear adds m·2^shift units, or takes them away where the sign is all ones.
func (s *Sum) addNear(m, shift, sign uint64) {
	low, high := m<<(shift&63), m>>1>>((63-shift)&63)
	var carry uint64
	s.low, carry = bits.Add64(s.low, low^sign, sign&1)
	s.high, _ = bits.Add64(s.high, high^sign, carry)
	if s.high+fullWord >= 2*fullWord {
		s.settle()
	}
}

// addFar adds a number of any size.
func (s *Sum) addFar(x float64) {
	if x != 0 {
		s.AddTimes(x, 1)
	}
}

// AddTimes adds a number so many times, at least 0.
func (s *Sum) AddTimes(x float64, times int) {
	m, at := split(x)
	if s.settle(); times > 0 && at >= infinite {
		s.far.addInfinite(x)
	} else {
		high, low := bits.Mul64(m, uint64(times))
		s.far.units.add(words{low, high}, at, x < 0)
	}
}

// split is |x| as m·2^at in units of the least float; at is infinite of what is no number.
func split(x float64) (m uint64, at uint) {
	b := math.Float64bits(x)
	switch at = uint(b >> 52 & infinite); at {
	case 0:
		return b & fraction, 0
	case infinite:
		return 0, infinite
	}
	return b&fraction | (fraction + 1), at - 1
}

func (f *far) addInfinite(x float64) {
	switch {
	case math.IsNaN(x):
		f.nan = true
	case x > 0:
		f.plus = true
	default:
		f.minus = true
	}
}

// settle moves what is at hand to the integer.
func (s *Sum) settle() {
	if s.far == nil {
		s.far = new(far)
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

// Reset forgets everything but keeps its room.
func (s *Sum) Reset() {
	s.low, s.high = 0, 0
	if s.far != nil {
		s.far.units.reset()
		s.far.nan, s.far.plus, s.far.minus = false, false, false
	}
}

// Merge adds another sum.
func (s *Sum) Merge(from *Sum) {
	s.settle()
	from.settle()
	s.far.units.merge(&from.far.units)
	s.far.nan, s.far.plus, s.far.minus = s.far.nan || from.far.nan, s.far.plus || from.far.plus, s.far.minus || from.far.minus
}

// Float64 is the float nearest to the sum, of two that are equally near the even one. It
// is NaN if a NaN was added, or infinities of both signs.
func (s *Sum) Float64() float64 { return s.Over(1) }

// Over is the float nearest to the sum over a count, as Float64; NaN over 0.
func (s *Sum) Over(count int) float64 {
	s.settle()
	if x, is := s.far.infinite(); is || count == 0 {
		return x / float64(count)
	}
	sum, at := s.far.units.value()
	return quotient(sum, at+leastExp, big.NewInt(int64(count)))
}

// infinite is the sum if something was added that is no finite number.
func (f *far) infinite() (x float64, is bool) {
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

// quotient is the float nearest to numerator·2^exp/denominator.
func quotient(numerator *big.Int, exp int, denominator *big.Int) float64 {
	if exp >= 0 {
		numerator = new(big.Int).Lsh(numerator, uint(exp))
	} else {
		denominator = new(big.Int).Lsh(denominator, uint(-exp))
	}
	x, _ := new(big.Rat).SetFrac(numerator, denominator).Float64()
	return x
}

// Code writes or reads the sum. Equal sums have equal bytes, whatever they were added up of.
func (s *Sum) Code(c *wire.Coder) {
	s.settle()
	c.Bool(&s.far.nan)
	c.Bool(&s.far.plus)
	c.Bool(&s.far.minus)
	s.far.units.code(c)
}
