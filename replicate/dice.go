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

// dropRow takes one trial of each question away, a success with the odds of c
// in n = sides, and returns how many successes went. No draw is needed where
// all trials are failures or all successes.
//
// This is the innermost loop of every row replicate: the dice are rolled in
// local variables, and the outcome is computed without a branch that the
// processor could only guess.
//
//go:noinline
func (d *dice) dropRow(successes []uint16) uint32 {
	n, word, left := d.sides, d.word, d.left
	dropped := uint32(0)
	for q, count := range successes {
		c := uint32(count)
		if c == 0 {
			continue
		}
		if c == n {
			successes[q] = uint16(c - 1)
			dropped++
			continue
		}
		if left == 0 {
			word, left = d.stream.Uint64(), 4
		}
		product := uint32(uint16(word)) * n
		word >>= 16
		left--
		if product&0xffff < n {
			product = d.reroll(product)
		}
		success := less(product>>16, c)
		successes[q] = uint16(c - success)
		dropped += success
	}
	d.word, d.left = word, left
	return dropped
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

// less is 1 if a < b and 0 otherwise, for numbers under 2^31.
func less(a, b uint32) uint32 { return (a - b) >> 31 }
