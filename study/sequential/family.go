package sequential

import (
	"math"
	"sync"
)

// family are the comparisons among which a level is shared out, with the boundaries
// of those that are open while so many are. It is safe for concurrent use.
type family struct {
	alpha  float64 // one-sided, of all comparisons together
	size   int     // comparisons at the beginning
	leads  bool    // they are those of a leader, none of which leaves its share to others
	shares []float64
	looks  int // that boundaries are made of

	rounded []int       // by the number of open ones: the number that they count as
	made    []sync.Once // likewise, of a number that stands for itself
	bounds  []boundaries
}

// exactly is up to how many open comparisons each number has a boundary of its own.
// Beyond it numbers are rounded up by at most 1/exactly of themselves, which moves
// a boundary by less than 0.01.
const exactly = 32

func newFamily(alpha float64, size int, leads bool, shares []float64) *family {
	f := &family{alpha: alpha, size: size, leads: leads, shares: shares, looks: len(shares),
		rounded: make([]int, size+1), made: make([]sync.Once, size+1), bounds: make([]boundaries, size+1)}
	for last, open := size, size; open >= 1; open-- {
		if last-open > open/exactly {
			last = open
		}
		f.rounded[open] = last
	}
	return f
}

// twoSided is the level of both directions of one comparison together. A wrong leader
// must beat the best, or be one of several best and beat another or be beaten by it: so
// a leader has a comparison less that errs both ways than it has directions.
func (f *family) twoSided(open int) float64 {
	if f.leads {
		return f.alpha / float64(f.size-1)
	}
	return 2 * f.level(open)
}

// level is that of one comparison while so many are open, at least one.
func (f *family) level(open int) float64 { return f.alpha / float64(max(open, 1)) }

// at are the group-sequential boundaries of one comparison while so many are open.
func (f *family) at(open int) boundaries {
	open = f.rounded[max(open, 1)]
	f.made[open].Do(func() { f.bounds[open] = groupSequential(f.level(open), f.shares, f.looks) })
	return f.bounds[open]
}

// final returns the last boundary of one comparison while so many are open.
func (f *family) final(open int) float64 {
	every := f.at(open).every
	if f.looks < len(f.shares) {
		every = groupSequential(f.level(f.rounded[max(open, 1)]), f.shares, len(f.shares)).every
	}
	return every[len(every)-1]
}

// mixture is the |z| at which a normal mixture calls a pair at a two-sided level, when
// its information is a share of what the mixture is meant for: there, and at the level
// first, it is as low as any mixture's. The mixture is over true differences that are
// normal around 0; with R the ratio of its variance to that of the estimate, z calls
// where z² ≥ (1 + 1/R)·(2·log(1/level) + log(1 + R)).
func mixture(level, first, share float64) float64 {
	meant := -float64(2 * math.Log(first))
	ratio := float64(share * (meant + math.Log(meant+1)))
	return math.Sqrt((1 + 1/ratio) * (math.Log1p(ratio) - float64(2*math.Log(level))))
}

// stakes are the shares of his wealth that a bettor stakes, one for each of as many
// equal parts of it, on the next pass of the one model against that of the other. A
// pass whose mean is higher by d, of a range of 1, turns a part into 1 + stake·d of
// itself, so that no part is ever lost and, if the models are equally good, none grows
// on average.
var stakes = [...]float64{0.03, 0.06, 0.12, 0.22, 0.36, 0.54, 0.74, 0.94}

// bettor has his wealth in parts, which are 1 at the beginning.
type bettor [len(stakes)]float64

func (b *bettor) begin() {
	for i := range b {
		b[i] = 1
	}
}

// bet plays one pass and returns the wealth.
func (b *bettor) bet(difference float64) float64 {
	var sum float64
	for i, stake := range stakes {
		b[i] = float64(b[i] * (1 + float64(stake*difference)))
		sum += b[i]
	}
	return sum / float64(len(stakes))
}
