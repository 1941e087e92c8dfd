package sequential

import (
	"math"
	"sync"
)

// A family holds the comparisons that share one significance level. For each number of undecided
// comparisons, it caches the boundaries at which a comparison is decided. It is safe for
// concurrent use.
type family struct {
	alpha  float64 // one-sided level, simultaneous over all comparisons
	size   int     // number of comparisons at the start
	leads  bool    // the comparisons are between a leader and the other models; a decided comparison does not release its share of the level
	shares []float64
	looks  int // number of looks that boundaries are computed for

	rounded []int       // by number of open comparisons: the number used in its place
	made    []sync.Once // with the same index: done once the boundaries for this number are computed
	bounds  []boundaries
}

// exactLimit is the number of undecided comparisons from which boundaries are no longer computed
// for the exact number. The number is first rounded up, by at most the fraction 1/exactLimit,
// which changes a boundary by less than 0.01.
const exactLimit = 32

func newFamily(alpha float64, size int, leads bool, shares []float64) *family {
	f := &family{alpha: alpha, size: size, leads: leads, shares: shares, looks: len(shares),
		rounded: make([]int, size+1), made: make([]sync.Once, size+1), bounds: make([]boundaries, size+1)}
	for last, open := size, size; open >= 1; open-- {
		if last-open > open/exactLimit {
			last = open
		}
		f.rounded[open] = last
	}
	return f
}

// twoSided returns the two-sided level of one comparison, given the number of undecided
// comparisons. If the family looks for a leader, the level is always alpha/(size − 1). Here size
// counts the possible wrong decisions. Two of these concern the same pair of models, so there are
// size − 1 pairs.
func (f *family) twoSided(open int) float64 {
	if f.leads {
		return f.alpha / float64(f.size-1)
	}
	return 2 * f.level(open)
}

// level returns the one-sided level of one comparison, given the number of undecided comparisons.
// A number below 1 counts as 1.
func (f *family) level(open int) float64 { return f.alpha / float64(max(open, 1)) }

// boundariesFor returns the boundaries of a group-sequential test for one comparison, given the
// number of undecided comparisons.
func (f *family) boundariesFor(open int) boundaries {
	open = f.rounded[max(open, 1)]
	f.made[open].Do(func() { f.bounds[open] = groupSequential(f.level(open), f.shares, f.looks) })
	return f.bounds[open]
}

// finalBoundary returns the z at which one comparison is decided at its last look, given the
// number of undecided comparisons.
func (f *family) finalBoundary(open int) float64 {
	every := f.boundariesFor(open).every
	if f.looks < len(f.shares) {
		every = groupSequential(f.level(f.rounded[max(open, 1)]), f.shares, len(f.shares)).every
	}
	return every[len(every)-1]
}

// mixture returns the |z| at which a normal mixture test decides a pair of models at a two-sided
// level. The test averages the likelihood over true differences that are normal around 0. share
// is the current information about the pair, relative to the information for which the mixture is
// optimized. At that information, and at the level firstLevel, no other mixture has a lower
// boundary.
//
// If R is the ratio of the variance of the true differences to the variance of the estimate, a
// pair is decided if z² ≥ (1 + 1/R)·(2·log(1/level) + log(1 + R)).
func mixture(level, firstLevel, share float64) float64 {
	meant := -float64(2 * math.Log(firstLevel))
	ratio := float64(share * (meant + math.Log(meant+1)))
	return math.Sqrt((1 + 1/ratio) * (math.Log1p(ratio) - float64(2*math.Log(level))))
}

// stakes lists fractions of wealth. At each pass (one trial of every question), a bettor stakes
// such fractions on one model being better than another. The wealth is split into equal parts,
// one for each fraction. If the first model's mean score over the pass is higher by d times the
// range of scores, a part is multiplied by 1 + stake·d. So no part is ever lost, and none grows
// on average if the models are equally good.
var stakes = [...]float64{0.03, 0.06, 0.12, 0.22, 0.36, 0.54, 0.74, 0.94}

// A bettor holds the parts into which a bettor's wealth is split, one for each fraction in
// stakes. Each part is 1 at the start.
type bettor [len(stakes)]float64

func (b *bettor) begin() {
	for i := range b {
		b[i] = 1
	}
}

// bet plays one pass (one trial of every question) and returns the new wealth. difference is the
// first model's mean score in the pass minus the second model's, relative to the range of scores.
func (b *bettor) bet(difference float64) float64 {
	var sum float64
	for i, stake := range stakes {
		b[i] = float64(b[i] * (1 + float64(stake*difference)))
		sum += b[i]
	}
	return sum / float64(len(stakes))
}
