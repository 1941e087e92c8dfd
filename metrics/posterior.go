package metrics

import (
	"fmt"
	"math"

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

// Nu returns ν₀, …, ν_C of one model on one question: one of each category, and
// the outcomes of the board and of the prior. The slice is only to be read.
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
	must(bayes.Check(t.Top, t.Trials))
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
// as: one for each category of the uniform prior, and those of the results that
// were given as prior. It is false for every other metric.
func PriorTrials(m Metric) (uniform, given int, ok bool) {
	bayes, ok := m.(*weighted)
	if !ok || !bayes.shrink {
		return 0, 0, false
	}
	if bayes.prior != nil {
		given = bayes.prior.Trials
	}
	return bayes.weights.Len(), given, true
}

// WithoutPrior is avg@N by the weights of Bayes@N, which no prior draws. It is
// false for every other metric.
func WithoutPrior(m Metric) (avg Metric, ok bool) {
	bayes, ok := m.(*weighted)
	if !ok || !bayes.shrink {
		return nil, false
	}
	return Avg(bayes.weights), true
}

// posterior fills in ν₀, …, ν_C of one model on one question.
func (m *weighted) posterior(nu []float64, t *results.Tally, model, question int) {
	for category := range nu {
		nu[category] = 1
	}
	addCounts(nu, t, model, question)
	if m.prior != nil {
		addCounts(nu, m.prior, model, question)
	}
}

// Noise is what trials alone do to the variance of avg@N, which no random sample
// of questions falls short of.
type Noise struct {
	// Pooled is the variance if all trials of the board were of one question:
	// Eq. 20 for one question of N·M trials.
	Pooled float64

	// Within is the unbiased estimate of what the trials of each question add,
	// Σ v_q / (N·M²), v_q the sample variance of the question's N outcomes
	// (denominator N − 1). A single trial does not tell: then it is 0.
	Within float64
}

// SamplingNoise returns the noise behind the score of avg@N on a tally that
// passes Check, and false for every other metric: there the means of questions
// are drawn towards a prior, and are no sample means.
func SamplingNoise(m Metric, t *results.Tally, model int) (Noise, bool) {
	avg, ok := m.(*weighted)
	if !ok || avg.shrink {
		return Noise{}, false
	}
	must(avg.Check(t.Top, t.Trials))
	return Noise{Pooled: avg.pooled(t, model), Within: avg.within(t, model)}, true
}

func (m *weighted) pooled(t *results.Tally, model int) float64 {
	trials := float64(float64(t.Questions) * float64(t.Trials))
	mass := trials + float64(m.weights.Len())
	nu := make([]float64, m.weights.Len())
	for category := range nu {
		nu[category] = 1 + float64(total(t, model, category))
	}
	stretch := mass / trials
	_, variance := unfused.MeanVariance(m.values, nu)
	return variance / (mass + 1) * stretch * stretch
}

func (m *weighted) within(t *results.Tally, model int) float64 {
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

// QuestionMeans returns the posterior mean of one model's score on each
// question of a tally that passes Check, in the units of the score. It fails
// if these do not have the mean that the metric estimates: then the metric is
// not a mean over questions, as all of this package are.
func QuestionMeans(m Estimator, t *results.Tally, model int) ([]float64, error) {
	means := questionMeans(m, t, model)
	var sum float64
	for _, mean := range means {
		sum += mean
	}
	whole := m.Estimate(t, model).Mu
	if mean := sum / float64(t.Questions); math.Abs(mean-whole) > 1e-9*max(1, math.Abs(whole)) {
		return nil, fmt.Errorf("%s is not a mean over questions: its estimates of single questions have the mean %v, that of all is %v", m.Name(), mean, whole)
	}
	return means, nil
}

func questionMeans(m Estimator, t *results.Tally, model int) []float64 {
	means := make([]float64, t.Questions)
	if bayes, ok := m.(*weighted); ok && bayes.shrink {
		nu := make([]float64, bayes.weights.Len())
		for q := range means {
			bayes.posterior(nu, t, model, q)
			means[q], _ = unfused.MeanVariance(bayes.values, nu)
		}
		return means
	}
	single := results.NewTally(1, 1, t.Top)
	single.Trials = t.Trials
	for q := range means {
		counts := t.Row(model)[q*t.Top : (q+1)*t.Top]
		for j, count := range counts {
			single.Add(0, 0, j+1, int(count))
		}
		means[q] = m.Estimate(single, 0).Mu
		for j, count := range counts {
			single.Add(0, 0, j+1, -int(count))
		}
	}
	return means
}
