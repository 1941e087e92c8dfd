// Package bakeoff compares estimators and ranking methods on models of which the chance of
// every outcome is known: how far scores are from what they estimate, how often intervals
// hold it, how near rankings are to the truth, and how soon.
//
// Begin with [Measure], and [OfCoins], [OfChances] or [OfBoard] for where to compare.
//
// It believes that an estimator must be judged by its own truth: Bayes@N by
// the mean success probability, Pass@k by the chance that one of k fresh trials
// is correct. So bias and RMSE of two estimators compare only where they aim
// at the same, and rankings, which are held against one order, compare always, board by
// board. A method that cannot rank a board has tied all models there: what fails does not
// vanish from a mean. Whether a ranking is right and whether it has settled are two
// questions; Options.Golds asks the second. It leaves the drawing of boards to packages sim
// and replicate, convergence@n to package converge, and tables and figures to others.
package bakeoff

import (
	"context"
	"fmt"
	"slices"

	"settle/metrics"
	"settle/montecarlo"
	"settle/montecarlo/shards"
	"settle/study/converge"
)

// Confidence is the nominal level of the intervals.
const Confidence = 0.95

// Options say how much to run.
type Options struct {
	montecarlo.Options // Progress counts to twice the replicates

	Seed   uint64
	Trials int   // N, at least the largest of At
	At     []int // the numbers of trials to look at, positive and ascending

	// Target is what metrics estimate of which it is not known, as of programs: what this
	// metric does. Nil for no bias of theirs.
	Target metrics.Metric

	// Golds are the orders that the rankings by each metric are compared with, by metric,
	// in place of the field's Gold; nil for none. A metric whose order is nil has neither
	// τ nor convergence@n. See Field.Own.
	Golds [][]int

	// Against says what the Golds are, for tables: "truth", "own" or the name of a metric.
	Against string

	// Reference is the index of the metric that differences are shown to.
	Reference int

	// RankingsOnly leaves out convergence@n, which takes every n, and errors and intervals.
	RankingsOnly bool
}

// Result is how one metric did.
type Result struct {
	Metric string

	// Truth is what the metric estimates, by model, nil if that is not known.
	Truth []float64

	// Own is the order that the metric comes to as trials are added without end, nil if
	// that is not known (see metrics.OwnOrder): larger is better.
	Own []int

	// Gold is the order that its rankings were compared with, nil if with none.
	Gold []int

	Points []Point // at the numbers of trials asked for from the metric's first on

	// Convergence is when its ranking settles on Gold; of 0 replicates where that was not
	// measured.
	Convergence converge.Distribution
}

// Point is how a metric did with n trials, on average over replicates, and over
// models but for Tau. Every SE is a Monte-Carlo standard error, NaN for a
// single replicate.
type Point struct {
	N int

	Bias, BiasSE float64 // of the score, NaN where the truth is not known
	RMSE, RMSESE float64 // likewise: the root of the mean squared error

	// Tau is the mean of Kendall's τ_b with the true order, in which an
	// undefined τ counts as 0 (see montecarlo.Taus).
	Tau, TauSE float64
	Undefined  int

	// Weighted is the mean of τ weighted by places, in which those at the top count more
	// (see kendall.Weighted); where it is undefined it counts as 0.
	Weighted, WeightedSE float64

	// Top1 is how often a model that is best by gold is ranked first, where models that
	// share the first place share the chance.
	Top1, Top1SE float64

	// RankError is the mean over models of the absolute difference between a model's place
	// and its place in gold, both mid-ranks.
	RankError, RankErrorSE float64

	Tied    float64 // the mean share of pairs that the ranking ties
	Failed  int     // boards that the method could not rank: all of their models tie
	Refusal string  // what it said of the first of them

	// Coverage is the share of intervals that hold the truth, Width their mean
	// width in units of the score; NaN for a metric without intervals.
	Coverage, CoverageSE float64
	Width                float64

	Models []ModelPoint // the same of every model

	// Ahead is by how much this metric did better than each of those that were
	// measured with it, in their order.
	Ahead []Ahead
}

// Ahead is by how much one metric did better than another on the same boards, on
// average over them; negative where it did worse, and NaN where one has no score.
type Ahead struct {
	Tau, TauSE           float64 // its τ less the other's, an undefined one counted as 0
	Weighted, WeightedSE float64 // likewise, of τ weighted by places
	Top1, Top1SE         float64 // how often its first model is best by gold, less how often the other's is

	RankError, RankErrorSE float64 // the other's mean error of ranks less its own

	// Square is the other's squared error less its own; NaN unless both estimate the
	// same.
	Square, SquareSE float64
}

// ModelPoint is how a metric did on one model with n trials; NaN as in Point.
type ModelPoint struct {
	Bias, RMSE, Coverage, Width float64
}

// Measure draws boards of a field and scores each by every metric with the
// numbers of trials asked for. It fails if there are fewer than two models, if
// gold ties all of them, if a metric cannot score the boards, or if
// ctx ends.
func Measure(ctx context.Context, f *Field, ms []metrics.Metric, o Options) ([]Result, error) {
	if len(o.At) == 0 || o.At[0] < 1 || o.At[len(o.At)-1] > o.Trials || !slices.IsSorted(o.At) {
		return nil, fmt.Errorf("the numbers of trials to look at are %v: they must ascend from 1 to %d at most",
			o.At, o.Trials)
	}
	if err := check(f, o); err != nil {
		return nil, err
	}
	c, err := newContest(ctx, f, ms, o)
	if err != nil {
		return nil, err
	}
	var settled []converge.Distribution
	var all *sums
	err = shards.All(
		func() (err error) { settled, err = c.settle(ctx, ms, o); return err },
		func() (err error) { all, err = c.fold(ctx, o); return err },
	)
	if err != nil {
		return nil, err
	}
	results := make([]Result, len(ms))
	for i := range c.entrants {
		e := &c.entrants[i]
		results[i] = Result{Metric: ms[i].Name(), Truth: e.truth, Own: e.own, Gold: e.gold, Convergence: settled[i]}
		if all.Settled != nil && e.gold != nil && !o.RankingsOnly {
			results[i].Convergence = all.Settled[i].distribution(ms[i].Name(), all.Replicates)
		}
		for j, n := range o.At {
			if n >= ms[i].FirstTrial() {
				p := all.cell(i, j).point(n, e, all.Replicates)
				p.Ahead = c.ahead(all, i, j)
				results[i].Points = append(results[i].Points, p)
			}
		}
	}
	return results, nil
}

// check tells what cannot be compared.
func check(f *Field, o Options) error {
	if len(f.Models) < 2 {
		return fmt.Errorf("rankings of two models or more can be compared, and there is one")
	}
	for _, gold := range append(o.Golds[:len(o.Golds):len(o.Golds)], f.Gold) {
		if gold != nil && tiesAll(gold) {
			return fmt.Errorf("gold ties all %d models: there is no ranking to compare with", len(f.Models))
		}
	}
	return f.Missing.Check()
}

// settle is when the rankings settle on their gold, by metric; of no replicates for those
// without one, and where attempts are missing, which is looked at with the rest.
func (c *contest) settle(ctx context.Context, ms []metrics.Metric, o Options) ([]converge.Distribution, error) {
	all := make([]converge.Distribution, len(ms))
	var settling []metrics.Metric
	var at []int
	wanted := converge.Options{Options: o.Options}
	for i, e := range c.entrants {
		all[i] = converge.Distribution{Metric: ms[i].Name(), Counts: make([]int, o.Trials)}
		if e.gold != nil {
			settling, at = append(settling, ms[i]), append(at, i)
			wanted.Own = append(wanted.Own, e.gold)
		}
	}
	if o.Golds == nil {
		wanted.Own = nil
	}
	if len(settling) == 0 || c.field.Missing.Any() || o.RankingsOnly {
		return all, nil
	}
	settled, err := converge.Measure(ctx, c.field.Source(o.Trials, o.Seed), settling, c.field.Gold, wanted)
	for i, d := range settled {
		all[at[i]] = d
	}
	return all, err
}

// fold visits all replicates.
func (c *contest) fold(ctx context.Context, o Options) (*sums, error) {
	folding := o.Options
	folding.Fold = "bakeoff"
	if o.Progress != nil {
		folding.Progress = func(done int) { o.Progress(o.Share.Count(o.Replicates) + done) }
	}
	worker := func() montecarlo.Visit[*sums] { return c.newVisitor().visit }
	if c.field.Missing.Any() {
		if o.Progress != nil {
			folding.Progress = func(done int) { o.Progress(2 * done) }
		}
		worker = func() montecarlo.Visit[*sums] { return c.newThinned(ctx).visit }
	}
	return montecarlo.Fold(ctx, folding, c.empty, worker)
}

// Truth is what a metric estimates of the models of a field: by its own account, or else
// what other does, which may be nil; nil if neither is known. Methods that rank by comparing
// models have none: their scores are points of their own, and what they come to is Own.
func (f *Field) Truth(m, other metrics.Metric) []float64 {
	switch m.(type) {
	case metrics.Ranker, metrics.Sequential:
		return nil
	case metrics.Targeter, metrics.AttemptMetric:
		return metrics.Truths(m, &f.Chances)
	}
	if other == nil {
		return nil
	}
	return metrics.Truths(other, &f.Chances)
}
