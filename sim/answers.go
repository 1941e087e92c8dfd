package sim

import (
	"fmt"

	"settle/internal/rng"
	"settle/replicate"
	"settle/results"
)

// mostWrong is the largest number of wrong answers that a question can have.
const mostWrong = 1000

// Answer gives the attempts of the coins answers, drawn from the seed. Every question
// has one right answer and the given number of wrong answers, which are the same for
// all models. Given that an attempt is wrong, stick breaking determines the
// probabilities of the wrong answers. The first gets a uniform share, the next a
// uniform share of the rest, and so on; the last gets what is left. On some questions
// one wrong answer therefore attracts nearly all wrong attempts. On others several
// answers share them. The outcomes are the same as without answers.
//
// A verifier gives each attempt one of the weights 1/8, 2/8, …, 1. The probabilities are
// proportional to 1, 2, …, 8 for a right attempt and to 8, 7, …, 1 for a wrong one.
//
// Answer returns an error unless there are 1 to 1000 wrong answers.
func (c *Coins) Answer(wrong int, seed uint64) error {
	if wrong < 1 || wrong > mostWrong {
		return fmt.Errorf("answers= requires a number of wrong answers from 1 to %d", mostWrong)
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

// answers returns the names of the answers to each question, the right one first.
func (c *Coins) answers() [][]string {
	names := make([][]string, len(c.Wrong))
	for q, chances := range c.Wrong {
		names[q] = append([]string{"right"}, results.Numbered("wrong", len(chances))...)
	}
	return names
}

// answering returns the source with the answers of the coins, if they have any.
func (c *Coins) answering(s replicate.Source) replicate.Source {
	if c.Wrong == nil {
		return s
	}
	return replicate.WithWrong(s, c.answers(), func(_, question int) []float64 { return c.Wrong[question] }, c.Verifier)
}
