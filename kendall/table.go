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
	c.counts = slices.Grow(c.counts[:0], len(t.Guards))[:len(t.Guards)]
	c.grouped = slices.Grow(c.grouped[:0], lanes.Wide*t.Rows)[:lanes.Wide*t.Rows]
	for word := 0; word < len(t.Guards); word += lanes.Wide {
		c.counts[word/lanes.Wide] = c.countPairs(t.GroupOf(word))
	}
	for i, lane := range t.Lanes {
		score, untied := c.counts[lane.Word/lanes.Wide].of(lane, c.untied)
		counts[i] = Count{int32(score), int32(untied)}
	}
}

// pairCounts are counts of the pairs that gold does not tie, by lane.
type pairCounts struct {
	lanes.Counts
	inTie [lanes.Wide]uint64 // pairs tied in gold that are not tied by the keys
}

// countPairs looks at every pair of models in all lanes of a group at once.
func (c *Comparer) countPairs(g lanes.Group) (n pairCounts) {
	g = g.Reordered(c.order, c.grouped)
	n.Counts = g.ComparePairs(c.below)
	for _, tie := range c.ties {
		for word, guards := range g.Guards {
			for i := tie.from; i < tie.to; i++ {
				key := g.Words[i*g.Width+word]
				for j := tie.from; j < i; j++ {
					peer := g.Words[j*g.Width+word]
					equal := lanes.AtLeast(key, peer, guards) & lanes.AtLeast(peer, key, guards)
					n.inTie[word] += (equal ^ guards) >> lanes.MinWidth
				}
			}
		}
	}
	return n
}

// of returns S and n0 − n2 of the ranking in a lane, given the number of pairs
// that gold does not tie.
func (n *pairCounts) of(lane lanes.Lane, pairs int64) (score, untied int64) {
	count := func(words *[lanes.Wide]uint64) int64 {
		return int64(words[lane.Word%lanes.Wide] >> (lane.Guard - lanes.MinWidth) & (1<<lanes.MinWidth - 1))
	}
	above, below := count(&n.Above), count(&n.Below)
	return above - below, 2*pairs - above - below + count(&n.inTie)
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
func (c *Comparer) inOrder(column lanes.Column, guards, agreed uint64) uint64 {
	worse := uint64(0)
	for place, model := range c.order {
		key := column.At(model)
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
func (c *Comparer) inOrderButTies(column lanes.Column, guards, agreed uint64) uint64 {
	for place, model := range c.order {
		if tie := c.below[place]; tie > 0 {
			for _, worse := range c.order[c.below[tie-1]:tie] {
				agreed &^= lanes.AtLeast(column.At(worse), column.At(model), guards)
			}
		}
		if agreed == 0 {
			break
		}
	}
	return agreed
}
