package standings

import (
	"cmp"
	"context"
	"math"
	"slices"

	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
)

// Standings are the models of a board ranked by one metric, best first.
type Standings struct {
	Metric string
	Rules  Rules
	Rows   []Standing

	// Interval tells whether the metric has one. Without it there are no
	// Pairs, and of a Standing only Model, Index, Score and Rank count, unless the
	// order was Drawn.
	Interval bool
	Traits   metrics.Traits

	// Drawn tells whether what is said of ranks and of pairs comes from DrawOrders: the z
	// of Pairs is NaN then. Failed are draws that the method could not rank, in which all
	// models tie. InOrder tells whether scores are those of the trials in the order in
	// which they are on the board (RankInOrder).
	Drawn   bool
	Failed  int
	InOrder bool

	Pairs    []ranking.Pair // those of the rules, by index into Rows: the first with the second, the third, …
	Resolved []bool         // by pair: the rule of the ties tells the two apart

	// Observed is the metric of what the trials alone show, "" where Score is that.
	Observed string

	// StandardError tells whether Sigma is that of the score, and not a posterior
	// standard deviation (Eq. 20); Sampled whether it is that of a mean of sample
	// means, see posterior.Scores.
	StandardError, Sampled bool

	// Together is which models are told apart, all pairs at once, and Apart the same
	// by pair, as Resolved; nil before CompareAll.
	Together *posterior.Together
	Apart    []bool

	// Draws is the number of posterior draws, 0 before Draw, and Seed theirs.
	// Normal tells whether they take the posterior for normal; else they come
	// from Dirichlet posteriors.
	Draws  int
	Seed   uint64
	Normal bool

	Prior   Prior   // what the prior of Bayes@N counts as
	LeftOut LeftOut // questions of an unequal board

	scores *posterior.Scores
}

// Standing is one model's place. Score, Mu, Sigma, Lo and Hi are in units of the
// score.
type Standing struct {
	Model        string
	Index        int     // of the model on the board
	Score        float64 // what the metric gives it
	Observed     float64 // what its trials alone show, 0 where Score is that (see Standings.Observed)
	Mu           float64 // posterior mean, around which the interval lies
	Sigma        float64 // posterior standard deviation, or standard error; at least 0
	Lo, Hi       float64 // central interval; NaN without one
	DF           float64 // degrees of freedom of Student's t behind it, 0 where Sigma is taken for known
	Rank         float64 // by exact scores; from 1, and a multiple of ½
	Questions    int     // that the score is the mean of
	RankInterval float64 // with neighbours tied by the rule of the ties, models of equal scores as a group

	// Span are the places that the model may have if it is compared with every
	// other model, not only with its neighbours; zero without all pairs.
	Span ranking.Span

	// Set are the places that the model may have, for all models at once at the
	// confidence of the rules, and Letters the groups in which models are not told
	// apart from each other; zero before CompareAll, and Letters where there would be
	// too many of them.
	Set     ranking.Span
	Letters string

	// RankLo and RankHi are the central interval of the rank in the draws,
	// and Probabilities how likely the model has rank 1, 2, …
	RankLo, RankHi int
	Probabilities  []float64
}

// Rank ranks the models of a tally by a metric. models are their names, in the
// order of the tally. It fails if the metric cannot score the tally, if the
// confidence is not in (0, 1), if ctx ends, or with posterior.ErrOneQuestion if
// the rules are about a population and there is one question.
//
// Of an unequal tally every question counts with its own number of trials. Those of
// which some model has fewer than the metric needs are left out for all models. A
// question that a model never met is so, too, unless the rules are about a
// population: then it is left out for that model alone. A metric that foresees scores all
// models on all questions that some model met.
func Rank(
	ctx context.Context, models []string, t *results.Tally, m metrics.Metric, rules Rules,
) (Standings, error) {
	s, err := rank(ctx, models, t, m, rules)
	if err != nil || !s.Interval {
		return s, err
	}
	err = s.addPairs(ctx)
	return s, err
}

// rank is Rank without what takes all pairs: Pairs, Resolved and the Span of a
// Standing.
func rank(
	ctx context.Context, models []string, t *results.Tally, m metrics.Metric, rules Rules,
) (s Standings, err error) {
	defer metrics.Catch(&err)
	whole, traits := t, metrics.TraitsOf(m)
	part, board, err := evaluate(ctx, m, t, rules.Estimand == posterior.Population)
	if err != nil {
		return Standings{}, named(err, models)
	}
	m, t = part.Metric, part.Tally
	order := ranking.ByCompare(t.Models, func(i, j int) int { return board.Ordinals[i] - board.Ordinals[j] })
	s = Standings{
		Metric: m.Name(), Traits: traits, Rules: rules, Prior: NewPrior(m, t), LeftOut: newLeftOut(part, whole),
	}
	estimator, ok := m.(metrics.Estimator)
	if ok {
		if s.scores, err = posterior.New(estimator, t, rules.Estimand); err != nil {
			return Standings{}, err
		}
		order = order.Arrange(s.surer)
	}
	s.Rows = newRows(models, board, order, rules, t)
	for i := range s.Rows {
		if traits.Foresees {
			s.Rows[i].Questions = t.Questions
		}
	}
	if !ok {
		return s, nil
	}
	return s, s.addIntervals(t, estimator, order)
}

// evaluate restricts a metric to what it can score of a tally, fits it to that, and scores
// the models. See metrics.Restrict for own.
func evaluate(
	ctx context.Context, m metrics.Metric, t *results.Tally, own bool,
) (part metrics.Restricted, found metrics.Evaluation, err error) {
	if part, err = metrics.Restrict(m, t, own); err != nil {
		return part, found, err
	}
	if e, ok := part.Metric.(metrics.Estimator); ok {
		if part.Metric, err = metrics.Fit(ctx, e, part.Tally); err != nil {
			return part, found, err
		}
	}
	found, err = metrics.Evaluate(ctx, part.Metric, part.Tally)
	return part, found, err
}

// surer compares models of equal scores, so that their places do not depend on
// their order on the board: the larger posterior mean stands first, then the
// smaller σ. Means of posteriors are sums of floats, so rounding decides last.
func (s *Standings) surer(i, j int) int {
	mean, sigma := s.scores.Mean, s.scores.Sigma
	return cmp.Or(beyondRounding(mean(i), mean(j)), beyondRounding(sigma(j), sigma(i)),
		cmp.Compare(mean(i), mean(j)), cmp.Compare(sigma(j), sigma(i)))
}

// beyondRounding is cmp.Compare of numbers that are equal if only rounding tells them
// apart.
func beyondRounding(a, b float64) int {
	const rounding = 1e-12
	if math.Abs(a-b) <= rounding*max(math.Abs(a), math.Abs(b)) {
		return 0
	}
	return cmp.Compare(a, b)
}

// addIntervals fills in what only an Estimator knows of single models and of
// neighbours.
func (s *Standings) addIntervals(t *results.Tally, m metrics.Estimator, order ranking.Order) error {
	scores := s.scores
	resolved, err := s.Rules.Ties.Resolved(scores, s.Rules.Confidence)
	if err != nil {
		return err
	}
	s.Interval, s.Sampled, s.StandardError = true, scores.Sampled(), metrics.TraitsOf(m).StandardError || scores.Sampled()
	tied := s.Rules.Ties.Tie(order, resolved).Ranks(s.Rules.Convention)
	for i, model := range order.Models {
		row, e := &s.Rows[i], scores.Estimate(model)
		row.Mu, row.Sigma, row.DF, row.RankInterval = e.Mu, e.Sigma, e.DF, tied[model]
		if !s.Rules.NoIntervals {
			row.Lo, row.Hi = e.Interval(s.Rules.Confidence, s.Rules.Bounds)
		}
	}
	s.observe(m, t)
	return nil
}

// Draw adds what o.Replicates draws of the true scores say of the ranks, given the prior
// s.Rules.Means, if the metric has an interval. The draws depend on the seed alone, not on
// o.Workers. It fails if ctx ends.
func (s *Standings) Draw(ctx context.Context, seed uint64, o montecarlo.Options) error {
	if !s.Interval {
		return nil
	}
	ranks, err := s.scores.Ranks(ctx, s.Rules.Means, seed, o)
	if err != nil {
		return err
	}
	s.Normal = s.scores.Normal()
	s.addRanks(ranks, seed)
	return nil
}

// addRanks fills in how likely each model has each rank.
func (s *Standings) addRanks(ranks *posterior.Ranks, seed uint64) {
	s.Draws, s.Seed = ranks.Draws, seed
	for i := range s.Rows {
		row := &s.Rows[i]
		row.Probabilities = ranks.Probabilities(row.Index)
		row.RankLo, row.RankHi = ranks.Interval(row.Index, s.Rules.Confidence)
	}
}

// Shifted tells whether scores are not what the intervals lie around, by more
// than rounding: the scores of Pass@k, say, are unbiased estimates and not
// posterior means.
func (s Standings) Shifted() bool {
	return s.Interval && slices.ContainsFunc(s.Rows, func(r Standing) bool {
		return math.Abs(r.Mu-r.Score) > 1e-9*max(1, math.Abs(r.Score))
	})
}

// Margin is how far the best model is ahead of the second, in units of the
// score, with the standard deviation of that; both are NaN for one model. It is
// 0 if the two tie by Bayes@N: a mean is an exact quotient, rounded once.
func (s Standings) Margin() (margin, sigma float64) {
	if len(s.Rows) < 2 || !s.Interval {
		return math.NaN(), math.NaN()
	}
	first, second := s.Rows[0], s.Rows[1]
	return first.Mu - second.Mu, s.scores.Difference(first.Index, second.Index).Sigma
}

// NeighboursApart is how many of the L − 1 neighbours in the ranking do not tie with
// the interval; 0 without one.
func (s Standings) NeighboursApart() int {
	count := 0
	for i := range s.Rows[1:] {
		if s.Rows[i].RankInterval != s.Rows[i+1].RankInterval {
			count++
		}
	}
	return count
}

// Ties tells whether any models share a rank with the interval.
func (s Standings) Ties() bool { return s.Interval && s.NeighboursApart() < len(s.Rows)-1 }
