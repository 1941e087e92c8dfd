package kendall

import (
	"slices"

	"settle/internal/lanes"
)

// TauBs sets taus[i] to the τ_b of the gold and the ranking in lane i of the
// table, whose rows are the models: what TauB returns for its keys. It panics
// unless there is a row for each model.
func (c *Comparer) TauBs(t *lanes.Table, taus []float64) {
	c.found = slices.Grow(c.found[:0], len(t.Lanes))[:len(t.Lanes)]
	c.Counts(t, c.found)
	for i, n := range c.found {
		taus[i] = c.TauOf(n)
	}
}

// Counts sets counts[i] to what Count returns for the ranking in lane i of the table,
// whose rows are the models. It panics unless there is a row for each model.
func (c *Comparer) Counts(t *lanes.Table, counts []Count) {
	mustPair(len(c.order), t.Rows)
	if t.Rows > fewModels {
		for i, lane := range t.Lanes {
			t.Unpack(lane, c.unpacked)
			counts[i] = c.Count(c.unpacked)
		}
		return
	}
	c.counts = c.counts[:0]
	for word, guards := range t.Guards {
		c.gather(t.Column(word))
		c.counts = append(c.counts, c.countLanes(guards))
	}
	for i, lane := range t.Lanes {
		score, untied := c.counts[lane.Word].of(lane, c.untied)
		counts[i] = Count{int32(score), int32(untied)}
	}
}

// laneCounts are counts of pairs in the lower bits of each lane, which it
// shares with no other.
type laneCounts struct {
	above uint64 // pairs whose better model in gold has at least the other's key
	below uint64 // at most
	inTie uint64 // pairs tied in gold that are not tied by the keys
}

// countLanes looks at every pair of the words at hand, in all lanes at once. A
// lane's pairs are counted MinWidth bits below its guard.
func (c *Comparer) countLanes(guards uint64) (n laneCounts) {
	below := c.below[:len(c.keys)]
	for place, key := range c.keys {
		for _, worse := range c.keys[:below[place]] {
			n.above += lanes.AtLeast(key, worse, guards) >> lanes.MinWidth
			n.below += lanes.AtLeast(worse, key, guards) >> lanes.MinWidth
		}
	}
	for _, tie := range c.ties {
		peers := c.keys[tie.from:tie.to]
		for i, key := range peers {
			for _, peer := range peers[:i] {
				equal := lanes.AtLeast(key, peer, guards) & lanes.AtLeast(peer, key, guards)
				n.inTie += (equal ^ guards) >> lanes.MinWidth
			}
		}
	}
	return n
}

// of returns S and n0 − n2 of the ranking in a lane, given the number of pairs
// that gold does not tie.
func (n *laneCounts) of(lane lanes.Lane, pairs int64) (score, untied int64) {
	count := func(word uint64) int64 {
		return int64(word >> (lane.Guard - lanes.MinWidth) & (1<<lanes.MinWidth - 1))
	}
	above, below := count(n.above), count(n.below)
	return above - below, 2*pairs - above - below + count(n.inTie)
}

// StillAgree drops, of the rankings whose guards are in agreed, by word, those
// that do not agree with gold, and reports whether any is left. A ranking is
// kept if it Agrees, or with anyOrder if it AgreesUpToTies.
func (c *Comparer) StillAgree(t *lanes.Table, anyOrder bool, agreed []uint64) bool {
	mustPair(len(c.order), t.Rows)
	var left uint64
	for word, guards := range t.Guards {
		if agreed[word] == 0 {
			continue
		}
		if anyOrder {
			agreed[word] = c.inOrderButTies(t.Column(word), guards, agreed[word])
		} else {
			agreed[word] = c.inOrder(t.Column(word), guards, agreed[word])
		}
		left |= agreed[word]
	}
	return left != 0
}

// inOrder returns the guards, of those in agreed, of the lanes in which every
// model stands as in gold to the one before, which settles an order.
func (c *Comparer) inOrder(column []uint64, guards, agreed uint64) uint64 {
	worse := uint64(0)
	for place, model := range c.order {
		key := column[model]
		notBetter := lanes.AtLeast(worse, key, guards)
		switch {
		case place == 0:
		case c.below[place] < place: // tied in gold
			agreed &= notBetter & lanes.AtLeast(key, worse, guards)
		default:
			agreed &^= notBetter
		}
		if agreed == 0 {
			break
		}
		worse = key
	}
	return agreed
}

// inOrderButTies is inOrder for an order that may be any among models tied in
// gold: each must be better than all of the next worse tie.
func (c *Comparer) inOrderButTies(column []uint64, guards, agreed uint64) uint64 {
	for place, model := range c.order {
		if tie := c.below[place]; tie > 0 {
			for _, worse := range c.order[c.below[tie-1]:tie] {
				agreed &^= lanes.AtLeast(column[worse], column[model], guards)
			}
		}
		if agreed == 0 {
			break
		}
	}
	return agreed
}
