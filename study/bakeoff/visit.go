package bakeoff

import (
	"context"
	"math"
	"slices"

	"settle/kendall"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
)

// contest is what all workers share.
type contest struct {
	entrants []entrant
	at       []int
	models   int
	gold     []int
	plan     *metrics.Plan // of the metrics that are compared exactly, nil without any
}

// entrant is a metric with what is known of it beforehand.
type entrant struct {
	metric    metrics.Metric
	estimator metrics.Estimator      // nil if it has no intervals
	scorer    metrics.IntervalScorer // nil if it answers none beside its scores
	board     bool                   // it scores whole boards, and is compared by these scores
	planned   int                    // its index in the plan, unless it is a board metric
	truth     []float64              // by model, nil if not known
	own       []int                  // its own order, nil if not known
	gold      []int                  // what its rankings are compared with
	tables    [][]float64            // by index in at: scores of a question by its successes; nil if it is no such metric
}

// found is what a metric makes of one replicate.
type found struct{ tau, square float64 }

// questionMetric is a metric of which a score is a mean over questions.
type questionMetric interface{ QuestionScores(n int) []float64 }

func newContest(ctx context.Context, f *Field, ms []metrics.Metric, o Options) (*contest, error) {
	c := &contest{at: o.At, models: len(f.Models), gold: f.Gold}
	var exact []metrics.Metric
	for _, m := range ms {
		e := entrant{
			metric: m, truth: f.Truth(m, o.Target), own: metrics.OwnOrder(m, &f.Chances), gold: f.Gold, planned: len(exact),
		}
		e.estimator, _ = m.(metrics.Estimator)
		e.scorer, _ = m.(metrics.IntervalScorer)
		if e.board = scoresWhole(m); !e.board {
			exact = append(exact, m)
		}
		if q, ok := m.(questionMetric); ok {
			e.tables = tablesOf(q, m.FirstTrial(), o.At)
		}
		c.entrants = append(c.entrants, e)
	}
	if len(exact) == 0 {
		return c, nil
	}
	plan, err := metrics.NewPlan(ctx, exact, f.Shape(o.Trials), 1)
	c.plan = plan
	return c, err
}

// scoresWhole tells whether a metric scores whole boards and is compared by these scores;
// a Ranker has keys.
func scoresWhole(m metrics.Metric) bool {
	_, board := m.(metrics.BoardMetric)
	_, ranker := m.(metrics.Ranker)
	return board && !ranker
}

// tablesOf are the scores of questions, nil before the metric's first n.
func tablesOf(m questionMetric, first int, at []int) [][]float64 {
	tables := make([][]float64, len(at))
	for i, n := range at {
		if n >= first {
			tables[i] = m.QuestionScores(n)
		}
	}
	return tables
}

// scores are those of all models with at[i] trials.
func (e *entrant) scores(t *results.Tally, i int, into []float64) []float64 {
	if e.tables == nil {
		return metrics.Scores(e.metric, t, into)
	}
	for model := range into {
		var sum float64
		for _, successes := range t.Row(model) {
			sum += e.tables[i][successes]
		}
		into[model] = sum / float64(t.Questions)
	}
	return into
}

// visitor is the scratch space of one worker.
type visitor struct {
	*contest
	walker   replicate.Walker
	scorer   *metrics.Scorer // nil without a plan
	comparer *kendall.Comparer
	scores   []float64 // by model
	lo, hi   []float64 // by model: the ends of intervals that come with the scores
	keys     []uint64  // by model, of a board metric
	found    []found   // by entrant
}

func (c *contest) newVisitor(walker replicate.Walker) *visitor {
	v := &visitor{
		contest: c, walker: walker, comparer: kendall.NewComparer(c.gold),
		scores: make([]float64, c.models), keys: make([]uint64, c.models),
		lo: make([]float64, c.models), hi: make([]float64, c.models), found: make([]found, len(c.entrants)),
	}
	if c.plan != nil {
		v.scorer = c.plan.Scorer()
	}
	return v
}

// visit looks at a replicate with every number of trials asked for.
func (v *visitor) visit(r int, into *sums, stopped func() bool) {
	into.replicates++
	t := v.walker.Draw(r)
	for i := len(v.at) - 1; i >= 0 && !stopped(); i-- {
		for t.Trials > v.at[i] {
			v.walker.Drop()
		}
		if v.scorer != nil {
			v.scorer.Score(t)
		}
		for j := range v.entrants {
			if t.Trials >= v.entrants[j].metric.FirstTrial() {
				v.found[j] = v.look(&v.entrants[j], t, i, into.cell(j, i))
			}
		}
		v.compare(t.Trials, i, into)
	}
}

// compare adds the differences of those that have a score with at[i] = n trials.
func (v *visitor) compare(n, i int, into *sums) {
	for j := range v.entrants {
		for k := range j {
			if n >= v.entrants[j].metric.FirstTrial() && n >= v.entrants[k].metric.FirstTrial() {
				d := into.duel(k, j, i)
				d.tau.Add(v.found[k].tau - v.found[j].tau)
				d.square.Add(v.found[j].square - v.found[k].square)
			}
		}
	}
}

// look adds what one metric makes of a replicate with at[i] trials, and returns what
// is compared with others.
func (v *visitor) look(e *entrant, t *results.Tally, i int, into *cell) (f found) {
	known := false // whether intervals came with the scores
	if e.scorer != nil {
		known = e.scorer.ScoreIntervals(t, v.scores, v.lo, v.hi)
	} else {
		v.scores = e.scores(t, i, v.scores)
	}
	f.tau = into.tau.Add(v.comparer.TauB(v.keysOf(e)))
	if e.truth == nil {
		return f
	}
	f.square = into.addErrors(v.scores, e.truth)
	switch {
	case known:
		into.addEnds(v.lo, v.hi, e.truth)
	case e.estimator != nil:
		v.ends(into.estimate(e.estimator, t))
		into.addEnds(v.lo, v.hi, e.truth)
	}
	return f
}

// ends fills in the intervals of estimates.
func (v *visitor) ends(estimates []metrics.Estimate) {
	for model, e := range estimates {
		v.lo[model], v.hi[model] = e.Interval(Confidence, metrics.Unbounded)
	}
}

// keysOf returns integers in the order of the scores at hand.
func (v *visitor) keysOf(e *entrant) []uint64 {
	if !e.board {
		return v.scorer.Keys(v.plan.Slot(e.planned))
	}
	for model, score := range v.scores {
		v.keys[model] = 0
		for _, other := range v.scores {
			if other < score {
				v.keys[model]++
			}
		}
	}
	return v.keys
}

// sums are sums over replicates, for every metric and number of trials.
type sums struct {
	replicates int
	steps      int    // numbers of trials
	cells      []cell // by metric, then number of trials
	duels      []duel // by pair of metrics, the later one first, then number of trials
}

// duel is sums over replicates of by how much the earlier of two metrics did better.
type duel struct{ tau, square montecarlo.Moments }

// empty makes sums of no replicates.
func (c *contest) empty() *sums {
	entrants := len(c.entrants)
	s := &sums{
		steps: len(c.at), cells: make([]cell, entrants*len(c.at)),
		duels: make([]duel, entrants*(entrants-1)/2*len(c.at)),
	}
	for i := range s.cells {
		s.cells[i].models = make([]modelSums, c.models)
	}
	return s
}

func (s *sums) cell(metric, step int) *cell { return &s.cells[metric*s.steps+step] }

// duel is that of two metrics, the earlier one first.
func (s *sums) duel(first, second, step int) *duel {
	return &s.duels[(second*(second-1)/2+first)*s.steps+step]
}

// ahead is by how much metric i did better than each of the others.
func (c *contest) ahead(s *sums, i, step int) []Ahead {
	nan, count := math.NaN(), float64(s.replicates)
	out := make([]Ahead, len(c.entrants))
	for j, other := range c.entrants {
		a := Ahead{Tau: nan, TauSE: nan, Square: nan, SquareSE: nan}
		switch {
		case c.at[step] < other.metric.FirstTrial():
		case i == j:
			a.Tau, a.TauSE = 0, 0
		default:
			sign, d := 1.0, s.duel(min(i, j), max(i, j), step)
			if j < i {
				sign = -1
			}
			mean, se := d.tau.Mean(count)
			a.Tau, a.TauSE = sign*mean, se
			if truth := c.entrants[i].truth; truth != nil && slices.Equal(truth, other.truth) {
				mean, se = d.square.Mean(count)
				a.Square, a.SquareSE = sign*mean, se
			}
		}
		out[j] = a
	}
	return out
}

// Reset forgets everything.
func (s *sums) Reset() {
	s.replicates = 0
	clear(s.duels)
	for i := range s.cells {
		models := s.cells[i].models
		clear(models)
		s.cells[i] = cell{models: models}
	}
}

// Merge adds the sums of other replicates.
func (s *sums) Merge(from *sums) {
	s.replicates += from.replicates
	for i := range s.cells {
		s.cells[i].merge(&from.cells[i])
	}
	for i, d := range from.duels {
		s.duels[i].tau.Merge(d.tau)
		s.duels[i].square.Merge(d.square)
	}
}
