package sequential

import (
	"fmt"
	"math"

	"settle/metrics"
	"settle/results"
)

// Sampled returns the metric avg@N with a standard error computed from the unbiased variance of
// each question's trials. The standard error by Eq. 20 of "Don't Pass@k" is larger on average,
// because of its uniform prior. A sequential test is valid without this excess and would lose
// power with it.
//
// The variance of the sum over all trials is increased, as if one more trial had a different
// outcome. So the score of a model that always fails, or always succeeds, does not count as
// certain. A question with a single trial has no sample variance; the variance for a success
// probability of ½ is used instead.
func Sampled(w metrics.Weights) metrics.Estimator {
	lo, hi := w.Range()
	return &sampled{metrics.Avg(w), w.Floats(), hi - lo}
}

// Compared returns the metric m with the given name, and sampled, the metric that step-down
// corrections compare in place of m. If the σ of m is a standard error, as for avg@N, sampled is
// the metric made by Sampled. If σ is a posterior standard deviation, sampled is m itself.
// Compared fails if the name is unknown or the metric has no σ.
func Compared(name string, o metrics.Options) (m, sampled metrics.Estimator, err error) {
	ms, err := metrics.Parse(name, o)
	if err != nil {
		return nil, nil, err
	}
	m, ok := ms[0].(metrics.Estimator)
	if !ok {
		return nil, nil, fmt.Errorf("cannot compare models by %s: it has no standard error", ms[0].Name())
	}
	if metrics.TraitsOf(m).StandardError {
		return m, Sampled(o.Weights), nil
	}
	return m, m, nil
}

type sampled struct {
	metrics.Estimator
	values []float64 // of the categories
	spread float64   // largest minus smallest value
}

// Estimate returns the mean of a model's trials with its standard error.
func (m *sampled) Estimate(t *results.Tally, model int) metrics.Estimate {
	variance := m.questionsVariance(t, model)
	extra := m.spread / float64(fewestOf(t, model))
	return metrics.Estimate{
		Mu:    m.Score(t, model),
		Sigma: math.Sqrt(variance+float64(extra*extra)) / float64(t.Questions),
	}
}

// fewestOf returns the smallest number of trials that a model has of any question.
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

// questionsVariance returns the sum, over all questions, of the variance of the mean of a
// question's trials.
func (m *sampled) questionsVariance(t *results.Tally, model int) float64 {
	if len(m.values) == 2 && t.Top == 1 && !t.Unequal() && t.Trials > 1 {
		n, sum := int64(t.Trials), int64(0)
		live := t.LiveOf(model) // other questions add nothing
		for _, successes := range live {
			sum += int64(successes) * (n - int64(successes))
		}
		return m.spread * m.spread * float64(sum) / (float64(n*n) * float64(n-1))
	}
	sum, row := 0.0, t.Row(model)
	for q := range t.Questions {
		sum += m.questionVariance(row[q*t.Top:(q+1)*t.Top], t.TrialsOf(model, q))
	}
	return sum
}

// questionVariance returns the variance of the mean of one question's trials, given the counts
// of categories 1..C among n trials.
func (m *sampled) questionVariance(counts []uint16, n int) float64 {
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
