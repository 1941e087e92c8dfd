package metrics

import (
	"math/bits"
	"slices"

	"settle/internal/lanes"
	"settle/results"
)

// linearSlot compares models by avg@N or Bayes@N. It adds up the weights of all
// outcomes of a model and of the prior. The smallest weight is first subtracted from
// all weights, which makes all numbers ≥ 0 and changes no comparison.
type linearSlot struct {
	slot    int
	shape   results.Shape
	weights []uint64 // by category
	offsets []uint64 // by model, two words each: the sum of the prior
	bits    int      // number of bits of the largest sum
}

func newLinearSlot(m *weightedMetric, shape results.Shape) linearSlot {
	low, high := m.weights.extremes()
	s := linearSlot{shape: shape, weights: make([]uint64, m.weights.Len()), offsets: make([]uint64, 2*shape.Models)}
	outcomes, unit, given := uint64(shape.Trials), uint64(1), uint64(1)
	if m.shrink {
		outcomes += uint64(m.weights.Len())
	}
	if m.shrink && m.prior != nil {
		outcomes += uint64(m.prior.Trials)
		unit, given = m.belief.shares()
	}
	for category, weight := range m.weights.integers {
		s.weights[category] = uint64(weight-m.weights.integers[low]) * given
	}
	if m.shrink && m.prior != nil {
		for model := range shape.Models {
			s.addTotals(s.offsets[2*model:2*model+2], m.prior, model)
		}
	}
	for category, weight := range m.weights.integers {
		s.weights[category] = uint64(weight-m.weights.integers[low]) * unit
	}
	over, largest := bits.Mul64(uint64(shape.Questions)*outcomes, s.weights[high])
	if s.bits = bits.Len64(largest); over > 0 {
		s.bits = 64 + bits.Len64(over)
	}
	return s
}

// shares returns how much an outcome of the board counts (unit), and how much an
// outcome of the prior's results counts (given), as a ratio in lowest terms. It ignores
// pseudo-counts, which are the same for all models and change no order.
func (b belief) shares() (unit, given uint64) {
	divisor, rest := b.unit, b.given
	for rest > 0 {
		divisor, rest = rest, divisor%rest
	}
	return uint64(b.unit / divisor), uint64(b.given / divisor)
}

// ordinals returns the ordinals of all models, as the function Ordinals does.
func (m *weightedMetric) ordinals(t *results.Tally) []int {
	shape := results.Shape{Models: t.Models, Questions: t.Questions, Trials: t.Trials, Top: t.Top}
	slot := newLinearSlot(m, shape)
	sums := slot.offsets // two words per model
	for model := range t.Models {
		slot.addTotals(sums[2*model:2*model+2], t, model)
	}
	return ordinalsBy(t.Models, func(i, j int) int { return compareWords(sums[2*i:2*i+2], sums[2*j:2*j+2]) })
}

func (s linearSlot) ordersLike(other linearSlot) bool {
	return s.bits == other.bits && slices.Equal(s.weights, other.weights) && slices.Equal(s.offsets, other.offsets)
}

// addTotals adds to sum, over all categories, the weight of the category times the
// number of the model's outcomes in it. sum has two words, least significant word
// first.
func (s *linearSlot) addTotals(sum []uint64, t *results.Tally, model int) {
	for category, weight := range s.weights {
		if weight != 0 {
			high, low := bits.Mul64(weight, uint64(total(t, model, category)))
			addWords(sum, []uint64{low, high})
		}
	}
}

// narrow reports whether every sum that the slot compares fits in a lane, a range of
// bits in one word.
func (s *linearSlot) narrow() bool { return s.bits <= lanes.MaxWidth }

// width returns the width of the slot's lane in bits. The lane holds sums or, if these
// are too wide for a lane, ordinals, which take the given number of bits.
func (s *linearSlot) width(ordinals int) int {
	if s.narrow() {
		return s.bits
	}
	return ordinals
}

// addKeys adds each model's weighted sum to the model's word of the column. The lowest
// bit of a sum is added at the bit with index low. Every sum must fit in a lane (see
// narrow). To avoid the total of category 0, addKeys adds the weight of category 0 for
// every trial and then, for the outcomes in each other category, the difference from
// that weight. Modulo 2^64 the sum is the same.
func (s *linearSlot) addKeys(column lanes.Column, low int, t *results.Tally) {
	all := uint64(t.Questions*t.Trials) * s.weights[0]
	for model := range t.Models {
		column.Add(model, (s.offsets[2*model]+all)<<low)
	}
	for j, weight := range s.weights[1 : t.Top+1] { // there can be weights for categories without outcomes
		step := (weight - s.weights[0]) << low
		totals := t.Totals[j:]
		for model := range t.Models {
			column.Add(model, uint64(totals[model*t.Top])*step)
		}
	}
}
