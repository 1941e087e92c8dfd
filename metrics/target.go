package metrics

import (
	"cmp"
	"context"
	"math"
	"slices"

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

// truths is Target for chances of any number of categories: of k outcomes all are worth at
// most w with the chance that one is, to the power k.
func (m *maxAtK) truths(c *Chances) []float64 {
	if c.Top >= m.weights.Len() {
		return nil
	}
	order := upTo(c.Top + 1) // of the categories, the least worth first
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
					atMost = 1 // but for rounding
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
