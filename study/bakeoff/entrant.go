package bakeoff

import (
	"context"

	"settle/metrics"
	"settle/results"
)

// A contest holds the data of a comparison that all workers share.
type contest struct {
	field    *Field
	seed     uint64
	at       []int
	trials   int  // N
	settles  bool // whether convergence@n is requested
	entrants []entrant
	golds    []*agreement // one for each gold order; the field's comes first

	// plan covers the metrics that rank by exact scores and the metrics that depend on the
	// order of trials. It is nil if there are none, or if attempts are missing.
	plan *metrics.Plan
}

// An entrant is a metric in a comparison, with its properties and its targets.
type entrant struct {
	metric     metrics.Metric
	estimator  metrics.Estimator      // nil if it has no intervals
	scorer     metrics.IntervalScorer // nil if it returns no intervals with its scores
	batch      metrics.BatchMetric    // nil if it scores single boards
	ranker     metrics.Ranker         // nil if it is not a ranker
	sequential metrics.Sequential     // nil if it is not sequential
	board      bool                   // it scores whole boards, and these scores rank the models
	planned    int                    // index in the plan, unless it is a ranker or scores whole boards

	truth  []float64   // target by model, nil if unknown
	own    []int       // order of the models with unlimited trials, nil if unknown
	gold   []int       // order with which its rankings are compared, nil for none
	judge  int         // index of gold in contest.golds
	tables [][]float64 // by index in at: the score of a question by its number of successes; nil for other metrics
}

// A questionMetric is a metric whose score is a mean over questions.
type questionMetric interface{ QuestionScores(n int) []float64 }

func newContest(ctx context.Context, f *Field, ms []metrics.Metric, o Options) (*contest, error) {
	c := &contest{
		field: f, seed: o.Seed, at: o.At, trials: o.Trials, settles: !o.RankingsOnly, golds: []*agreement{newAgreement(f.Gold)},
	}
	var planned []metrics.Metric
	for i, m := range ms {
		e := newEntrant(f, m, o)
		e.planned = len(planned)
		if e.ranker == nil && !e.board {
			planned = append(planned, m)
		}
		if o.Golds != nil {
			e.gold = o.Golds[i]
			if e.gold != nil {
				e.judge = len(c.golds)
				c.golds = append(c.golds, newAgreement(e.gold))
			}
		}
		c.entrants = append(c.entrants, e)
	}
	if len(planned) == 0 || f.Missing.Any() {
		return c, nil
	}
	var err error
	c.plan, err = metrics.NewPlan(ctx, planned, f.Shape(o.Trials), 1, o.At...)
	return c, err
}

// newEntrant returns an entrant for a metric. Rankings by the metric are compared with the field's
// gold order.
func newEntrant(f *Field, m metrics.Metric, o Options) entrant {
	e := entrant{metric: m, truth: f.Truth(m, o.Target), own: metrics.OwnOrder(m, &f.Chances), gold: f.Gold}
	e.estimator, _ = m.(metrics.Estimator)
	e.scorer, _ = m.(metrics.IntervalScorer)
	e.batch, _ = m.(metrics.BatchMetric)
	e.ranker, _ = m.(metrics.Ranker)
	e.sequential, _ = m.(metrics.Sequential)
	if o.RankingsOnly {
		e.truth, e.estimator, e.scorer = nil, nil, nil
	}
	_, board := m.(metrics.BoardMetric)
	e.board = board && e.ranker == nil
	if q, ok := m.(questionMetric); ok {
		e.tables = make([][]float64, len(o.At)) // nil before the metric's first n
		for i, n := range o.At {
			if n >= m.FirstTrial() {
				e.tables[i] = q.QuestionScores(n)
			}
		}
	}
	return e
}

// scores returns the metric's score of each model in a tally. The tally must have the number of
// trials per question that is at index i of the requested numbers. The result reuses the memory of
// the last argument if possible.
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

// An answer holds the scores, intervals and ranking that a metric gives the models of a board.
// It also holds scratch space for computing them.
type answer struct {
	keys    []uint64  // a model with a larger key is ranked higher
	scores  []float64 // valid if scored
	lo, hi  []float64 // ends of the intervals, valid if known
	scored  bool
	known   bool
	refused error // error if the metric cannot rank the board; all models then tie

	estimates []metrics.Estimate // scratch space
}

func newAnswer(models int) answer {
	return answer{
		keys: make([]uint64, models), scores: make([]float64, models),
		lo: make([]float64, models), hi: make([]float64, models),
	}
}

// begin marks the answer as empty, for the next board.
func (a *answer) begin() { a.scored, a.known, a.refused = false, false, nil }

// refuse stores the error of a method that cannot rank a board. All models then tie.
func (a *answer) refuse(err error) {
	a.refused = err
	clear(a.keys)
}

// rank stores the ranking of a board by a method, or its error.
func (a *answer) rank(r metrics.Ranking, t *results.Tally) {
	if err := r.Rank(t, a.scores, a.keys); err != nil {
		a.refuse(err)
		return
	}
	a.scored = true
}

// score stores the scores and any intervals of a metric that scores whole boards. It ranks the
// models by these scores.
func (a *answer) score(e *entrant, t *results.Tally) {
	switch {
	case e.batch != nil:
		one := [1]metrics.Scored{{Scores: a.scores, Lo: a.lo, Hi: a.hi}}
		e.batch.ScoreBatch([]*results.Tally{t}, one[:])
		a.take(&one[0])
		return
	case e.scorer != nil:
		a.known = e.scorer.ScoreIntervals(t, a.scores, a.lo, a.hi)
	default:
		a.scores = metrics.Scores(e.metric, t, a.scores)
	}
	a.compare()
}

// take stores the results for one board of a batch, and ranks the models by their scores.
func (a *answer) take(said *metrics.Scored) {
	if said.Err != nil {
		a.refuse(said.Err)
		return
	}
	copy(a.scores, said.Scores)
	if a.known = said.Known; a.known {
		copy(a.lo, said.Lo)
		copy(a.hi, said.Hi)
	}
	a.compare()
}

// compare ranks the models by their scores.
func (a *answer) compare() {
	a.scored = true
	for model, score := range a.scores {
		a.keys[model] = 0
		for _, other := range a.scores {
			if other < score {
				a.keys[model]++
			}
		}
	}
}

// estimate stores the ends of the models' intervals, computed from the metric's estimates.
func (a *answer) estimate(m metrics.Estimator, t *results.Tally) {
	a.estimates = metrics.Estimates(m, t, a.estimates)
	for model, e := range a.estimates {
		a.lo[model], a.hi[model] = e.Interval(Confidence, metrics.Unbounded)
	}
	a.known = true
}
