package report

import (
	"context"
	"math"

	"settle/metrics"
	"settle/montecarlo"
	"settle/posterior"
	"settle/ranking"
	"settle/results"
)

// Rules say how models are ranked.
type Rules struct {
	Confidence float64 // of intervals and of ties, in (0, 1)
	Ties       ranking.Ties
	Convention ranking.Convention
	Bounds     metrics.Bounds     // of intervals
	Estimand   posterior.Estimand // what the intervals are about
}

// Standings are the models of a board ranked by one metric, best first.
type Standings struct {
	Metric string
	Rows   []Standing

	// Interval tells whether the metric has one. Without it there are no
	// Pairs, and of a Standing only Model, Score and Rank count.
	Interval bool
	Pairs    []ranking.Pair // all pairs, by index into Rows: the first with the second, the third, …
	Resolved []bool         // by pair: the rule of the ties tells the two apart

	// Draws is the number of posterior draws, 0 before Draw, and Seed theirs.
	Draws  int
	Seed   uint64
	scores *posterior.Scores
}

// Standing is one model's place.
type Standing struct {
	Model        string
	Index        int // of the model on the board
	Score        float64
	Mu           float64 // posterior mean, around which the interval lies
	Sigma        float64
	Lo, Hi       float64
	Rank         float64      // by exact scores
	RankInterval float64      // with ties by the interval rule
	Span         ranking.Span // by comparisons with all other models

	// RankLo and RankHi are the central interval of the rank in the draws,
	// and Probabilities how likely the model has rank 1, 2, …
	RankLo, RankHi int
	Probabilities  []float64
}

// Rank ranks the models of a tally by a metric. It fails if the metric cannot
// score the tally or the confidence is not in (0, 1).
func Rank(models []string, t *results.Tally, m metrics.Metric, rules Rules) (s Standings, err error) {
	defer metrics.Catch(&err)
	levels, err := metrics.Ordinals(m, t)
	if err != nil {
		return Standings{}, err
	}
	order := ranking.ByCompare(t.Models, func(i, j int) int { return levels[i] - levels[j] })
	s = Standings{Metric: m.Name(), Rows: make([]Standing, t.Models)}
	scores := metrics.Scores(m, t, nil)
	ranks := order.Ranks(rules.Convention)
	for place, model := range order.Models {
		s.Rows[place] = Standing{Model: models[model], Index: model, Score: scores[model], Rank: ranks[model], Lo: math.NaN(), Hi: math.NaN()}
	}
	estimator, ok := m.(metrics.Estimator)
	if !ok {
		return s, nil
	}
	return s, s.addIntervals(t, estimator, order, rules)
}

// addIntervals fills in what only an Estimator knows.
func (s *Standings) addIntervals(t *results.Tally, m metrics.Estimator, order ranking.Order, rules Rules) error {
	scores, err := posterior.New(m, t, rules.Estimand)
	if err != nil {
		return err
	}
	resolved, err := rules.Ties.Resolved(scores, rules.Confidence)
	if err != nil {
		return err
	}
	s.Interval, s.scores = true, scores
	tied := order.Tie(func(i, j int) bool { return !resolved(i, j) }).Ranks(rules.Convention)
	spans := ranking.Spans(t.Models, scores, resolved)
	place := make([]int, t.Models) // by model
	for i, model := range order.Models {
		place[model] = i
		row, e := &s.Rows[i], scores.Estimate(model)
		row.Mu, row.Sigma, row.RankInterval, row.Span = e.Mu, e.Sigma, tied[model], spans[model]
		row.Lo, row.Hi = e.Interval(rules.Confidence, rules.Bounds)
	}
	s.Pairs = ranking.PairsOf(order, scores)
	s.Resolved = make([]bool, len(s.Pairs))
	for i, pair := range s.Pairs {
		s.Resolved[i] = resolved(pair.Above, pair.Below)
		s.Pairs[i].Above, s.Pairs[i].Below = place[pair.Above], place[pair.Below]
	}
	return nil
}

// Draw adds what o.Replicates draws from the posterior say of the ranks, if the
// metric has an interval.
func (s *Standings) Draw(ctx context.Context, seed uint64, rules Rules, o montecarlo.Options) error {
	if !s.Interval {
		return nil
	}
	ranks, err := s.scores.Ranks(ctx, seed, o)
	if err != nil {
		return err
	}
	s.Draws, s.Seed = ranks.Draws, seed
	for i := range s.Rows {
		row := &s.Rows[i]
		row.Probabilities = ranks.Probabilities(row.Index)
		row.RankLo, row.RankHi = ranks.Interval(row.Index, rules.Confidence)
	}
	return nil
}
