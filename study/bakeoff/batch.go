package bakeoff

import (
	"settle/metrics"
	"settle/results"
)

// batch is a replicate with several numbers of trials, about which entrants are asked at
// once that take several boards.
type batch struct {
	tallies []*results.Tally   // in descending order of trials
	scored  [][]metrics.Scored // by entrant, nil for one that takes boards one by one
}

// newBatch is room for some tallies, nil if no entrant takes several.
func (c *contest) newBatch() *batch {
	shape := c.field.Shape(c.trials)
	room := min(len(c.at), metrics.AtOnce(shape))
	b, needed := &batch{scored: make([][]metrics.Scored, len(c.entrants))}, false
	for i, e := range c.entrants {
		if e.batch != nil {
			b.scored[i], needed = metrics.NewScored(room, shape.Models), true
		}
	}
	if !needed {
		return nil
	}
	b.tallies = make([]*results.Tally, room)
	return b
}

// gather copies what is left of a replicate with at[i] trials, at[i−1] and so on, as far as
// there is room, and asks those about all of it at once that take several.
func (v *visitor) gather(t *results.Tally, i int) []*results.Tally {
	b := v.together
	tallies := b.tallies[:min(i+1, len(b.tallies))]
	for place := range tallies {
		if tallies[place] == nil {
			tallies[place] = t.NewLike()
		}
		v.drop(t, i-place)
		tallies[place].CopyFrom(t)
	}
	for j, e := range v.entrants {
		if e.batch == nil {
			continue
		}
		able := len(tallies)
		for able > 0 && tallies[able-1].Trials < e.metric.FirstTrial() {
			able--
		}
		if able > 0 {
			e.batch.ScoreBatch(tallies[:able], b.scored[j])
		}
	}
	return tallies
}
