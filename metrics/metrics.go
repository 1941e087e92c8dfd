// Package metrics turns results into scores: Bayes@N, avg@N, Pass@k and related
// metrics. It also estimates the uncertainty of scores (see [Estimator]).
//
// A board holds the outcomes of models on questions, N trials each, and a results.Tally
// holds its counts. A tally is unequal if its questions have different numbers of
// trials.
//
// First make a metric by [Bayes], or by [Parse], which reads names as the flag
// --metrics does. Then [Ordinals] ranks the models of a board, and [Scores] returns
// their scores. [Evaluate] does both and can be cancelled by a context. [Register] adds
// a metric from another package.
//
// Ties by the paper's metrics are exact. Each of these metrics is a sum of rationals over
// questions, and questions with the same number of trials share a denominator.
// Comparisons therefore use integers (see [Plan]). A score is rounded to float64 once, at
// the end.
//
// Do not use this package to assign ranks (package ranking) or to draw replicates
// (packages sim and bootstrap).
//
// The paper is "Don't Pass@k: A Bayesian Framework for Large Language Model Evaluation"
// (Hariri, Samandar, Hinczewski, Chaudhary). Equation numbers in this package refer to
// it.
package metrics

import (
	"context"
	"fmt"
	"slices"

	"settle/results"
)

// A Metric computes the score of a model from the counts of its trials.
//
// This package compares its own metrics exactly. It compares a Metric from another
// package by its Score as a float64, without any tolerance: two models tie only if
// Score returns the same number for both.
type Metric interface {
	// Name returns the name of the metric as Parse reads it, such as "pass@8".
	Name() string

	// FirstTrial returns the smallest number of trials per question for which there is a
	// score: k for Pass@k, as in the paper, and 1 for Bayes@N.
	FirstTrial() int

	// Check returns nil if the metric can score a board of categories 0..top with the
	// given number of trials. Otherwise it returns an error with the reason.
	Check(top, trials int) error

	// Score returns the score of one model of a tally that passes Check. It panics for
	// other tallies. It panics with a Failure if there is no score for a reason that Check
	// cannot detect. It is safe for concurrent use.
	Score(t *results.Tally, model int) float64
}

// An Estimator is a Metric that estimates its own uncertainty.
type Estimator interface {
	Metric

	// Estimate returns the center Mu and the standard deviation Sigma of one model's
	// score, from which intervals follow. If the metric has a prior, Sigma is the standard
	// deviation of the posterior. Otherwise it is the standard error of the score over
	// trials (avg, by Eq. 20, and UStatistic). Mu equals Score, except for an Updated
	// metric, whose posterior mean shrinks towards the prior. The tally must pass Check.
	Estimate(t *results.Tally, model int) Estimate
}

// A BoardMetric is a Metric that can score all models of a tally in one call. It does
// so because this is cheaper, or because the score of one model depends on the others.
type BoardMetric interface {
	Metric

	// ScoreAll sets scores[l] to Score(t, l) for every model l of the tally.
	ScoreAll(t *results.Tally, scores []float64)
}

// An AttemptMetric is a Metric that uses the answers or the weights of attempts. A
// tally can hold these in addition to its counts (see results.Ballots). Package votes
// provides such metrics. They accept questions with different numbers of trials.
type AttemptMetric interface {
	Metric

	// CheckAttempts returns nil if the metric can score the attempts in b. Otherwise it
	// returns an error with the reason.
	CheckAttempts(b *results.Ballots) error

	// Truths returns, by model, the limits of the scores as the number of trials grows. It
	// returns nil if the limits are unknown.
	Truths(c *Chances) []float64

	// Remarks returns sentences that must be shown to every reader of the scores of a
	// tally. The tally must have the Ballots that the metric needs.
	Remarks(t *results.Tally) []string
}

// Scores returns the scores of all models of a tally that passes Check. It reuses the
// memory of the given slice if that is large enough.
func Scores(m Metric, t *results.Tally, into []float64) []float64 {
	into = slices.Grow(into[:0], t.Models)[:t.Models]
	if board, ok := m.(BoardMetric); ok {
		board.ScoreAll(t, into)
		return into
	}
	if exact, ok := asExact(m, t); ok { // one call for all models: they share numerators
		must(checkTally(m, t))
		e, err := evaluateExactly(context.Background(), exact, t)
		must(err)
		return append(into[:0], e.Scores...)
	}
	for model := range into {
		into[model] = m.Score(t, model)
	}
	return into
}

// Estimates returns the estimates of all models of a tally that passes Check. It reuses
// the memory of the given slice if that is large enough. If the metric's prior is
// fitted to the tally, it is fitted only once.
func Estimates(m Estimator, t *results.Tally, into []Estimate) []Estimate {
	into = slices.Grow(into[:0], t.Models)[:t.Models]
	if unfitted, ok := m.(*fittedMetric); ok {
		m = unfitted.fit(t)
	}
	if s, ok := asSampler(m); ok {
		s.estimateAll(t, into)
		return into
	}
	for model := range into {
		into[model] = m.Estimate(t, model)
	}
	return into
}

// checkTrials returns an error if the number of trials is smaller than the metric
// needs.
func checkTrials(m starter, trials int) error {
	if trials < m.FirstTrial() {
		return fmt.Errorf("%s has no score at n = %d; its scores start at n = %d", m.Name(), trials, m.FirstTrial())
	}
	return nil
}

// must panics if err is not nil. Call it with the result of Check before scoring.
func must(err error) {
	if err != nil {
		panic("metrics: " + err.Error())
	}
}

// ScoredConfidence is the confidence of the intervals of an IntervalScorer.
const ScoredConfidence = 0.95

// An IntervalScorer is a BoardMetric that can return central intervals with its scores,
// at ScoredConfidence.
type IntervalScorer interface {
	BoardMetric

	// ScoreIntervals sets scores as ScoreAll does, and sets lo and hi to the ends of the
	// intervals. All three slices have the same length. If the metric has no intervals, it
	// returns false and leaves lo and hi unchanged.
	ScoreIntervals(t *results.Tally, scores, lo, hi []float64) (known bool)
}
