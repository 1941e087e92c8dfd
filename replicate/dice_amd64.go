//go:build !purego

package replicate

import (
	"math/bits"

	"settle/results"
)

// vectors is scratch space for rollBlocks.
type vectors struct{ open [maxBlocks]openBlock }

// openBlock is a block with open lanes.
type openBlock struct {
	block int32
	lanes uint32 // two bits for each lane, both set where it is open
}

// rollBlocks is rollLanes in SSE2, which every amd64 processor has, for
// n ≤ narrow. It leaves the counts in open lanes as they are, and lists the
// blocks that have any.
//
//go:noescape
func rollBlocks(counts *uint16, dropped *uint8, bytes *uint64, open *openBlock, blocks, n int) (opened int)

// roll lowers the counts of one layer.
func (d *dice) roll(counts []uint16, dropped []uint8, bytes []uint64) {
	if d.n > narrow {
		d.rollLanes(counts, dropped, bytes)
		return
	}
	opened := rollBlocks(&counts[0], &dropped[0], &bytes[0], &d.open[0], len(dropped), int(d.n))
	for _, open := range d.open[:opened] {
		first := int(open.block) * results.Block
		for lanes := open.lanes & 0x5555; lanes != 0; lanes &= lanes - 1 {
			lane := bits.TrailingZeros32(lanes) / 2
			u := bytes[open.block] >> (lane%4*16 + lane/4*8) & 0xff
			c := &counts[first+lane]
			success := d.decide(first+lane, u, uint64(*c))
			*c -= uint16(success)
			dropped[open.block] += uint8(success)
		}
	}
}
