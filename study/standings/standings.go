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

// A Standings holds the models of a board ranked by one metric, best first.
type Standings struct {
	Metric string
	Rules  Rules
	Rows   []Standing

	// Interval reports whether scores have intervals. Without them, Pairs is empty, and only
	// Model, Index, Score and Rank of a Standing are set, unless Drawn is true.
	Interval bool
	Traits   metrics.Traits

	// Drawn reports whether rank probabilities and pairs come from DrawOrders; z of each
	// pair is then NaN. Failed is the number of draws that the method could not rank; all
	// models tie in them. InOrder reports whether RankInOrder made the ranking, by a metric
	// that depends on the order of the trials.
	Drawn   bool
	Failed  int
	InOrder bool

	Pairs    []ranking.Pair // the pairs that Rules.Pairs selects, by index into Rows: first with second, first with third, …
	Resolved []bool         // by pair: Rules.Ties separates its models, at Rules.Confidence for this pair alone

	// Observed is the name of the metric that scores by the trials alone, without prior or
	// shrinkage. It is "" if Score already comes from that metric.
	Observed string

	// StandardError reports whether Sigma is the standard error of the score and not a
	// posterior standard deviation (Eq. 20). Sampled reports whether Sigma is the standard
	// error of a mean of sample means (see posterior.Scores).
	StandardError, Sampled bool

	// Together holds the pairs that are separated at the simultaneous confidence
	// Rules.Confidence. Separated[i] is true if Pairs[i] is one of them. Both are nil before
	// CompareAll.
	Together  *posterior.Together
	Separated []bool

	// Draws is the number of posterior draws, 0 before Draw is called, and Seed is their
	// seed. Normal reports whether the draws approximate the posterior by a normal
	// distribution. Otherwise, they come from Dirichlet posteriors.
	Draws  int
	Seed   uint64
	Normal bool

	Prior   Prior   // the weight of the prior of Bayes@N, in trials per question
	LeftOut LeftOut // the questions of an unequal board that are not scored

	scores *posterior.Scores
}

// A Standing holds the rank of one model and the numbers behind it. Score, Observed, Mu, Sigma,
// Lo and Hi are in units of the score.
type Standing struct {
	Model        string
	Index        int     // index of the model on the board
	Score        float64 // score by the metric
	Observed     float64 // score by the trials alone (see Standings.Observed); 0 if Score already uses only them
	Mu           float64 // posterior mean, the centre of the interval
	Sigma        float64 // posterior standard deviation or standard error; at least 0
	Lo, Hi       float64 // central interval at Rules.Confidence for this model alone; NaN without an interval
	DF           float64 // degrees of freedom of the interval's Student t; 0 for a normal interval
	Rank         float64 // by exact score; from 1, a multiple of ½
	Questions    int     // number of questions over which the score is a mean
	RankInterval float64 // as Rank, but neighbours that Rules.Ties does not separate tie, and models with equal scores stay tied

	// Span is the range of places that the model can have if Rules.Ties compares it with
	// every other model, not only with its neighbours. The confidence Rules.Confidence holds
	// for each pair alone. Span is zero unless all pairs are compared.
	Span ranking.Span

	// Set is the range of places that the model can have, at the confidence Rules.Confidence
	// for all models together. Letters holds the model's letters: two models share a letter
	// if they are not separated (see ranking.Letters). Both are zero before CompareAll.
	// Letters is also empty if there are too many models (posterior.MostTogether) or if
	// Rules.NoIntervals is set.
	Set     ranking.Span
	Letters string

	// RankLo and RankHi bound the central interval of this model's rank over the draws, at
	// Rules.Confidence for this model alone. Probabilities[r] is the share of draws in which
	// the model has rank r+1.
	RankLo, RankHi int
	Probabilities  []float64
}

// Rank ranks the models of a tally by a metric. models holds their names, in the order of the
// tally. Rank fails if the metric cannot score the tally, if the confidence is not in (0, 1), or
// if ctx ends. It fails with posterior.ErrOneQuestion if the estimand is posterior.Population and
// there is only one question.
//
// In an unequal tally, models have different numbers of trials. A question is left out for all
// models if some model has fewer trials of it than the metric needs. If some model has no trial
// of a question, the estimand decides: posterior.Questions leaves the question out for all
// models, posterior.Population only for that model. A metric with the trait Foresees, which
// predicts scores from other models, scores all models on every question that at least one model
// attempted.
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

// rank does the work of Rank except for the comparison of pairs. So it does not set Pairs,
// Resolved or Span.
func rank(
	ctx context.Context, models []string, t *results.Tally, m metrics.Metric, rules Rules,
) (s Standings, err error) {
	defer metrics.Catch(&err)
	whole, traits := t, metrics.TraitsOf(m)
	part, board, err := evaluate(ctx, m, t, rules.Estimand == posterior.Population)
	if err != nil {
		return Standings{}, addModelName(err, models)
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
		order = order.Arrange(s.orderTied)
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

// evaluate restricts a metric and a tally to the questions that the metric can score, fits the
// metric to these questions, and scores the models. If own is true, a question that some model
// never attempted is left out only for that model, otherwise for all models.
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

// orderTied compares two models with equal scores, so that their places do not depend on their
// order on the board. The result is positive if model i comes first. The larger posterior mean
// comes first; if the means are equal, the smaller σ comes first. Differences within the rounding
// error of floating-point sums decide only if nothing else does.
func (s *Standings) orderTied(i, j int) int {
	mean, sigma := s.scores.Mean, s.scores.Sigma
	return cmp.Or(beyondRounding(mean(i), mean(j)), beyondRounding(sigma(j), sigma(i)),
		cmp.Compare(mean(i), mean(j)), cmp.Compare(sigma(j), sigma(i)))
}

// beyondRounding returns cmp.Compare(a, b), or 0 if a and b are equal up to rounding.
func beyondRounding(a, b float64) int {
	const rounding = 1e-12
	if math.Abs(a-b) <= rounding*max(math.Abs(a), math.Abs(b)) {
		return 0
	}
	return cmp.Compare(a, b)
}

// addIntervals sets the fields of s that only a metric with intervals provides, except the
// comparisons of pairs.
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

// Draw makes o.Replicates draws of the models' true scores from their posterior under the prior
// s.Rules.Means. It sets the rank probabilities and the rank interval of each model. It does
// nothing if scores have no intervals. The draws depend only on seed, not on o.Workers. Draw
// fails if ctx ends.
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

// addRanks sets the rank probabilities and the rank interval of each model from the draws in
// ranks.
func (s *Standings) addRanks(ranks *posterior.Ranks, seed uint64) {
	s.Draws, s.Seed = ranks.Draws, seed
	for i := range s.Rows {
		row := &s.Rows[i]
		row.Probabilities = ranks.Probabilities(row.Index)
		row.RankLo, row.RankHi = ranks.Interval(row.Index, s.Rules.Confidence)
	}
}

// Shifted reports whether some model's score differs from the centre of its interval by more
// than rounding error. This is so for Pass@k, whose scores are unbiased estimates, not posterior
// means.
func (s Standings) Shifted() bool {
	return s.Interval && slices.ContainsFunc(s.Rows, func(r Standing) bool {
		return math.Abs(r.Mu-r.Score) > 1e-9*max(1, math.Abs(r.Score))
	})
}

// Margin returns the lead of the best model over the second, in units of the score, and the
// posterior standard deviation of that lead. Both are NaN for one model or without intervals.
// The lead is exactly 0 if the two models tie by Bayes@N, because each mean is an exact
// quotient, rounded once.
func (s Standings) Margin() (margin, sigma float64) {
	if len(s.Rows) < 2 || !s.Interval {
		return math.NaN(), math.NaN()
	}
	first, second := s.Rows[0], s.Rows[1]
	return first.Mu - second.Mu, s.scores.Difference(first.Index, second.Index).Sigma
}

// SeparatedNeighbours returns the number of pairs of neighbours in the ranking whose values of
// RankInterval differ. For L models, it is at most L − 1. It returns 0 without intervals.
func (s Standings) SeparatedNeighbours() int {
	count := 0
	for i := range s.Rows[1:] {
		if s.Rows[i].RankInterval != s.Rows[i+1].RankInterval {
			count++
		}
	}
	return count
}

// Ties reports whether some models have the same RankInterval, a rank that ties neighbours that
// are not separated. It returns false without intervals.
func (s Standings) Ties() bool { return s.Interval && s.SeparatedNeighbours() < len(s.Rows)-1 }
