package kendall

import (
	"cmp"
	"math"
	"slices"
)

// A Weighted compares rankings with one reference ranking, called gold, by a weighted τ
// with additive hyperbolic weights (Vigna, "A Weighted Correlation Index for Rankings
// with Ties", Proceedings of WWW 2015). A pair of models has the weight w = 1/a + 1/b,
// where a and b are their gold ranks, counted from 1 for the best. For example, if
// there are eleven models, the best two have 7.9 times the weight of the last two.
//
// A pair has a sign in gold and a sign′ in the other ranking. A sign is 1 or −1,
// depending on which model is better, or 0 if the models tie. With sums over all pairs
// of models,
//
//	τ_w = Σ w·sign·sign′ / √(Σ w·sign² · Σ w·sign′²)
//
// With equal weights for all pairs, τ_w would be τ_b. Models that tie in gold share
// their ranks: each of them has the mean of the weights 1/a of these ranks. The order
// in which tied models are given therefore does not matter. If gold has no ties, τ_w
// equals scipy.stats.weightedtau whose argument rank holds the gold ranks, counted from
// 0.
//
// A Weighted has no scratch space, so several goroutines can use it at once.
type Weighted struct {
	gold   []int
	weight []float64 // by model: 1/a, its mean over tied ranks
	untied float64   // sum of the weights of the pairs that gold does not tie
}

// NewWeighted returns a Weighted for a gold ranking. As in NewComparer, gold[i] is the
// ordinal of model i, and a larger ordinal is better.
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

// Tau returns the weighted τ, in [−1, 1], between the gold ranking and the ranking by
// keys, where keys[i] is the key of model i. A larger key is better; equal keys are a
// tie. It is exactly ±1 if both rankings have the same ties and the same or the opposite
// order, and NaN if all models tie in either ranking. Tau panics unless there is one key
// per model. It takes O(L²) time.
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
