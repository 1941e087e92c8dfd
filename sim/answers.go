package sim

import (
	"fmt"

	"settle/internal/rng"
	"settle/replicate"
	"settle/results"
)

// maxWrong is the largest number of different wrong answers to a question.
const maxWrong = 1000

// Answer gives every attempt of the coins an answer. Every question has one right answer and the
// given number of wrong answers, the same for all models. The probabilities of the wrong answers,
// given that an attempt is wrong, are drawn with the seed by stick breaking. The first wrong
// answer gets a uniform share, the next a uniform share of the rest, and so on; the last gets the
// remainder. On some questions, one wrong answer therefore attracts nearly all wrong attempts; on
// others, several answers share them. The outcomes do not change.
//
// A verifier gives each attempt one of the weights 1/8, 2/8, …, 1. The probabilities of these
// weights are proportional to 1, 2, …, 8 for a right attempt and to 8, 7, …, 1 for a wrong one.
//
// Answer returns an error unless wrong is from 1 to 1000.
func (c *Coins) Answer(wrong int, seed uint64) error {
	if wrong < 1 || wrong > maxWrong {
		return fmt.Errorf("answers= requires a number of wrong answers from 1 to %d", maxWrong)
	}
	stream := rng.New(seed, "wrong answers of coins", 0)
	c.Wrong = nil
	for question := range c.Questions {
		stream.Seek(question)
		chances, rest := make([]float64, wrong), 1.0
		for i := range chances[1:] {
			chances[i] = float64(rest * stream.Float64())
			rest -= chances[i]
		}
		chances[wrong-1] = rest
		c.Wrong = append(c.Wrong, chances)
	}
	const weights, all = 8, 36 // all is 1 + 2 + … + 8
	c.Verifier = [2][]float64{make([]float64, weights), make([]float64, weights)}
	for i := range weights {
		c.Verifier[0][i], c.Verifier[1][i] = float64(weights-i)/all, float64(1+i)/all
	}
	return nil
}

// answers returns the names of the answers to each question. The right answer comes
// first.
func (c *Coins) answers() [][]string {
	names := make([][]string, len(c.Wrong))
	for q, chances := range c.Wrong {
		names[q] = append([]string{"right"}, results.Numbered("wrong", len(chances))...)
	}
	return names
}

// withAnswers returns a source that adds the coins' answers to the boards of s. If the
// coins have no answers, it returns s itself.
func (c *Coins) withAnswers(s replicate.Source) replicate.Source {
	if c.Wrong == nil {
		return s
	}
	return replicate.WithWrong(s, c.answers(), func(_, question int) []float64 { return c.Wrong[question] }, c.Verifier)
}
