package rankers

import (
	"errors"

	"settle/metrics"
	"settle/results"
)

// Families are the ranking methods, which metrics.Parse knows once this package is
// imported.
func Families() []metrics.Family {
	return []metrics.Family{
		{Name: "borda", Syntax: "borda", Doc: "Borda count: questions vote, by the models' ranks on them", New: plain("borda", newBorda)},
		{Name: "copeland", Syntax: "copeland", Doc: "models beaten less models lost to, by who is ahead on more questions", New: plain("copeland", newCopeland)},
		{Name: "win-rate", Syntax: "win-rate", Doc: "share of wins among all comparisons on a question with another model that are not ties", New: plain("win-rate", newWinRate)},
		{Name: "minimax", Syntax: "minimax", Doc: "the smallest worst defeat by another model, in questions", New: plain("minimax", newMinimax)},
		{Name: "schulze", Syntax: "schulze", Doc: "who beats whom by the strongest chain of wins over questions", New: plain("schulze", newSchulze)},
		{Name: "kemeny", Syntax: "kemeny", Doc: "the order that agrees with most comparisons on questions; what all best orders have in common", New: plain("kemeny", newKemeny)},
		{Name: "majority-judgment", Syntax: "majority-judgment", Doc: "the median of the questions' means, ties broken by the medians of the others", New: plain("majority-judgment", newMajorityJudgment)},
		{Name: "inverse-difficulty", Syntax: "inverse-difficulty", Doc: "mean over questions, each weighted by 1 over its mean over models", New: plain("inverse-difficulty", newInverseDifficulty)},
		{Name: "bt", Syntax: "bt", Doc: "strength by Bradley and Terry's model of wins (MAP, variance 1), of all ways to pair trials; bt:aligned pairs those of one number", New: newPaired("bt", newBradleyTerry)},
		{Name: "rao-kupper", Syntax: "rao-kupper", Doc: "strength by Rao and Kupper's model of wins and ties (κ = 1.1, MAP, variance 1); also rao-kupper:aligned", New: newPaired("rao-kupper", newRaoKupper)},
		{Name: "irt-2pl", Syntax: "irt-2pl", Doc: "ability by the two-parameter logistic model of item response (marginal fit, posterior mean)", New: dear("irt-2pl", newIRT)},
		{Name: "elo", Syntax: "elo", Doc: "Elo's rating (K = 32) by all matches between models, trial after trial: the last ones decide", New: ratings("elo", func() metrics.Sequence { return &elo{} })},
		{Name: "elo-mean", Syntax: "elo-mean:R", Doc: "mean of Elo's rating over R random orders of the matches, 20 if R is not given", New: newEloMean},
		{Name: "glicko", Syntax: "glicko", Doc: "Glicko rating: Elo's with a deviation that shrinks, a period for each trial of each question", New: ratings("glicko", func() metrics.Sequence { return &glicko{} })},
		{Name: "trueskill", Syntax: "trueskill", Doc: "TrueSkill: the mean of a normal skill that each win and loss updates", New: ratings("trueskill", func() metrics.Sequence { return &trueSkill{} })},
	}
}

func init() {
	for _, f := range Families() {
		metrics.Register(f)
	}
}

// method computes the scores and the keys of models from a board.
type method interface {
	rank(b *board, scores []float64, keys []uint64) error
}

// ranking is a method with the board that it sees.
type ranking struct {
	board  board
	method method
}

func (r *ranking) Rank(t *results.Tally, scores []float64, keys []uint64) error {
	r.board.takeTally(t)
	return r.method.rank(&r.board, scores, keys)
}

func (r *ranking) Limit(c *metrics.Chances, scores []float64, keys []uint64) error {
	r.board.takeChances(c)
	return r.method.rank(&r.board, scores, keys)
}

var errParameters = errors.New("it takes no parameters")

// plain is the family of one method without parameters, new for each goroutine.
func plain(name string, make func() method) func(string, metrics.Options) (metrics.Metric, error) {
	return func(parameters string, o metrics.Options) (metrics.Metric, error) {
		if parameters != "" {
			return nil, errParameters
		}
		if err := checkUnits(o.Weights); err != nil {
			return nil, err
		}
		return newMetric(name, false, o, make), nil
	}
}

// dear is plain for a method that takes long.
func dear(name string, make func() method) func(string, metrics.Options) (metrics.Metric, error) {
	return func(parameters string, o metrics.Options) (metrics.Metric, error) {
		if parameters != "" {
			return nil, errParameters
		}
		if err := checkUnits(o.Weights); err != nil {
			return nil, err
		}
		return newMetric(name, true, o, make), nil
	}
}

// newMetric is the metric of a method.
func newMetric(name string, dear bool, o metrics.Options, make func() method) metrics.Metric {
	return metrics.NewRanker(metrics.Method{
		Name: name, Weights: o.Weights, Dear: dear,
		New: func() metrics.Ranking {
			r := &ranking{method: make()}
			r.board.weigh(o.Weights)
			return r
		},
	})
}
