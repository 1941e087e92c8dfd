package metrics

import (
	"fmt"
	"math"
	"slices"

	"settle/internal/unfused"
	"settle/results"
)

// A Dirichlet is the posterior of Bayes@N (section 2.2 of the paper). For every model
// and question, the probabilities of the categories 0..C have the distribution
// Dirichlet(ν₀, …, ν_C), independent of all other models and questions. A score is the
// mean over questions of the expected weight.
type Dirichlet struct {
	Questions int
	Weights   []float64 // by category
	nu        []float64 // by model, question and category
}

// Nu returns ν₀, …, ν_C for one model and one question. Each is the pseudo-count of a
// category (1 under a uniform prior) plus the number of outcomes on the board and in
// the prior's results. The slice is read-only.
func (d *Dirichlet) Nu(model, question int) []float64 {
	from := (model*d.Questions + question) * len(d.Weights)
	return d.nu[from : from+len(d.Weights)]
}

// Posterior returns the posterior of Bayes@N on a tally that passes Check. It returns
// false for every other metric.
func Posterior(m Metric, t *results.Tally) (*Dirichlet, bool) {
	bayes, ok := m.(*weightedMetric)
	if !ok || !bayes.shrink {
		return nil, false
	}
	must(checkTally(bayes, t))
	d := &Dirichlet{Questions: t.Questions, Weights: bayes.weights.Floats()}
	d.nu = make([]float64, t.Models*t.Questions*len(d.Weights))
	for model := range t.Models {
		for q := range t.Questions {
			bayes.posterior(d.Nu(model, q), t, model, q)
		}
	}
	return d, true
}

// PriorTrials returns the number of trials per question to which the prior of Bayes@N
// is equivalent, in two parts. The first part is the sum of the prior's pseudo-counts.
// The second part is the number of trials per question in the prior's results, times
// Prior.Share. If questions of these results have different numbers of trials, the
// largest number is used. For every other metric, ok is false.
func PriorTrials(m Metric) (imagined, given float64, ok bool) {
	bayes, ok := m.(*weightedMetric)
	if !ok || !bayes.shrink {
		return 0, 0, false
	}
	if bayes.prior != nil {
		given = bayes.belief.floatOf(bayes.belief.given * int64(bayes.prior.MostTrials()))
	}
	return bayes.belief.floatOf(bayes.belief.sum), given, true
}

// FlatPrior reports whether the prior of Bayes@N is uniform, with one pseudo-count per
// category. This prior shrinks scores towards the mean of the weights.
func FlatPrior(m Metric) bool {
	bayes, ok := m.(*weightedMetric)
	return ok && bayes.shrink && !slices.ContainsFunc(bayes.belief.counts, func(count int64) bool {
		return count != bayes.belief.unit
	})
}

// UnequalPrior reports whether the prior of Bayes@N uses results with different numbers
// of trials per question.
func UnequalPrior(m Metric) bool {
	bayes, ok := m.(*weightedMetric)
	return ok && bayes.prior != nil && bayes.prior.Unequal()
}

// posterior sets nu to ν₀, …, ν_C for one model and one question.
func (m *weightedMetric) posterior(nu []float64, t *results.Tally, model, question int) {
	for category, count := range m.belief.counts {
		nu[category] = m.belief.floatOf(count)
	}
	addCounts(nu, t, model, question)
	if m.prior != nil {
		addTimes(nu, m.belief.floatOf(m.belief.given), m.prior, model, question)
	}
}

// Noise holds two estimates of the variance of avg@N over trials, with the questions
// fixed. The variance over random samples of questions is at least as large.
type Noise struct {
	// Pooled is the variance if all trials of the board belonged to one question: Eq. 20
	// for one question with N·M trials. If question q has n_q trials, it is the variance
	// of a mean over M samples of n_q trials with the same variance per trial. This equals
	// T·Σ 1/n_q / M² times the variance for T = Σ n_q trials.
	Pooled float64

	// Within is the unbiased estimate of the variance within questions, Σ v_q / (n_q·M²).
	// v_q is the sample variance of the n_q outcomes of question q, with denominator n_q −
	// 1. A question with a single trial adds 0.
	Within float64
}

// SamplingNoise returns the variance over trials of a model's score, on a tally that
// passes Check. The metric must be avg@N, a UStatistic, GeomAtK or a Geometric. Except
// for avg@N with its own interval, both variances in Noise are the squared standard
// error. SamplingNoise returns false for every other metric, since the question scores
// of such a metric shrink towards a prior and are not sample means.
func SamplingNoise(m Metric, t *results.Tally, model int) (Noise, bool) {
	_, sampled := asSampler(m)
	if _, ok := m.(*avgWithRule); ok || sampled {
		sigma := m.(Estimator).Estimate(t, model).Sigma
		return Noise{Pooled: sigma * sigma, Within: sigma * sigma}, true
	}
	avg, ok := m.(*weightedMetric)
	if !ok || avg.shrink {
		return Noise{}, false
	}
	must(checkTally(avg, t))
	return Noise{Pooled: avg.pooled(t, model), Within: avg.withinNoise(t, model)}, true
}

func (m *weightedMetric) pooled(t *results.Tally, model int) float64 {
	trials := float64(t.Outcomes(model))
	mass := trials + float64(m.weights.Len())
	nu := make([]float64, m.weights.Len())
	for category := range nu {
		nu[category] = 1 + float64(total(t, model, category))
	}
	stretch := mass / trials
	_, variance := unfused.MeanVariance(m.values, nu)
	pooled := variance / (mass + 1) * stretch * stretch
	if !t.Unequal() {
		return pooled
	}
	var inverse float64
	for q := range t.Questions {
		if n := t.TrialsOf(model, q); n > 0 {
			inverse += 1 / float64(n)
		}
	}
	met := float64(t.Met(model))
	return pooled * trials * inverse / (met * met)
}

func (m *weightedMetric) withinNoise(t *results.Tally, model int) float64 {
	if t.Unequal() {
		return m.unevenWithin(t, model)
	}
	if t.Trials == 1 {
		return 0
	}
	var sum float64
	counts := make([]float64, m.weights.Len())
	for q := range t.Questions {
		clear(counts)
		addCounts(counts, t, model, q)
		_, variance := unfused.MeanVariance(m.values, counts)
		sum += variance
	}
	// The variance computed from the counts has the denominator N, not N − 1.
	questions := float64(t.Questions)
	return sum / float64(t.Trials-1) / (questions * questions)
}

// unevenWithin computes Noise.Within for questions with different numbers of trials.
func (m *weightedMetric) unevenWithin(t *results.Tally, model int) float64 {
	var sum float64
	counts := make([]float64, m.weights.Len())
	for q := range t.Questions {
		n := t.TrialsOf(model, q)
		if n < 2 {
			continue
		}
		clear(counts)
		addCounts(counts, t, model, q)
		_, variance := unfused.MeanVariance(m.values, counts)
		sum += variance / float64(n-1)
	}
	met := float64(t.Met(model))
	return sum / (met * met)
}

// QuestionMeans returns the posterior mean of one model's score on each question of a
// tally that passes Check. The mean is NaN for a question that the model never met,
// unless the metric can predict it from the other models. QuestionMeans returns an
// error if the metric is not a mean over questions. Of the metrics
// of this package, only Geometric is not.
func QuestionMeans(m Estimator, t *results.Tally, model int) ([]float64, error) {
	means := questionMeans(m, t, model)
	var sum, scored float64
	for _, mean := range means {
		if !math.IsNaN(mean) {
			sum += mean
			scored++
		}
	}
	whole := m.Estimate(t, model).Mu
	if mean := sum / scored; math.Abs(mean-whole) > 1e-9*max(1, math.Abs(whole)) {
		return nil, fmt.Errorf("%s is not a mean over questions: the mean of its estimates per question is %v, but its overall estimate is %v", m.Name(), mean, whole)
	}
	return means, nil
}

func questionMeans(m Estimator, t *results.Tally, model int) []float64 {
	switch m := m.(type) {
	case *fittedMetric:
		return m.fit(t).questionMeans(model)
	case *fit:
		return m.questionMeans(model)
	case *updatedGeometric:
		return m.questionMeans(t, model)
	}
	if s, ok := asSampler(m); ok {
		return s.questionMeans(t, model)
	}
	if attempts, ok := m.(AttemptMetric); ok {
		return metValues(t, model, func(q, _ int) float64 { return attempts.Score(t.Part([]int{model}, []int{q}), 0) })
	}
	if bayes, ok := m.(*weightedMetric); ok && bayes.shrink {
		nu := make([]float64, bayes.weights.Len())
		return metValues(t, model, func(q, _ int) float64 {
			bayes.posterior(nu, t, model, q)
			mean, _ := unfused.MeanVariance(bayes.values, nu)
			return mean
		})
	}
	return metValues(t, model, func(q, _ int) float64 {
		return m.Estimate(t.Part([]int{model}, []int{q}), 0).Mu
	})
}

// metValues returns value(question, trials) for each question that a model met, and NaN
// for the other questions.
func metValues(t *results.Tally, model int, value func(question, trials int) float64) []float64 {
	values := make([]float64, t.Questions)
	for q := range values {
		values[q] = math.NaN()
		if n := t.TrialsOf(model, q); n > 0 {
			values[q] = value(q, n)
		}
	}
	return values
}
