package kendall

import (
	"cmp"
	"math/bits"
	"slices"
)

// pairwiseModels is the largest number of models for which every pair of models is
// compared, in several rankings at once. With more models, it is faster to sort each
// ranking.
const pairwiseModels = 128

// mostModels is the largest number of models that a Comparer accepts. With more models,
// numbers of pairs would not fit in the fields of Count.
const mostModels = 1 << 16

// A Comparer compares rankings of models with one reference ranking, called gold. TauB,
// Count, Agrees and AgreesUpToTies allocate no memory. A Comparer holds scratch space,
// so each goroutine must use its own Clone.
type Comparer struct {
	// The gold ranking is shared by clones and never written after NewComparer. A
	// place is a position in the gold order, from the worst model to the best.
	order  []int     // by place: the model
	below  []int     // by place: the number of worse models
	ties   []span    // the places of each group of two or more tied models
	untied int64     // n0 − n1: the number of pairs that gold does not tie
	places []int     // 0, 1, 2, …: used in place of below for a group of models without ties
	roots  []float64 // by n0 − n2: the denominator of τ_b; nil for many models

	keys, scratch []uint64     // by place
	unpacked      []uint64     // by model
	scratchRows   []uint64     // of a group, by place
	counts        []pairCounts // by group
	found         []Count      // by lane
}

// span holds the range of places from..to−1 in the gold order.
type span struct{ from, to int }

// NewComparer returns a Comparer for a gold ranking, with which other rankings are
// compared. gold[i] is the ordinal of model i and can be any int. A larger ordinal is
// better; equal ordinals are a tie. NewComparer does not keep the slice. It panics if
// there are more than 65,536 models.
func NewComparer(gold []int) *Comparer {
	if len(gold) > mostModels {
		panic("kendall: too many models: at most 65,536 are supported")
	}
	keys := make([]uint64, len(gold))
	for i, level := range gold {
		keys[i] = uint64(int64(level)) ^ 1<<63 // keeps the order of signed integers
	}
	c := newComparer(keys)
	if len(gold) <= pairwiseModels {
		c.roots = make([]float64, pairs(len(gold))+1)
		for untied := range c.roots {
			c.roots[untied] = root(c.untied, int64(untied))
		}
	}
	return c
}

// newComparer returns a Comparer for a gold ranking by keys, where a larger key is
// better. The Comparer has no table of square roots. For a single comparison, computing
// that table would take longer than it saves.
func newComparer(gold []uint64) *Comparer {
	n := len(gold)
	c := &Comparer{
		order: make([]int, n), below: make([]int, n), places: make([]int, n),
		keys: make([]uint64, n), scratch: make([]uint64, n), unpacked: make([]uint64, n),
	}
	for i := range c.order {
		c.order[i], c.places[i] = i, i
	}
	slices.SortFunc(c.order, func(i, j int) int { return cmp.Compare(gold[i], gold[j]) })
	for from := 0; from < n; {
		to := from
		for to < n && gold[c.order[to]] == gold[c.order[from]] {
			c.below[to] = from
			c.untied += int64(from)
			to++
		}
		if to-from > 1 {
			c.ties = append(c.ties, span{from, to})
		}
		from = to
	}
	return c
}

// Clone returns a Comparer for the same gold ranking with its own scratch space, for use
// by another goroutine.
func (c *Comparer) Clone() *Comparer {
	clone := *c
	clone.keys = make([]uint64, len(c.keys))
	clone.scratch = make([]uint64, len(c.scratch))
	clone.unpacked = make([]uint64, len(c.unpacked))
	clone.scratchRows, clone.counts, clone.found = nil, nil, nil
	return &clone
}

// TauB returns Kendall's τ_b between the gold ranking and the ranking by keys, where
// keys[i] is the key of model i. A larger key is better; equal keys are a tie. The
// result equals that of the function TauB bit for bit, including NaN. It panics unless
// there is one key per model.
func (c *Comparer) TauB(keys []uint64) float64 { return c.TauOf(c.Count(keys)) }

// A Count holds the two numbers of pairs from which τ_b between the gold ranking and
// another ranking is computed.
type Count struct {
	Score  int32 // S: number of pairs in the order of gold minus number of pairs in the opposite order
	Untied int32 // n0 − n2: number of pairs that the ranking does not tie
}

// Count returns the numbers from which TauOf computes τ_b between the gold ranking and
// the ranking by keys. As in TauB, keys[i] is the key of model i. Count panics unless
// there is one key per model.
func (c *Comparer) Count(keys []uint64) Count {
	score, untied := c.count(keys)
	return Count{int32(score), int32(untied)}
}

// TauOf returns τ_b, given the Count of a ranking. It returns NaN if all models tie, in
// gold or in the other ranking.
func (c *Comparer) TauOf(n Count) float64 {
	if c.roots != nil {
		return float64(n.Score) / c.roots[n.Untied]
	}
	return tauB(int64(n.Score), c.untied, int64(n.Untied))
}

// Possible reports whether both numbers of a Count are within the limits that hold for
// every ranking of the Comparer's models.
func (c *Comparer) Possible(n Count) bool {
	all := pairs(len(c.order))
	return n.Untied >= 0 && int64(n.Untied) <= all && max(n.Score, -n.Score) <= n.Untied
}

// Agrees reports whether the ranking by keys equals the gold ranking. As in TauB,
// keys[i] is the key of model i. Every pair of models must be in the same order in both
// rankings, or tie in both. This is the same as τ_b = 1, but it is also defined if all
// models tie. Agrees panics unless there is one key per model.
func (c *Comparer) Agrees(keys []uint64) bool {
	mustPair(len(c.order), len(keys))
	// neighbours determine an order
	for place := 1; place < len(c.order); place++ {
		worse, better := keys[c.order[place-1]], keys[c.order[place]]
		if c.below[place] == place {
			if worse >= better {
				return false
			}
		} else if worse != better {
			return false
		}
	}
	return true
}

// AgreesUpToTies reports whether the ranking by keys equals the gold ranking, except
// that models which tie in gold can be in any order. Every other pair of models must be
// in the same order in both rankings. It panics unless there is one key per model.
func (c *Comparer) AgreesUpToTies(keys []uint64) bool {
	mustPair(len(c.order), len(keys))
	var bestBelow, best uint64 // best key of the models worse than this place's tie group, and best key of all models so far
	for place, model := range c.order {
		key := keys[model]
		if c.below[place] == place {
			bestBelow = best
		}
		if c.below[place] > 0 && key <= bestBelow {
			return false
		}
		best = max(best, key)
	}
	return true
}

// count returns the numbers of a Count for the ranking by keys. The first result is S:
// the number of pairs in the order of gold minus the number of pairs in the opposite
// order. The second result is n0 − n2: the number of pairs that do not tie in the
// ranking by keys.
func (c *Comparer) count(keys []uint64) (score, untied int64) {
	c.gather(keys)
	return c.countExchanges()
}

// gather stores the keys in c.keys, in the order of the gold ranking.
func (c *Comparer) gather(keys []uint64) {
	mustPair(len(c.order), len(keys))
	for place, model := range c.order {
		c.keys[place] = keys[model]
	}
}

// countExchanges sorts c.keys, in which gather has stored the keys, and returns the
// same numbers as count. It first sorts the keys of models that tie in gold. The number
// of exchanges that the rest of the sorting takes is then the number of discordant
// pairs.
func (c *Comparer) countExchanges() (score, untied int64) {
	var inTies int64 // pairs that are tied in the gold but not by the keys
	for _, tie := range c.ties {
		peers := c.keys[tie.from:tie.to]
		slices.Sort(peers)
		inTies += pairs(len(peers)) - tiedPairs(peers)
	}
	sorted, discordant := sortCounting(c.keys, c.scratch)
	untied = pairs(len(sorted)) - tiedPairs(sorted)
	return untied - inTies - 2*discordant, untied
}

// less returns 1 if a < b, else 0. It needs no branch, because it is the borrow of a
// subtraction.
func less(a, b uint64) uint64 {
	_, borrow := bits.Sub64(a, b, 0)
	return borrow
}
