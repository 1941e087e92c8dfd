package metrics

import (
	"math"
	"math/big"

	"settle/results"
)

// A Scale converts the values of a Scorer to the scores of one metric at one n. Metrics
// that share a slot share its values, but each has its own Scale.
type Scale struct {
	// Largest is the largest possible value, or 0 if it is unknown.
	Largest uint64

	// The score of a value v is (base + step·v) / denominator, with step ≥ 0 and
	// denominator > 0. All three are nil if values are the bits of scores (see
	// orderedBits).
	base, step, denominator *big.Int
}

// Linear reports whether scores are a linear function of the values. The values are
// then integers that can be added. Otherwise they show only which score is larger.
func (s Scale) Linear() bool { return s.denominator != nil }

// Score returns the score of a value, rounded once.
func (s Scale) Score(value uint64) float64 {
	if !s.Linear() {
		return fromOrderedBits(value)
	}
	return s.Mean(new(big.Int).SetUint64(value), 1)
}

// Mean returns the mean score of count values of a linear scale with the given sum,
// rounded once.
func (s Scale) Mean(sum *big.Int, count int) float64 {
	numerator := new(big.Int).Mul(s.step, sum)
	numerator.Add(numerator, times(s.base, int64(count)))
	return quotient(numerator, times(s.denominator, int64(count)))
}

// Difference returns the difference between the scores of two values that differ by x,
// on a linear scale.
func (s Scale) Difference(x float64) float64 { return x * quotient(s.step, s.denominator) }

// Scale returns the scale of a metric, given by its index, at an n of the plan at which
// it has a score.
func (p *Plan) Scale(metric, n int) Scale {
	if scale := p.scales[metric]; scale != nil {
		return scale(n)
	}
	return Scale{}
}

// Keep makes the scorer keep the values of slots whose keys are ordinals. Without it,
// Values returns the ordinals of these slots.
func (s *Scorer) Keep() {
	s.kept, s.keptAt = make([]uint64, s.plan.Slots()*len(s.keys)), make([]int, s.plan.Slots())
}

// Values returns, by model, the values from which the scores of a slot are computed.
// Call it after Score. The values are the keys of the slot or, if the keys are ordinals
// (see Plan), the sums that determine the ordinals. Scale converts them to scores. The
// conversion is exact, except that sums of more than 63 bits lose their lowest bits.
// The scorer owns the slice and overwrites it in the next call. Call Keep first.
func (s *Scorer) Values(slot int) []uint64 {
	if models := len(s.keys); s.keptAt[slot] == s.trials {
		return s.kept[slot*models : (slot+1)*models]
	}
	return s.Keys(slot)
}

// keep stores the sums of a slot. A sum has the given number of words and at most size
// bits.
func (s *Scorer) keep(slot, words, size int) {
	if s.kept == nil {
		return
	}
	s.keptAt[slot] = s.trials
	for model := range s.keys {
		s.kept[slot*len(s.keys)+model] = leading(s.sums[model*words:(model+1)*words], size)
	}
}

// dropped returns the number of lowest bits that a value lacks if sums have size bits.
func dropped(size int) int { return max(0, size-63) }

// leading returns a sum without the dropped bits.
func leading(sum []uint64, size int) uint64 {
	if len(sum) == 1 {
		return sum[0] >> dropped(size)
	}
	word, shift := dropped(size)/64, dropped(size)%64
	low := sum[word] >> shift
	if word+1 < len(sum) {
		low |= sum[word+1] << (64 - shift) // 0 for a shift of 0
	}
	return low
}

// scaleOf returns the Scale of sums of at most largest and size bits, where a score is
// (base + step·sum) / denominator.
func scaleOf(base, step, denominator, largest *big.Int, size int) Scale {
	low := uint(dropped(size))
	return Scale{
		base: base, step: new(big.Int).Lsh(step, low), denominator: denominator,
		Largest: new(big.Int).Rsh(largest, low).Uint64(),
	}
}

// scale returns the Scale of sums over questions of a row's integers.
func (r row) scale(questions int) Scale {
	all := int64(questions)
	return scaleOf(times(r.least, all), r.step, times(r.denominator, all), times(r.largest, all), r.bits)
}

// scale returns the Scale of the sums of a linearSlot. A sum adds the weights of
// outcomes, measured from the least weight, in units of the common divisor of the shares
// of the board and of the prior. The rest of the numerator is the same for all models.
func (m *weighted) scale(s linearSlot, n int) Scale {
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
			rest.Add(rest, times(big.NewInt(weight), m.belief.counts[category]))
		}
	}
	questions := int64(s.shape.Questions)
	base := times(times(least, outcomes), step)
	base.Add(base, rest)
	denominator := times(times(big.NewInt(m.weights.common), m.mass(n)), questions)
	largest := times(times(spread, outcomes), questions)
	return scaleOf(times(base, questions), big.NewInt(step), denominator, largest, s.bits)
}

// scale returns the Scale of the sums that graded compares. They add up, over cuts and
// questions, the number of subsets whose best outcome exceeds a weight.
func (g *graded) scale(m *maxAtK, shape results.Shape, n int) Scale {
	least, _ := m.cuts(shape.Top)
	subsets := times(binomial(n, m.k), int64(shape.Questions))
	denominator := times(subsets, m.weights.common)
	return scaleOf(times(subsets, least), big.NewInt(1), denominator, g.largest, g.largest.BitLen())
}

// scale returns the Scale of sums over the least common multiple of the masses.
func (s *unevenSlot) scale(shape results.Shape) Scale {
	low, _ := s.metric.weights.extremes()
	each := times(s.common, int64(shape.Questions))
	return scaleOf(times(each, s.metric.weights.integers[low]), big.NewInt(1),
		times(each, s.metric.weights.common), s.largest, s.largest.BitLen())
}

// fromWords returns the integer that putWords wrote.
func fromWords(words []uint64) *big.Int {
	x, word := new(big.Int), new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		x.Lsh(x, 64)
		x.Or(x, word.SetUint64(words[i]))
	}
	return x
}

// fromOrderedBits is the inverse of orderedBits.
func fromOrderedBits(x uint64) float64 {
	if x>>63 != 0 {
		return math.Float64frombits(x &^ (1 << 63))
	}
	return math.Float64frombits(^x)
}
