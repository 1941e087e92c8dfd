package metrics

import (
	"cmp"
	"context"
	"math"
	"slices"

	"settle/internal/pmf"
	"settle/internal/unfused"
)

// A Targeter is a Metric for which the true value that its score estimates is known.
type Targeter interface {
	Metric

	// Target returns the limit of the score as the number of trials grows. The model
	// answers question q correctly (category 1) with probability p[q] in [0, 1], and
	// otherwise falls into category 0. Target returns NaN if the limit is unknown.
	Target(p []float64) float64
}

// Target returns the expected weight of an outcome, π̄ of Eq. 1. It does not depend on
// the prior.
func (m *weightedMetric) Target(p []float64) float64 {
	wrong, right := m.weights.Float(0), m.weights.Float(1)
	return meanOver(p, func(p float64) float64 { return float64((1-p)*wrong) + float64(p*right) })
}

// Target returns, for the naive variant of Pass@k, the same value as for the unbiased
// Pass@k. For a metric made by NewPerQuestion, it returns NaN, because the true value
// is unknown.
func (m *PerQuestion) Target(p []float64) float64 {
	if m.aim == nil {
		return math.NaN()
	}
	return m.aim.Target(p)
}

// Target returns the mean of g(p) over questions, where g(p) is the expected score of K
// trials of a question with probability p of success. The score is an unbiased estimate
// of this mean.
func (m *UStatistic) Target(p []float64) float64 {
	kernel := m.kernel().scores
	correct := make([]float64, len(kernel))
	return meanOver(p, func(p float64) float64 {
		pmf.Binomial(correct, p)
		return unfused.Dot(correct, kernel)
	})
}

// Target returns the expected largest weight among the outcomes of k trials, as a mean
// over questions.
func (m *maxAtK) Target(p []float64) float64 {
	wrong, right := m.weights.Float(0), m.weights.Float(1)
	anyRight := PassAtK(m.k)
	if right < wrong { // none of them is wrong only if all are right
		anyRight = PassHatK(m.k)
	}
	return wrong + float64((right-wrong)*anyRight.Target(p))
}

// truths returns, for each model, the limit of max@k as the number of trials grows, for
// outcomes of any number of categories. The probability that all k outcomes have at
// most the weight w is the k-th power of the probability for one outcome.
func (m *maxAtK) truths(c *Chances) []float64 {
	if c.Top >= m.weights.Len() {
		return nil
	}
	order := upTo(c.Top + 1) // categories by ascending weight
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(m.weights.Float(i), m.weights.Float(j)) })
	truths := make([]float64, c.Models)
	for model := range truths {
		for q := range slices.Chunk(c.Row(model), c.Top) {
			none, atMost, before := 1.0, 0.0, 0.0
			for _, p := range q {
				none -= p
			}
			for i, category := range order {
				switch {
				case i == len(order)-1:
					atMost = 1 // exactly, without the rounding of the sum
				case category == 0:
					atMost += max(none, 0)
				default:
					atMost += q[category-1]
				}
				reached := math.Pow(atMost, float64(m.k))
				truths[model] += float64(m.weights.Float(category) * (reached - before))
				before = reached
			}
		}
		truths[model] /= float64(c.Questions)
	}
	return truths
}

// QuestionScores returns the scores of one question for c = 0..n successes in n trials,
// where n ≥ FirstTrial. The score of a model is the mean of these scores over its
// questions.
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
