package betabinomial

import (
	"math"
	"slices"
)

// A Cell holds the trials of one model on one question.
type Cell struct{ Successes, Trials int }

// A tallied holds the trials of some models on one question and their expected
// successes if all questions were equally hard. Expected successes are integers in
// units of 2⁻³², so that the order of summation does not matter.
type tallied struct{ successes, trials, expected int }

// expectedUnit is the number of units per expected success.
const expectedUnit = 1 << 32

func (t *tallied) add(c Cell, rate int) {
	t.successes += c.Successes
	t.trials += c.Trials
	t.expected += c.Trials * rate
}

// without returns t without the trials of one of its models.
func (t tallied) without(c Cell, rate int) tallied {
	return tallied{t.successes - c.Successes, t.trials - c.Trials, t.expected - c.Trials*rate}
}

// rate returns the share of successes after the addition of one trial that is half a
// success.
func (t tallied) rate() float64 { return (float64(t.successes) + 0.5) / (float64(t.trials) + 1) }

// logit returns the logit of the success rate minus the logit of the expected rate.
// Both rates include one additional trial that counts as mean successes.
func (t tallied) logit(mean float64) float64 {
	odds := func(successes float64) float64 {
		return (successes + mean) / (float64(t.trials) - successes + 1 - mean)
	}
	return math.Log(odds(float64(t.successes)) / odds(float64(float64(t.expected)/expectedUnit)))
}

// ofOthers returns, by model and question, a measure of how easy the question is for
// the other models. It is the logit of their success rate on the question, minus the
// mean of these logits over the questions. It is 0 on all questions if the other models
// do equally well on all of them.
//
// For c successes in n trials of the other models, the rate is (c + m)/(n + 1), where m
// is their rate on all questions. Because these models can have met different
// questions, the logit of their expected rate, (e + m)/(n + 1), is subtracted. For e,
// each of the n trials counts as the rate of its model on all questions. A rate on all
// questions is (S + ½)/(N + 1), for S successes in N trials.
func ofOthers(models [][]Cell) [][]float64 {
	board, rates := make([]tallied, len(models[0])), make([]int, len(models))
	for model, cells := range models {
		var all tallied
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
		var all tallied
		others := make([]tallied, len(cells))
		for q, c := range cells {
			others[q] = board[q].without(c, rates[model])
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

// centre subtracts the mean. If all numbers are equal, the result is exactly 0.
func centre(x []float64) {
	if slices.Min(x) == slices.Max(x) {
		clear(x)
		return
	}
	mean := inOrder(slices.Clone(x)) / float64(len(x))
	for i := range x {
		x[i] -= mean
	}
}
