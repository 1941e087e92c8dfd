package replicate

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/rng"
	"settle/results"
)

// chance256 returns 256·n times the chance that settle and reroll make a
// success, out of the 256 values of the leading byte: n for each that settles it, and
// 256·c − u·n for one that leaves it open.
func chance256(n, c uint64, settle func(u, c, n uint64) (success, open uint64)) uint64 {
	var sum uint64
	for u := range uint64(256) {
		switch success, open := settle(u, c, n); {
		case success&1 != 0:
			sum += n
		case open&1 != 0:
			sum += 256*c - u*n
		}
	}
	return sum
}

// Of c successes among n trials, the last is one with the chance c/n exactly:
// over all leading bytes it adds up to 256·c of 256·n.
func TestRollsAreExact(t *testing.T) {
	for n := uint64(1); n <= narrow; n++ {
		for c := range n + 1 {
			got := chance256(n, c, func(u, c, n uint64) (uint64, uint64) { return settle(u, c, n, ones16, 15) })
			if got != 256*c {
				t.Fatalf("%d of %d successes: the chance is %d/%d, want %d/%d", c, n, got, 256*n, c, n)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(narrow+1, 65535).Draw(t, "n")
		c := rapid.Uint64Range(0, n).Draw(t, "c")
		if got := chance256(n, c, settleWide); got != 256*c {
			t.Fatalf("%d of %d successes: the chance is %d/%d, want %d/%d", c, n, got, 256*n, c, n)
		}
	})
}

// Four lanes are settled as each would be alone.
func TestLanesAreSettledAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.Uint64Range(1, narrow), rapid.Uint64Range(1, 65535)).Draw(t, "n")
		settle4 := settleWide
		if n <= narrow {
			settle4 = func(bytes, counts, n uint64) (uint64, uint64) {
				return settle(bytes, counts, n, ones16, 15)
			}
		}
		var bytes, counts uint64
		for lane := range 4 {
			bytes |= rapid.Uint64Range(0, 255).Draw(t, "u") << (16 * lane)
			counts |= rapid.Uint64Range(0, n).Draw(t, "c") << (16 * lane)
		}
		successes, open := settle4(bytes, counts, n)
		for lane := range 4 {
			u, c := bytes>>(16*lane)&0xff, counts>>(16*lane)&0xffff
			wantSuccess, wantOpen := (u+1)*n <= 256*c, u*n < 256*c && 256*c < (u+1)*n
			if got := successes >> (16 * lane) & 0xffff; (got == 1) != wantSuccess || got > 1 {
				t.Fatalf("n = %d, c = %d, u = %d: successes %d", n, c, u, got)
			}
			if got := open >> (16 * lane) & 0xffff; (got == 1) != wantOpen || got > 1 {
				t.Fatalf("n = %d, c = %d, u = %d: open %d", n, c, u, got)
			}
		}
	})
}

// diceOf returns dice at the beginning of a replicate's streams.
func diceOf(seed, n uint64) *dice {
	return &dice{stream: rng.New(seed, "test", 0), doubts: rng.New(seed, "test, doubts", 0), n: n}
}

// Whatever way this processor drops trials, it is the way of integer lanes: the
// same counts, and the same random numbers next. Boards of more than maxBlocks
// blocks are among them.
func TestTrialsAreDroppedInLanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		n := rapid.OneOf(rapid.Uint64Range(1, narrow), rapid.Uint64Range(1, 1000)).Draw(t, "n")
		blocks := rapid.OneOf(rapid.IntRange(0, 9), rapid.IntRange(250, 600)).Draw(t, "blocks")
		random := rng.New(seed, "counts", 0)
		var counts, inLanes [][]uint16
		var dropped, droppedInLanes [][]uint8
		for range rapid.IntRange(1, 3).Draw(t, "layers") {
			layer := make([]uint16, blocks*results.Block)
			for i := range layer {
				layer[i] = uint16(random.Below(uint32(n + 1)))
			}
			counts, inLanes = append(counts, layer), append(inLanes, slices.Clone(layer))
			dropped, droppedInLanes = append(dropped, make([]uint8, blocks)), append(droppedInLanes, make([]uint8, blocks))
		}
		a, b := diceOf(seed, n), diceOf(seed, n)
		a.drop(counts, dropped)
		b.dropBy(b.rollLanes, inLanes, droppedInLanes)
		if !slices.EqualFunc(dropped, droppedInLanes, slices.Equal) || !slices.EqualFunc(counts, inLanes, slices.Equal) {
			t.Fatalf("dropped %d: %v, in lanes %d: %v", dropped, counts, droppedInLanes, inLanes)
		}
		if a.stream.Uint64() != b.stream.Uint64() || a.doubts.Uint64() != b.doubts.Uint64() {
			t.Fatal("the streams differ afterwards")
		}
	})
}

// BenchmarkDrop takes all 80 trials of 11 × 30 questions away, each model's in
// four blocks, as in Fig. 2.
func BenchmarkDrop(b *testing.B) {
	d, counts, dropped := diceOf(1, 0), make([]uint16, 11*32), make([]uint8, 11*4)
	for _, way := range []struct {
		name string
		roll func([]uint16, []uint8, []uint64)
	}{{"drop", d.roll}, {"lanes", d.rollLanes}} {
		b.Run(way.name, func(b *testing.B) {
			for b.Loop() {
				for i := range counts {
					counts[i] = uint16(i * 7 % 81)
				}
				for d.n = 80; d.n > 0; d.n-- {
					d.dropBy(way.roll, [][]uint16{counts}, [][]uint8{dropped})
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/80/352, "ns/question")
		})
	}
}
