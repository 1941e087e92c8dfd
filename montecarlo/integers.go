package montecarlo

import (
	"math"
	"math/big"
	"math/bits"

	"settle/internal/wire"
)

// integers holds the exact sum of integers of up to 63 bits, and the exact sum of their
// squares.
type integers struct {
	sum     [2]uint64 // two's complement, least significant first
	squares [3]uint64 // sum of at most 2^66 squares
}

// addEach adds the integers at positions 0, step, 2·step, … of a list. It keeps the
// sums in registers, which is several times as fast as adding one integer at a time.
func addEach[T int64 | uint64](s *integers, list []T, step int) {
	low, high := s.sum[0], s.sum[1] // an array would not be kept in registers
	least, middle, most := s.squares[0], s.squares[1], s.squares[2]
	for i := 0; i < len(list); i += step {
		v := int64(list[i])
		var carry uint64
		low, carry = bits.Add64(low, uint64(v), 0)
		high, _ = bits.Add64(high, uint64(v>>63), carry)
		above, below := bits.Mul64(magnitude(v), magnitude(v))
		least, carry = bits.Add64(least, below, 0)
		middle, carry = bits.Add64(middle, above, carry)
		most += carry
	}
	s.sum, s.squares = [2]uint64{low, high}, [3]uint64{least, middle, most}
}

func magnitude(v int64) uint64 { return uint64((v ^ v>>63) - v>>63) }

// addTimes adds the integer v the given number of times.
func (s *integers) addTimes(v int64, times int) {
	size := uint64((v ^ v>>63) - v>>63)
	high, low := bits.Mul64(size, uint64(times))
	if v < 0 { // two's complement
		var carry uint64
		low, carry = bits.Add64(^low, 1, 0)
		high = ^high + carry
	}
	more := integers{sum: [2]uint64{low, high}}
	// Compute size²·times, word by word.
	high, low = bits.Mul64(size, size)
	middle, least := bits.Mul64(low, uint64(times))
	most, next := bits.Mul64(high, uint64(times))
	more.squares[0] = least
	var carry uint64
	more.squares[1], carry = bits.Add64(middle, next, 0)
	more.squares[2] = most + carry
	s.merge(&more)
}

func (s *integers) merge(from *integers) {
	var carry uint64
	s.sum[0], carry = bits.Add64(s.sum[0], from.sum[0], 0)
	s.sum[1] += from.sum[1] + carry
	s.squares[0], carry = bits.Add64(s.squares[0], from.squares[0], 0)
	s.squares[1], carry = bits.Add64(s.squares[1], from.squares[1], carry)
	s.squares[2] += from.squares[2] + carry
}

func (s *integers) code(c *wire.Coder) {
	c.Uint64(&s.sum[0])
	high := int64(s.sum[1])
	c.Int64(&high)
	s.sum[1] = uint64(high)
	for i := range s.squares {
		c.Uint64(&s.squares[i])
	}
}

// total returns the sum of all integers.
func (s *integers) total() *big.Int {
	x := bigOf(s.sum[:])
	if s.sum[1]>>63 != 0 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), 128))
	}
	return x
}

// deviation returns the sample standard deviation of the integers, whose number is
// count. It returns NaN for fewer than two integers. The result is exact until the
// final rounding.
func (s *integers) deviation(count int) float64 {
	if count < 2 {
		return math.NaN()
	}
	// The variance is R·Σv² − (Σv)² over R·(R − 1), where R is count.
	sum := s.total()
	numerator := bigOf(s.squares[:])
	numerator.Mul(numerator, big.NewInt(int64(count)))
	numerator.Sub(numerator, sum.Mul(sum, sum))
	over, _ := new(big.Float).SetInt(numerator).Float64()
	return math.Sqrt(over / float64(count) / float64(count-1))
}

// bigOf returns the integer stored in words, least significant word first.
func bigOf(words []uint64) *big.Int {
	x := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		x.Lsh(x, 64)
		x.Or(x, new(big.Int).SetUint64(words[i]))
	}
	return x
}
