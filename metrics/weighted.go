package metrics

import (
	"fmt"
	"math"

	"settle/internal/unfused"
	"settle/results"
)

// weightedMetric is Bayes@N or avg@N. The score of either is a linear function of the
// weighted sum of the category totals, and this function is the same for all models.
type weightedMetric struct {
	name    string
	weights Weights
	values  []float64 // the weights as floats

	// shrink is true for Bayes@N and false for avg@N. Bayes@N adds pseudo-counts and the
	// outcomes of the prior.
	shrink bool
	belief belief
	prior  *results.Tally // nil for none; of the same models and questions

	instead string // if the metric is another name of avg: the metric to use for boards that it refuses; otherwise ""
}

// Bayes returns Bayes@N (Eq. 15), the posterior mean of the weighted score under
// independent Dirichlet priors, one per question. The prior is uniform. If prior is not
// nil, it holds results, R0 in the paper, and the uniform prior is updated with their
// trials (Eq. 6). These results must have the models and questions of the boards to
// score, in the same order. With a uniform prior, Bayes@N orders models as avg@N does
// (appendix B).
func Bayes(w Weights, prior *results.Tally) Estimator {
	return &weightedMetric{
		name: bayesName, weights: w, values: w.Floats(), shrink: true, belief: uniform(w.Len()), prior: prior,
	}
}

// BayesWith returns Bayes@N under independent Dirichlet priors with the parameters in
// p. It returns an error if the parameters are invalid or do not match the number of
// weights.
func BayesWith(w Weights, p Prior) (Estimator, error) {
	belief, err := p.toBelief(w)
	if err != nil {
		return nil, err
	}
	return &weightedMetric{
		name: bayesName, weights: w, values: w.Floats(), shrink: true, belief: belief, prior: p.Results,
	}, nil
}

// Jeffreys returns the pseudo-counts of Jeffreys' prior: ½ for each category.
func Jeffreys(categories int) Weights {
	halves := Weights{integers: make([]int64, categories), common: 2}
	for category := range halves.integers {
		halves.integers[category] = 1
	}
	return halves
}

// Avg returns avg@N (Eq. 18), the mean weight of the outcomes. Its standard deviation
// is that of Bayes@N under a uniform prior, rescaled (Eq. 20).
func Avg(w Weights) Estimator {
	return &weightedMetric{name: avgName, weights: w, values: w.Floats(), belief: uniform(w.Len())}
}

func (m *weightedMetric) Name() string    { return m.name }
func (m *weightedMetric) FirstTrial() int { return 1 }

func (m *weightedMetric) Check(top, trials int) error {
	if err := checkTrials(m, trials); err != nil {
		return err
	}
	if err := m.checkAlias(top, false); err != nil {
		return err
	}
	if top >= m.weights.Len() {
		return fmt.Errorf("%s: the board has category %d, but weights are given only up to category %d", m.name, top, m.weights.Len()-1)
	}
	if m.prior != nil && m.prior.Top >= m.weights.Len() {
		return fmt.Errorf("%s: the prior has category %d, but weights are given only up to category %d", m.name, m.prior.Top, m.weights.Len()-1)
	}
	return nil
}

// Score returns the exact score, rounded once to a float64. It uses big integers if the
// numerator or the denominator is not exact in float64, which is rare.
func (m *weightedMetric) Score(t *results.Tally, model int) float64 {
	must(checkTally(m, t))
	low, high := m.weights.extremes()
	largest := max(math.Abs(float64(m.weights.integers[low])), float64(m.weights.integers[high]), float64(m.weights.common))
	if m.uneven(t) || largest*float64(t.Questions)*float64(m.mass(t.Trials)) >= 1<<53 {
		return scoreOf(m, t, model)
	}
	var sum int64
	for category, weight := range m.weights.integers {
		sum += weight * m.categoryTrials(t, model, category)
	}
	return float64(sum) / float64(m.weights.common*int64(t.Questions)*m.mass(t.Trials))
}

// mass returns the number of trials on which one question's estimate is based,
// multiplied by belief.unit so that it is an integer. For avg@N it is n, the number of
// trials on the board. For Bayes@N it includes the pseudo-counts and the D trials of
// the prior's results: T = 1 + C + D + n under a uniform prior for categories 0..C.
func (m *weightedMetric) mass(trials int) int64 {
	if !m.shrink {
		return int64(trials)
	}
	mass := m.belief.sum + m.belief.unit*int64(trials)
	if m.prior != nil {
		mass += m.belief.given * int64(m.prior.Trials)
	}
	return mass
}

// categoryTrials returns the number of trials in a category on which a model's score is
// based, summed over all questions. For Bayes@N it includes pseudo-counts and outcomes
// of the prior's results, and it is multiplied by belief.unit so that it is an integer.
func (m *weightedMetric) categoryTrials(t *results.Tally, model, category int) int64 {
	count := total(t, model, category)
	if !m.shrink {
		return count
	}
	count = m.belief.unit*count + m.belief.counts[category]*int64(t.Questions)
	if m.prior != nil {
		count += m.belief.given * total(m.prior, model, category)
	}
	return count
}

// total returns the number of a model's outcomes in a category. It returns 0 for
// categories above t.Top.
func total(t *results.Tally, model, category int) int64 {
	totals := t.Totals[model*t.Top : (model+1)*t.Top]
	switch {
	case category > t.Top:
		return 0
	case category > 0:
		return totals[category-1]
	}
	rest := t.Outcomes(model)
	for _, n := range totals {
		rest -= n
	}
	return rest
}

// Estimate returns the score and its standard deviation, by Eq. 15 for Bayes@N and by
// Eq. 20 for avg@N.
func (m *weightedMetric) Estimate(t *results.Tally, model int) Estimate {
	if m.uneven(t) {
		return Estimate{Mu: m.Score(t, model), Sigma: m.unevenSigma(t, model)}
	}
	e := Estimate{Mu: m.Score(t, model), Sigma: m.posteriorSigma(t, model)}
	if !m.shrink {
		e.Sigma *= float64(m.weights.Len()+t.Trials) / float64(t.Trials)
	}
	return e
}

// posteriorSigma returns σ of Eq. 15. The expression in braces in Eq. 15 is the
// variance of the weight of one outcome drawn with the posterior mean probabilities. It
// is computed from deviations from the mean, so that no digits cancel.
func (m *weightedMetric) posteriorSigma(t *results.Tally, model int) float64 {
	if m.weights.Len() == 2 && m.belief.plain() {
		return m.binarySigma(t, model)
	}
	mass := m.belief.floatOf(m.belief.sum) + float64(t.Trials)
	if m.prior != nil {
		mass += m.belief.floatOf(m.belief.given * int64(m.prior.Trials))
	}
	nu := make([]float64, m.weights.Len())
	var sum float64
	for q := range t.Questions {
		m.posterior(nu, t, model, q)
		_, variance := unfused.MeanVariance(m.values, nu)
		sum += variance
	}
	return math.Sqrt(sum/(mass+1)) / float64(t.Questions)
}

// binarySigma computes the same as posteriorSigma for two categories and a plain prior
// (see belief.plain). With ν0 and ν1 for the two categories and T = ν0 + ν1, the
// variance of one question's outcome is ν0·ν1/T² times the squared difference of the
// weights. binarySigma allocates nothing.
func (m *weightedMetric) binarySigma(t *results.Tally, model int) float64 {
	total := int64(2 + t.Trials)
	var sum int64
	if m.prior == nil {
		live := t.LiveOf(model)
		for _, successes := range live {
			nu := 1 + int64(successes)
			sum += nu * (total - nu)
		}
		sum += int64(t.Questions-len(live)) * (total - 1) // without successes, or with successes only
	} else {
		total += int64(m.prior.Trials)
		prior := m.prior.Row(model)
		for q, successes := range t.Row(model) {
			nu := 1 + int64(successes) + int64(prior[q])
			sum += nu * (total - nu)
		}
	}
	mass := float64(total)
	return math.Abs(m.weights.Float(1)-m.weights.Float(0)) / float64(t.Questions) / mass * math.Sqrt(float64(sum)/(mass+1))
}

// addCounts adds one question's counts to sums, by category.
func addCounts[T int64 | float64](sums []T, t *results.Tally, model, question int) {
	addTimes(sums, 1, t, model, question)
}

// addTimes multiplies one question's counts by factor, and adds them to sums by
// category.
func addTimes[T int64 | float64](sums []T, factor T, t *results.Tally, model, question int) {
	counts := t.Row(model)[question*t.Top : (question+1)*t.Top]
	rest := t.TrialsOf(model, question)
	for j, count := range counts {
		sums[j+1] += T(factor * T(count))
		rest -= int(count)
	}
	sums[0] += T(factor * T(rest))
}
