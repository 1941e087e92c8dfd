// Package exact adds up floats without losing a bit.
//
// Begin with [Sum].
//
// It believes that a sum over replicates must be the same whoever adds which of them
// first: on one machine or on many, in any order, in one go or after a break. Sums of
// rounded floats are not; exact ones are, and are rounded once, when they are read.
// It leaves what is added up to its users.
package exact

import (
	"math"
	"math/big"
	"slices"

	"settle/internal/wire"
)

// Sum is the exact sum of float64 numbers, rounded only when it is read. The zero Sum is
// empty. Adding is associative and commutative to the last bit. Once a Sum has seen the
// range of its numbers, adding allocates nothing.
//
// It is a superaccumulator: an integer in units of the least float, of which only the
// digits that numbers reached are kept (Neal, "Fast exact summation using small and large
// superaccumulators", arXiv 1505.05571, section 3). Infinities and NaN are kept apart.
type Sum struct {
	low     int     // the place of the first digit
	digits  []int64 // of base 2^32, signed, the least significant first
	pending uint32  // numbers added since digits were last brought below the base

	nan, plus, minus bool // what was added beside finite numbers
}

const (
	base     = 1 << 32
	digit    = 32             // bits
	leastExp = -1074          // the exponent of the least float
	places   = 2098/digit + 4 // that hold any sum of up to 2^63 floats
	spare    = 1              // the digits made beyond those that a number needs
	fraction = 1<<52 - 1      // the bits of a float that are its fraction
	infinite = 0x7ff          // the exponent of what is no number
	mostAdds = 1 << 30        // before a digit could leave its word
	perFloat = 3              // digits that a float reaches
)

// Add adds a number.
func (s *Sum) Add(x float64) {
	b := math.Float64bits(x)
	exponent, m := int(b>>52&infinite), b&fraction
	switch exponent {
	case infinite:
		s.addInfinite(x)
		return
	case 0:
		if m == 0 {
			return
		}
		exponent = 1
	default:
		m |= fraction + 1
	}
	exponent--
	at, shift := exponent/digit-s.low, uint(exponent%digit)
	if at < 0 || at+perFloat > len(s.digits) {
		s.reach(exponent/digit, exponent/digit+perFloat)
		at = exponent/digit - s.low
	}
	d := s.digits[at : at+perFloat : at+perFloat]
	sign := int64(b) >> 63 // 0 or −1
	d[0] += (int64(m<<shift&(base-1)) ^ sign) - sign
	d[1] += (int64(m>>(digit-shift)&(base-1)) ^ sign) - sign
	d[2] += (int64(m>>(2*digit-shift)) ^ sign) - sign
	if s.pending++; s.pending == mostAdds {
		s.carry()
	}
}

func (s *Sum) addInfinite(x float64) {
	switch {
	case math.IsNaN(x):
		s.nan = true
	case x > 0:
		s.plus = true
	default:
		s.minus = true
	}
}

// reach makes room for the places from..to−1.
func (s *Sum) reach(from, to int) {
	if len(s.digits) > 0 {
		from, to = min(from, s.low), max(to, s.low+len(s.digits))
	}
	from, to = max(0, from-spare), min(places, to+spare)
	digits := make([]int64, to-from)
	if len(s.digits) > 0 {
		copy(digits[s.low-from:], s.digits)
	}
	s.low, s.digits = from, digits
}

// carry brings all digits but the last into 0..base−1.
func (s *Sum) carry() {
	s.pending = 0
	for len(s.digits) > 0 {
		var over int64
		for i, d := range s.digits {
			d += over
			over = d >> digit
			s.digits[i] = d & (base - 1)
		}
		last := len(s.digits) - 1
		s.digits[last] += over << digit // what is over is kept where it is
		if top := s.digits[last]; top < base/2 && top >= -base/2 || s.low+len(s.digits) == places {
			return
		}
		s.reach(s.low, s.low+len(s.digits)+1)
	}
}

// Reset forgets everything but keeps its room.
func (s *Sum) Reset() {
	clear(s.digits)
	*s = Sum{low: s.low, digits: s.digits}
}

// Merge adds another sum.
func (s *Sum) Merge(from *Sum) {
	s.nan, s.plus, s.minus = s.nan || from.nan, s.plus || from.plus, s.minus || from.minus
	if len(from.digits) == 0 {
		return
	}
	s.carry()
	from.carry()
	if from.low < s.low || from.low+len(from.digits) > s.low+len(s.digits) {
		s.reach(from.low, from.low+len(from.digits))
	}
	for i, d := range from.digits {
		s.digits[from.low-s.low+i] += d
	}
	s.carry()
}

// Float64 is the float nearest to the sum, of two that are equally near the even one. It
// is NaN if a NaN was added, or infinities of both signs.
func (s *Sum) Float64() float64 {
	switch {
	case s.nan || s.plus && s.minus:
		return math.NaN()
	case s.plus:
		return math.Inf(1)
	case s.minus:
		return math.Inf(-1)
	}
	units := s.units()
	if units.Sign() == 0 {
		return 0
	}
	x := new(big.Float).SetInt(units) // keeps all bits
	x.SetMantExp(x, digit*s.low+leastExp)
	rounded, _ := x.Float64()
	return rounded
}

// units are the sum as a multiple of the unit of its lowest place.
func (s *Sum) units() *big.Int {
	units := new(big.Int)
	for _, d := range slices.Backward(s.digits) {
		units.Lsh(units, digit)
		units.Add(units, big.NewInt(d))
	}
	return units
}

// Code writes or reads the sum. Equal sums have equal bytes, whatever they were added up of.
func (s *Sum) Code(c *wire.Coder) {
	c.Bool(&s.nan)
	c.Bool(&s.plus)
	c.Bool(&s.minus)
	if !c.Reading() {
		s.carry()
		s.trim()
	}
	c.Int(&s.low)
	count := len(s.digits)
	c.Int(&count)
	if s.low < 0 || count < 0 || count > places-s.low || count == 0 && s.low > 0 {
		c.Fail("a sum of more digits than floats have")
		return
	}
	if c.Reading() {
		s.pending, s.digits = 0, make([]int64, count)
	}
	for i := range s.digits {
		c.Int64(&s.digits[i])
	}
}

// trim drops digits that say nothing: zeros at the low end, and signs at the high one.
func (s *Sum) trim() {
	for n := len(s.digits); n > 1; n = len(s.digits) {
		top, next := s.digits[n-1], s.digits[n-2]
		if carried := next + top<<digit; (top == 0 || top == -1) && carried >= -base/2 && carried < base/2 {
			s.digits = s.digits[:n-1]
			s.digits[n-2] = carried
			continue
		}
		break
	}
	zeros := 0
	for zeros < len(s.digits) && s.digits[zeros] == 0 {
		zeros++
	}
	s.digits = s.digits[zeros:]
	if s.low += zeros; len(s.digits) == 0 {
		s.low = 0
	}
}

// Moments are the exact sums of numbers and of their squares, each square rounded to a
// float before it is added.
type Moments struct{ sum, squares Sum }

// Add adds a number.
func (m *Moments) Add(x float64) {
	m.sum.Add(x)
	m.squares.Add(float64(x * x))
}

// Reset forgets everything but keeps its room.
func (m *Moments) Reset() {
	m.sum.Reset()
	m.squares.Reset()
}

// Merge adds the sums of other numbers.
func (m *Moments) Merge(from *Moments) {
	m.sum.Merge(&from.sum)
	m.squares.Merge(&from.squares)
}

// Sum is the sum of the numbers.
func (m *Moments) Sum() float64 { return m.sum.Float64() }

// Squares is the sum of their squares.
func (m *Moments) Squares() float64 { return m.squares.Float64() }

// Code writes or reads the moments.
func (m *Moments) Code(c *wire.Coder) {
	m.sum.Code(c)
	m.squares.Code(c)
}
