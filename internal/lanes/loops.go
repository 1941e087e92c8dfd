package lanes

//go:generate go run -C ../vectors ./lanes -pkg lanes -out ../lanes/loops_amd64.s -stubs ../lanes/stubs_amd64.go

// Block is the number of counts that are looked up together.
const Block = 8

// A Run describes which counts contribute to a row of sums, and how many times.
type Run struct {
	Blocks int32 // blocks of counts, one after the other
	Most   int32 // additional counts of the largest number
	Least  int32 // additional counts of 0; negative, down to 1 − Block, to cancel the padding of the last block
}

// RunOf returns the run with the given number of blocks and, among counts in total,
// most additional counts of the largest number. The rest are counts of 0.
func RunOf(blocks, most, counts int) Run {
	return Run{int32(blocks), int32(most), int32(counts - most - blocks*Block)}
}

// SumRows adds to each row of a group, starting at its first word, the table rows for
// its counts. The table rows have width words, 2 or Wide. scores holds the table's rows
// for counts from 0, and counts the blocks of all runs.
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

// sumWide keeps its sums in registers, which inlining into a larger function would
// prevent. The same is true of sumTwo.
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

// Counts holds numbers of pairs in the lower bits of each lane of a group's words.
type Counts struct {
	Above [Wide]uint64 // pairs in which the later row has at least the other's integer
	Below [Wide]uint64 // pairs in which it has at most the other's integer
}

// ComparePairs sets n to the counts of comparisons between rows, given an order of the
// rows that must not be empty. It compares the row at each place of the order with the
// rows at the first below[place] places. The pairs of a lane, fewer than 2^MinWidth,
// are counted MinWidth bits below its guard. scratch must have room for the words of
// the rows.
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
