//go:build !purego

package replicate

import (
	"math/bits"

	"settle/results"
)

// maxBlocks is how many blocks of counts are rolled before their open lanes
// are decided.
const maxBlocks = 256

// vectors is scratch space for rollBlocks.
type vectors struct {
	bytes [maxBlocks]uint64
	open  [maxBlocks]openBlock
}

// openBlock is a block with open lanes.
type openBlock struct {
	block int32
	lanes uint32 // two bits for each lane, both set where it is open
}

// rollBlocks is dropLanes in SSE2, which every amd64 processor has, for
// n ≤ narrow. It leaves the counts in open lanes as they are, and lists the
// blocks that have any.
//
//go:noescape
func rollBlocks(counts *uint16, dropped *uint8, bytes *uint64, open *openBlock, blocks, n int) (opened int)

// drop takes one trial of each question away and writes down for each block of
// counts how many of them were successes. Of a count of 0 nothing is dropped.
func (d *dice) drop(counts []uint16, dropped []uint8) {
	if d.n > narrow {
		d.dropLanes(counts, dropped)
		return
	}
	for len(dropped) > maxBlocks {
		d.dropVectors(counts, dropped[:maxBlocks])
		counts, dropped = counts[maxBlocks*results.Block:], dropped[maxBlocks:]
	}
	d.dropVectors(counts, dropped)
}

// dropVectors is drop for at most maxBlocks blocks.
func (d *dice) dropVectors(counts []uint16, dropped []uint8) {
	if len(dropped) == 0 {
		return
	}
	bytes := d.bytes[:len(dropped)]
	for i := range bytes {
		bytes[i] = d.stream.Uint64()
	}
	opened := rollBlocks(&counts[0], &dropped[0], &bytes[0], &d.open[0], len(dropped), int(d.n))
	for _, open := range d.open[:opened] {
		for lanes := open.lanes & 0x5555; lanes != 0; lanes &= lanes - 1 {
			lane := bits.TrailingZeros32(lanes) / 2
			u := bytes[open.block] >> (lane%4*16 + lane/4*8) & 0xff
			c := &counts[int(open.block)*results.Block+lane]
			success := d.decide(u, uint64(*c))
			*c -= uint16(success)
			dropped[open.block] += uint8(success)
		}
	}
}
