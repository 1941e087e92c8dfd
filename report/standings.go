package report

import (
	"context"
	"math"

	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
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
	prior  priorShare
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
// score the tally, if the confidence is not in (0, 1) or if the context ends.
func Rank(ctx context.Context, models []string, t *results.Tally, m metrics.Metric, rules Rules) (Standings, error) {
	s, err := rank(models, t, m, rules)
	if err != nil || !s.Interval {
		return s, err
	}
	err = s.addPairs(ctx, rules)
	return s, err
}

// rank is Rank without what takes all pairs: Pairs, Resolved and the Span of a
// Standing.
func rank(models []string, t *results.Tally, m metrics.Metric, rules Rules) (s Standings, err error) {
	defer metrics.Catch(&err)
	levels, err := metrics.Ordinals(m, t)
	if err != nil {
		return Standings{}, err
	}
	order := ranking.ByCompare(t.Models, func(i, j int) int { return levels[i] - levels[j] })
	s = Standings{Metric: m.Name(), prior: newPriorShare(m, t), Rows: make([]Standing, t.Models)}
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

// addIntervals fills in what only an Estimator knows of single models and of
// neighbours.
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
	for i, model := range order.Models {
		row, e := &s.Rows[i], scores.Estimate(model)
		row.Mu, row.Sigma, row.RankInterval = e.Mu, e.Sigma, tied[model]
		row.Lo, row.Hi = e.Interval(rules.Confidence, rules.Bounds)
	}
	s.prior.countOutside(m, t, s.Rows)
	return nil
}

// addPairs fills in what comparing every two models tells.
func (s *Standings) addPairs(ctx context.Context, rules Rules) error {
	places, err := s.compare(ctx)
	if err != nil {
		return err
	}
	resolved, err := rules.Ties.Resolved(places, rules.Confidence)
	if err != nil {
		return err
	}
	order := ranking.Order{Models: make([]int, len(s.Rows)), Tied: make([]bool, len(s.Rows))}
	for place, span := range ranking.Spans(len(s.Rows), places, resolved) {
		s.Rows[place].Span, order.Models[place] = span, place
	}
	s.Pairs = ranking.PairsOf(order, places)
	s.Resolved = make([]bool, len(s.Pairs))
	for i, pair := range s.Pairs {
		s.Resolved[i] = resolved(pair.Above, pair.Below)
	}
	return nil
}

// compared are the estimates of Rows, by place, with every z worked out once: in
// a population it takes all questions.
type compared struct {
	rows []Standing
	z    [][]float64 // of each place: with the next, the second next, …
}

func (s *Standings) compare(ctx context.Context) (compared, error) {
	c := compared{s.Rows, make([][]float64, len(s.Rows))}
	for place, above := range s.Rows {
		if err := ctx.Err(); err != nil {
			return compared{}, err
		}
		c.z[place] = make([]float64, 0, len(s.Rows)-place-1)
		for _, below := range s.Rows[place+1:] {
			c.z[place] = append(c.z[place], s.scores.Z(above.Index, below.Index))
		}
	}
	return c, nil
}

func (c compared) Mean(place int) float64  { return c.rows[place].Mu }
func (c compared) Sigma(place int) float64 { return c.rows[place].Sigma }

func (c compared) Z(i, j int) float64 {
	if i > j {
		return -c.Z(j, i)
	}
	return c.z[i][j-i-1]
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
