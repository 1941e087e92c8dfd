package metrics

import (
	"math/bits"
	"slices"

	"settle/results"
)

// linearSlot compares models by a weighted metric: by the weighted sum of
// their category totals, with that of the prior added. Weights are measured
// from the least one, which again changes no comparison, so all is ≥ 0.
type linearSlot struct {
	slot    int
	shape   results.Shape
	weights []uint64 // by category
	offsets []uint64 // by model: two words, what the prior adds
	words   int      // 1 if every sum fits one
}

func newLinearSlot(m *weighted, shape results.Shape) linearSlot {
	low, high := m.weights.extremes()
	s := linearSlot{shape: shape, weights: make([]uint64, m.weights.Len()), offsets: make([]uint64, 2*shape.Models)}
	for category, weight := range m.weights.integers {
		s.weights[category] = uint64(weight - m.weights.integers[low])
	}
	outcomes := uint64(shape.Questions) * uint64(m.mass(shape.Trials))
	if over, _ := bits.Mul64(outcomes, s.weights[high]); over > 0 {
		s.words = 2
	} else {
		s.words = 1
	}
	if m.shrink && m.prior != nil {
		for model := range shape.Models {
			s.addTotals(s.offsets[2*model:2*model+2], m.prior, model)
		}
	}
	return s
}

func (s linearSlot) ordersLike(other linearSlot) bool {
	return s.words == other.words && slices.Equal(s.weights, other.weights) && slices.Equal(s.offsets, other.offsets)
}

// addTotals adds the weighted totals of a model to a sum of two words.
func (s *linearSlot) addTotals(sum []uint64, t *results.Tally, model int) {
	for category, weight := range s.weights {
		if weight != 0 {
			high, low := bits.Mul64(weight, uint64(total(t, model, category)))
			addWords(sum, []uint64{low, high})
		}
	}
}

// scoreLinear computes the keys of a linear slot.
func (s *Scorer) scoreLinear(slot *linearSlot, t *results.Tally) {
	keys := s.Keys(slot.slot)
	if slot.words == 1 {
		for model := range keys {
			keys[model] = slot.offsets[2*model] + slot.narrow(t, model)
		}
		return
	}
	for model := range keys {
		sum := s.sums[2*model : 2*model+2]
		copy(sum, slot.offsets[2*model:])
		slot.addTotals(sum, t, model)
	}
	s.rankSums(slot.slot, 2)
}

// narrow is addTotals where one word is enough. What category 0 weighs is
// taken from every category instead, so that its total is not needed: modulo
// 2^64 the sum is the same but for one constant.
func (s *linearSlot) narrow(t *results.Tally, model int) uint64 {
	sum := uint64(t.Questions*t.Trials) * s.weights[0]
	for j, n := range t.Totals[model*t.Top : (model+1)*t.Top] {
		sum += uint64(n) * (s.weights[j+1] - s.weights[0])
	}
	return sum
}
