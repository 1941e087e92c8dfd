package rankers

import (
	"errors"
	"slices"

	"settle/metrics"
	"settle/results"
)

// Families are the ranking methods, which metrics.Parse knows once this package is
// imported.
func Families() []metrics.Family {
	return append([]metrics.Family{
		{Name: "borda", Syntax: "borda", Doc: "Borda count: questions vote, by the models' ranks on them", New: plain("borda", newBorda)},
		{Name: "copeland", Syntax: "copeland", Doc: "models beaten less models lost to, by who is ahead on more questions", New: plain("copeland", newCopeland)},
		{Name: "win-rate", Syntax: "win-rate", Doc: "share of wins among all comparisons on a question with another model that are not ties", New: plain("win-rate", newWinRate)},
		{Name: "minimax", Syntax: "minimax", Doc: "the smallest worst defeat by another model, in questions", New: plain("minimax", newMinimax)},
		{Name: "schulze", Syntax: "schulze", Doc: "who beats whom by the strongest chain of wins over questions", New: plain("schulze", newSchulze)},
		{Name: "kemeny", Syntax: "kemeny", Doc: "the order that agrees with most comparisons on questions; what all best orders have in common", New: plain("kemeny", newKemeny)},
		{Name: "majority-judgment", Syntax: "majority-judgment", Doc: "the median of the questions' means, ties broken by the medians of the others", New: plain("majority-judgment", newMajorityJudgment)},
		{Name: "inverse-difficulty", Syntax: "inverse-difficulty", Doc: "mean over questions, each weighted by 1 over its mean over models", New: plain("inverse-difficulty", newInverseDifficulty)},
	}, slices.Concat(solved(), rated(), aliases())...)
}

// solved are the methods that solve equations.
func solved() []metrics.Family {
	byNumber := []metrics.Variant{{Suffix: ":aligned", Doc: "trial n meets trial n, as in the reference package: it depends on the order of trials"}}
	return []metrics.Family{
		{
			Name: "bt", ByCategory: true, Syntax: "bt", New: newPaired("bt", newBradleyTerry), Variants: byNumber,
			Doc:  "strength by Bradley and Terry's model of wins",
			More: "Bradley and Terry 1952: the largest posterior under a normal prior of variance 1 on log-strengths, by the mean over all ways to pair trials. Ties are left out.",
		},
		{
			Name: "rao-kupper", ByCategory: true, Syntax: "rao-kupper", New: newPaired("rao-kupper", newRaoKupper), Variants: byNumber,
			Doc:  "strength by Rao and Kupper's model of wins and ties",
			More: "Rao and Kupper 1967: as bt, where a win takes a lead of ln 1.1 in log-strength.",
		},
		{
			Name: "irt-2pl", Syntax: "irt-2pl", New: dear("irt-2pl", newIRT),
			Doc:  "ability by the two-parameter logistic model of item response",
			More: "Birnbaum 1968: posterior mean of a standard normal ability; difficulties and discriminations by marginal EM (Bock and Aitkin 1981).",
		},
	}
}

// rated are the methods that follow the order of trials.
func rated() []metrics.Family {
	const nowhere = "nothing: the last trials decide for ever"
	return []metrics.Family{
		{
			Name: "elo", ByCategory: true, Syntax: "elo", Aim: nowhere, New: ratings("elo", func() metrics.Sequence { return &elo{} }),
			Doc:  "Elo's rating by all matches, trial after trial",
			More: "K = 32 from 1500 on. Equal outcomes draw where they are right, and do not meet where they are wrong.",
		},
		{
			Name: "elo-mean", ByCategory: true, Syntax: "elo-mean:R", Example: "elo-mean", Aim: "the mean of Elo's rating, up to chance", New: newEloMean,
			Doc:  "mean of Elo's rating over R random orders of the matches",
			More: "R is 20 if it is not said.",
		},
		{
			Name: "glicko", ByCategory: true, Syntax: "glicko", Aim: "what is not known", New: ratings("glicko", func() metrics.Sequence { return &glicko{} }),
			Doc:  "Glicko rating: Elo's with a deviation that shrinks",
			More: "Glickman 1999: a period for each trial of each question.",
		},
		{
			Name: "trueskill", ByCategory: true, Syntax: "trueskill", Aim: "nothing: skills keep moving", New: ratings("trueskill", func() metrics.Sequence { return &trueSkill{} }),
			Doc:  "TrueSkill: mean of a normal skill that wins and losses move",
			More: "Herbrich, Minka and Graepel 2006, two models a match; ties do not count.",
		},
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
	return withoutParameters(name, false, make)
}

// dear is plain for a method that takes long.
func dear(name string, make func() method) func(string, metrics.Options) (metrics.Metric, error) {
	return withoutParameters(name, true, make)
}

func withoutParameters(
	name string, dear bool, make func() method,
) func(string, metrics.Options) (metrics.Metric, error) {
	return func(parameters string, o metrics.Options) (metrics.Metric, error) {
		if parameters != "" {
			return nil, errParameters
		}
		if err := checkUnits(o.Weights); err != nil {
			return nil, err
		}
		return newMetric(name, dear, o, make), nil
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
