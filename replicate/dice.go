package replicate

import (
	"math/bits"

	"settle/internal/rng"
	"settle/results"
)

// dice removes one random trial of every question, and decides whether this trial was a
// success. This is the innermost loop of every row replicate. It decides several
// questions at once, each in its own lane (some bits of a machine word), with eight
// random bits each.
//
// If c of n trials are successes, the removed trial is a success if U < c/n for a
// uniform U in [0, 1). If u is the number in the leading eight bits of U, then U is in
// [u/256, (u+1)/256). This decides the trial unless c/n is inside this interval, which
// happens for at most one u in 256. Such an open trial is a success with the exact
// probability (256·c − u·n)/n. A separate stream of random numbers decides it, so the
// result does not depend on how many questions are decided before it.
//
// Graded trials have a count in each of several layers (see results.Tally.Drop). All
// layers share U and the number that decides an open trial.
type dice struct {
	stream *rng.Stream
	doubts *rng.Stream // decides the trials that the first eight bits leave open
	n      uint64

	bytes   [maxBlocks]uint64
	doubted [maxBlocks * results.Block]doubt // by lane
	chunk   uint64                           // number of chunks of blocks so far
	layered bool                             // several layers share the random numbers
	vectors
}

// doubt holds the random number below n that decides an open trial. A trial is open if
// its first eight random bits do not decide whether it is a success.
type doubt struct {
	chunk uint64 // the chunk for which the number was drawn
	below uint32
}

// maxBlocks is the largest number of blocks of counts that are processed together, as
// one chunk.
const maxBlocks = 256

// Constants for processing several counts at once. The counts of four questions fill a
// word with four lanes of 16 bits. If 256 times a count needs more than 15 bits, they
// fill two words with two lanes of 32 bits each.
const (
	ones16 = 0x0001_0001_0001_0001
	ones32 = 0x0000_0001_0000_0001
	narrow = 127 // the largest n with 256·n < 2^15
)

// drop removes one random trial of each question from counts, which holds one list per
// layer of graded outcomes (see dice). For each layer and each block of counts, it
// stores in dropped how many counts became smaller. A count of 0 stays 0.
func (d *dice) drop(counts [][]uint16, dropped [][]uint8) { d.dropBy(d.roll, counts, dropped) }

// dropBy does the same as drop, by calling roll(counts, dropped, bytes). Each such call
// processes at most maxBlocks blocks of counts in one layer (see dice), given a random
// word for each block.
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

// rollLanes removes one random trial of each question from the given counts. For binary
// outcomes, these are the success counts of the questions. It uses one random word per
// block of eight counts. The word has four lanes of 16 bits. Their lower bytes belong
// to the first four counts, and their upper bytes to the other four.
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

// settle decides, in each lane of a word, whether a removed trial is a success. Each
// lane of u holds a random byte, and each lane of c the count of successes in n trials.
// The first result has a 1 in each lane whose trial is a success. The second has a 1 in
// each lane that remains open. guard is the number of the highest bit in a lane.
func settle(u, c, n, ones uint64, guard int) (successes, open uint64) {
	room := (c<<8 | ones<<guard) - u*n // the guard bit remains where the difference is not negative
	some, all := room-ones, room-n*ones
	return all >> guard & ones, (some ^ all) >> guard & ones
}

// settleWide does the same as settle(u, c, n, …) for words with four lanes of 16 bits,
// if these are too narrow for the products. It processes two lanes at a time. It
// ignores the upper byte of each lane of the first argument.
func settleWide(bytes, counts, n uint64) (successes, open uint64) {
	const low, count = 0xff * ones32, 0xffff * ones32
	successes, open = settle(bytes&low, counts&count, n, ones32, 31)
	s, o := settle(bytes>>16&low, counts>>16&count, n, ones32, 31)
	return successes | s<<16, open | o<<16
}

// reroll decides the trials left open by settle(u, c, n, …), in four lanes of a word.
// It returns a word with a 1 in each open lane whose trial is a success. first is the
// number of the first lane in the chunk.
func (d *dice) reroll(open, bytes, counts uint64, first int) (successes uint64) {
	for ; open != 0; open &= open - 1 {
		bit := bits.TrailingZeros64(open)
		successes |= d.decide(first+bit/16, bytes>>bit&0xff, counts>>bit&0xffff) << bit
	}
	return successes
}

// decide returns 1 if an open trial is a success, and 0 otherwise. A trial is open if
// the random byte u and the success count c do not decide it. lane is the place of the
// trial's question in the chunk.
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
