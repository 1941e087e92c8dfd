// Package rng derives all random numbers of the module from a seed.
//
// Call [New] for a stream of random numbers.
//
// A stream depends only on the seed, on the purpose of the numbers and on the index of
// the replicate, which is a simulated or resampled data set. Every replicate can
// therefore be drawn again by itself, and results do not depend on the number of
// workers or on their order.
//
// For random numbers with other distributions, pass a Stream to gonum as its
// math/rand/v2.Source. To draw replicates, use package replicate.
//
// Only this package imports golang.org/x/exp/rand, whose PCG generator (XSL RR 128/64,
// O'Neill 2014) is the module's source of random bits.
package rng

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	//lint:ignore SA1019 the module's owner chose this generator; math/rand/v2 has another PCG
	exprand "golang.org/x/exp/rand"
)

// Multiplier and increment that advance the generator's state (O'Neill 2014).
const (
	multiplierHigh, multiplierLow = 0x2360ed051fc65da4, 0x4385df649fccf645
	incrementHigh, incrementLow   = 0x5851f42d4c957f2d, 0x14057b7ef767814f
)

// A Stream is a stream of random numbers for one replicate. It implements
// math/rand/v2.Source. Goroutines must not share a Stream.
type Stream struct {
	pcg     exprand.PCGSource
	base    uint64 // hash of the seed and the purpose
	half    uint32 // the half of a word that uint32 has not used yet
	hasHalf bool
}

var _ rand.Source = (*Stream)(nil)

// New returns the stream of random numbers for one purpose in one replicate. Streams
// with different seeds, purposes or replicates start at unrelated points of the
// generator's period of 2^128.
func New(seed uint64, purpose string, replicate int) *Stream {
	base := mix(seed)
	for _, b := range []byte(purpose) {
		base = mix(base ^ uint64(b))
	}
	s := &Stream{base: base}
	s.Seek(replicate)
	return s
}

// Seek moves the stream to the beginning of another replicate's stream with the same
// seed and purpose. It allocates nothing.
func (s *Stream) Seek(replicate int) {
	high := mix(s.base ^ mix(uint64(replicate)))
	s.setState(high, mix(high))
	s.hasHalf = false
}

func (s *Stream) setState(high, low uint64) {
	var state [16]byte
	binary.BigEndian.PutUint64(state[:8], high)
	binary.BigEndian.PutUint64(state[8:], low)
	if err := s.pcg.UnmarshalBinary(state[:]); err != nil {
		panic("rng: cannot set PCG state: " + err.Error())
	}
}

// Uint64 returns 64 uniform random bits.
func (s *Stream) Uint64() uint64 { return s.pcg.Uint64() }

// Fill sets every word to the result of a call of Uint64.
func (s *Stream) Fill(words []uint64) {
	state, err := s.pcg.MarshalBinary()
	if err != nil {
		panic("rng: cannot get PCG state: " + err.Error())
	}
	high, low := binary.BigEndian.Uint64(state), binary.BigEndian.Uint64(state[8:])
	for i := range words {
		// This is the step of exprand.PCGSource, but with the state in registers.
		carried, product := bits.Mul64(low, multiplierLow)
		high = carried + high*multiplierLow + low*multiplierHigh
		var carry uint64
		low, carry = bits.Add64(product, incrementLow, 0)
		high, _ = bits.Add64(high, incrementHigh, carry)
		words[i] = bits.RotateLeft64(high^low, -int(high>>58))
	}
	s.setState(high, low)
}

// Float64 returns a random number that is uniform on the multiples of 2^-53 in [0, 1).
func (s *Stream) Float64() float64 { return Float64(s.pcg.Uint64()) }

// Float64 converts a random word to a number in [0, 1), as Stream.Float64 does.
func Float64(word uint64) float64 { return float64(word>>11) * 0x1p-53 }

// Below returns a uniform random integer in [0, n), for n ≥ 1, without bias (Lemire,
// "Fast random integer generation in an interval", 2019). It uses 32 random bits and
// rarely more.
func (s *Stream) Below(n uint32) uint32 {
	product := uint64(s.uint32()) * uint64(n)
	if uint32(product) < n {
		product = s.redraw(product, n)
	}
	return uint32(product >> 32)
}

// redraw returns a product that Below can use: the given product or, rarely, a new one.
// A product is n times a random number of 32 bits. Below cannot use all products,
// because some results would then be more likely than others.
func (s *Stream) redraw(product uint64, n uint32) uint64 {
	threshold := -n % n
	for uint32(product) < threshold {
		product = uint64(s.uint32()) * uint64(n)
	}
	return product
}

// BelowAll sets every number to the result of a call of Below. It is faster than these
// calls.
func (s *Stream) BelowAll(n uint32, into []uint32) {
	for len(into) > 0 && s.hasHalf {
		into[0], into = s.Below(n), into[1:]
	}
	var words [64]uint64
	for least := -n % n; len(into) > 1; {
		block := words[:min(len(into)/2, len(words))]
		s.Fill(block)
		made := 0
		for _, word := range block {
			for _, half := range [...]uint32{uint32(word), uint32(word >> 32)} {
				product := uint64(half) * uint64(n)
				into[made] = uint32(product >> 32)
				if uint32(product) >= least {
					made++
				}
			}
		}
		into = into[made:]
	}
	if len(into) == 1 {
		into[0] = s.Below(n)
	}
}

// uint32 returns 32 random bits: the two halves of each word in turn.
func (s *Stream) uint32() uint32 {
	if s.hasHalf {
		s.hasHalf = false
		return s.half
	}
	word := s.pcg.Uint64()
	s.half, s.hasHalf = uint32(word>>32), true
	return uint32(word)
}

// mix scrambles a word as SplitMix64 does (Steele, Lea and Flood 2014). It is a
// bijection, and a change of one input bit changes half of the output bits on average.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
