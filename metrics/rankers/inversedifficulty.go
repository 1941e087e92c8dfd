package rankers

import (
	"math"

	"settle/metrics"
)

// inverseDifficulty is a mean over questions in which hard questions have more weight.
// The weight of a question is the inverse of its mean score over the models that met
// it. Before the inverse is taken, this mean is limited to between 1 % and 99 % of the
// range of the categories' weights. A model's score uses the questions that it met. A
// board with a model that met no question is refused.
//
// Scores are sums of floats. Models tie if their scores differ by no more than the
// rounding error of M summands: 10⁻¹² of the largest weight of a category, or M·2⁻⁵⁰ if
// that is more.
type inverseDifficulty struct {
	shares  []float64 // by model, then question: mean worths, scaled so that the smallest weight is 0 and the largest 1
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

// weigh computes the weights of all questions, and the shares: the mean scores by model
// and question, as shares of the range of the categories' weights.
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

// unitsRange returns the smallest worth of an outcome, and the range of worths. The
// range is 1 if all worths are equal.
func (b *board) unitsRange() (low, spread float64) {
	var least, most int64
	for _, unit := range b.units {
		least, most = min(least, unit), max(most, unit)
	}
	return float64(least), float64(max(most-least, 1))
}
