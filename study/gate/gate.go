// Package gate decides whether a new model may take the place of an old one, given
// the posterior or the sampling distribution of the difference of their scores.
//
// Begin with [Test].
//
// It believes that a gate must know what it is wrong about at a level that was said
// before: so a claim is a region of the difference, new less old, and what is tested is
// that the difference lies outside. Equivalence is two such tests, one at each end, each
// at the full level (Schuirmann 1987, "A comparison of the two one-sided tests procedure
// and the power approach", Journal of Pharmacokinetics and Biopharmaceutics 15). Beside
// it stands the probability of the region, which is another question: not how often a
// model that is no better would pass, but how likely this one is better.
//
// It leaves to package posterior what the difference is, and to package report how the
// answer is said.
package gate

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/enum"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/results"
	"settle/study/posterior"
)

// Claim is what a gate asks of the difference d of a new model less an old one, given a
// margin m in units of the score.
type Claim int

const (
	Better     Claim = iota // d > m
	NotWorse                // d > −m: non-inferiority
	Equivalent              // −m < d < m
)

var claimNames = enum.Names[Claim]{"better", "not-worse", "equivalent"}

// ParseClaim reads one of better, not-worse and equivalent.
func ParseClaim(name string) (Claim, error) {
	return claimNames.Parse("claim", name)
}

// String is the name that ParseClaim reads.
func (c Claim) String() string { return claimNames.Name(c) }

// Verdict is the answer of a gate.
type Verdict struct {
	Claim  Claim
	Margin float64
	Level  float64 // at which a difference outside the region passes

	P      float64 // of the one-sided test, or the larger of the two
	Passed bool    // P ≤ Level
}

// Test tests the claim that a difference lies in the region: by a one-sided z test, or
// Student's t where the difference has degrees of freedom. d is a difference with its
// standard deviation; the margin must not be negative, and the level be in (0, 1).
func Test(d metrics.Estimate, c Claim, margin, level float64) Verdict {
	v := Verdict{Claim: c, Margin: margin, Level: level}
	switch c {
	case Better:
		v.P = above(d, margin)
	case NotWorse:
		v.P = above(d, -margin)
	case Equivalent:
		v.P = max(above(d, -margin), above(opposite(d), -margin))
	}
	v.Passed = v.P <= level
	return v
}

// Probability is that of the region under the posterior of a difference, taken for
// normal, or Student's t where it has degrees of freedom.
func Probability(d metrics.Estimate, c Claim, margin float64) float64 {
	switch c {
	case Better:
		return 1 - above(d, margin)
	case NotWorse:
		return 1 - above(d, -margin)
	}
	return max(0, 1-above(d, -margin)-above(opposite(d), -margin))
}

// above is the p of the test that a difference is at most a limit: the probability of
// its estimate, or of a larger one, at the limit.
func above(d metrics.Estimate, limit float64) float64 {
	d.Mu -= limit
	return distuv.UnitNormal.CDF(-d.Z())
}

// opposite is the difference the other way round.
func opposite(d metrics.Estimate) metrics.Estimate {
	d.Mu = -d.Mu
	return d
}

// Difference is that of the scores of a new model less an old one by a metric, given
// their places in a tally, and how many questions it is of: those of which both have as
// many trials as the metric needs. It fails if there are none, in a population if they
// do not tell how questions differ, or if the metric has no intervals.
func Difference(
	ctx context.Context, t *results.Tally, m metrics.Metric, newer, older int, e posterior.Estimand,
) (d metrics.Estimate, questions int, err error) {
	pair := []int{newer, older}
	part, err := metrics.Restrict(metrics.Part(m, pair, nil), t.Part(pair, nil), false)
	if err != nil {
		return d, 0, err
	}
	estimator, ok := part.Metric.(metrics.Estimator)
	if !ok {
		return d, 0, fmt.Errorf("%s has no interval, and how far chance explains a difference is not known", quoted.Bare(m.Name()))
	}
	if estimator, err = metrics.Fit(ctx, estimator, part.Tally); err != nil {
		return d, 0, err
	}
	scores, err := posterior.New(estimator, part.Tally, e)
	if err != nil {
		return d, 0, err
	}
	return scores.Difference(0, 1), part.Tally.Questions, nil
}
