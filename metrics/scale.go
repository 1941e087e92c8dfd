package metrics

import (
	"math"
	"math/big"

	"settle/results"
)

// A Scale converts the values that Scorer.Values returns to the scores of one metric at
// one n. Metrics in the same slot have the same values, but each metric has its own
// Scale.
type Scale struct {
	// Largest is the largest possible value, or 0 if it is unknown.
	Largest uint64

	// base, step and denominator convert a value v to the score (base + step·v) /
	// denominator, where step ≥ 0 and denominator > 0. All three are nil if values are the
	// bits of scores (see orderedBits).
	base, step, denominator *big.Int
}

// Linear reports whether scores are a linear function of the values (see
// Scorer.Values). If so, the values are integers that can be added. Otherwise they only
// show which score is larger.
func (s Scale) Linear() bool { return s.denominator != nil }

// Score converts a value to a score, which is rounded once.
func (s Scale) Score(value uint64) float64 {
	if !s.Linear() {
		return fromOrderedBits(value)
	}
	return s.Mean(new(big.Int).SetUint64(value), 1)
}

// Mean returns the mean score of values on a linear scale, rounded once. sum is the sum
// of the values, and count is their number.
func (s Scale) Mean(sum *big.Int, count int) float64 {
	numerator := new(big.Int).Mul(s.step, sum)
	numerator.Add(numerator, mulInt64(s.base, int64(count)))
	return quotient(numerator, mulInt64(s.denominator, int64(count)))
}

// Difference returns the difference between two scores whose values (see Scorer.Values)
// differ by x. The scale must be linear.
func (s Scale) Difference(x float64) float64 { return x * quotient(s.step, s.denominator) }

// Scale returns the scale of the metric with the given index at n. The plan must have
// keys at n, and the metric must have a score at n.
func (p *Plan) Scale(metric, n int) Scale {
	if scale := p.scales[metric]; scale != nil {
		return scale(n)
	}
	return Scale{}
}

// Keep makes the scorer store the values of slots whose keys are ordinals, that is,
// numbers of worse models. Without it, Values returns only the ordinals of these slots.
func (s *Scorer) Keep() {
	s.kept, s.keptAt = make([]uint64, s.plan.Slots()*len(s.keys)), make([]int, s.plan.Slots())
}

// Values returns, by model, the values from which Scale computes the scores of a slot.
// A value is the key of a model or, if the keys are ordinals (see Plan), the sum or
// score that determines the ordinal. Sums of more than 63 bits lose their lowest bits.
// Call Keep first, and call Values after Score. The scorer owns the slice and
// overwrites it in the next call.
func (s *Scorer) Values(slot int) []uint64 {
	if models := len(s.keys); s.keptAt[slot] == s.trials {
		return s.kept[slot*models : (slot+1)*models]
	}
	return s.Keys(slot)
}

// keep stores the sums of all models for Values, if Keep was called. A sum has the
// given number of words and at most size bits, of which the highest 63 are stored.
func (s *Scorer) keep(slot, words, size int) {
	if s.kept == nil {
		return
	}
	s.keptAt[slot] = s.trials
	for model := range s.keys {
		s.kept[slot*len(s.keys)+model] = leadingBits(s.sums[model*words:(model+1)*words], size)
	}
}

// droppedBits returns the number of lowest bits that are cut off so that sums of size bits
// fit in a value.
func droppedBits(size int) int { return max(0, size-63) }

// leadingBits returns a sum of at most size bits without its lowest droppedBits(size)
// bits.
func leadingBits(sum []uint64, size int) uint64 {
	if len(sum) == 1 {
		return sum[0] >> droppedBits(size)
	}
	word, shift := droppedBits(size)/64, droppedBits(size)%64
	low := sum[word] >> shift
	if word+1 < len(sum) {
		low |= sum[word+1] << (64 - shift) // 0 for a shift of 0
	}
	return low
}

// scaleOf returns the Scale for sums that give the score (base + step·sum) /
// denominator. The last two arguments are the largest possible sum and the largest
// number of bits that a sum can have.
func scaleOf(base, step, denominator, largest *big.Int, size int) Scale {
	low := uint(droppedBits(size))
	return Scale{
		base: base, step: new(big.Int).Lsh(step, low), denominator: denominator,
		Largest: new(big.Int).Rsh(largest, low).Uint64(),
	}
}

// scale returns the Scale for sums of a row's integers over the given number of
// questions.
func (r row) scale(questions int) Scale {
	all := int64(questions)
	return scaleOf(mulInt64(r.least, all), r.step, mulInt64(r.denominator, all), mulInt64(r.largest, all), r.bits)
}

// scale returns the Scale for the sums of a linearSlot after n trials. Each outcome of
// the board and of the prior's results adds to the sum its weight minus the smallest
// weight, times the factor that belief.shares returns for it. All other summands of the
// score are the same for all models.
func (m *weightedMetric) scale(s linearSlot, n int) Scale {
	low, high := m.weights.extremes()
	least := big.NewInt(m.weights.integers[low])
	spread := new(big.Int).Sub(big.NewInt(m.weights.integers[high]), least)
	outcomes, rest, step := int64(n), new(big.Int), int64(1)
	if m.shrink {
		step = m.belief.unit
		if m.prior != nil {
			shared, given := m.belief.shares()
			step = m.belief.unit / int64(shared)
			outcomes = int64(shared)*outcomes + int64(given)*int64(m.prior.Trials)
		}
		for category, weight := range m.weights.integers {
			rest.Add(rest, mulInt64(big.NewInt(weight), m.belief.counts[category]))
		}
	}
	questions := int64(s.shape.Questions)
	base := mulInt64(mulInt64(least, outcomes), step)
	base.Add(base, rest)
	denominator := mulInt64(mulInt64(big.NewInt(m.weights.common), m.mass(n)), questions)
	largest := mulInt64(mulInt64(spread, outcomes), questions)
	return scaleOf(mulInt64(base, questions), big.NewInt(step), denominator, largest, s.bits)
}

// scale returns the Scale for the sums of a gradedMax after n trials. For each question
// and each weight except the largest, a sum counts the subsets of k trials whose best
// outcome exceeds the weight. Each count is multiplied by the gap to the next larger
// weight.
func (g *gradedMax) scale(m *maxAtK, shape results.Shape, n int) Scale {
	least, _ := m.cuts(shape.Top)
	subsets := mulInt64(binomial(n, m.k), int64(shape.Questions))
	denominator := mulInt64(subsets, m.weights.common)
	return scaleOf(mulInt64(subsets, least), big.NewInt(1), denominator, g.largest, g.largest.BitLen())
}

// scale returns the Scale for the sums of an unevenSlot. Their denominator is the least
// common multiple of the denominators of all questions.
func (s *unevenSlot) scale(shape results.Shape) Scale {
	low, _ := s.metric.weights.extremes()
	each := mulInt64(s.common, int64(shape.Questions))
	return scaleOf(mulInt64(each, s.metric.weights.integers[low]), big.NewInt(1),
		mulInt64(each, s.metric.weights.common), s.largest, s.largest.BitLen())
}

// fromWords returns the integer that putWords wrote into words.
func fromWords(words []uint64) *big.Int {
	x, word := new(big.Int), new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		x.Lsh(x, 64)
		x.Or(x, word.SetUint64(words[i]))
	}
	return x
}

// fromOrderedBits returns the float that orderedBits maps to x.
func fromOrderedBits(x uint64) float64 {
	if x>>63 != 0 {
		return math.Float64frombits(x &^ (1 << 63))
	}
	return math.Float64frombits(^x)
}
