package rankers

import (
	"cmp"
	"errors"
	"math"

	"settle/metrics"
	"settle/results"
)

// A board is the input of methods: the counts of a tally, or probabilities given as
// numbers of successes among a million trials. It is filled again for every ranking,
// and allocates memory only if the shape changes.
type board struct {
	models, questions, top int

	// equal is the number of trials per question if it is the same for all models and
	// questions, and otherwise 0.
	equal int64

	trials []int64 // n by model, then question; 0 if a model never met a question
	counts []int64 // by model, question and category 1..C, as in results.Tally

	// worth holds, by model and question, the sum of the outcomes' weights in the unit of
	// metrics.Weights.Units. The weight of category 0 is first subtracted from each
	// weight. On a binary board it is the number of successes. Divided by trials it is the
	// mean weight.
	worth []int64

	units   []int64 // by category 1..C: the weight of one outcome (see metrics.Weights.Units)
	weights metrics.Weights
}

// certainTrials is the number of trials with which a board represents probabilities. It
// stands for infinitely many trials.
const certainTrials = 1_000_000

// weigh sets the weights of the categories of outcomes.
func (b *board) weigh(w metrics.Weights) { b.weights, b.units = w, w.Units() }

// checkUnits returns an error if sums of the weights over the trials of a question
// could exceed 63 bits. No question has more trials than certainTrials.
func checkUnits(w metrics.Weights) error {
	for _, unit := range w.Units() {
		if max(unit, -unit) > math.MaxInt64/certainTrials {
			return errors.New("the weights need more than 12 digits over a common denominator, too many for exact means; round them or use fractions")
		}
	}
	return nil
}

// takeTally fills the board with the counts of a tally.
func (b *board) takeTally(t *results.Tally) {
	b.reshape(t.Models, t.Questions, t.Top)
	for model := range t.Models {
		row := t.Row(model)
		counts := b.counts[model*len(row):][:len(row)]
		for i, count := range row {
			counts[i] = int64(count)
		}
	}
	if t.Unequal() {
		b.equal = 0
		for i := range b.trials {
			b.trials[i] = int64(t.TrialsOf(i/t.Questions, i%t.Questions))
		}
	} else {
		b.setTrials(int64(t.Trials))
	}
	b.addWorth()
}

// takeChances fills the board from the probabilities in c, rounded to millionths.
func (b *board) takeChances(c *metrics.Chances) {
	b.reshape(c.Models, c.Questions, c.Top)
	for i, p := range c.P {
		b.counts[i] = int64(math.Round(p * certainTrials))
	}
	b.setTrials(certainTrials)
	b.addWorth()
}

// setTrials sets the number of trials of every model on every question to n.
func (b *board) setTrials(n int64) {
	if b.equal == n {
		return
	}
	b.equal = n
	for i := range b.trials {
		b.trials[i] = n
	}
}

func (b *board) reshape(models, questions, top int) {
	if b.models == models && b.questions == questions && b.top == top {
		return
	}
	b.models, b.questions, b.top, b.equal = models, questions, top, 0
	b.trials = make([]int64, models*questions)
	b.worth = make([]int64, models*questions)
	b.counts = make([]int64, models*questions*top)
}

func (b *board) addWorth() {
	if b.top == 1 && b.units[0] == 1 {
		copy(b.worth, b.counts)
		return
	}
	for i := range b.worth {
		b.worth[i] = 0
		for j, count := range b.counts[i*b.top : (i+1)*b.top] {
			b.worth[i] += b.units[j] * count
		}
	}
}

// met reports whether a model has at least one trial of a question.
func (b *board) met(model, question int) bool { return b.trials[model*b.questions+question] > 0 }

// compare compares the mean worths of models i and j on a question that both met. It
// returns 1 if model i has the larger mean, −1 if it has the smaller mean, and 0 if the
// means are equal.
func (b *board) compare(i, j, question int) int {
	at, other := i*b.questions+question, j*b.questions+question
	x, y := b.worth[at], b.worth[other]
	if b.equal > 0 {
		return cmp.Compare(x, y)
	}
	return compareFractions(x, b.trials[at], y, b.trials[other])
}
