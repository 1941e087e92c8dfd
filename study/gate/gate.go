// Package gate decides whether a new model may take the place of an old one, given
// the posterior or the sampling distribution of the difference of their scores.
//
// Begin with [Test], or with [TestQuestions] for questions that one model must pass.
//
// A claim is a region of the difference, new less old, and what is tested is that the
// difference lies outside. The answer is yes where that is rejected, no where the claim
// itself is rejected at the same level, and undecided in between. Equivalence is two such
// tests, one at each end, each at the full level (Schuirmann 1987, "A comparison of the two
// one-sided tests procedure and the power approach", Journal of Pharmacokinetics and
// Biopharmaceutics 15). The probability of the region is by the same estimate.
//
// It leaves to package posterior what the difference is, and to package report how the
// answer is said.
package gate

import (
	"context"
	"fmt"
	"math"

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

// Claims are the names of the claims.
func Claims() []string { return claimNames }

// ParseClaim reads one of Claims.
func ParseClaim(name string) (Claim, error) {
	return claimNames.Parse("claim", name)
}

// String is the name that ParseClaim reads.
func (c Claim) String() string { return claimNames.Name(c) }

// Answer is one of the answers of a gate.
type Answer int

const (
	Undecided Answer = iota
	Yes              // the claim holds
	No               // its opposite does
)

var answerNames = enum.Names[Answer]{"undecided", "yes", "no"}

// String returns undecided, yes or no.
func (a Answer) String() string { return answerNames.Name(a) }

// Verdict is the answer of a gate, with what it goes by.
type Verdict struct {
	Claim  Claim
	Margin float64
	Level  float64 // at which a difference outside the region passes, and one inside fails

	P        float64 // of the one-sided test that the claim does not hold, or the larger of the two
	Opposite float64 // of the test that it holds
	Region   float64 // the probability that it holds
	Answer   Answer
}

// Test tests the claim that a difference lies in the region, and its opposite: by one-sided z
// tests, or Student's t where the difference has degrees of freedom. d is a difference with its
// standard deviation; the margin must not be negative, and the level be in (0, ½).
func Test(d metrics.Estimate, c Claim, margin, level float64) Verdict {
	v := Verdict{Claim: c, Margin: margin, Level: level}
	switch c {
	case Better:
		v.P, v.Opposite = above(d, margin), above(opposite(d), -margin)
		v.Region = 1 - v.P
	case NotWorse:
		v.P, v.Opposite = above(d, -margin), above(opposite(d), margin)
		v.Region = 1 - v.P
	case Equivalent:
		less, more := above(d, -margin), above(opposite(d), -margin)
		v.P = max(less, more)
		v.Opposite = min(1, 2*min(above(d, margin), above(opposite(d), margin))) // either end
		v.Region = max(0, 1-less-more)
	default:
		panic(fmt.Sprintf("gate: claim %d", c))
	}
	switch {
	case v.P <= level:
		v.Answer = Yes
	case v.Opposite <= level:
		v.Answer = No
	}
	return v
}

// Power is the chance with which Needed trials decide.
const Power = 0.8

// Needed returns how many times as many trials decide with the chance Power, if the
// difference is what it looks like and its variance falls as trials rise. It is +Inf where
// the difference lies at the edge of the region.
func (v Verdict) Needed(d metrics.Estimate) float64 {
	edge, level := math.Abs(d.Mu-v.Margin), v.Level
	switch v.Claim {
	case NotWorse:
		edge = math.Abs(d.Mu + v.Margin)
	case Equivalent:
		if edge = math.Abs(math.Abs(d.Mu) - v.Margin); math.Abs(d.Mu) > v.Margin {
			level /= 2
		}
	}
	normal := distuv.UnitNormal
	z := (normal.Quantile(1-level) + normal.Quantile(Power)) * d.Sigma / edge
	return z * z
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
// many trials as the metric needs. What is fitted is fitted to all models of the tally, unless
// one of them lacks questions that these two have. It fails if there are no questions, in a population if they
// do not tell how questions differ, or if the metric has no intervals.
func Difference(
	ctx context.Context, t *results.Tally, m metrics.Metric, newer, older int, e posterior.Estimand,
) (d metrics.Estimate, questions int, err error) {
	m, t, newer, older = metrics.PairOf(m, t, newer, older)
	part, err := metrics.Restrict(m, t, false)
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
	return scores.Difference(newer, older), part.Tally.Questions, nil
}
