package betabinomial

import (
	"math"
	"slices"
)

// A Cell holds one model's numbers of successes and trials on one question.
type Cell struct{ Successes, Trials int }

// A questionTally holds three sums over several models for one question: the numbers of
// successes, of trials, and of successes that would be expected if all questions were
// equally hard. Expected successes are integers in units of 2⁻³², so that the order of
// summation does not matter.
type questionTally struct{ successes, trials, expected int }

// expectedUnit is the factor by which expected numbers of successes are multiplied, so
// that they can be stored as integers.
const expectedUnit = 1 << 32

func (t *questionTally) add(c Cell, rate int) {
	t.successes += c.Successes
	t.trials += c.Trials
	t.expected += c.Trials * rate
}

// subtract returns t without the successes and trials of one of its models. The rate is
// the success rate of this model on all questions, times expectedUnit.
func (t questionTally) subtract(c Cell, rate int) questionTally {
	return questionTally{t.successes - c.Successes, t.trials - c.Trials, t.expected - c.Trials*rate}
}

// rate returns the share of successes if one more trial is added that counts as half a
// success.
func (t questionTally) rate() float64 { return (float64(t.successes) + 0.5) / (float64(t.trials) + 1) }

// logit returns the logit of the observed success rate minus the logit of the expected
// success rate. Both rates include one imaginary trial, so that the logits are finite.
// This trial adds the given mean to the successes.
func (t questionTally) logit(mean float64) float64 {
	odds := func(successes float64) float64 {
		return (successes + mean) / (float64(t.trials) - successes + 1 - mean)
	}
	return math.Log(odds(float64(t.successes)) / odds(float64(float64(t.expected)/expectedUnit)))
}

// easeForOthers returns, for each model and question, how easy the question is for the
// other models. The measure is the logit of the other models' success rate on the
// question, minus the mean of these logits over all questions. It is 0 everywhere if
// the other models do equally well on all questions.
//
// Suppose that the other models have c successes in n trials of the question, and that
// their success rate on all questions is m. Their rate on the question is then
// (c + m)/(n + 1). Because models can have attempted different questions, the logit of
// an expected rate, (e + m)/(n + 1), is subtracted. Here e is the number of successes
// to expect if each model had its overall rate on the question. An overall rate is
// (S + ½)/(N + 1), for S successes in N trials.
func easeForOthers(models [][]Cell) [][]float64 {
	board, rates := make([]questionTally, len(models[0])), make([]int, len(models))
	for model, cells := range models {
		var all questionTally
		for _, c := range cells {
			all.add(c, 0)
		}
		rates[model] = int(math.Round(all.rate() * expectedUnit))
		for q, c := range cells {
			board[q].add(c, rates[model])
		}
	}
	logits := make([][]float64, len(models))
	for model, cells := range models {
		var all questionTally
		others := make([]questionTally, len(cells))
		for q, c := range cells {
			others[q] = board[q].subtract(c, rates[model])
			all.successes += others[q].successes
			all.trials += others[q].trials
		}
		logits[model] = make([]float64, len(cells))
		for q, t := range others {
			logits[model][q] = t.logit(all.rate())
		}
		centre(logits[model])
	}
	return logits
}

// centre subtracts the mean of x from every element of x. If all elements are equal,
// they become exactly 0.
func centre(x []float64) {
	if slices.Min(x) == slices.Max(x) {
		clear(x)
		return
	}
	mean := sumSorted(slices.Clone(x)) / float64(len(x))
	for i := range x {
		x[i] -= mean
	}
}
