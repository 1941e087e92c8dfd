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

	law law // what the interval is of, nil where it is taken for normal
}

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
	half := float64(distuv.UnitNormal.Quantile((1+confidence)/2) * e.Sigma)
	lo, hi = e.Mu-half, e.Mu+half
	if e.law != nil {
		lo, hi = e.law.interval(confidence)
	}
	if e.Range != (Bounds{}) {
		lo, hi = e.Range.clip(lo, hi)
	}
	return b.clip(lo, hi)
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
	for range 60 {
		if x := lo + float64((hi-lo)/2); l.mixture.below(x) < p {
			lo = x
		} else {
			hi = x
		}
	}
	return lo + float64((hi-lo)/2)
}

// below is the probability that the score is at most x.
func (m mixture) below(x float64) (p float64) {
	for _, part := range m {
		switch {
		case part.sigma > 0:
			p += float64(part.weight * distuv.UnitNormal.CDF((x-part.mu)/part.sigma))
		case part.mu <= x:
			p += part.weight
		}
	}
	return p
}
