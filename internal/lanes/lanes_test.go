package lanes_test

import (
	"testing"

	"pgregory.net/rapid"

	"settle/internal/lanes"
)

// layoutOf draws a layout with its lanes and their widths.
func layoutOf(t *rapid.T) (lanes.Layout, []lanes.Lane, []int) {
	var layout lanes.Layout
	var all []lanes.Lane
	var widths []int
	for range rapid.IntRange(1, 3).Draw(t, "calls") {
		more := rapid.SliceOfN(rapid.IntRange(0, lanes.MaxWidth), 0, 6).Draw(t, "widths")
		all = append(all, layout.Add(more...)...)
		widths = append(widths, more...)
	}
	return layout, all, widths
}

// Lanes are as wide as asked, overlap nowhere, and their guards are those of
// the layout.
func TestLanesDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		layout, all, widths := layoutOf(t)
		taken, guards := make([]uint64, len(layout.Guards)), make([]uint64, len(layout.Guards))
		for i, lane := range all {
			if width := lane.Guard - lane.Low; width < widths[i] || width < lanes.MinWidth {
				t.Fatalf("lane %v is %d bits wide, want %d", lane, width, widths[i])
			}
			for bit := lane.Low; bit <= lane.Guard; bit++ {
				if bit > 63 || taken[lane.Word]>>bit&1 != 0 {
					t.Fatalf("bit %d of lane %v is not free", bit, lane)
				}
				taken[lane.Word] |= 1 << bit
			}
			guards[lane.Word] |= lane.Bit()
		}
		for word, g := range layout.Guards {
			if g != guards[word] {
				t.Fatalf("guards of word %d are %x, want %x", word, g, guards[word])
			}
		}
	})
}

// Every lane is compared as if it were alone, whatever its neighbours hold.
func TestAtLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		layout, all, _ := layoutOf(t)
		a, b := make([]uint64, len(layout.Guards)), make([]uint64, len(layout.Guards))
		var left, right []uint64
		for _, lane := range all {
			largest := uint64(1)<<(lane.Guard-lane.Low) - 1
			x := rapid.Uint64Range(0, largest).Draw(t, "a")
			y := rapid.OneOf(rapid.Just(x), rapid.Uint64Range(0, largest)).Draw(t, "b")
			a[lane.Word] |= x << lane.Low
			b[lane.Word] |= y << lane.Low
			left, right = append(left, x), append(right, y)
		}
		for i, lane := range all {
			if got := lane.Of(a[lane.Word]); got != left[i] {
				t.Fatalf("lane %v holds %d, want %d", lane, got, left[i])
			}
			got := lanes.AtLeast(a[lane.Word], b[lane.Word], layout.Guards[lane.Word])&lane.Bit() != 0
			if want := left[i] >= right[i]; got != want {
				t.Fatalf("lane %v: %d at least %d is %v", lane, left[i], right[i], got)
			}
		}
	})
}

// The three lanes of 19, 22 and 20 bits fill a word with their guards.
func TestLayoutFillsWords(t *testing.T) {
	var layout lanes.Layout
	layout.Add(19, 22, 20, 40, 22)
	if len(layout.Guards) != 2 {
		t.Errorf("%d words for lanes of 19 + 22 + 20 and 40 + 22 bits and their guards, want 2", len(layout.Guards))
	}
}
