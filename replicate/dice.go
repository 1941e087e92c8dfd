package replicate

import (
	"math/bits"

	"settle/internal/rng"
	"settle/results"
)

// dice decides which trials are successes: the innermost loop of every row
// replicate. Four questions are decided at once, each in a lane of its own,
// with eight random bits each.
//
// A trial is a success if U < c/n for a uniform U in [0, 1). The leading eight
// bits u of U leave U in [u/256, (u+1)/256). That settles the matter unless c/n
// lies inside, for at most one u in 256; what is then left to decide has the
// chance (256·c − u·n)/n exactly and is rolled on its own.
type dice struct {
	stream *rng.Stream
	n      uint64
}

// The counts of four questions are four lanes of 16 bits. Where products with
// 256 need more than 15, two lanes of 32 bits hold every second of them.
const (
	ones16 = 0x0001_0001_0001_0001
	ones32 = 0x0000_0001_0000_0001
	narrow = 127 // the largest n with 256·n < 2^15
)

// dropRow takes one trial of each question away and returns how many of them
// were successes. The row is padded with zeros, of which nothing is dropped.
func (d *dice) dropRow(counts []uint16) int {
	dropped := uint64(0)
	n, stream := d.n, d.stream
	for ; len(counts) >= results.RowBlock; counts = counts[results.RowBlock:] {
		c := (*[results.RowBlock]uint16)(counts)
		a := uint64(c[0]) | uint64(c[1])<<16 | uint64(c[2])<<32 | uint64(c[3])<<48
		b := uint64(c[4]) | uint64(c[5])<<16 | uint64(c[6])<<32 | uint64(c[7])<<48
		bytes := stream.Uint64()
		var fromA, fromB, openA, openB uint64
		if n <= narrow {
			fromA, openA = settle(bytes&(0xff*ones16), a, n, ones16, 15)
			fromB, openB = settle(bytes>>8&(0xff*ones16), b, n, ones16, 15)
		} else {
			fromA, openA = settleWide(bytes, a, n)
			fromB, openB = settleWide(bytes>>8, b, n)
		}
		if openA|openB != 0 {
			fromA |= d.reroll(openA, bytes, a)
			fromB |= d.reroll(openB, bytes>>8, b)
		}
		a -= fromA
		b -= fromB
		c[0], c[1], c[2], c[3] = uint16(a), uint16(a>>16), uint16(a>>32), uint16(a>>48)
		c[4], c[5], c[6], c[7] = uint16(b), uint16(b>>16), uint16(b>>32), uint16(b>>48)
		dropped += (fromA + fromB) * ones16 >> 48
	}
	return int(dropped)
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

// reroll returns 1 in the open lanes whose trial turns out a success.
func (d *dice) reroll(open, bytes, counts uint64) (successes uint64) {
	for ; open != 0; open &= open - 1 {
		lane := bits.TrailingZeros64(open)
		u, c := bytes>>lane&0xff, counts>>lane&0xffff
		if uint64(d.stream.Below(uint32(d.n))) < c<<8-u*d.n {
			successes |= 1 << lane
		}
	}
	return successes
}
