package replicate

import (
	"testing"

	"pgregory.net/rapid"
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
