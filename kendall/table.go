package kendall

import (
	"slices"

	"settle/internal/lanes"
)

// TauBs sets taus[i] to τ_b between the gold ranking and the i-th ranking in a table.
// The rows of the table are the models, and lane i of a row holds the model's key in
// ranking i. Each result equals TauB of these keys. TauBs panics unless there is one
// row per model.
func (c *Comparer) TauBs(t *lanes.Table, taus []float64) {
	c.found = slices.Grow(c.found[:0], len(t.Lanes))[:len(t.Lanes)]
	c.Counts(t, c.found)
	for i, n := range c.found {
		taus[i] = c.TauOf(n)
	}
}

// Counts sets counts[i] to the Count of the i-th ranking in a table. The rows of the
// table are the models, and lane i of a row holds the model's key in ranking i. Counts
// panics unless there is one row per model.
func (c *Comparer) Counts(t *lanes.Table, counts []Count) {
	mustPair(len(c.order), t.Rows)
	if t.Rows > pairwiseModels {
		for i, lane := range t.Lanes {
			t.Unpack(lane, c.unpacked)
			counts[i] = c.Count(c.unpacked)
		}
		return
	}
	if len(c.order) == 0 {
		return
	}
	c.counts = slices.Grow(c.counts[:0], len(t.Guards))[:len(t.Guards)]
	c.scratchRows = slices.Grow(c.scratchRows[:0], lanes.Wide*t.Rows)[:lanes.Wide*t.Rows]
	for word := 0; word < len(t.Guards); word += lanes.Wide {
		c.comparePairs(t.GroupOf(word), &c.counts[word/lanes.Wide])
	}
	for i, lane := range t.Lanes {
		counts[i] = c.countOf(lane)
	}
}

// pairCounts holds numbers of pairs of models for each ranking in a group of lanes.
// lanes.Group.ComparePairs counts them.
type pairCounts struct {
	untied lanes.Counts // of pairs that gold does not tie
	tied   lanes.Counts // of pairs that gold ties
}

// comparePairs sets n to the numbers of pairs for all rankings in a group of lanes. It
// compares every pair of models, in all these rankings at once.
func (c *Comparer) comparePairs(g lanes.Group, n *pairCounts) {
	g.ComparePairs(c.order, c.below, c.scratchRows, &n.untied)
	n.tied = lanes.Counts{}
	for _, tie := range c.ties {
		var in lanes.Counts
		g.ComparePairs(c.order[tie.from:tie.to], c.places[:tie.to-tie.from], c.scratchRows, &in)
		for word := range lanes.Wide {
			n.tied.Above[word] += in.Above[word]
			n.tied.Below[word] += in.Below[word]
		}
	}
}

// countOf returns the Count of the ranking in a lane, given the results of
// comparePairs. In these results, two models with equal keys count both as above and as
// below.
func (c *Comparer) countOf(lane lanes.Lane) Count {
	n, word := &c.counts[lane.Word/lanes.Wide], lane.Word%lanes.Wide
	low := lane.Guard - lanes.MinWidth
	count := func(word uint64) int32 { return int32(word >> low & (1<<lanes.MinWidth - 1)) }
	above, below := count(n.untied.Above[word]), count(n.untied.Below[word])
	peers := count(n.tied.Above[word]) + count(n.tied.Below[word])
	return Count{Score: above - below, Untied: 2*int32(pairs(len(c.order))) - above - below - peers}
}

// StillAgree compares each ranking in a table with the gold ranking: as Agrees does or,
// if anyOrder is true, as AgreesUpToTies does. The rows of the table are the models,
// and each lane holds the keys of one ranking. agreed[word] holds the guard bits of the
// lanes to compare in that word of each row. StillAgree clears the bits of rankings
// that disagree with gold, and reports whether any bit is left.
func (c *Comparer) StillAgree(t *lanes.Table, anyOrder bool, agreed []uint64) bool {
	mustPair(len(c.order), t.Rows)
	var left uint64
	for word, guards := range t.Guards {
		if agreed[word] == 0 {
			continue
		}
		if anyOrder {
			agreed[word] = c.keepOrderedOrTied(t.Column(word), guards, agreed[word])
		} else {
			agreed[word] = c.keepOrdered(t.Column(word), guards, agreed[word])
		}
		left |= agreed[word]
	}
	return left != 0
}

// keepOrdered compares each ranking in a column with the gold ranking, as Agrees does.
// The last argument has one bit for each ranking, the guard bit of its lane. The result
// is the same without the bits of the rankings that differ from gold. Only models that
// are neighbours in the gold order are compared, because these determine the whole
// order.
func (c *Comparer) keepOrdered(column lanes.Column, guards, agreed uint64) uint64 {
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

// keepOrderedOrTied compares each ranking in a column with the gold ranking, as
// AgreesUpToTies does. The last argument has one bit for each ranking, the guard bit of
// its lane. The result is the same without the bits of the rankings that differ from
// gold. Each model is compared only with the models of the next worse group of ties in
// gold.
func (c *Comparer) keepOrderedOrTied(column lanes.Column, guards, agreed uint64) uint64 {
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
