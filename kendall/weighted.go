package kendall

import (
	"cmp"
	"math"
	"slices"
)

// A Weighted compares rankings with one gold by the weighted τ of Vigna, "A Weighted
// Correlation Index for Rankings with Ties", Proceedings of WWW 2015, with its additive
// hyperbolic weights. A pair of models has the weight w = 1/a + 1/b, where a and b are
// their places in gold, 1 for the best. The best two of eleven models weigh 7.9 times as
// much as the last two. Over pairs of models, with the sign of the difference by gold and
// sign′ by the other ranking,
//
//	τ_w = Σ w·sign·sign′ / √(Σ w·sign² · Σ w·sign′²)
//
// With equal weights for all pairs this is τ_b. Models that tie in gold share their
// places: each has the mean of the weights 1/a of these places, so the order in which
// they are given does not matter. Except for such ties it equals scipy.stats.weightedtau
// with the places of gold as its rank.
//
// A Weighted holds no scratch space: several goroutines can use it at once.
type Weighted struct {
	gold   []int
	weight []float64 // by model: 1/a
	untied float64   // the sum of weights of the pairs that gold does not tie
}

// NewWeighted returns a Weighted for gold, given as in NewComparer.
func NewWeighted(gold []int) *Weighted {
	w := &Weighted{gold: slices.Clone(gold), weight: make([]float64, len(gold))}
	order := make([]int, len(gold)) // the best first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(gold[j], gold[i]) })
	for from := 0; from < len(order); {
		to, sum := from, 0.0
		for to < len(order) && gold[order[to]] == gold[order[from]] {
			to++
			sum += 1 / float64(to)
		}
		for _, model := range order[from:to] {
			w.weight[model] = sum / float64(to-from)
		}
		from = to
	}
	for i := range gold {
		for j := range i {
			if gold[i] != gold[j] {
				w.untied += w.weight[i] + w.weight[j]
			}
		}
	}
	return w
}

// Tau returns the weighted τ of gold and the ranking by keys[i] of model i, in [−1, 1];
// larger is better, equal is tied. It is exactly ±1 if both have the same ties and the
// same or the opposite order, and NaN if all models tie on either side. It panics unless
// there is one key per model. It takes O(L²) time.
func (w *Weighted) Tau(keys []uint64) float64 {
	mustPair(len(w.gold), len(keys))
	var score, untied float64
	for i, key := range keys {
		for j, other := range keys[:i] {
			if key == other {
				continue
			}
			weight := w.weight[i] + w.weight[j]
			untied += weight
			switch gold := cmp.Compare(w.gold[i], w.gold[j]); {
			case gold == 0:
			case (gold > 0) == (key > other):
				score += weight
			default:
				score -= weight
			}
		}
	}
	return score / math.Sqrt(float64(w.untied*untied))
}
