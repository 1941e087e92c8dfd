package metrics

import (
	"context"
	"maps"
	"math"
	"math/big"
	"slices"

	"settle/internal/unfused"
	"settle/results"
)

// On an unequal tally every question has its own number of trials n. With a prior from
// an unequal board it also has its own number D of prior trials. The closed forms then
// apply to each question separately. A score is the mean of the scores of the
// questions, and its variance is the variance of a mean of independent questions.

// uneven reports whether the estimates of different questions are based on different
// numbers of trials (see mass).
func (m *weightedMetric) uneven(t *results.Tally) bool {
	return t.Unequal() || m.prior != nil && m.prior.Unequal()
}

// massOf returns the number of trials on which the estimate of the given question is
// based, multiplied by belief.unit (see mass).
func (m *weightedMetric) massOf(t *results.Tally, model, question int) int64 {
	mass := int64(t.TrialsOf(model, question))
	if m.shrink {
		mass = m.belief.sum + m.belief.unit*mass
		if m.prior != nil {
			mass += m.belief.given * int64(m.prior.TrialsOf(model, question))
		}
	}
	return mass
}

// exactScores returns, for each given model, the exact mean score over the questions
// that the model met. A question's score is the weighted sum of its counts, divided by
// the number of trials on which it is based (see mass).
func (m *weightedMetric) exactScores(ctx context.Context, t *results.Tally, models []int) (fractions, error) {
	counts := map[int64][]int64{} // by mass, then by model and category
	for i, model := range models {
		if err := ctx.Err(); err != nil {
			return fractions{}, err
		}
		for q := range t.Questions {
			if t.TrialsOf(model, q) == 0 {
				continue
			}
			mass, categories := m.massOf(t, model, q), m.weights.Len()
			if counts[mass] == nil {
				counts[mass] = make([]int64, len(models)*categories)
			}
			m.addEvidence(counts[mass][i*categories:(i+1)*categories], t, model, q)
		}
	}
	var parts []fractions
	for _, mass := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, m.weightedSums(counts[mass], len(models), mass))
	}
	return sumOf(parts).means(t, models), nil
}

// addEvidence adds to counts, by category, all trials on which one question's estimate
// is based: trials of the board, pseudo-counts and trials of the prior's results. All
// numbers are multiplied by belief.unit, as in mass.
func (m *weightedMetric) addEvidence(counts []int64, t *results.Tally, model, question int) {
	if !m.shrink {
		addCounts(counts, t, model, question)
		return
	}
	addTimes(counts, m.belief.unit, t, model, question)
	for category, count := range m.belief.counts {
		counts[category] += count
	}
	if m.prior != nil {
		addTimes(counts, m.belief.given, m.prior, model, question)
	}
}

// weightedSums returns, for each model, the sum over categories of weight times count,
// divided by mass. counts holds the counts by model and then by category.
func (m *weightedMetric) weightedSums(counts []int64, models int, mass int64) fractions {
	f := fractions{numerators: make([]*big.Int, models), denominator: mulInt64(big.NewInt(m.weights.common), mass)}
	term := new(big.Int)
	for model := range f.numerators {
		sum := new(big.Int)
		for category, weight := range m.weights.integers {
			term.SetInt64(counts[model*len(m.weights.integers)+category])
			sum.Add(sum, term.Mul(term, big.NewInt(weight)))
		}
		f.numerators[model] = sum
	}
	return f
}

// unevenSigma returns the standard deviation of a model's score if the estimates of its
// questions are based on different numbers of trials. The variance of each question
// follows from Eq. 15 or, for avg@N, from Eq. 20.
func (m *weightedMetric) unevenSigma(t *results.Tally, model int) float64 {
	nu := make([]float64, m.weights.Len())
	var sum float64
	for q := range t.Questions {
		n := t.TrialsOf(model, q)
		if n == 0 {
			continue
		}
		m.posterior(nu, t, model, q)
		_, variance := unfused.MeanVariance(m.values, nu)
		mass, stretch := m.belief.floatOf(m.massOf(t, model, q)), 1.0
		if !m.shrink {
			mass += float64(m.weights.Len()) // include the uniform prior of the posterior
			stretch = mass / float64(n)
		}
		sum += float64(variance / (mass + 1) * stretch * stretch)
	}
	return math.Sqrt(sum) / float64(t.Met(model))
}
