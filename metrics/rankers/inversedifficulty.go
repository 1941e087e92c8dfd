package rankers

import (
	"math"

	"settle/metrics"
)

// inverseDifficulty is a mean over questions in which the hard ones count for more: the
// weight of a question is 1 over its mean over all models, which is taken for 1 % where it
// is less and for 99 % where it is more. The mean is in shares of the range of the weights
// of categories. Of a model that never met some questions, or a question that some models
// never met, those are left out that there are not; a board with a model that met no
// question is refused.
//
// Scores are sums of floats, and models tie if their scores differ by no more than rounding
// can make of M summands: by 10⁻¹² of the largest weight of a category, or M·2⁻⁵⁰ if that
// is more.
type inverseDifficulty struct {
	shares  []float64 // by model, then question: mean worths, from 0 for the least weight to 1
	weights []float64 // by question
}

func newInverseDifficulty() method { return &inverseDifficulty{} }

func (m *inverseDifficulty) rank(b *board, scores []float64, keys []uint64) error {
	m.weigh(b)
	lowest, highest := b.weights.Range()
	for i := range b.models {
		var sum, weights float64
		for q, weight := range m.weights {
			if b.met(i, q) {
				sum += float64(weight * m.shares[i*b.questions+q])
				weights += weight
			}
		}
		if weights == 0 {
			return errNoGrade
		}
		scores[i] = lowest + float64((highest-lowest)*(sum/weights))
	}
	metrics.TieWithin(scores, keys, max(1e-12, float64(b.questions)*0x1p-50),
		max(math.Abs(lowest), math.Abs(highest)))
	return nil
}

// weigh finds the shares and the weights.
func (m *inverseDifficulty) weigh(b *board) {
	if len(m.weights) != b.questions || len(m.shares) != len(b.worth) {
		m.shares, m.weights = make([]float64, len(b.worth)), make([]float64, b.questions)
	}
	low, spread := b.unitsRange()
	for q := range m.weights {
		var sum, met float64
		for i := range b.models {
			if at := i*b.questions + q; b.trials[at] > 0 {
				m.shares[at] = (float64(b.worth[at])/float64(b.trials[at]) - low) / spread
				sum += m.shares[at]
				met++
			}
		}
		m.weights[q] = 1 / min(max(sum/max(met, 1), 0.01), 0.99)
	}
}

// unitsRange is the least that an outcome is worth, and by how much more the most is, which
// is 1 where all are worth the same.
func (b *board) unitsRange() (low, spread float64) {
	var least, most int64
	for _, unit := range b.units {
		least, most = min(least, unit), max(most, unit)
	}
	return float64(least), float64(max(most-least, 1))
}
