package budget

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A difference describes the lead of the better of two models: the sum of its outcomes minus the
// sum of the other model's outcomes, over all questions.
//
// If questions have different numbers of prior trials, an outcome counts for more at a question
// with few of them. leadMoments(n) then gives the lead, in the same units.
type difference struct {
	lead           float64 // in the prior trials; can be negative
	mean, variance float64 // of what one trial of each question adds to the lead

	// leadMoments returns the mean and the variance of the lead after n trials of each question.
	// It is nil if all questions count the same.
	leadMoments func(n int) (ahead, variance float64)
}

func (m *Models) difference(above, below int) (d difference) {
	for q, a := range m.outcome[above] {
		b := m.outcome[below][q]
		d.lead += m.start[above][q].sum - m.start[below][q].sum
		d.mean += a.mean - b.mean
		d.variance += a.variance + b.variance
	}
	if m.uneven {
		d.leadMoments = func(n int) (ahead, variance float64) { return m.leadMoments(above, below, n) }
	}
	return d
}

// leadMoments returns the mean and the variance of the lead of the first model over the second,
// from the prior trials and n trials of each question. It is used if questions have different
// numbers of prior trials. The lead is scaled so that an outcome of a question without prior
// trials counts fully.
func (m *Models) leadMoments(above, below, n int) (ahead, variance float64) {
	trials, mass := float64(n), float64(m.mass+n)
	for q, a := range m.outcome[above] {
		b := m.outcome[below][q]
		up, down := mass/m.massAt(above, q, n), mass/m.massAt(below, q, n)
		ahead += float64(up*(m.start[above][q].sum+float64(trials*a.mean))) -
			float64(down*(m.start[below][q].sum+float64(trials*b.mean)))
		variance += float64(trials*up*up*a.variance) + float64(trials*down*down*b.variance)
	}
	return ahead, variance
}

// shift returns a difference in which the mean gap, summed over all questions, is larger by the
// given amount.
func (d difference) shift(gap float64) difference {
	s := difference{lead: d.lead, mean: d.mean + gap, variance: d.variance}
	if d.leadMoments != nil {
		s.leadMoments = func(n int) (ahead, variance float64) {
			ahead, variance = d.leadMoments(n)
			return ahead + float64(float64(n)*gap), variance
		}
	}
	return s
}

// leadAfter returns the mean of the better model's lead after n trials of each question, and the
// variance of that lead.
func (d difference) leadAfter(n int) (ahead, variance float64) {
	if d.leadMoments != nil {
		return d.leadMoments(n)
	}
	return d.lead + float64(float64(n)*d.mean), float64(n) * d.variance
}

// rightProbability returns the probability that the better model is ahead after n trials of each
// question, in the normal approximation. A tie counts as half.
func (d difference) rightProbability(n int) float64 {
	return distuv.UnitNormal.CDF(d.z(n))
}

// distance returns the expected absolute value of the lead after n trials of each question, in
// the normal approximation.
func (d difference) distance(n int) float64 {
	ahead, variance := d.leadAfter(n)
	if variance == 0 {
		return math.Abs(ahead)
	}
	return math.Sqrt(variance) * foldedMean(d.z(n))
}

// z returns the mean of the lead after n trials of each question, divided by the standard
// deviation of the lead. It returns ±∞ if that deviation is 0, and 0 if the mean is 0.
func (d difference) z(n int) float64 {
	ahead, variance := d.leadAfter(n)
	if ahead == 0 {
		return 0
	}
	return ahead / math.Sqrt(variance)
}

// foldedMean returns E|X| for a normal X with the given mean and variance 1. It uses the error
// function, which avoids cancellation for means near 0.
func foldedMean(mean float64) float64 {
	return float64(mean*math.Erf(mean/math.Sqrt2)) + float64(noise*math.Exp(-mean*mean/2))
}

// noise is E|X| for a standard normal X. This is also the expected |z| of two equal models.
var noise = math.Sqrt(2 / math.Pi)

// unfoldMean is the inverse of foldedMean: it returns the mean, at least 0, for which foldedMean
// returns folded. It returns 0 if folded is below noise.
func unfoldMean(folded float64) float64 {
	low, high := 0.0, max(folded, 0) // foldedMean(x) ≥ x
	for {
		middle := (low + high) / 2
		if middle == low || middle == high {
			return high
		}
		if foldedMean(middle) < folded {
			low = middle
		} else {
			high = middle
		}
	}
}
