package metrics

import (
	"math/big"
	"math/bits"
	"slices"

	"settle/results"
)

// unevenSlot compares models of complete boards by Bayes@N with a prior from an unequal
// board. The posterior mean of each question has its own denominator T = C + 1 + D + n,
// where D is the question's number of prior trials. So that they can be added, the
// weighted counts of a question are multiplied by the least common multiple of all T,
// divided by the question's own T. The sums take several words.
type unevenSlot struct {
	metric  *weightedMetric
	words   int
	weights []uint64   // by category, measured from the least
	deep    []int      // by model and question: index of the question's D among the different D
	factors [][]uint64 // at one n, by different D: the factor, in several words
	common  *big.Int   // at one n: the least common multiple of the masses
	largest *big.Int   // at one n: the largest possible sum
}

// newUnevenSlots returns one unevenSlot for each number of trials n in
// from..shape.Trials, for comparisons by the metric m.
func newUnevenSlots(m *weightedMetric, from int, shape results.Shape) []unevenSlot {
	low, high := m.weights.extremes()
	base := unevenSlot{metric: m, deep: make([]int, shape.Models*shape.Questions)}
	for _, weight := range m.weights.integers {
		base.weights = append(base.weights, uint64(weight-m.weights.integers[low]))
	}
	var depths []int
	for i := range base.deep {
		depth := m.prior.TrialsOf(i/shape.Questions, i%shape.Questions)
		if !slices.Contains(depths, depth) {
			depths = append(depths, depth)
		}
		base.deep[i] = slices.Index(depths, depth)
	}
	slots := make([]unevenSlot, shape.Trials-from+1)
	for step := range slots {
		slots[step] = base
		slots[step].multiply(depths, from+step, new(big.Int).SetUint64(base.weights[high]), shape.Questions)
	}
	return slots
}

// multiply sets the factors of s for the given number of trials. For each number of
// prior trials in depths, there is one factor, by which a question's weighted counts
// are multiplied (see unevenSlot). multiply also sets the largest possible sum: the
// largest weight, times the least common multiple, times the number of questions. The
// largest weight is given as the third argument, and is overwritten.
func (s *unevenSlot) multiply(depths []int, trials int, largest *big.Int, questions int) {
	belief, common := s.metric.belief, big.NewInt(1)
	mass := func(depth int) *big.Int {
		return big.NewInt(belief.sum + belief.unit*int64(trials) + belief.given*int64(depth))
	}
	for _, depth := range depths {
		lcm(common, mass(depth))
	}
	largest.Mul(largest, common)
	largest.Mul(largest, big.NewInt(int64(questions)))
	s.words, s.common, s.largest = max(1, (largest.BitLen()+63)/64), common, largest
	s.factors = make([][]uint64, len(depths))
	for i, depth := range depths {
		s.factors[i] = make([]uint64, s.words)
		putWords(s.factors[i], new(big.Int).Quo(common, mass(depth)))
	}
}

// addTo computes one model's integer for each question and adds it to sum, an integer
// of s.words words. The integer of a question is the sum of its weighted counts, times
// the question's factor (see unevenSlot).
func (s *unevenSlot) addTo(sum []uint64, t *results.Tally, model int) {
	ours, priors, belief := t.Row(model), s.metric.prior.Row(model), s.metric.belief
	for q := range t.Questions {
		var high, low uint64
		rest := s.metric.massOf(t, model, q)
		for category := len(s.weights) - 1; category >= 0; category-- {
			count := rest
			if category > 0 {
				count = belief.counts[category] + belief.unit*countOf(ours, t.Top, q, category) +
					belief.given*countOf(priors, s.metric.prior.Top, q, category)
				rest -= count
			}
			h, l := bits.Mul64(s.weights[category], uint64(count))
			var carry uint64
			low, carry = bits.Add64(low, l, 0)
			high += h + carry
		}
		factor := s.factors[s.deep[model*t.Questions+q]]
		addProduct(sum, low, factor)
		addProduct(sum[1:], high, factor)
	}
}

// countOf returns the number of a question's outcomes in the given category. The
// category must be at least 1. The row holds a model's counts by question and category
// 1..top.
func countOf(row []uint16, top, question, category int) int64 {
	if category > top {
		return 0
	}
	return int64(row[question*top+category-1])
}

// addProduct adds x·y to sum. It discards all words beyond the length of sum. y has at
// least as many words as sum.
func addProduct(sum []uint64, x uint64, y []uint64) {
	var carry uint64
	for i := range sum {
		if x == 0 {
			return
		}
		high, low := bits.Mul64(x, y[i])
		var over uint64
		low, over = bits.Add64(low, carry, 0)
		high += over
		sum[i], over = bits.Add64(sum[i], low, 0)
		carry = high + over
	}
}
