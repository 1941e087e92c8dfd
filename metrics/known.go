package metrics

import (
	"math"

	"settle/internal/betabinomial"
	"settle/results"
)

// BayesQuestions returns a metric like BayesFitted, with a prior that also uses the
// difficulty of each question. If the other models mostly succeed on a question, the
// prior expects this model to succeed too. This expectation is stronger if the model's
// trials follow the other models' trials closely (see betabinomial.FitKnown), and
// scores become more precise.
//
// Questions that a model never met also have a posterior, so the score is over all
// questions of the board. If the other models show no difference between questions, as
// on a board of one model, the metric equals BayesFitted. It accepts binary outcomes
// only.
func BayesQuestions(w Weights) Fittable {
	m := BayesFitted(w).(*fittedMetric)
	m.name, m.known = bayesName+questionsSuffix, true
	return m
}

// foresees reports whether a metric can predict the scores of models on questions that
// they never met.
func foresees(m Metric) bool {
	switch m := m.(type) {
	case *fittedMetric:
		return m.known
	case *fit:
		return m.known
	}
	return false
}

// fitKnown fits a prior that uses the difficulty of the questions. It returns false if
// all questions have the same difficulty for the other models.
func (f *fit) fitKnown() bool {
	models := make([][]betabinomial.Cell, f.tally.Models)
	for model := range models {
		models[model] = cellsOf(f.tally, model)
	}
	known, ok := betabinomial.FitKnown(models)
	if !ok {
		return false
	}
	scale := f.question.(line)
	step := scale.correct - scale.wrong
	for model := range known {
		parts := make([]betabinomial.Part, len(known[model].Trends))
		for i, t := range known[model].Trends {
			parts[i] = betabinomial.Part{
				Mu: scale.wrong + float64(step*t.Mu), Sigma: math.Abs(step) * t.Sigma, Weight: t.Weight,
			}
		}
		f.estimates[model] = mixtureEstimate(parts, scale.limits())
		f.estimates[model].cautious = math.Abs(step) * known[model].Cautious
	}
	f.questionMean = func(model, question int) (mean float64) {
		c, x := models[model][question], known[model].X[question]
		for _, t := range known[model].Trends {
			alpha, beta := t.Prior(x)
			p := scale.posterior(alpha+float64(c.Successes), beta+float64(c.Trials-c.Successes))
			mean += float64(t.Weight * p.mean)
		}
		return mean
	}
	return true
}

// cellsOf returns, by question, the numbers of successes and trials of a model.
func cellsOf(t *results.Tally, model int) []betabinomial.Cell {
	cells := make([]betabinomial.Cell, t.Questions)
	for q, successes := range t.Row(model) {
		cells[q] = betabinomial.Cell{Successes: int(successes), Trials: t.TrialsOf(model, q)}
	}
	return cells
}
