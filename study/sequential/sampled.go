package sequential

import (
	"fmt"
	"math"

	"settle/metrics"
	"settle/results"
)

// Sampled is avg@N with the standard error that its trials have, in place of that of
// Eq. 20 of "Don't Pass@k": for each question the unbiased variance of its trials.
// Eq. 20 is larger on average, by what a uniform prior believes of questions, and a
// sequential test that is valid without it decides less with it.
//
// To the variance of the sum over all trials it adds that of one more trial that came
// out otherwise, so that a model that never failed, or never succeeded, is not taken
// for certain. A single trial has no variance: there that of a chance of ½ stands.
func Sampled(w metrics.Weights) metrics.Estimator {
	lo, hi := w.Range()
	return &sampled{metrics.Avg(w), w.Floats(), hi - lo}
}

// Compared returns the metric of a name whose z are compared, and the metric that corrections
// compare in its place: Sampled for avg@N, the metric itself for a posterior.
func Compared(name string, o metrics.Options) (m, sampled metrics.Estimator, err error) {
	ms, err := metrics.Parse(name, o)
	if err != nil {
		return nil, nil, err
	}
	m, ok := ms[0].(metrics.Estimator)
	if !ok {
		return nil, nil, fmt.Errorf("%s has no standard error to compare models by", ms[0].Name())
	}
	if metrics.TraitsOf(m).StandardError {
		return m, Sampled(o.Weights), nil
	}
	return m, m, nil
}

type sampled struct {
	metrics.Estimator
	values []float64 // of the categories
	spread float64   // between the least and the largest
}

// Estimate is the mean of a model's trials with its standard error.
func (m *sampled) Estimate(t *results.Tally, model int) metrics.Estimate {
	variance := m.ofQuestions(t, model)
	extra := m.spread / float64(fewestOf(t, model))
	return metrics.Estimate{
		Mu:    m.Score(t, model),
		Sigma: math.Sqrt(variance+float64(extra*extra)) / float64(t.Questions),
	}
}

// fewestOf is the smallest number of a model's trials of a question.
func fewestOf(t *results.Tally, model int) int {
	if !t.Unequal() {
		return t.Trials
	}
	least := t.TrialsOf(model, 0)
	for q := range t.Questions {
		least = min(least, t.TrialsOf(model, q))
	}
	return least
}

// ofQuestions is the sum over questions of the variance of the mean of its trials.
func (m *sampled) ofQuestions(t *results.Tally, model int) float64 {
	if len(m.values) == 2 && t.Top == 1 && !t.Unequal() && t.Trials > 1 {
		n, sum := int64(t.Trials), int64(0)
		live := t.LiveOf(model) // the others add nothing
		for _, successes := range live {
			sum += int64(successes) * (n - int64(successes))
		}
		return m.spread * m.spread * float64(sum) / (float64(n*n) * float64(n-1))
	}
	sum, row := 0.0, t.Row(model)
	for q := range t.Questions {
		sum += m.ofQuestion(row[q*t.Top:(q+1)*t.Top], t.TrialsOf(model, q))
	}
	return sum
}

// ofQuestion is that variance for one question's counts of categories 1..C among n
// trials.
func (m *sampled) ofQuestion(counts []uint16, n int) float64 {
	if n < 2 {
		return m.spread * m.spread / 4
	}
	left, mean := n, 0.0
	for j, count := range counts {
		left -= int(count)
		mean += float64(m.values[j+1] * float64(count))
	}
	all := float64(n)
	mean = (mean + float64(m.values[0]*float64(left))) / all
	squares := float64(left) * (m.values[0] - mean) * (m.values[0] - mean)
	for j, count := range counts {
		squares += float64(float64(count) * (m.values[j+1] - mean) * (m.values[j+1] - mean))
	}
	return squares / ((all - 1) * all)
}
