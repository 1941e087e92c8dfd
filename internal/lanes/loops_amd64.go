//go:build !purego

package lanes

import "golang.org/x/sys/cpu"

var hasVectors = cpu.X86.HasAVX2

// sumVectors implements SumRows with AVX2 instructions.
func (g Group) sumVectors(width int, scores []uint64, counts []uint16, runs []Run) {
	var first *uint16 // nil if there are no counts
	if len(counts) > 0 {
		first = &counts[0]
	}
	sums, stride, last := &g.Words[0], 8*g.Width, &scores[len(scores)-width]
	if width == Wide {
		sumRows4(sums, stride, &scores[0], last, first, &runs[0].Blocks, len(runs))
	} else {
		sumRows2(sums, stride, &scores[0], last, first, &runs[0].Blocks, len(runs))
	}
}

// compareVectors implements ComparePairs with AVX2 instructions.
func (g Group) compareVectors(order, below []int, scratch []uint64, n *Counts) {
	words, keys, guards, counts := &g.Words[0], &scratch[:len(order)*g.Width][0], &g.Guards[0], &n.Above[0]
	if g.Width == Wide {
		comparePairs4(words, &order[0], keys, &below[0], len(below), guards, counts)
	} else {
		comparePairs2(words, &order[0], keys, &below[0], len(below), guards, counts)
	}
}
