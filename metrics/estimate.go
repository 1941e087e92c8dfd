package metrics

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a posterior mean with the standard deviation of the posterior,
// both in units of the weights.
type Estimate struct {
	Mu    float64
	Sigma float64

	// Range is what the score of the metric is known to lie in, such as [0, 1]
	// of a chance: no interval leaves it. The zero value is no limit, as Eq. 15
	// has none.
	Range Bounds

	// DF are the degrees of freedom of Student's t, where Sigma is estimated from so few
	// questions that it matters; 0 for none, where it does not.
	DF float64

	given float64 // of a fitted prior: what σ² is, on average, given the prior

	cautious float64 // σ in comparisons, where Sigma is too small for them; else 0

	law law // what the interval is of, nil where it is taken for normal
}

// Apart returns the standard deviation of the score in comparisons with other models: Sigma
// or, where nothing but a prior tells how noisy trials are, what it can be at most. A prior
// for boards like real ones is none for copies of one model.
func (e Estimate) Apart() float64 { return max(e.Sigma, e.cautious) }

// law is a distribution that an estimate is not taken for normal by, or a rule in place
// of one.
type law interface {
	// interval is the central one of a confidence in (0, 1).
	interval(confidence float64) (lo, hi float64)
}

// mixedLaw is the law of a mixture with the mean and standard deviation of its own.
type mixedLaw struct {
	mixture   *mixture
	mu, sigma float64
}

func (l mixedLaw) interval(confidence float64) (lo, hi float64) {
	return l.quantile((1 - confidence) / 2), l.quantile((1 + confidence) / 2)
}

// mixture is a posterior made of normal distributions.
type mixture []part

type part struct{ mu, sigma, weight float64 }

// Bounds are the ends that an interval may not pass.
type Bounds struct{ Lo, Hi float64 }

// Unbounded clips nothing.
var Unbounded = Bounds{math.Inf(-1), math.Inf(1)}

// Interval is the central interval of the given confidence in (0, 1), under the
// normal approximation of section 2.5 or, where the posterior is a mixture over
// priors, under that of each of them, or by a rule of its own; clipped to the Range and
// to the bounds.
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

// reach is half the width of the central interval in units of Sigma.
func (e *Estimate) reach(confidence float64) float64 {
	switch {
	case e.DF > 0:
		return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: e.DF}.Quantile((1 + confidence) / 2)
	case confidence == usualConfidence:
		return usualReach
	}
	return normalReach(confidence)
}

// usualConfidence is that of the intervals that are made by the million.
const usualConfidence = 0.95

var usualReach = normalReach(usualConfidence)

func normalReach(confidence float64) float64 { return distuv.UnitNormal.Quantile((1 + confidence) / 2) }

// Reach is half the width of the central interval of the given confidence before it is
// clipped, in units of the score.
func (e Estimate) Reach(confidence float64) float64 { return e.reach(confidence) * e.Sigma }

// Z is the mean in units of its standard deviation: 0 for a mean of 0, and ±Inf for
// another without uncertainty. With degrees of freedom it is the standard normal
// number that is exceeded as often as that by Student's t, so that what compares it
// with a normal quantile, or takes Φ of it, follows the t distribution.
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

// normalOfT is the standard normal number with the upper tail of t ≥ 0 by Student's
// distribution with so many degrees of freedom.
func normalOfT(t, df float64) float64 {
	const least = 1e-300 // tail that has all its digits
	if tail := (distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}).CDF(-t); tail > least {
		return -distuv.UnitNormal.Quantile(tail)
	}
	// Wallace 1959, "Bounds on normal approximations to Student's and the chi-square
	// distributions", Annals of Mathematical Statistics 30: within 0.02.
	return (float64(8*df) + 1) / (float64(8*df) + 3) * math.Sqrt(float64(df*math.Log1p(float64(t*t)/df)))
}

// clip moves the ends of an interval to the nearest within the bounds.
func (b Bounds) clip(lo, hi float64) (float64, float64) {
	return min(max(lo, b.Lo), b.Hi), max(min(hi, b.Hi), b.Lo)
}

// quantile is the value below which a mixture lies with probability p.
func (l mixedLaw) quantile(p float64) float64 {
	// By Chebyshev no quantile is farther than σ·√(1/p) from the mean.
	reach := l.sigma / math.Sqrt(min(p, 1-p))
	lo, hi := l.mu-reach, l.mu+reach
	x := l.mu + float64(distuv.UnitNormal.Quantile(p)*l.sigma)
	for range 60 { // of Newton's steps, where they stay between the ends; else of halves
		below, density := l.mixture.at(x)
		if below < p {
			lo = x
		} else {
			hi = x
		}
		next := x + (p-below)/density
		if math.Abs(next-x) <= 1e-14*l.sigma { // before x, which is an end, can rule it out
			return next
		}
		if !(next > lo && next < hi) {
			next = lo + float64((hi-lo)/2)
		}
		x = next
	}
	return x
}

// at is the probability that the score is at most x, and the density there but for
// parts without width.
func (m mixture) at(x float64) (below, density float64) {
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
