package rankers

import (
	"math"
	"math/bits"

	"settle/metrics"
	"settle/results"
)

// board is what methods see of results: a tally, or chances taken for the shares of a
// million trials. It is filled anew for every ranking, and then allocates nothing.
type board struct {
	models, questions, top int

	// equal tells that every model has the same number of trials of every question.
	equal bool

	trials []int64 // n by model, then question; 0 where a model never met a question
	counts []int64 // by model, question and category 1..C, as in results.Tally

	// worth holds, by model, then question, what the outcomes of a question are worth
	// together, above as many of category 0 and in units of the weights' smallest part: in
	// the binary case the number of successes. Over trials it is their mean weight.
	worth []int64

	units []int64 // by category 1..C: what one outcome is worth, in the same units
}

// certain is the number of trials that stand for endlessly many.
const certain = 1_000_000

// weigh tells what outcomes are worth.
func (b *board) weigh(w metrics.Weights) { b.units = w.Units() }

// takeTally fills the board from a tally.
func (b *board) takeTally(t *results.Tally) {
	b.reshape(t.Models, t.Questions, t.Top)
	b.equal = !t.Unequal()
	for model := range t.Models {
		row := t.Row(model)
		at := model * len(row)
		for i, count := range row {
			b.counts[at+i] = int64(count)
		}
		for q := range t.Questions {
			b.trials[model*t.Questions+q] = int64(t.TrialsOf(model, q))
		}
	}
	b.addWorth()
}

// takeChances fills the board from chances, rounded to millionths.
func (b *board) takeChances(c *metrics.Chances) {
	b.reshape(c.Models, c.Questions, c.Top)
	b.equal = true
	for i, p := range c.P {
		b.counts[i] = int64(math.Round(p * certain))
	}
	for i := range b.trials {
		b.trials[i] = certain
	}
	b.addWorth()
}

func (b *board) reshape(models, questions, top int) {
	if b.models == models && b.questions == questions && b.top == top {
		return
	}
	b.models, b.questions, b.top = models, questions, top
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

// met tells whether a model has trials of a question.
func (b *board) met(model, question int) bool { return b.trials[model*b.questions+question] > 0 }

// compare compares the mean worth of two models on a question that both met: it is 1
// where that of i is larger, −1 where it is smaller, and 0 where they are equal.
func (b *board) compare(i, j, question int) int {
	at, other := i*b.questions+question, j*b.questions+question
	x, y := b.worth[at], b.worth[other]
	if b.equal {
		return sign(x, y)
	}
	return compareFractions(x, b.trials[at], y, b.trials[other])
}

// sign is 1 for x > y, −1 for x < y, and 0 for equal numbers.
func sign(x, y int64) int {
	switch {
	case x > y:
		return 1
	case x < y:
		return -1
	}
	return 0
}

// compareFractions is sign of a/b and c/d, where b and d are positive.
func compareFractions(a, b, c, d int64) int {
	if (a < 0) != (c < 0) {
		return sign(a, c)
	}
	x, y := product(a, d), product(c, b)
	greater := 0
	switch {
	case x[0] > y[0] || x[0] == y[0] && x[1] > y[1]:
		greater = 1
	case x != y:
		greater = -1
	}
	if a < 0 {
		return -greater
	}
	return greater
}

// product is |a|·b, the high word first.
func product(a, b int64) (p [2]uint64) {
	p[0], p[1] = bits.Mul64(uint64(max(a, -a)), uint64(b))
	return p
}
