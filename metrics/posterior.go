package metrics

import (
	"fmt"
	"math"
	"slices"

	"settle/internal/unfused"
	"settle/results"
)

// Dirichlet is the posterior behind Bayes@N (section 2.2): for every model and
// question the chances of the categories 0..C are Dirichlet(ν₀, …, ν_C), all
// independent of each other. A score is the mean over questions of the
// weighted chances.
type Dirichlet struct {
	Questions int
	Weights   []float64 // by category
	nu        []float64 // by model, question and category
}

// Nu returns ν₀, …, ν_C of one model on one question: the pseudo-counts, one of each
// category under a uniform prior, and the outcomes of the board and of the prior. The
// slice is only to be read.
func (d *Dirichlet) Nu(model, question int) []float64 {
	from := (model*d.Questions + question) * len(d.Weights)
	return d.nu[from : from+len(d.Weights)]
}

// Posterior returns the posterior behind Bayes@N on a tally that passes Check,
// and false for every other metric.
func Posterior(m Metric, t *results.Tally) (*Dirichlet, bool) {
	bayes, ok := m.(*weighted)
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

// PriorTrials says how many trials of each question the prior of Bayes@N counts
// as: its pseudo-counts, which are one for each category of the uniform prior, and
// those of the results that were given as prior, by their share, of an unequal board
// the most of any question. It is false for every other metric.
func PriorTrials(m Metric) (imagined, given float64, ok bool) {
	bayes, ok := m.(*weighted)
	if !ok || !bayes.shrink {
		return 0, 0, false
	}
	if bayes.prior != nil {
		given = bayes.belief.floatOf(bayes.belief.given * int64(bayes.prior.MostTrials()))
	}
	return bayes.belief.floatOf(bayes.belief.sum), given, true
}

// FlatPrior tells whether the prior of Bayes@N imagines one outcome of each category:
// the uniform prior, which draws scores towards the mean of the weights.
func FlatPrior(m Metric) bool {
	bayes, ok := m.(*weighted)
	return ok && bayes.shrink && !slices.ContainsFunc(bayes.belief.counts, func(count int64) bool {
		return count != bayes.belief.unit
	})
}

// UnequalPrior tells whether Bayes@N starts from results that have different numbers
// of trials of the questions.
func UnequalPrior(m Metric) bool {
	bayes, ok := m.(*weighted)
	return ok && bayes.prior != nil && bayes.prior.Unequal()
}

// posterior fills in ν₀, …, ν_C of one model on one question.
func (m *weighted) posterior(nu []float64, t *results.Tally, model, question int) {
	for category, count := range m.belief.counts {
		nu[category] = m.belief.floatOf(count)
	}
	addCounts(nu, t, model, question)
	if m.prior != nil {
		addTimes(nu, m.belief.floatOf(m.belief.given), m.prior, model, question)
	}
}

// Noise is what trials alone do to the variance of avg@N, which no random sample
// of questions falls short of.
type Noise struct {
	// Pooled is the variance if all trials of the board were of one question:
	// Eq. 20 for one question of N·M trials. Where questions have n_q trials each,
	// it is that of a mean over M samples of n_q trials, for the same variance of
	// a trial: T·Σ 1/n_q / M² times that of T = Σ n_q trials.
	Pooled float64

	// Within is the unbiased estimate of what the trials of each question add,
	// Σ v_q / (n_q·M²), v_q the sample variance of the question's n_q outcomes
	// (denominator n_q − 1). A single trial does not tell, and adds 0.
	Within float64
}

// SamplingNoise returns the noise behind the score of avg@N or a UStatistic on a tally
// that passes Check, and false for every other metric: there the means of questions
// are drawn towards a prior, and are no sample means. Both variances of a UStatistic,
// and of avg@N with another interval, are the square of its standard error.
func SamplingNoise(m Metric, t *results.Tally, model int) (Noise, bool) {
	_, sampled := asSampler(m)
	if _, ok := m.(*otherwise); ok || sampled {
		sigma := m.(Estimator).Estimate(t, model).Sigma
		return Noise{Pooled: sigma * sigma, Within: sigma * sigma}, true
	}
	avg, ok := m.(*weighted)
	if !ok || avg.shrink {
		return Noise{}, false
	}
	must(checkTally(avg, t))
	return Noise{Pooled: avg.pooled(t, model), Within: avg.within(t, model)}, true
}

func (m *weighted) pooled(t *results.Tally, model int) float64 {
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

func (m *weighted) within(t *results.Tally, model int) float64 {
	if t.Unequal() {
		return m.withinUneven(t, model)
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
	// The variance of the counts has the denominator N.
	questions := float64(t.Questions)
	return sum / float64(t.Trials-1) / (questions * questions)
}

// withinUneven is within where questions have trials of their own.
func (m *weighted) withinUneven(t *results.Tally, model int) float64 {
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

// QuestionMeans returns the posterior mean of one model's score on each
// question of a tally that passes Check, in the units of the score, and NaN for
// questions that the model never met, unless the metric foresees them. It fails
// if these do not have the mean that the metric estimates: then the metric is
// not a mean over questions, as all of this package are.
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
		return nil, fmt.Errorf("%s is not a mean over questions: its estimates of single questions have the mean %v, that of all is %v", m.Name(), mean, whole)
	}
	return means, nil
}

func questionMeans(m Estimator, t *results.Tally, model int) []float64 {
	switch m := m.(type) {
	case *fitted:
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
		return overMet(t, model, func(q, _ int) float64 { return attempts.Score(t.Part([]int{model}, []int{q}), 0) })
	}
	if bayes, ok := m.(*weighted); ok && bayes.shrink {
		nu := make([]float64, bayes.weights.Len())
		return overMet(t, model, func(q, _ int) float64 {
			bayes.posterior(nu, t, model, q)
			mean, _ := unfused.MeanVariance(bayes.values, nu)
			return mean
		})
	}
	return overMet(t, model, func(q, _ int) float64 {
		return m.Estimate(t.Part([]int{model}, []int{q}), 0).Mu
	})
}

// overMet returns what value says of each question that a model met, given its trials, and
// NaN of the others.
func overMet(t *results.Tally, model int, value func(question, trials int) float64) []float64 {
	values := make([]float64, t.Questions)
	for q := range values {
		values[q] = math.NaN()
		if n := t.TrialsOf(model, q); n > 0 {
			values[q] = value(q, n)
		}
	}
	return values
}
