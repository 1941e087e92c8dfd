package metrics

import (
	"fmt"
	"math"

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

// mean is the posterior mean of the weighted score of one model on one
// question.
func (d *Dirichlet) mean(model, question int) float64 {
	var sum, mass float64
	for category, nu := range d.Nu(model, question) {
		sum += nu * d.Weights[category]
		mass += nu
	}
	return sum / mass
}

// Posterior returns the posterior behind Bayes@N on a tally that passes Check,
// and false for every other metric.
func Posterior(m Metric, t *results.Tally) (*Dirichlet, bool) {
	bayes, ok := m.(*weighted)
	if !ok || !bayes.shrink {
		return nil, false
	}
	must(bayes.Check(t.Top, t.Trials))
	d := &Dirichlet{Questions: t.Questions, Weights: make([]float64, bayes.weights.Len())}
	for category := range d.Weights {
		d.Weights[category] = bayes.weights.Float(category)
	}
	d.nu = make([]float64, t.Models*t.Questions*len(d.Weights))
	for i := range d.nu {
		d.nu[i] = 1
	}
	for model := range t.Models {
		for q := range t.Questions {
			addCounts(d.Nu(model, q), t, model, q)
			if bayes.prior != nil {
				addCounts(d.Nu(model, q), bayes.prior, model, q)
			}
		}
	}
	return d, true
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
	if d, ok := Posterior(m, t); ok {
		for q := range means {
			means[q] = d.mean(model, q)
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
