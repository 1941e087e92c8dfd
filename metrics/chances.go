package metrics

import "math"

// Chances holds, for each model and question, the probability that a trial falls into
// each category. The shares of the categories in a Tally approach these probabilities
// as the number of trials grows.
type Chances struct {
	Models    int // L
	Questions int // M
	Top       int // C, the highest category

	// P holds the probability of category j in 1..C, for model l and question q, at (l·M +
	// q)·C + j − 1. For binary outcomes, the probability of a success is at l·M + q. The
	// probability of category 0 is 1 minus the sum of the others.
	P []float64

	// Wrong holds, for model l and question q at l·M + q, the probability of each wrong
	// answer if the answer is wrong. It assumes that each question has a single right
	// answer. It is nil if answers are unknown.
	Wrong [][]float64

	// Verifier holds, for each possible weight of an attempt in ascending order, its
	// probability. Index 0 is for wrong attempts and index 1 for right attempts. Both
	// slices are empty if weights are unknown.
	Verifier [2][]float64
}

// BinaryChances returns the Chances of binary outcomes, where p[l][q] is the
// probability that model l answers question q correctly.
func BinaryChances(p [][]float64) Chances {
	c := Chances{Models: len(p), Questions: len(p[0]), Top: 1}
	for _, row := range p {
		c.P = append(c.P, row...)
	}
	return c
}

// NewChances returns the Chances in which p[l][q][j] is the probability that model l
// gets category j on question q.
func NewChances(p [][][]float64) Chances {
	c := Chances{Models: len(p), Questions: len(p[0]), Top: len(p[0][0]) - 1}
	for _, questions := range p {
		for _, categories := range questions {
			c.P = append(c.P, categories[1:]...)
		}
	}
	return c
}

// Row returns the probabilities of one model, by question and category 1..C.
func (c *Chances) Row(model int) []float64 {
	width := c.Questions * c.Top
	return c.P[model*width : (model+1)*width : (model+1)*width]
}

// Truths returns, by model, the limits of a metric's scores as the number of trials
// grows, if outcomes have the probabilities in c. The limits are those of the metric's
// method Target or Limit. Truths returns nil if they are unknown.
func Truths(m Metric, c *Chances) []float64 {
	switch m := m.(type) {
	case Ranker:
		scores, keys := make([]float64, c.Models), make([]uint64, c.Models)
		if m.Ranking().Limit(c, scores, keys) != nil {
			return nil
		}
		return scores
	case *weightedMetric:
		return m.means(c)
	case *avgWithRule:
		return m.means(c)
	case *fittedMetric:
		if c.Top > 1 { // then it is Bayes@N
			return (&weightedMetric{weights: m.weights}).means(c)
		}
		return targets(m, c)
	case *maxAtK:
		if c.Top > 1 {
			return m.truths(c)
		}
		return targets(m, c) // equal to the targets of pass@K to the last bit
	case AttemptMetric:
		return m.Truths(c)
	case Targeter:
		if c.Top == 1 {
			return targets(m, c)
		}
	}
	return nil
}

// targets returns a metric's targets, by model, if c holds the chances of binary
// outcomes. It returns nil if a target is unknown.
func targets(m Targeter, c *Chances) []float64 {
	truths := make([]float64, c.Models)
	for model := range truths {
		if truths[model] = m.Target(c.Row(model)); math.IsNaN(truths[model]) {
			return nil
		}
	}
	return truths
}

// means returns, by model, the expected weight of an outcome.
func (m *weightedMetric) means(c *Chances) []float64 {
	if c.Top >= m.weights.Len() {
		return nil
	}
	means := make([]float64, c.Models)
	for model := range means {
		for at, p := range c.Row(model) {
			means[model] += float64((m.weights.Float(at%c.Top+1) - m.weights.Float(0)) * p)
		}
		means[model] = m.weights.Float(0) + means[model]/float64(c.Questions)
	}
	return means
}

// OwnOrder returns one number per model, which shows the order to which the metric's
// ranking converges as the number of trials grows. A larger number is better; equal
// numbers are a tie. This order can differ from the order of the true means. OwnOrder
// returns nil if the order is unknown, as for an external program or a method that
// depends on the order of trials.
func OwnOrder(m Metric, c *Chances) []int {
	if r, ok := m.(Ranker); ok {
		keys := make([]uint64, c.Models)
		if r.Ranking().Limit(c, make([]float64, c.Models), keys) != nil {
			return nil
		}
		return ordinalsOf(keys)
	}
	truths := Truths(m, c)
	if truths == nil {
		return nil
	}
	keys := make([]uint64, c.Models)
	TieWithin(truths, keys, rounding, largestSummand(m))
	return ordinalsOf(keys)
}

// rounding is the largest difference at which two scores computed in floats still count
// as equal, relative to the largest score.
const rounding = 1e-12

// largestSummand returns the largest size that a summand of a metric's truths can have
// (see Truths). If weights have both signs, a score near 0 can still have rounding
// errors of this size. largestSummand returns 0 for metrics whose summands all have one
// sign, because such sums lose no precision.
func largestSummand(m Metric) float64 {
	var w Weights
	switch m := m.(type) {
	case *weightedMetric:
		w = m.weights
	case *avgWithRule:
		w = m.weights
	case *fittedMetric:
		w = m.weights
	case *maxAtK:
		w = m.weights
	}
	if w.Len() == 0 {
		return 0
	}
	low, high := w.Range()
	return max(math.Abs(low), math.Abs(high))
}

// Rounded sets keys to the order of scores that were computed in floats, each as a sum
// of numbers of one sign. Two neighbours in this order tie if their difference can be a
// rounding error. The worst model has key 0, and only tied models share a key.
func Rounded(scores []float64, keys []uint64) { TieWithin(scores, keys, rounding, 0) }

// TieWithin sets keys to the order of scores as Rounded does, but with the given
// tolerance. Neighbours in this order tie if they differ by at most tolerance times the
// larger of scale and the largest absolute score. If scores are differences of numbers,
// scale must be the size of these numbers, because their rounding errors remain even
// when all scores are near 0. TieWithin allocates nothing for up to 64 models.
func TieWithin(scores []float64, keys []uint64, tolerance, scale float64) {
	var few [64]int
	order, largest := few[:0], scale
	for model, score := range scores {
		at := len(order)
		order = append(order, model)
		for ; at > 0 && scores[order[at-1]] > score; at-- {
			order[at] = order[at-1]
		}
		order[at] = model
		largest = max(largest, math.Abs(score))
	}
	var key uint64
	for place, model := range order {
		if place > 0 && scores[model]-scores[order[place-1]] > float64(tolerance*largest) {
			key = uint64(place)
		}
		keys[model] = key
	}
}
