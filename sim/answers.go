package sim

import (
	"fmt"

	"settle/internal/rng"
	"settle/replicate"
	"settle/results"
)

// mostWrong is how many wrong answers a question has at most.
const mostWrong = 1000

// Answer gives the attempts of the coins answers, by the seed: every question has one right answer
// and so many wrong ones, which are the same for all models. The chances of the wrong ones, given
// that an attempt is wrong, are broken off a stick: the first has a uniform share of it, the next a
// uniform share of the rest, and so on; the last has what is left. So some questions have one wrong
// answer that attracts nearly all wrong attempts, and others have several. The outcomes stay what
// they are without answers. A verifier gives each attempt one of the weights 1/8, 2/8, …, 1: a right
// one with chances in proportion to 1, 2, …, 8, a wrong one to 8, 7, …, 1. It fails unless there are 1
// to 1000 wrong answers.
func (c *Coins) Answer(wrong int, seed uint64) error {
	if wrong < 1 || wrong > mostWrong {
		return fmt.Errorf("answers= must be a number of wrong answers from 1 to %d", mostWrong)
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
	const weights, all = 8, 36 // 1 + 2 + … + 8
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

// answering adds the answers to a source of the coins, if they have any.
func (c *Coins) answering(s replicate.Source) replicate.Source {
	if c.Wrong == nil {
		return s
	}
	return replicate.WithWrong(s, c.answers(), func(_, question int) []float64 { return c.Wrong[question] }, c.Verifier)
}
