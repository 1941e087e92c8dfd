package metrics

import (
	"math"
	"math/big"

	"settle/results"
)

// Scale turns the values of a Scorer into the scores of one metric at one n. Metrics
// that share a slot share its values, and each has a Scale of its own.
type Scale struct {
	// Largest is the largest value that there may be, 0 if that is not known.
	Largest uint64

	// The score of a value v is (base + step·v) / denominator, with step ≥ 0 and
	// denominator > 0; all nil where values are the bits of the scores (see orderedBits).
	base, step, denominator *big.Int
}

// Linear tells whether scores are a linear function of the values, which are then
// integers that may be added up. Else values say no more than which score is larger.
func (s Scale) Linear() bool { return s.denominator != nil }

// Score is the score of a value, rounded once.
func (s Scale) Score(value uint64) float64 {
	if !s.Linear() {
		return fromOrderedBits(value)
	}
	return s.Mean(new(big.Int).SetUint64(value), 1)
}

// Mean is the mean score of so many values of a linear scale, of which sum is the sum,
// rounded once.
func (s Scale) Mean(sum *big.Int, count int) float64 {
	numerator := new(big.Int).Mul(s.step, sum)
	numerator.Add(numerator, times(s.base, int64(count)))
	return quotient(numerator, times(s.denominator, int64(count)))
}

// Difference is what values of a linear scale that differ by x differ in score.
func (s Scale) Difference(x float64) float64 { return x * quotient(s.step, s.denominator) }

// Scale returns the scale of a metric, given by its index, at an n of the plan at which
// it has a score.
func (p *Plan) Scale(metric, n int) Scale {
	if scale := p.scales[metric]; scale != nil {
		return scale(n)
	}
	return Scale{}
}

// Keep makes the scorer keep the values of slots whose keys are ordinals: without it
// Values has none of these.
func (s *Scorer) Keep() {
	s.kept, s.keptAt = make([]uint64, s.plan.Slots()*len(s.keys)), make([]int, s.plan.Slots())
}

// Values returns what the scores of a slot are made of, by model, after a Score: its
// keys, or where these are ordinals (see Plan) what they are the ordinals of. Scale turns
// values into scores: exactly, but for sums of more than 63 bits, of which the lowest are
// dropped. The slice is the scorer's own, until the next call. It needs Keep.
func (s *Scorer) Values(slot int) []uint64 {
	if models := len(s.keys); s.keptAt[slot] == s.trials {
		return s.kept[slot*models : (slot+1)*models]
	}
	return s.Keys(slot)
}

// keep remembers the sums of a slot, of so many words and at most so many bits.
func (s *Scorer) keep(slot, words, size int) {
	if s.kept == nil {
		return
	}
	s.keptAt[slot] = s.trials
	for model := range s.keys {
		s.kept[slot*len(s.keys)+model] = leading(s.sums[model*words:(model+1)*words], size)
	}
}

// dropped is how many of the lowest bits of a sum of so many a value lacks.
func dropped(size int) int { return max(0, size-63) }

// leading is a sum without the bits that are dropped.
func leading(sum []uint64, size int) uint64 {
	if len(sum) == 1 {
		return sum[0] >> dropped(size)
	}
	word, shift := dropped(size)/64, dropped(size)%64
	low := sum[word] >> shift
	if word+1 < len(sum) {
		low |= sum[word+1] << (64 - shift) // which is 0 for a shift of 0
	}
	return low
}

// scaleOf is that of sums which are at most largest and for which there are so many bits,
// where a score is (base + step·sum) / denominator.
func scaleOf(base, step, denominator, largest *big.Int, size int) Scale {
	low := uint(dropped(size))
	return Scale{
		base: base, step: new(big.Int).Lsh(step, low), denominator: denominator,
		Largest: new(big.Int).Rsh(largest, low).Uint64(),
	}
}

// scale is that of the sums over questions of a row's integers.
func (r row) scale(questions int) Scale {
	all := int64(questions)
	return scaleOf(times(r.least, all), r.step, times(r.denominator, all), times(r.largest, all), r.bits)
}

// scale is that of the sums of a linearSlot: what the weights of the outcomes exceed the
// least one by, in units of what divides those of the board and of the prior. The rest of
// the numerator is the same for all models.
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

// scale is that of the sums over cuts and questions of the subsets whose best exceeds a
// weight.
func (g *graded) scale(m *maxAtK, shape results.Shape, n int) Scale {
	least, _ := m.cuts(shape.Top)
	subsets := times(binomial(n, m.k), int64(shape.Questions))
	denominator := times(subsets, m.weights.common)
	return scaleOf(times(subsets, least), big.NewInt(1), denominator, g.largest, g.largest.BitLen())
}

// scale is that of sums over the least common multiple of the masses.
func (s *unevenSlot) scale(shape results.Shape) Scale {
	low, _ := s.metric.weights.extremes()
	each := times(s.common, int64(shape.Questions))
	return scaleOf(times(each, s.metric.weights.integers[low]), big.NewInt(1),
		times(each, s.metric.weights.common), s.largest, s.largest.BitLen())
}

// fromWords is the integer that putWords writes.
func fromWords(words []uint64) *big.Int {
	x, word := new(big.Int), new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		x.Lsh(x, 64)
		x.Or(x, word.SetUint64(words[i]))
	}
	return x
}

// fromOrderedBits is the float that orderedBits maps to these.
func fromOrderedBits(x uint64) float64 {
	if x>>63 != 0 {
		return math.Float64frombits(x &^ (1 << 63))
	}
	return math.Float64frombits(^x)
}
