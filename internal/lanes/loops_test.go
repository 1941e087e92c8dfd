package lanes_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/lanes"
)

// Rows of sums are those that adding one count after the other gives, whichever words of
// the group the table has.
func TestSumRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models, most := rapid.IntRange(0, 5).Draw(t, "rows"), rapid.IntRange(0, 20).Draw(t, "n")
		var layout lanes.Layout
		all := layout.Add(slices.Repeat([]int{lanes.MaxWidth}, rapid.IntRange(1, 7).Draw(t, "words"))...)
		table := lanes.NewTable(all, layout.Guards, models)
		for i := range table.Words {
			table.Words[i] = rapid.Uint64().Draw(t, "word")
		}
		g := table.GroupOf(rapid.IntRange(0, len(all)-1).Draw(t, "word of the group"))
		width := rapid.SampledFrom([]int{2, g.Width}).Draw(t, "width")
		scores := rapid.SliceOfN(rapid.Uint64(), width*(most+1), width*(most+1)).Draw(t, "scores")
		want := slices.Clone(g.Words)
		var counts []uint16
		var runs []lanes.Run
		add := func(row, count, times int) {
			for i := range width {
				want[row*g.Width+i] += uint64(int64(times)) * scores[count*width+i]
			}
		}
		for row := range models {
			blocks, full := rapid.IntRange(0, 3).Draw(t, "blocks"), rapid.IntRange(0, 70_000).Draw(t, "full")
			questions := full + blocks*lanes.Block + rapid.IntRange(-7, 70_000).Draw(t, "empty")
			runs = append(runs, lanes.RunOf(blocks, full, questions))
			for range blocks * lanes.Block {
				count := rapid.IntRange(0, most).Draw(t, "count")
				counts = append(counts, uint16(count))
				add(row, count, 1)
			}
			add(row, most, full)
			add(row, 0, questions-full-blocks*lanes.Block)
		}
		g.SumRows(width, scores, counts, runs)
		if !slices.Equal(g.Words, want) {
			t.Fatalf("%d words of %d: %x, want %x", width, g.Width, g.Words, want)
		}
	})
}

// Pairs are counted in each lane as integers compare one by one, with as many rows below
// as a gold with ties has.
func TestComparePairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		layout, all, _ := layoutOf(t)
		rows := rapid.IntRange(1, 20).Draw(t, "rows")
		table := lanes.NewTable(all, layout.Guards, rows)
		below, order := make([]int, rows), rapid.Permutation(numbers(rows)).Draw(t, "order")
		for row := range rows {
			below[row] = rapid.IntRange(0, row).Draw(t, "below")
			for _, lane := range all {
				largest := uint64(1)<<(lane.Guard-lane.Low) - 1
				x := rapid.OneOf(rapid.Uint64Range(0, 2), rapid.Uint64Range(0, largest)).Draw(t, "integer")
				table.Column(lane.Word).Add(row, x<<lane.Low)
			}
		}
		for _, lane := range all {
			g := table.GroupOf(lane.Word)
			var n lanes.Counts
			g.ComparePairs(order, below, make([]uint64, lanes.Wide*rows), &n)
			var above, atMost uint64
			for row, others := range below {
				x := lane.Of(table.Column(lane.Word).At(order[row]))
				for other := range others {
					y := lane.Of(table.Column(lane.Word).At(order[other]))
					if x >= y {
						above++
					}
					if x <= y {
						atMost++
					}
				}
			}
			count := func(word uint64) uint64 {
				return word >> (lane.Guard - lanes.MinWidth) & (1<<lanes.MinWidth - 1)
			}
			if a, b := count(n.Above[lane.Word-g.First]), count(n.Below[lane.Word-g.First]); a != above || b != atMost {
				t.Fatalf("lane %v: %d above and %d below, want %d and %d", lane, a, b, above, atMost)
			}
		}
	})
}

// numbers returns 0..n−1.
func numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
