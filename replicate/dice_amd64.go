//go:build !purego

package replicate

import (
	"math/bits"

	"golang.org/x/sys/cpu"

	"settle/results"
)

//go:generate go run -C ../internal/vectors ./dice -pkg replicate -out ../../replicate/diceavx2_amd64.s -stubs ../../replicate/diceavx2_amd64.go

// vectors is scratch space for loops that use the vector instructions of the processor.
type vectors struct{ open [maxBlocks]openBlock }

// openBlock marks the counts of a block whose trials are open, which means that eight
// random bits do not decide whether they are successes.
type openBlock struct {
	block int32
	lanes uint32 // two bits per lane, both set if it is open
}

// rollBlocks does the same as rollLanes for n ≤ narrow, with SSE2 instructions, which
// every amd64 processor has. It leaves a count unchanged if the random byte does not
// decide its trial. It stores the blocks with such counts in the list open, and returns
// the number of these blocks.
//
//go:noescape
func rollBlocks(counts *uint16, dropped *uint8, bytes *uint64, open *openBlock, blocks, n int) (opened int)

var hasAVX2 = cpu.X86.HasAVX2

// roll removes one random trial of each question from the given counts. It does the
// same as rollLanes, with vector instructions where possible.
func (d *dice) roll(counts []uint16, dropped []uint8, bytes []uint64) {
	var opened int
	switch {
	case len(dropped) == 0:
		return
	case hasAVX2 && d.n <= narrow:
		opened = rollNarrow(&counts[0], &dropped[0], &bytes[0], &d.open[0].block, len(dropped), int(d.n))
	case hasAVX2:
		opened = rollWide(&counts[0], &dropped[0], &bytes[0], &d.open[0].block, len(dropped), int(d.n))
	case d.n <= narrow:
		opened = rollBlocks(&counts[0], &dropped[0], &bytes[0], &d.open[0], len(dropped), int(d.n))
	default:
		d.rollLanes(counts, dropped, bytes)
		return
	}
	for _, open := range d.open[:opened] {
		for lanes := open.lanes & 0x5555_5555; lanes != 0; lanes &= lanes - 1 {
			lane := int(open.block)*results.Block + bits.TrailingZeros32(lanes)/2
			block := lane / results.Block
			u := bytes[block] >> (lane%4*16 + lane%results.Block/4*8) & 0xff
			c := &counts[lane]
			success := d.decide(lane, u, uint64(*c))
			*c -= uint16(success)
			dropped[block] += uint8(success)
		}
	}
}
