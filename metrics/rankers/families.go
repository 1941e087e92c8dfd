package rankers

import (
	"errors"
	"slices"

	"settle/metrics"
	"settle/results"
)

// Families returns all ranking methods of this package. metrics.Parse accepts them once
// the package is imported.
func Families() []metrics.Family {
	return append([]metrics.Family{
		{Name: "borda", Syntax: "borda", Doc: "Borda count: on each question, a point for each model beaten and half a point for each tie", New: newPlain("borda", newBorda)},
		{Name: "copeland", Syntax: "copeland", Doc: "number of models it beats minus number that beat it; a model beats another if it is better on more questions", New: newPlain("copeland", newCopeland)},
		{Name: "win-rate", Syntax: "win-rate", Doc: "share of wins in all comparisons with another model on one question, ignoring ties", New: newPlain("win-rate", newWinRate)},
		{Name: "minimax", Syntax: "minimax", Doc: "minus the margin, in questions, of the model's worst defeat by another model", New: newPlain("minimax", newMinimax)},
		{Name: "schulze", Syntax: "schulze", Doc: "order by the strongest chains of majorities between models; questions vote", New: newPlain("schulze", newSchulze)},
		{Name: "kemeny", Syntax: "kemeny", Doc: "the order that agrees with the most comparisons on questions; if several do, only the part that they share", New: newPlain("kemeny", newKemeny)},
		{Name: "majority-judgment", Syntax: "majority-judgment", Doc: "median of the model's means per question; ties are broken by removing the median and taking the next one", New: newPlain("majority-judgment", newMajorityJudgment)},
		{Name: "inverse-difficulty", Syntax: "inverse-difficulty", Doc: "mean over questions, each weighted by the inverse of its mean over models", New: newPlain("inverse-difficulty", newInverseDifficulty)},
	}, slices.Concat(solvedFamilies(), ratedFamilies(), aliases())...)
}

// solvedFamilies returns the methods whose scores are solutions of equations.
func solvedFamilies() []metrics.Family {
	byNumber := []metrics.Variant{{Suffix: ":aligned", Doc: "compares trial n of both models, as the reference package does; depends on the order of trials"}}
	return []metrics.Family{
		{
			Name: "bt", ByCategory: true, Syntax: "bt", New: newPaired("bt", newBradleyTerry), Variants: byNumber,
			Doc:  "strength in Bradley and Terry's model of wins",
			More: "Bradley and Terry 1952: maximum of the posterior under a normal prior with variance 1 on log-strengths. A win counts as its mean over all ways to pair trials. Ties are ignored.",
		},
		{
			Name: "rao-kupper", ByCategory: true, Syntax: "rao-kupper", New: newPaired("rao-kupper", newRaoKupper), Variants: byNumber,
			Doc:  "strength in Rao and Kupper's model of wins and ties",
			More: "Rao and Kupper 1967: as bt, but a win requires a lead of ln 1.1 in log-strength.",
		},
		{
			Name: "irt-2pl", Syntax: "irt-2pl", New: newDear("irt-2pl", newIRT),
			Doc:  "ability in the two-parameter logistic model of item response",
			More: "Birnbaum 1968: posterior mean of a standard normal ability; marginal EM estimates difficulties and discriminations (Bock and Aitkin 1981).",
		},
	}
}

// ratedFamilies returns the methods whose scores depend on the order of trials.
func ratedFamilies() []metrics.Family {
	const nowhere = "no limit: the latest trials always dominate"
	return []metrics.Family{
		{
			Name: "elo", ByCategory: true, Syntax: "elo", Aim: nowhere, New: ratings("elo", func() metrics.Sequence { return &elo{} }),
			Doc:  "Elo's rating over all matches, trial by trial",
			More: "Ratings start at 1500 with K = 32. Two right outcomes are a draw; two wrong ones are not counted.",
		},
		{
			Name: "elo-mean", ByCategory: true, Syntax: "elo-mean:R", Example: "elo-mean", Aim: "the mean of Elo's rating, with random error", New: newEloMean,
			Doc:  "mean Elo rating over R random orders of the trials",
			More: "R is 20 by default.",
		},
		{
			Name: "glicko", ByCategory: true, Syntax: "glicko", Aim: "unknown", New: ratings("glicko", func() metrics.Sequence { return &glicko{} }),
			Doc:  "Glicko rating: like Elo's rating, with a deviation that shrinks with more matches",
			More: "Glickman 1999: each trial of each question is a rating period.",
		},
		{
			Name: "trueskill", ByCategory: true, Syntax: "trueskill", Aim: "no limit: skills keep moving", New: ratings("trueskill", func() metrics.Sequence { return &trueSkill{} }),
			Doc:  "TrueSkill: mean of a normally distributed skill, updated after each win or loss",
			More: "Herbrich, Minka and Graepel 2006, with matches between two models; ties do not count.",
		},
	}
}

func init() {
	for _, f := range Families() {
		metrics.Register(f)
	}
}

// method computes scores and keys of models from the counts of a board.
type method interface {
	rank(b *board, scores []float64, keys []uint64) error
}

// ranking is a method together with the board that it reads.
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

var errParameters = errors.New("no parameters are allowed")

// newPlain returns a constructor for a method without parameters. make() is called once
// for each goroutine.
func newPlain(name string, make func() method) func(string, metrics.Options) (metrics.Metric, error) {
	return withoutParameters(name, false, make)
}

// newDear returns a constructor like newPlain, for a method that takes a long time to
// rank a board.
func newDear(name string, make func() method) func(string, metrics.Options) (metrics.Metric, error) {
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

// newMetric returns a metric that ranks models by a method. If a ranking takes a long
// time, dear is true. make() is called once for each goroutine.
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
