// Package metrics turns results into scores: Bayes@N, avg@N, Pass@k and its
// relatives, and says how uncertain they are (see Estimator).
//
// Begin with [Parse], which reads names as --metrics does, or [Bayes];
// [Ordinals] ranks, [Scores] says by how much, and [Evaluate] does both until a
// context ends. A metric of one's own joins by [Register].
//
// It believes that a tie is a mathematical fact, not a matter of rounding:
// every metric of the paper is a sum over questions of rationals with one
// denominator per number of trials, so models are compared by integers (see
// Plan) and a score is rounded to float64 once, at the end. It leaves ranks to
// package ranking and the drawing of replicates to packages sim and bootstrap.
//
// The paper is "Don't Pass@k: A Bayesian Framework for Large Language Model
// Evaluation" (Hariri, Samandar, Hinczewski, Chaudhary); equation numbers in
// this package are its.
package metrics

import (
	"context"
	"fmt"
	"slices"

	"settle/results"
)

// Metric turns one model's results, cut to n trials, into a score.
//
// The metrics of this package are compared exactly. A Metric from elsewhere is
// compared by its Score as a float64, without any tolerance: two models tie
// only where it returns the same number for both.
type Metric interface {
	// Name is the metric in the grammar of Parse, such as "pass@8".
	Name() string

	// FirstTrial is the smallest n at which there is a score: k for Pass@k,
	// as in the paper, and 1 for Bayes@N.
	FirstTrial() int

	// Check reports why the metric cannot score a board of categories 0..top
	// with n trials, or nil.
	Check(top, trials int) error

	// Score is the score of one model of a tally that passes Check. It
	// panics on any other, and with a Failure where there is no score for
	// reasons that Check cannot know. It is called from several goroutines.
	Score(t *results.Tally, model int) float64
}

// Estimator is a Metric that knows its own uncertainty.
type Estimator interface {
	Metric

	// Estimate is what the interval of one model lies around, with a standard
	// deviation: the posterior's where the metric has a prior, else the standard
	// error of the score over trials (avg, by Eq. 20, and a UStatistic). Mu is the
	// Score but for an Updated metric, whose posterior mean shrinks towards the
	// prior while its score does not. The tally must pass Check.
	Estimate(t *results.Tally, model int) Estimate
}

// BoardMetric is a Metric that scores all models of a tally at once, because
// that is cheaper or because the score of one depends on the others.
type BoardMetric interface {
	Metric

	// ScoreAll sets scores[l] to Score(t, l) for every model l of the tally.
	ScoreAll(t *results.Tally, scores []float64)
}

// AttemptMetric is a Metric that goes by the answers or the weights of attempts, which a tally has
// beside its counts (see results.Ballots). Package votes has them. It takes questions with different
// numbers of trials.
type AttemptMetric interface {
	Metric

	// CheckAttempts reports why the attempts of a board with these Ballots cannot be scored, or nil.
	CheckAttempts(b *results.Ballots) error

	// Truths returns what the scores come to, by model, as trials are added without end; nil if it
	// is not known.
	Truths(c *Chances) []float64

	// Remarks returns what a reader of the scores of a tally must be told, in sentences. The tally
	// must have the Ballots that the metric needs.
	Remarks(t *results.Tally) []string
}

// Scores returns the scores of all models of a tally that passes Check, in
// into where that is large enough.
func Scores(m Metric, t *results.Tally, into []float64) []float64 {
	into = slices.Grow(into[:0], t.Models)[:t.Models]
	if board, ok := m.(BoardMetric); ok {
		board.ScoreAll(t, into)
		return into
	}
	if exact, ok := asExact(m, t); ok { // all at once: their numerators are the same
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

// Estimates returns the estimates of all models of a tally that passes Check, in into
// where that is large enough. What is fitted to the tally is fitted once.
func Estimates(m Estimator, t *results.Tally, into []Estimate) []Estimate {
	into = slices.Grow(into[:0], t.Models)[:t.Models]
	if unfitted, ok := m.(*fitted); ok {
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

// checkTrials reports that n trials are fewer than the metric needs.
func checkTrials(m starter, trials int) error {
	if trials < m.FirstTrial() {
		return fmt.Errorf("%s has no score at n = %d: it starts at n = %d", m.Name(), trials, m.FirstTrial())
	}
	return nil
}

// must panics where a metric is asked for a score that Check refuses.
func must(err error) {
	if err != nil {
		panic("metrics: " + err.Error())
	}
}

// ScoredConfidence is that of the intervals of an IntervalScorer.
const ScoredConfidence = 0.95

// IntervalScorer is a BoardMetric that may know central intervals of its scores, of
// ScoredConfidence.
type IntervalScorer interface {
	BoardMetric

	// ScoreIntervals is ScoreAll, with the ends of the intervals in lo and hi, which are
	// as long as scores; it returns false, and leaves them, if it knows none.
	ScoreIntervals(t *results.Tally, scores, lo, hi []float64) (known bool)
}
