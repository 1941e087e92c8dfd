package sim

import (
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/rubric"
	"settle/rubric/signals"
)

// maxAttempts is the largest number of attempts whose signals the method Attempts returns. The
// signals of that many attempts take 1.4 GB of memory.
const maxAttempts = 20_000_000

// Attempts returns the signals of all attempts on one random board, with the given
// number of trials of each question. The index selects one of the boards that the seed
// determines. The attempts by a model at a question depend only on the seed, the index,
// and the positions of the model and the question. A board with more trials begins with
// the attempts of a board with fewer. Attempts returns an error for less than one trial
// or more than twenty million attempts.
func (m *Mimics) Attempts(trials int, seed uint64, index int) (*signals.Attempts, error) {
	models, questions := m.names()
	cells := len(models) * len(questions)
	switch {
	case trials < 1:
		return nil, fmt.Errorf("%d trials given; a board needs at least one", trials)
	case trials > maxAttempts/cells:
		return nil, fmt.Errorf("%d models × %d questions × %d trials exceed the limit of %d attempts", len(models), len(questions), trials, maxAttempts)
	}
	a := &signals.Attempts{Models: models, Questions: questions, Trials: trials, Cells: make([]rubric.Signals, 0, cells*trials)}
	correct := m.correctProbabilities()
	stream := rng.New(seed, fmt.Sprintf("attempts of mimics, board %d", index), 0)
	for model := range models {
		for question := range questions {
			stream.Seek(model*len(questions) + question)
			for range trials {
				a.Cells = append(a.Cells, m.attempt(stream, model, question, correct[model][question]))
			}
		}
	}
	return a, nil
}

// attempt draws the signals of one attempt, which is correct with probability p. Every
// attempt takes the same number of random numbers from the stream.
func (m *Mimics) attempt(stream *rng.Stream, model, question int, p float64) rubric.Signals {
	var x rubric.Signals
	correct := stream.Float64() < p
	x[rubric.IsCorrect] = indicator(correct)
	x[rubric.HasBox] = indicator(stream.Float64() < m.boxProbability(model, correct))
	length := millionth(m.length(model, question).Quantile(uniformNumber(stream)))
	repeated := stream.Float64() < m.Models[model].Degenerate
	x[rubric.TokenRatio] = min(length, 1)
	x[rubric.RepeatedPattern] = indicator(repeated || length >= 1)
	x[rubric.PromptBPT] = m.prompt(model, question)
	x[rubric.CompletionBPT] = millionth(m.confidence(model, correct).Quantile(uniformNumber(stream)))
	verdict := pick(stream.Float64(), m.verdicts(model, correct))
	u := stream.Float64()
	opinion(&x, verdict, 1-float64(u*u/2), stream.Float64())
	return x
}

func indicator(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// pick returns a verdict drawn with the given probabilities: 0 for correct, 1 for wrong, 2 for
// off-task. u is a uniform random number in [0, 1). The verdict 2 is tested first, so that
// rounding never produces this verdict if its probability is 0.
func pick(u float64, verdicts [3]float64) int {
	switch {
	case u < verdicts[2]:
		return 2
	case u < verdicts[2]+verdicts[0]:
		return 0
	}
	return 1
}

// normalNumber returns a standard normal random number. It inverts the distribution
// function.
func normalNumber(stream *rng.Stream) float64 {
	return distuv.UnitNormal.Quantile(uniformNumber(stream))
}

// uniformNumber returns a random number in (0, 1). It is never 0, which inversion would
// map to −∞.
func uniformNumber(stream *rng.Stream) float64 { return max(stream.Float64(), 0x1p-54) }
