package lanes

//go:generate go run -C ../vectors ./lanes -pkg lanes -out ../lanes/loops_amd64.s -stubs ../lanes/stubs_amd64.go

// Block is the number of counts in a block. The counts of a block are looked up at the
// same time.
const Block = 8

// A Run tells SumRows which counts belong to one row of sums. These are some blocks of
// counts, further counts that equal the largest count, and further counts that are 0.
type Run struct {
	Blocks int32 // number of blocks of counts, which follow each other
	Most   int32 // number of further counts equal to the largest
	Least  int32 // number of further counts equal to 0; down to 1 − Block if the last block's padding must be cancelled
}

// RunOf returns the Run with the given values of Blocks and Most, for one row of sums.
// The row has the given total number of counts: Block counts per block, further counts
// that equal the largest count, and remaining counts, which are 0.
func RunOf(blocks, most, counts int) Run {
	return Run{int32(blocks), int32(most), int32(counts - most - blocks*Block)}
}

// SumRows looks up counts in a table of scores and adds the table's rows to the rows of
// the group. The table's row for count c begins at scores[c·width]. Its width is 2 or
// Wide words. For each count that belongs to row i of the group, as runs[i] says, the
// count's row is added to the first words of row i. The counts are the blocks of all
// runs, one after the other.
func (g Group) SumRows(width int, scores []uint64, counts []uint16, runs []Run) {
	if hasVectors && len(runs) > 0 {
		g.sumVectors(width, scores, counts, runs)
		return
	}
	last := scores[len(scores)-width:]
	for row, run := range runs {
		into := g.Words[row*g.Width:][:width]
		own := counts[:int(run.Blocks)*Block]
		counts = counts[len(own):]
		if width == Wide {
			sumWide(into, scores, own)
		} else {
			sumTwo(into, scores, own)
		}
		for i := range into {
			into[i] += uint64(run.Most)*last[i] + uint64(int64(run.Least))*scores[i]
		}
	}
}

// sumWide looks up each count in a table of scores and adds the table's row for it to
// the first slice. A row has four words. The function is not inlined, because the sums
// could not stay in registers in a larger function. The same is true of sumTwo.
//
//go:noinline
func sumWide(into, scores []uint64, counts []uint16) {
	var a, b, c, d uint64
	for _, count := range counts {
		row := (*[4]uint64)(scores[4*int(count):])
		a += row[0]
		b += row[1]
		c += row[2]
		d += row[3]
	}
	into[0] += a
	into[1] += b
	into[2] += c
	into[3] += d
}

//go:noinline
func sumTwo(into, scores []uint64, counts []uint16) {
	var a, b uint64
	for _, count := range counts {
		row := (*[2]uint64)(scores[2*int(count):])
		a += row[0]
		b += row[1]
	}
	into[0] += a
	into[1] += b
}

// Counts holds the results of ComparePairs: numbers of pairs of rows, for each lane.
// The number for a lane is in the MinWidth bits below its guard bit.
type Counts struct {
	Above [Wide]uint64 // pairs in which the later row's integer is at least the other's
	Below [Wide]uint64 // pairs in which the later row's integer is at most the other's
}

// ComparePairs compares the integers of pairs of rows, in each lane. It stores two
// numbers of pairs per lane in n: the pairs in which the first integer is at least the
// second, and the pairs in which it is at most the second. The order is a list of rows
// and must not be empty. Row order[i] is compared with each of the rows order[0] to
// order[below[i]−1]. There must be fewer than 2^MinWidth pairs. The scratch slice must
// have room for the words of all rows.
func (g Group) ComparePairs(order, below []int, scratch []uint64, n *Counts) {
	if hasVectors {
		g.compareVectors(order, below, scratch, n)
		return
	}
	for word, guards := range g.Guards {
		keys := scratch[:len(order)]
		for place, row := range order {
			keys[place] = g.Words[row*g.Width+word]
		}
		var above, atMost uint64
		for place, others := range below {
			for _, worse := range keys[:others] {
				above += AtLeast(keys[place], worse, guards) >> MinWidth
				atMost += AtLeast(worse, keys[place], guards) >> MinWidth
			}
		}
		n.Above[word], n.Below[word] = above, atMost
	}
}
