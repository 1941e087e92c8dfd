// Package gate decides whether a new model can replace an old one, given the posterior or the
// sampling distribution of the difference of their scores.
//
// Call [Difference], then [Test]. Call [TestQuestions] to test one model on every question.
//
// A claim says that the difference, new minus old, lies in a region. The answer is yes if the
// opposite of the claim is rejected at the level, no if the claim itself is rejected at the same
// level, and undecided otherwise. Equivalence uses two tests, one at each end of the region,
// each at the full level (Schuirmann 1987, "A comparison of the two one-sided tests procedure
// and the power approach", Journal of Pharmacokinetics and Biopharmaceutics 15). The probability
// that the difference lies in the region is computed from the same estimate.
//
// Do not use the package for repeated looks at a growing board: see study/sequential.
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

// A Claim is a statement about the difference d of two scores, new model minus old model. It
// uses a margin m ≥ 0 in units of the score.
type Claim int

const (
	Better     Claim = iota // d > m
	NotWorse                // d > −m: non-inferiority
	Equivalent              // −m < d < m
)

var claimNames = enum.Names[Claim]{"better", "not-worse", "equivalent"}

// Claims returns the names that ParseClaim accepts.
func Claims() []string { return claimNames }

// ParseClaim returns the claim with the given name. It fails for a name not in Claims.
func ParseClaim(name string) (Claim, error) {
	return claimNames.Parse("claim", name)
}

// String returns the name of the claim, as ParseClaim accepts it.
func (c Claim) String() string { return claimNames.Name(c) }

// An Answer says whether a gate's claim holds, does not hold or is undecided.
type Answer int

const (
	Undecided Answer = iota
	Yes              // the claim holds
	No               // the opposite of the claim holds
)

var answerNames = enum.Names[Answer]{"undecided", "yes", "no"}

// String returns "undecided", "yes" or "no".
func (a Answer) String() string { return answerNames.Name(a) }

// A Verdict holds the answer about a claim and the test results from which it follows.
type Verdict struct {
	Claim  Claim
	Margin float64
	Level  float64 // level of the test of the claim and of the test of its opposite

	P        float64 // p-value of the null hypothesis that the claim is false; for Equivalent the larger of two p-values
	Opposite float64 // p-value of the null hypothesis that the claim is true
	Region   float64 // probability that the claim is true
	Answer   Answer
}

// Test tests a claim about the difference d of two scores, and also the opposite of the claim. It
// uses one-sided z tests, or Student's t tests if d has degrees of freedom. margin ≥ 0 is in units
// of the score, and the significance level is in (0, ½).
func Test(d metrics.Estimate, c Claim, margin, level float64) Verdict {
	v := Verdict{Claim: c, Margin: margin, Level: level}
	switch c {
	case Better:
		v.P, v.Opposite = pValueAbove(d, margin), pValueAbove(negate(d), -margin)
		v.Region = 1 - v.P
	case NotWorse:
		v.P, v.Opposite = pValueAbove(d, -margin), pValueAbove(negate(d), margin)
		v.Region = 1 - v.P
	case Equivalent:
		less, more := pValueAbove(d, -margin), pValueAbove(negate(d), -margin)
		v.P = max(less, more)
		v.Opposite = min(1, 2*min(pValueAbove(d, margin), pValueAbove(negate(d), margin))) // a Bonferroni correction for the two ends
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

// Power is the probability that a claim is decided, yes or no, if the number of trials grows by
// the factor that Verdict.Needed returns.
const Power = 0.8

// Needed returns the factor by which the number of trials must grow for an answer of yes or no
// with probability Power. It assumes that the true difference equals d.Mu and that the variance of
// the estimate is inversely proportional to the number of trials. It is +Inf if the difference is
// at the edge of the claim's region.
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

// pValueAbove returns the p-value of the null hypothesis that the true difference, of which d is
// the estimate, is at most limit.
func pValueAbove(d metrics.Estimate, limit float64) float64 {
	d.Mu -= limit
	return distuv.UnitNormal.CDF(-d.Z())
}

// negate returns the estimate with the opposite sign.
func negate(d metrics.Estimate) metrics.Estimate {
	d.Mu = -d.Mu
	return d
}

// Difference returns the difference of the scores of two models by a metric, new minus old, and
// the number of questions that it uses. The models are given by their indices in the tally. A
// question is used if both models have as many trials of it as the metric needs. A metric that
// must be fitted is fitted to all models of the tally, or only to these two if another model
// lacks questions that they share. Difference fails if there are no usable questions, if the
// metric has no interval, or if there are too few questions for posterior.Population (see
// posterior.New).
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
		return d, 0, fmt.Errorf("cannot compare by %s: it has no interval", quoted.Bare(m.Name()))
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
