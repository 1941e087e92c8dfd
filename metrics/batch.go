package metrics

import (
	"slices"

	"settle/results"
)

// BatchMetric is a BoardMetric that scores several tallies at once because that is
// cheaper, as a program does that would otherwise wait for each. It may be unable to rank
// some of them.
type BatchMetric interface {
	BoardMetric

	// ScoreBatch scores tallies of one shape that pass Check, each into its own Scored.
	// What it says of one does not depend on the others.
	ScoreBatch(ts []*results.Tally, into []Scored)
}

// Scored is what a metric says of a tally. Its slices are as long as there are models.
type Scored struct {
	Scores []float64
	Lo, Hi []float64 // the ends of intervals of ScoredConfidence
	Known  bool      // whether there are intervals
	Err    error     // why the metric cannot rank this tally: the rest then means nothing
}

// NewScored makes room for what is said of some tallies.
func NewScored(tallies, models int) []Scored {
	all := make([]Scored, tallies)
	for i := range all {
		all[i].Scores = make([]float64, models)
		all[i].Lo, all[i].Hi = make([]float64, models), make([]float64, models)
	}
	return all
}

// AtOnce is how many tallies of a shape it is worth to keep for a BatchMetric: 64 hide
// what a request costs, and a million counts are a memory of no account.
func AtOnce(shape results.Shape) int {
	const enough, most = 64, 1 << 20
	return max(1, min(enough, most/(shape.Models*shape.Questions*shape.Top)))
}

// UnequalScorer is a Metric from elsewhere that scores unequal tallies, too, or fails.
type UnequalScorer interface {
	Metric

	// ScoresUnequal does nothing.
	ScoresUnequal()
}

// ahead are scores that were asked for before their tallies are scored.
type ahead struct {
	tallies []*results.Tally
	scored  [][]Scored // by opaque slot, then tally; nil of metrics that take one by one
	one     []Scored   // of a tally that was not among them
}

// Ahead scores some tallies, in descending order of trials, by the metrics that take
// several at once: the next calls of Score on these very tallies, unchanged, need not ask
// again. It is worth its while where Plan.Batched says so.
func (s *Scorer) Ahead(ts []*results.Tally) {
	if s.ahead.scored == nil {
		s.ahead.scored = make([][]Scored, len(s.plan.opaque))
	}
	s.ahead.tallies = append(s.ahead.tallies[:0], ts...)
	for i := range s.plan.opaque {
		m, ok := s.plan.opaque[i].metric.(BatchMetric)
		able := ts
		for len(able) > 0 && ok && able[len(able)-1].Trials < m.FirstTrial() {
			able = able[:len(able)-1]
		}
		if !ok || len(able) == 0 {
			continue
		}
		if room := &s.ahead.scored[i]; len(*room) < len(able) {
			*room = NewScored(len(able), len(s.keys))
		}
		m.ScoreBatch(able, s.ahead.scored[i][:len(able)])
	}
}

// scoreBatched fills in the scores of a tally by a metric that takes several at once, as
// they were asked for ahead if they were, and returns why there are none.
func (s *Scorer) scoreBatched(i int, m BatchMetric, t *results.Tally) error {
	if s.ahead.scored != nil && s.ahead.scored[i] != nil {
		if at := slices.Index(s.ahead.tallies, t); at >= 0 {
			found := &s.ahead.scored[i][at]
			copy(s.scores, found.Scores)
			return found.Err
		}
	}
	if s.ahead.one == nil {
		s.ahead.one = NewScored(1, len(s.keys))
	}
	m.ScoreBatch([]*results.Tally{t}, s.ahead.one)
	copy(s.scores, s.ahead.one[0].Scores)
	return s.ahead.one[0].Err
}

// Batched tells whether some metric scores several tallies at once.
func (p *Plan) Batched() bool {
	for i := range p.opaque {
		if _, ok := p.opaque[i].metric.(BatchMetric); ok {
			return true
		}
	}
	return false
}
