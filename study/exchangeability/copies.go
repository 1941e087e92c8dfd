package exchangeability

import (
	"math"
	"math/bits"
	"slices"

	"settle/results"
)

// leastRepeated is the smallest number of questions with two or more trials that a model must have
// for Repeats to report it.
const leastRepeated = 10

// Repeats returns the models whose trials agree on every question. It reports only models with
// two or more trials of at least ten questions, whose outcomes are not all the same. Such a model
// answers the same way each time, or its trials are copies. More trials of it add no information.
func Repeats(b *results.Board) (models []int) {
	for model := range b.Models {
		if repeats(b, model) {
			models = append(models, model)
		}
	}
	return models
}

func repeats(b *results.Board, model int) bool {
	questions := 0
	outcomes := map[uint8]bool{}
	for q := range b.Questions {
		row := b.Row(model, q)
		if len(row) < 2 {
			continue
		}
		if slices.ContainsFunc(row, func(x uint8) bool { return x != row[0] }) {
			return false
		}
		questions++
		outcomes[row[0]] = true
	}
	return questions >= leastRepeated && len(outcomes) > 1
}

// pairedTrials limits which trials of a question are compared with each other in the test of
// copies: only the first pairedTrials.
const pairedTrials = 32

// An agreement describes, for the trials of one model, how many agreements are expected between
// any two trials. Two trials agree on a question if both or neither have its most frequent
// outcome. If k_q of the n_q trials of a question differ from that outcome, and trials are
// permuted at random, two trials agree with probability
//
//	a_q = (k_q (k_q − 1) + (n_q − k_q)(n_q − k_q − 1)) / (n_q (n_q − 1)),
//
// independently of other questions. A question that has the later of two trials has both, so
// slices are indexed by the later trial.
type agreement struct {
	asked    [][]uint64 // by trial: the questions that have it, one bit each
	mean     []float64  // by trial: Σ a_q over the questions that have it
	variance []float64  // by trial: Σ a_q (1 − a_q) over these questions
}

func newAgreement(trials, questions int) agreement {
	trials = min(trials, pairedTrials)
	return agreement{newSets(trials, questions), make([]float64, trials), make([]float64, trials)}
}

// newSets returns the given number of empty sets of questions.
func newSets(sets, questions int) [][]uint64 {
	all := make([][]uint64, sets)
	for i := range all {
		all[i] = make([]uint64, (questions+63)/64)
	}
	return all
}

// add adds a question with n trials, of which k differ from the most frequent outcome. The
// question's index counts only questions at which the model's trials differ.
func (a *agreement) add(question, n, k int) {
	pairs := func(n int) float64 { return float64(float64(n) * float64(n-1)) }
	chance := (pairs(k) + pairs(n-k)) / pairs(n)
	for trial := range min(n, len(a.asked)) {
		a.asked[trial][question/64] |= 1 << (question % 64)
		a.mean[trial] += chance
		a.variance[trial] += float64(chance * (1 - chance))
	}
}

// countAgreements returns the number of questions on which two trials agree: both or neither have
// the question's most frequent outcome. A question counts only if it has the later trial.
func (a *agreement) countAgreements(c *column, earlier, later int) (agreed int) {
	first, second := c.others[earlier], c.others[later]
	for i := range first {
		agreed += bits.OnesCount64(a.asked[later][i] &^ (first[i] ^ second[i]))
	}
	return agreed
}

// closestTrials finds the two trials of a model that agree most, relative to the agreement
// expected by chance. It returns their number of agreements, standardized by its mean and
// standard deviation over permutations (z). It also returns these two trials, and the number of
// pairs of trials that it compared. For each pair, it adds the number of agreements minus its
// mean to an element of totals.
func (a *agreement) closestTrials(c *column, totals []float64) (z float64, pair [2]int, pairs int) {
	z = math.Inf(-1)
	at := 0
	for later := 1; later < len(a.asked); later++ {
		sd := math.Sqrt(a.variance[later])
		for earlier := range later {
			if sd > 0 {
				above := float64(a.countAgreements(c, earlier, later)) - a.mean[later]
				totals[at] += above
				if above/sd > z {
					z, pair = above/sd, [2]int{earlier, later}
				}
				pairs++
			}
			at++
		}
	}
	return z, pair, pairs
}

// closestOfAll returns the largest agreement of any two trials, counted over all models together
// and standardized. It also returns the number of pairs of trials. totals holds, for each pair,
// the number of agreements minus its mean, summed over models.
func (t *trials) closestOfAll(totals []float64) (z float64, pairs int) {
	z = math.Inf(-1)
	at := 0
	for later := 1; later < min(t.most, pairedTrials); later++ {
		variance := 0.0
		for i := range t.models {
			variance += t.models[i].agreement.variance[later]
		}
		for range later {
			if variance > 0 {
				z = max(z, totals[at]/math.Sqrt(variance))
				pairs++
			}
			at++
		}
	}
	return z, pairs
}

// chanceOf returns the approximate p-value of z, the largest of several standard normal numbers,
// one for each pair of trials. It uses Bonferroni's inequality.
func chanceOf(z float64, pairs int) float64 {
	if pairs == 0 {
		return 1
	}
	return min(1, float64(pairs)*tail(z))
}

// newAlike returns an Alike for two trials of a model.
func (a *agreement) newAlike(c *column, pair [2]int, pairs int) Alike {
	if pairs == 0 {
		return Alike{}
	}
	mixed := 0
	for _, asked := range a.asked[pair[1]] {
		mixed += bits.OnesCount64(asked)
	}
	return Alike{
		First: pair[0] + 1, Second: pair[1] + 1, Mixed: mixed,
		Agreed: a.countAgreements(c, pair[0], pair[1]), Expected: a.mean[pair[1]],
	}
}
