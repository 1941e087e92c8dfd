package lanes

//go:generate go run -C ../vectors ./lanes -pkg lanes -out ../lanes/loops_amd64.s -stubs ../lanes/stubs_amd64.go

// Block is the number of counts that are looked up at the same time.
const Block = 8

// A Run says which counts SumRows looks up for one row of sums, and how often.
type Run struct {
	Blocks int32 // number of blocks of counts, which follow each other
	Most   int32 // number of further counts equal to the largest
	Least  int32 // number of further counts equal to 0; down to 1 − Block if the last block's padding must be cancelled
}

// RunOf returns the run for a row with the given total number of counts. The argument
// blocks is the number of blocks of counts. Of the remaining counts, most are equal to
// the largest count, and the others are 0.
func RunOf(blocks, most, counts int) Run {
	return Run{int32(blocks), int32(most), int32(counts - most - blocks*Block)}
}

// SumRows adds, to each row of the group, the table rows for that row's counts. The
// argument scores is the table: the table row for count c begins at c·width. The
// argument counts holds the blocks of counts of all runs. Sums are at the beginning of
// each row. The width is 2 or Wide.
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

// sumWide keeps its sums in registers. Inlining into a larger function would prevent
// that, as it would for sumTwo.
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

// Counts holds numbers of pairs, in the lower bits of each lane of a group's words.
type Counts struct {
	Above [Wide]uint64 // pairs in which the later row's integer is at least the other's
	Below [Wide]uint64 // pairs in which the later row's integer is at most the other's
}

// ComparePairs compares pairs of rows and sets n to the results. The argument order
// lists the rows and must not be empty. The row at each place of the order is compared
// with the rows at the first below[place] places. Each lane must have fewer than
// 2^MinWidth pairs; their number is stored MinWidth bits below the guard. The slice
// scratch must have room for the words of all rows.
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
