// Package bakeoff compares estimators and ranking methods on models with known outcome
// probabilities. It measures how far scores are from their targets, how often intervals cover
// the targets, and how near rankings are to the true order.
//
// Call [OfCoins], [OfChances] or [OfBoard] for a [Field], then [Measure].
//
// The scores of an estimator are compared with its own target: the mean success probability for
// Bayes@N, the probability that at least one of k new trials is correct for Pass@k. So compare
// bias and RMSE only between estimators with the same target. All rankings are compared with one
// gold order, so their results can always be compared, board by board. If a method cannot rank a
// board, all models tie on it; failures are never dropped from a mean. With Options.Golds, each
// ranking can instead be compared with the order that its metric reaches with unlimited trials,
// to show whether it has settled.
//
// Do not use the package for real boards, whose probabilities are unknown, except through
// OfBoard. Convergence@n comes from package converge.
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

// Confidence is the nominal confidence of each interval, for one model alone.
const Confidence = 0.95

// Options holds the settings of a comparison of metrics.
type Options struct {
	montecarlo.Options // Progress counts up to twice the replicates

	Seed   uint64
	Trials int   // N, trials per question of each replicate; at least the largest of At
	At     []int // numbers of trials to evaluate, positive and ascending

	// Target is a metric whose target also serves for metrics without a known target, such
	// as external programs. If it is nil, such metrics have no bias.
	Target metrics.Metric

	// Golds holds, for each metric, the order with which its rankings are compared, in place
	// of the field's Gold. If Golds is nil, the field's Gold is used for all metrics. A
	// metric whose entry is nil has neither τ nor convergence@n. See Field.Own.
	Golds [][]int

	// Against is the name of the gold orders in tables: "truth", "own" or the name of a
	// metric.
	Against string

	// Reference is the index of the metric with which other metrics are compared.
	Reference int

	// RankingsOnly omits errors and intervals. It also omits convergence@n, which requires
	// rankings at every n.
	RankingsOnly bool
}

// A Result holds the results of one metric in a comparison.
type Result struct {
	Metric string

	// Truth is the target of the metric for each model; nil if it is unknown.
	Truth []float64

	// Own is the order of the models by the metric with unlimited trials, where a larger
	// number is better. It is nil if the order is unknown (see metrics.OwnOrder).
	Own []int

	// Gold is the order with which the metric's rankings were compared; nil if there is
	// none.
	Gold []int

	Points []Point // at each requested number of trials that is enough for the metric

	// Convergence is the distribution of convergence@n to Gold. It has 0 replicates if
	// convergence was not measured.
	Convergence converge.Distribution
}

// A Point holds the results of a metric with n trials per question. They are means over
// replicates; scores and intervals are also averaged over models. Every SE is a Monte-Carlo
// standard error, NaN for a single replicate.
type Point struct {
	N int

	Bias, BiasSE float64 // mean error of the score; NaN if the target is unknown
	RMSE, RMSESE float64 // root mean squared error of the score; NaN if the target is unknown

	// Tau is the mean of Kendall's τ_b with the gold order, where an undefined τ counts as 0
	// (see montecarlo.Taus). Undefined is the number of undefined τ.
	Tau, TauSE float64
	Undefined  int

	// Weighted is the mean of the weighted τ with the gold order, in which ranks at the top
	// count more (see kendall.Weighted). An undefined value counts as 0.
	Weighted, WeightedSE float64

	// Top1 is the share of boards whose first-ranked model is best in the gold order. If
	// several models share the first rank, each counts as an equal part.
	Top1, Top1SE float64

	// RankError is the absolute difference between a model's rank and its rank in the gold
	// order, averaged over models. Both are mid-ranks.
	RankError, RankErrorSE float64

	Tied    float64 // mean share of pairs that tie in the ranking
	Failed  int     // boards that the method could not rank; all models tie on them
	Refusal string  // error for the first of these boards

	// Coverage is the share of intervals that contain the target, where each interval is for
	// one model alone. Width is the mean width of the intervals in units of the score. Both
	// are NaN for a metric without intervals.
	Coverage, CoverageSE float64
	Width                float64

	Models []ModelPoint // results for each model

	// Ahead compares this metric with every metric, itself included, in the order of the
	// metrics.
	Ahead []Ahead
}

// An Ahead holds the mean advantage of a first metric over another on the same boards. A value
// is negative if the first metric did worse, and NaN if one of the two metrics has no such
// value.
type Ahead struct {
	Tau, TauSE           float64 // the first metric's τ minus the other's; an undefined τ counts as 0
	Weighted, WeightedSE float64 // the same for the weighted τ
	Top1, Top1SE         float64 // the first metric's Top1 minus the other's

	RankError, RankErrorSE float64 // the other's RankError minus the first's

	// Square is the other metric's mean squared error minus the first's. It is NaN unless
	// both metrics have the same target.
	Square, SquareSE float64
}

// A ModelPoint holds the results of a metric for one model with n trials per question. Values
// are NaN in the same cases as in Point.
type ModelPoint struct {
	Bias, RMSE, Coverage, Width float64
}

// Measure compares metrics on a field, which holds models with known outcome probabilities. It
// draws boards of the field and ranks each by every metric, at the numbers of trials in o.At. It
// fails if these numbers are out of range, if there are fewer than two models, or if a gold order
// ties all models. It also fails if a metric cannot score the boards or if ctx ends.
func Measure(ctx context.Context, f *Field, ms []metrics.Metric, o Options) ([]Result, error) {
	if len(o.At) == 0 || o.At[0] < 1 || o.At[len(o.At)-1] > o.Trials || !slices.IsSorted(o.At) {
		return nil, fmt.Errorf("the numbers of trials %v must ascend from 1 to at most %d",
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
				p.Ahead = c.meanAdvantage(all, i, j)
				results[i].Points = append(results[i].Points, p)
			}
		}
	}
	return results, nil
}

// check returns an error if the field or the options do not allow a comparison of rankings.
func check(f *Field, o Options) error {
	if len(f.Models) < 2 {
		return fmt.Errorf("cannot compare rankings of fewer than two models")
	}
	for _, gold := range append(o.Golds[:len(o.Golds):len(o.Golds)], f.Gold) {
		if gold != nil && tiesAll(gold) {
			return fmt.Errorf("cannot compare rankings with gold: gold ties all %d models", len(f.Models))
		}
	}
	return f.Missing.Check()
}

// settle returns, for each metric, the distribution of convergence@n: the number of trials from
// which on a ranking equals the gold order. The distribution has no replicates if a metric has no
// gold order, if only rankings are wanted, or if attempts are missing. If attempts are missing,
// fold counts convergence instead.
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

// fold evaluates all metrics on all replicates (simulated boards) and adds up the results.
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
	return montecarlo.Fold(ctx, folding, c.emptySums, worker)
}

// Truth returns, for each model of a field, the target of metric m: the value that its score
// estimates. If m has no known target, Truth returns the target of other, which can be nil. It
// returns nil if neither target is known. Methods that rank by comparing models have no target;
// with unlimited trials, they give the order that Own returns.
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
