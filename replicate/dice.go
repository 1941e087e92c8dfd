package replicate

import "settle/internal/rng"

// dice rolls 0..sides−1 with equal chances, like rng.Stream.Below, but four
// times from each random word: the most frequent draw of all is worth it. At
// most 2^16 sides.
type dice struct {
	stream *rng.Stream
	sides  uint32
	word   uint64
	left   uint32 // unused 16-bit pieces of word
}

func (d *dice) roll() uint32 {
	if d.left == 0 {
		d.word, d.left = d.stream.Uint64(), 4
	}
	product := uint32(uint16(d.word)) * d.sides
	d.word >>= 16
	d.left--
	if product&0xffff < d.sides {
		product = d.reroll(product)
	}
	return product >> 16
}

// reroll rejects the pieces that would make some results likelier than others
// (Lemire 2019).
func (d *dice) reroll(product uint32) uint32 {
	threshold := (1 << 16) % d.sides
	for product&0xffff < threshold {
		product = uint32(uint16(d.stream.Uint64())) * d.sides
	}
	return product
}
