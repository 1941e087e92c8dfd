package metrics

import (
	"slices"

	"settle/results"
)

// A BatchMetric is a BoardMetric that can score several tallies in one call, because
// this is cheaper than one call for each. An external program, for example, then
// answers one request instead of many. A BatchMetric can be unable to rank some of the
// tallies.
type BatchMetric interface {
	BoardMetric

	// ScoreBatch scores tallies that have one shape and pass Check. It stores the result
	// for each tally in its own Scored. The result for one tally does not depend on the
	// others.
	ScoreBatch(ts []*results.Tally, into []Scored)
}

// A Scored is the result of a metric for one tally. Its slices have one element per
// model.
type Scored struct {
	Scores []float64
	Lo, Hi []float64 // the ends of intervals at the confidence ScoredConfidence
	Known  bool      // Lo and Hi are set
	Err    error     // set if the metric cannot rank this tally; the other fields are then undefined
}

// NewScored allocates the results for the given numbers of tallies and models.
func NewScored(tallies, models int) []Scored {
	all := make([]Scored, tallies)
	for i := range all {
		all[i].Scores = make([]float64, models)
		all[i].Lo, all[i].Hi = make([]float64, models), make([]float64, models)
	}
	return all
}

// AtOnce returns the number of tallies of the given shape that a caller should collect
// for a BatchMetric. This is 64, which is enough to hide the cost of a request, or
// fewer if 64 tallies hold more than a million counts.
func AtOnce(shape results.Shape) int {
	const enough, most = 64, 1 << 20
	return max(1, min(enough, most/(shape.Models*shape.Questions*shape.Top)))
}

// An UnequalScorer is a Metric from another package that can also score unequal
// tallies. It panics with a Failure if it cannot score a particular tally.
type UnequalScorer interface {
	Metric

	// ScoresUnequal does nothing. It only marks the type as an UnequalScorer.
	ScoresUnequal()
}

// scoreCache holds scores of several tallies, which were computed together. A later call
// of Score for one of these tallies only looks them up.
type scoreCache struct {
	tallies []*results.Tally
	scored  [][]Scored // by opaque slot, then tally; nil for metrics that score one tally per call
	one     []Scored   // the result for a tally that Ahead did not score
}

// Ahead scores the tallies ts, in descending order of trials, by all batch metrics. The
// next calls of Score use these results if they get the same tallies, unchanged. It
// saves time only if Plan.Batched is true.
func (s *Scorer) Ahead(ts []*results.Tally) {
	if s.ahead.scored == nil {
		s.ahead.scored = make([][]Scored, len(s.plan.opaque))
	}
	s.ahead.tallies = append(s.ahead.tallies[:0], ts...)
	for i := range s.plan.opaque {
		m, ok := s.plan.opaque[i].metric.(BatchMetric)
		started := ts
		for len(started) > 0 && ok && started[len(started)-1].Trials < m.FirstTrial() {
			started = started[:len(started)-1]
		}
		if !ok || len(started) == 0 {
			continue
		}
		if room := &s.ahead.scored[i]; len(*room) < len(started) {
			*room = NewScored(len(started), len(s.keys))
		}
		m.ScoreBatch(started, s.ahead.scored[i][:len(started)])
	}
}

// scoreBatched sets the scores of a tally by the batch metric m. It uses the results of
// Ahead if Ahead has scored the tally. i is the index of m in the plan's list of
// metrics that are compared by float64 scores. scoreBatched returns an error with the
// reason if the metric cannot rank the tally.
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

// Batched reports whether at least one metric of the plan is a BatchMetric.
func (p *Plan) Batched() bool {
	for i := range p.opaque {
		if _, ok := p.opaque[i].metric.(BatchMetric); ok {
			return true
		}
	}
	return false
}
