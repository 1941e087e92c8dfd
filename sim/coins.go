package sim

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"settle/internal/quoted"
	"settle/metrics"
	"settle/replicate"
	"settle/results"
)

// Coins are simulated LLMs. In every trial, model l answers question q correctly with
// probability P[l][q].
type Coins struct {
	Models    []string
	Questions []string
	P         [][]float64 // by model and question, in [0, 1]

	// Wrong holds, for each question, the probability of each wrong answer, given that an
	// attempt is wrong. It is nil if attempts have no answers. See Answer.
	Wrong [][]float64

	// Verifier holds the probabilities of the weights 1/V, …, 1 that a verifier gives to an
	// attempt. Index 0 is for wrong attempts, and index 1 for right attempts. The slices
	// are empty if attempts have no answers.
	Verifier [2][]float64
}

// newCoins returns coins with the given success probabilities, which it does not check. The
// questions get numbered names.
func newCoins(models []string, p [][]float64) *Coins {
	return &Coins{Models: models, Questions: results.Numbered("question", len(p[0])), P: p}
}

// Shape returns the shape of a board of these coins (its numbers of models, questions, trials and
// categories) with the given number of trials per question.
func (c *Coins) Shape(trials int) results.Shape {
	return results.Shape{Models: len(c.Models), Questions: len(c.Questions), Trials: trials, Top: 1}
}

// Source returns a source of random boards of these coins, with the given number of
// trials of each question.
func (c *Coins) Source(trials int, seed uint64) replicate.Source {
	chance := func(model, question int) float64 { return c.P[model][question] }
	return c.withAnswers(replicate.Fresh(c.Shape(trials), chance, seed, "fresh boards of coins"))
}

// Board returns one random board of these coins: the board with the given index from
// Source. It returns an error if results.NewBoard does.
func (c *Coins) Board(trials int, seed uint64, index int) (*results.Board, error) {
	b, err := results.NewBoard(c.Models, c.Questions, trials, 1)
	if err != nil {
		return nil, err
	}
	if c.Wrong != nil {
		b.AddBallots(c.answers(), replicate.VerifierName)
	}
	replicate.Record(c.Source(trials, seed), index, b)
	return b, nil
}

// Of returns the coins limited to the named models and questions.
func (c *Coins) Of(models, questions []string) *Coins {
	of := &Coins{Models: models, Questions: questions, Verifier: c.Verifier}
	for _, model := range models {
		all, own := c.P[slices.Index(c.Models, model)], make([]float64, len(questions))
		for i, q := range questions {
			own[i] = all[slices.Index(c.Questions, q)]
		}
		of.P = append(of.P, own)
	}
	if c.Wrong != nil {
		for _, q := range questions {
			of.Wrong = append(of.Wrong, c.Wrong[slices.Index(c.Questions, q)])
		}
	}
	return of
}

// Means returns the true score of each model, which is its mean probability of success
// (π̄ in Eq. 1 of the paper).
func (c *Coins) Means() []float64 {
	means := make([]float64, len(c.P))
	for model, sum := range c.sums() {
		means[model], _ = sum.Quo(sum, big.NewRat(int64(len(c.Questions)), 1)).Float64()
	}
	return means
}

// Gold returns each model's place in the exact order of the true means. The worst model
// has place 0, and better models have larger places. Models with equal means have equal
// places.
func (c *Coins) Gold() []int {
	sums := c.sums()
	distinct := slices.Clone(sums)
	slices.SortFunc(distinct, (*big.Rat).Cmp)
	distinct = slices.CompactFunc(distinct, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	gold := make([]int, len(sums))
	for model, sum := range sums {
		gold[model], _ = slices.BinarySearchFunc(distinct, sum, (*big.Rat).Cmp)
	}
	return gold
}

// sums returns the exact sum of each model's probabilities.
func (c *Coins) sums() []*big.Rat {
	sums := make([]*big.Rat, len(c.P))
	for model, row := range c.P {
		sums[model] = sum(row)
	}
	return sums
}

// sum adds probabilities without rounding. It treats each probability as the shortest
// decimal that represents it, so that 0.1 + 0.3 equals 0.2 + 0.2.
func sum(p []float64) *big.Rat {
	total := new(big.Rat)
	for _, x := range p {
		total.Add(total, decimal(x))
	}
	return total
}

func decimal(x float64) *big.Rat {
	d, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	return d
}

// Subset returns the coins limited to the named models, in the given order. Its error
// names the first unknown model.
func (c *Coins) Subset(models ...string) (*Coins, error) {
	s := &Coins{Questions: c.Questions, Wrong: c.Wrong, Verifier: c.Verifier}
	for _, name := range models {
		at := slices.Index(c.Models, name)
		if at < 0 {
			return nil, fmt.Errorf("unknown model %s; the coins are %s", quoted.Text(name), quoted.List(c.Models))
		}
		s.Models = append(s.Models, name)
		s.P = append(s.P, c.P[at])
	}
	return s, nil
}

// Chances returns the probabilities of the outcomes and of the wrong answers, as
// package metrics expects them.
func (c *Coins) Chances() metrics.Chances {
	chances := metrics.BinaryChances(c.P)
	if c.Wrong != nil {
		chances.Verifier = c.Verifier
		for range c.Models {
			chances.Wrong = append(chances.Wrong, c.Wrong...)
		}
	}
	return chances
}
