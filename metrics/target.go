package metrics

import (
	"context"
	"math"

	"settle/internal/pmf"
	"settle/internal/unfused"
)

// Targeter is a Metric that says what its score is an estimate of.
type Targeter interface {
	Metric

	// Target is the truth behind the score of a model that answers question q
	// correctly, in category 1, with chance p[q] in [0, 1], and else falls
	// into category 0: what the score comes to as trials are added without
	// end. It is NaN if that is not known.
	Target(p []float64) float64
}

// Target is the mean weight of an outcome, π̄ of Eq. 1, whatever the prior.
func (m *weighted) Target(p []float64) float64 {
	wrong, right := m.weights.Float(0), m.weights.Float(1)
	return meanOver(p, func(p float64) float64 { return float64((1-p)*wrong) + float64(p*right) })
}

// Target is that of the unbiased metric for the naive one, and NaN for one made
// by NewPerQuestion: what it estimates is not known.
func (m *PerQuestion) Target(p []float64) float64 {
	if m.aim == nil {
		return math.NaN()
	}
	return m.aim.Target(p)
}

// Target is the mean over questions of g(p), which the metric estimates without
// bias.
func (m *UStatistic) Target(p []float64) float64 {
	kernel := m.kernel().scores
	correct := make([]float64, len(kernel))
	return meanOver(p, func(p float64) float64 {
		pmf.Binomial(correct, p)
		return unfused.Dot(correct, kernel)
	})
}

// Target is the expected larger weight among the outcomes of k trials.
func (m *maxAtK) Target(p []float64) float64 {
	wrong, right := m.weights.Float(0), m.weights.Float(1)
	anyRight := PassAtK(m.k)
	if right < wrong { // only if all are right is none of them wrong
		anyRight = PassHatK(m.k)
	}
	return wrong + float64((right-wrong)*anyRight.Target(p))
}

// QuestionScores are the scores of one question with c = 0..n successes in
// n ≥ FirstTrial trials; a score is their mean over the questions.
func (m *PerQuestion) QuestionScores(n int) []float64 {
	numerators, denominator, err := m.numerators.all(context.Background(), n)
	must(err)
	scores := make([]float64, len(numerators))
	for c, numerator := range numerators {
		scores[c] = quotient(numerator, denominator)
	}
	return scores
}

func meanOver(p []float64, f func(p float64) float64) float64 {
	var sum float64
	for _, p := range p {
		sum += f(p)
	}
	return sum / float64(len(p))
}
