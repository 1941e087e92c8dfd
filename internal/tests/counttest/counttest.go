// Package counttest draws counts of successes, for tests of properties that must hold
// on every board. Its boards have extreme shapes, from a single question to thousands
// of trials.
//
// Call [Histograms].
package counttest

import (
	"math"
	"math/rand/v2"
)

// A Count is a number of questions that all have the same number of trials and the same
// number of successes.
type Count struct{ Successes, Trials, Questions int }

// Limits holds the maximum size of the boards.
type Limits struct {
	Models, Questions, Trials int
	Different                 int // approximate maximum number of different counts of a model
}

// Kinds is the number of different kinds of boards.
const Kinds = 9

// Histograms draws a board and returns the counts of each model. All models have the
// same number of questions. The numbers of questions and trials are log-uniform up to
// their limits. The i-th board has kind i modulo Kinds. The kinds are, in order: all
// questions equal; one wrong trial on each question; bimodal; zero-inflated;
// one-inflated; one model with equal questions among ordinary models; unequal numbers
// of trials; all wrong or all correct; ordinary.
func Histograms(r *rand.Rand, i int, limits Limits) [][]Count {
	questions, trials := logUniform(r, limits.Questions), logUniform(r, limits.Trials)
	models := make([][]Count, 1+r.IntN(limits.Models))
	kind := i % Kinds
	for model := range models {
		own := kind
		if kind == 5 && model > 0 {
			own = Kinds - 1
		}
		models[model] = histogram(r, own, questions, trials, limits.Different)
	}
	return models
}

func logUniform(r *rand.Rand, most int) int {
	return min(most, int(math.Exp(r.Float64()*math.Log(float64(most)+1))))
}

// histogram draws the counts of one model. Questions are drawn in groups with the same
// successes. The last argument is the approximate number of groups.
func histogram(r *rand.Rand, kind, questions, trials, different int) (counts []Count) {
	share, chance := r.Float64(), r.Float64()
	equal := r.IntN(trials + 1)
	concentration := math.Exp(float64(r.Float64()*8) - 2)
	for left := questions; left > 0; {
		group := min(left, max(1, questions/different))
		c := Count{Trials: trials, Questions: group}
		p := nearbyChance(r, chance, concentration)
		switch kind {
		case 0, 5:
			c.Successes = equal
		case 1:
			c.Successes = trials - 1
		case 2:
			c.Successes = trials * r.IntN(2)
			if r.Float64() < 0.1 {
				c.Successes = r.IntN(trials + 1)
			}
		case 3, 4:
			c.Successes = binomial(r, trials, p)
			if r.Float64() < share {
				c.Successes = trials * (kind - 3)
			}
		case 6:
			c.Trials = 1 + r.IntN(trials)
			c.Successes = binomial(r, c.Trials, p)
		case 7:
			if share >= 0.5 {
				c.Successes = trials
			}
		default:
			c.Successes = binomial(r, trials, p)
		}
		counts, left = append(counts, c), left-group
	}
	return counts
}

// nearbyChance returns a random probability around the given one. The smaller the
// concentration, the larger is the distance.
func nearbyChance(r *rand.Rand, chance, concentration float64) float64 {
	logit := math.Log((chance+1e-9)/(1-chance+1e-9)) + float64(r.NormFloat64()*4)/math.Sqrt(concentration)
	return 1 / (1 + math.Exp(-logit))
}

func binomial(r *rand.Rand, n int, p float64) (successes int) {
	for range n {
		if r.Float64() < p {
			successes++
		}
	}
	return successes
}
