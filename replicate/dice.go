package replicate

import (
	"math/bits"

	"settle/internal/rng"
	"settle/results"
)

// dice decides which trials are successes: the innermost loop of every row
// replicate. Several questions are decided at once, each in a lane of its own,
// with eight random bits each.
//
// A trial is a success if U < c/n for a uniform U in [0, 1). The leading eight
// bits u of U leave U in [u/256, (u+1)/256). That settles the matter unless c/n
// lies inside, for at most one u in 256; what is then left to decide has the
// chance (256·c − u·n)/n exactly and is rolled on its own, with random numbers
// of its own: whoever decides many questions first and the open ones later
// comes to the same result.
//
// Graded trials have a count in each of several layers (see results.Tally.Drop).
// U is the same for all, and so is what decides where it is open.
type dice struct {
	stream *rng.Stream
	doubts *rng.Stream // for what the first eight bits leave open
	n      uint64

	bytes   [maxBlocks]uint64
	doubted [maxBlocks * results.Block]doubt // by lane
	chunk   uint64                           // how many chunks of blocks there were
	layered bool                             // whether several layers share what decides
	vectors
}

// doubt is what decides the open trial of a lane: a number below n.
type doubt struct {
	chunk uint64 // for which it was drawn
	below uint32
}

// maxBlocks is how many blocks of counts are rolled together.
const maxBlocks = 256

// The counts of four questions are four lanes of 16 bits. Where products with
// 256 need more than 15, two lanes of 32 bits hold every second of them.
const (
	ones16 = 0x0001_0001_0001_0001
	ones32 = 0x0000_0001_0000_0001
	narrow = 127 // the largest n with 256·n < 2^15
)

// drop takes one trial of each question away and writes down for each layer and
// block of counts how many of them were lowered. Of a count of 0 nothing is
// dropped.
func (d *dice) drop(counts [][]uint16, dropped [][]uint8) { d.dropBy(d.roll, counts, dropped) }

// dropBy is drop by a way to roll a layer of at most maxBlocks blocks, given
// their random bytes.
func (d *dice) dropBy(roll func(counts []uint16, dropped []uint8, bytes []uint64), counts [][]uint16, dropped [][]uint8) {
	for from := 0; from < len(dropped[0]); from += maxBlocks {
		to := min(from+maxBlocks, len(dropped[0]))
		bytes := d.bytes[:to-from]
		d.stream.Fill(bytes)
		d.chunk++
		d.layered = len(counts) > 1
		for j := range counts {
			roll(counts[j][from*results.Block:to*results.Block], dropped[j][from:to], bytes)
		}
	}
}

// rollLanes rolls in lanes of integer words. Of each random word, the lower
// bytes of its four lanes are for the first four counts of a block, the upper
// ones for the others.
func (d *dice) rollLanes(counts []uint16, dropped []uint8, random []uint64) {
	n := d.n
	for block, bytes := range random {
		c := (*[results.Block]uint16)(counts[block*results.Block:])
		a := uint64(c[0]) | uint64(c[1])<<16 | uint64(c[2])<<32 | uint64(c[3])<<48
		b := uint64(c[4]) | uint64(c[5])<<16 | uint64(c[6])<<32 | uint64(c[7])<<48
		var fromA, fromB, openA, openB uint64
		if n <= narrow {
			fromA, openA = settle(bytes&(0xff*ones16), a, n, ones16, 15)
			fromB, openB = settle(bytes>>8&(0xff*ones16), b, n, ones16, 15)
		} else {
			fromA, openA = settleWide(bytes, a, n)
			fromB, openB = settleWide(bytes>>8, b, n)
		}
		if openA|openB != 0 {
			first := block * results.Block
			fromA |= d.reroll(openA, bytes, a, first)
			fromB |= d.reroll(openB, bytes>>8, b, first+4)
		}
		a -= fromA
		b -= fromB
		c[0], c[1], c[2], c[3] = uint16(a), uint16(a>>16), uint16(a>>32), uint16(a>>48)
		c[4], c[5], c[6], c[7] = uint16(b), uint16(b>>16), uint16(b>>32), uint16(b>>48)
		dropped[block] = uint8((fromA + fromB) * ones16 >> 48)
	}
}

// settle compares u·n and (u+1)·n with 256·c in each lane, whose guard is so many
// bits above its one. It returns 1 in the lanes whose trial is a success, and in
// those that are open.
func settle(u, c, n, ones uint64, guard int) (successes, open uint64) {
	room := (c<<8 | ones<<guard) - u*n // keeps the guard where it is not negative
	some, all := room-ones, room-n*ones
	return all >> guard & ones, (some ^ all) >> guard & ones
}

// settleWide is settle for the lower bytes of four lanes of 16 bits, whose
// products do not fit them: it settles two of them at a time.
func settleWide(bytes, counts, n uint64) (successes, open uint64) {
	const low, count = 0xff * ones32, 0xffff * ones32
	successes, open = settle(bytes&low, counts&count, n, ones32, 31)
	s, o := settle(bytes>>16&low, counts>>16&count, n, ones32, 31)
	return successes | s<<16, open | o<<16
}

// reroll returns 1 in the open ones of four lanes whose trial turns out a
// success. first is the number of the first lane in the chunk.
func (d *dice) reroll(open, bytes, counts uint64, first int) (successes uint64) {
	for ; open != 0; open &= open - 1 {
		bit := bits.TrailingZeros64(open)
		successes |= d.decide(first+bit/16, bytes>>bit&0xff, counts>>bit&0xffff) << bit
	}
	return successes
}

// decide returns 1 if the open trial of a lane is a success, and 0 otherwise.
func (d *dice) decide(lane int, u, c uint64) uint64 {
	if !d.layered {
		return (uint64(d.doubts.Below(uint32(d.n))) - (c<<8 - u*d.n)) >> 63
	}
	settled := &d.doubted[lane]
	if settled.chunk != d.chunk {
		*settled = doubt{d.chunk, d.doubts.Below(uint32(d.n))}
	}
	return (uint64(settled.below) - (c<<8 - u*d.n)) >> 63
}
