package bakeoff

import (
	"settle/metrics"
	"settle/results"
)

// A batch holds one replicate (a simulated board) with several numbers of trials per question.
// Metrics that can score several boards in one call score all of these boards together.
type batch struct {
	tallies []*results.Tally   // in descending order of trials
	scored  [][]metrics.Scored // by metric; nil for a metric that scores single boards
}

// newBatch returns an empty batch, or nil if no metric scores several boards in one call.
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

// gather returns copies of a replicate with at[i] trials per question, with at[i−1], and so on, as
// many as the batch can hold. Metrics that can score several boards in one call score all these
// copies.
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
		scorable := len(tallies)
		for scorable > 0 && tallies[scorable-1].Trials < e.metric.FirstTrial() {
			scorable--
		}
		if scorable > 0 {
			e.batch.ScoreBatch(tallies[:scorable], b.scored[j])
		}
	}
	return tallies
}
