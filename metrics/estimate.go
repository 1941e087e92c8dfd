package metrics

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// An Estimate is the posterior mean of a score and its standard deviation, both in the
// units of the weights.
type Estimate struct {
	Mu    float64
	Sigma float64

	// Range holds the limits of the metric's scores, such as [0, 1] for a probability.
	// Intervals are clipped to it. The zero value means no limits, as for the estimate of
	// Eq. 15.
	Range Bounds

	// DF holds the degrees of freedom of Student's t distribution if Sigma is estimated
	// from few questions. It is 0 for the normal distribution.
	DF float64

	given float64 // the mean of σ² given the prior, if the prior is fitted

	cautious float64 // σ for comparisons if Sigma is too small for them; else 0

	law law // the distribution of the interval; nil for the normal distribution
}

// ComparisonSigma returns the standard deviation of the score for comparisons with other models.
// This is usually Sigma. If only a prior determines how noisy the trials are, it is an
// upper limit of the standard deviation, because such a prior is wrong for two models
// that are copies of each other.
func (e Estimate) ComparisonSigma() float64 { return max(e.Sigma, e.cautious) }

// A law is the distribution that gives the interval of an estimate. It is used if the
// posterior is not normal, or if a rule from the literature computes the interval.
type law interface {
	// interval returns the central interval at a confidence in (0, 1).
	interval(confidence float64) (lo, hi float64)
}

// mixedLaw is the distribution of a mixture, together with its mean and standard
// deviation.
type mixedLaw struct {
	mixture   *mixture
	mu, sigma float64
}

func (l mixedLaw) interval(confidence float64) (lo, hi float64) {
	return l.quantile((1 - confidence) / 2), l.quantile((1 + confidence) / 2)
}

// mixture is a posterior in the form of a mixture of normal distributions.
type mixture []part

type part struct{ mu, sigma, weight float64 }

// Bounds are the limits of an interval.
type Bounds struct{ Lo, Hi float64 }

// Unbounded has no limits, so that it clips no interval.
var Unbounded = Bounds{math.Inf(-1), math.Inf(1)}

// Interval returns the central interval at a confidence in (0, 1), clipped to Range and
// to b. It uses the normal approximation of the paper's section 2.5. If the posterior
// is a mixture over priors, it uses a mixture of normal distributions. If the metric
// has an interval rule, it uses that rule instead.
func (e Estimate) Interval(confidence float64, b Bounds) (lo, hi float64) {
	half := float64(e.reach(confidence) * e.Sigma)
	lo, hi = e.Mu-half, e.Mu+half
	if e.law != nil {
		lo, hi = e.law.interval(confidence)
	}
	if e.Range != (Bounds{}) {
		lo, hi = e.Range.clip(lo, hi)
	}
	return b.clip(lo, hi)
}

// reach returns half the width of the central interval in units of Sigma.
func (e *Estimate) reach(confidence float64) float64 {
	switch {
	case e.DF > 0:
		return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: e.DF}.Quantile((1 + confidence) / 2)
	case confidence == usualConfidence:
		return usualReach
	}
	return normalReach(confidence)
}

// usualConfidence is the confidence of most intervals. Its normal quantile is computed
// only once, so that these intervals are fast.
const usualConfidence = 0.95

var usualReach = normalReach(usualConfidence)

func normalReach(confidence float64) float64 { return distuv.UnitNormal.Quantile((1 + confidence) / 2) }

// Reach returns half the width of the central interval at the given confidence, before
// clipping, in units of the score.
func (e Estimate) Reach(confidence float64) float64 { return e.reach(confidence) * e.Sigma }

// Z returns the mean divided by its standard deviation. It is 0 for a mean of 0, and
// ±Inf for any other mean whose standard deviation is 0. With DF degrees of freedom it
// returns the standard normal quantile that has the same tail probability as Student's
// t, so that normal quantiles and Φ can be used with it.
func (e Estimate) Z() float64 {
	if e.Mu == 0 {
		return 0
	}
	t := e.Mu / e.Sigma
	if !(e.DF > 0) || math.IsInf(t, 0) {
		return t
	}
	return math.Copysign(normalOfT(math.Abs(t), e.DF), t)
}

// normalOfT returns the standard normal quantile that has the same upper tail
// probability as t ≥ 0 under Student's distribution with df degrees of freedom.
func normalOfT(t, df float64) float64 {
	const least = 1e-300 // the smallest tail probability that has full precision
	if tail := (distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}).CDF(-t); tail > least {
		return -distuv.UnitNormal.Quantile(tail)
	}
	// This approximation is accurate to 0.02 (Wallace 1959, "Bounds on normal
	// approximations to Student's and the chi-square distributions", Annals of
	// Mathematical Statistics 30).
	return (float64(8*df) + 1) / (float64(8*df) + 3) * math.Sqrt(float64(df*math.Log1p(float64(t*t)/df)))
}

// clip returns lo and hi, moved into the bounds if they lie outside.
func (b Bounds) clip(lo, hi float64) (float64, float64) {
	return min(max(lo, b.Lo), b.Hi), max(min(hi, b.Hi), b.Lo)
}

// quantile returns the p-quantile of the mixture: the number x such that a value drawn
// from the mixture is below x with probability p.
func (l mixedLaw) quantile(p float64) float64 {
	// By Chebyshev's inequality, no quantile is farther than σ·√(1/p) from the mean.
	reach := l.sigma / math.Sqrt(min(p, 1-p))
	lo, hi := l.mu-reach, l.mu+reach
	x := l.mu + float64(distuv.UnitNormal.Quantile(p)*l.sigma)
	for range 60 { // Newton steps while they stay between the ends, otherwise bisection
		below, density := l.mixture.distribution(x)
		if below < p {
			lo = x
		} else {
			hi = x
		}
		next := x + (p-below)/density
		// The error of next is of the order of the square of the step. This test comes first,
		// because x is an end and can exclude next.
		if math.Abs(next-x) <= 1e-8*l.sigma {
			return next
		}
		if !(next > lo && next < hi) {
			next = lo + float64((hi-lo)/2)
		}
		x = next
	}
	return x
}

// distribution returns the probability that a score with this distribution is at most
// x, and the density at x. The density omits components of the mixture whose width is
// 0.
func (m mixture) distribution(x float64) (below, density float64) {
	for _, part := range m {
		switch {
		case part.sigma > 0:
			z := (x - part.mu) / part.sigma
			below += float64(part.weight * distuv.UnitNormal.CDF(z))
			density += float64(part.weight * normalDensity(z) / part.sigma)
		case part.mu <= x:
			below += part.weight
		}
	}
	return below, density
}

// normalDensity returns the standard normal density.
func normalDensity(z float64) float64 {
	const logRoot2Pi = 0.91893853320467274178 // log √(2π)
	return math.Exp(-logRoot2Pi - float64(z*z/2))
}
