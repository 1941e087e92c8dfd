package metrics

import "math"

// Chances are how likely a trial of each model on each question falls into each
// category: what the shares of a Tally come to as trials are added without end.
type Chances struct {
	Models    int // L
	Questions int // M
	Top       int // C, the highest category

	// P holds, for model l, question q and category j in 1..C, the chance at
	// (l·M + q)·C + j − 1, in the binary case that of a success at l·M + q. Category 0 has
	// the rest.
	P []float64

	// Wrong holds, for model l and question q at l·M + q, how likely each wrong answer is
	// among the wrong ones; nil if answers are not known. The right answer is one.
	Wrong [][]float64

	// Verifier holds the chances of the possible weights of an attempt, from the least upwards, for
	// wrong and for right ones; empty if weights are not known.
	Verifier [2][]float64
}

// BinaryChances are those of successes, by model and question.
func BinaryChances(p [][]float64) Chances {
	c := Chances{Models: len(p), Questions: len(p[0]), Top: 1}
	for _, row := range p {
		c.P = append(c.P, row...)
	}
	return c
}

// NewChances are those of the categories 0..C, by model, question and category.
func NewChances(p [][][]float64) Chances {
	c := Chances{Models: len(p), Questions: len(p[0]), Top: len(p[0][0]) - 1}
	for _, questions := range p {
		for _, categories := range questions {
			c.P = append(c.P, categories[1:]...)
		}
	}
	return c
}

// Row are the chances of one model, by question and category 1..C.
func (c *Chances) Row(model int) []float64 {
	width := c.Questions * c.Top
	return c.P[model*width : (model+1)*width : (model+1)*width]
}

// Truths are what the scores of a metric come to as trials are added without end, by
// model: its Target, or its Limit; nil if that is not known.
func Truths(m Metric, c *Chances) []float64 {
	switch m := m.(type) {
	case Ranker:
		scores, keys := make([]float64, c.Models), make([]uint64, c.Models)
		if m.Ranking().Limit(c, scores, keys) != nil {
			return nil
		}
		return scores
	case *weighted:
		return m.means(c)
	case *otherwise:
		return m.means(c)
	case *fitted:
		if c.Top > 1 { // where it is Bayes@N
			return (&weighted{weights: m.weights}).means(c)
		}
		return targets(m, c)
	case *maxAtK:
		if c.Top > 1 {
			return m.truths(c)
		}
		return targets(m, c) // to the last bit those of pass@K
	case AttemptMetric:
		return m.Truths(c)
	case Targeter:
		if c.Top == 1 {
			return targets(m, c)
		}
	}
	return nil
}

// targets are those of chances of successes.
func targets(m Targeter, c *Chances) []float64 {
	truths := make([]float64, c.Models)
	for model := range truths {
		if truths[model] = m.Target(c.Row(model)); math.IsNaN(truths[model]) {
			return nil
		}
	}
	return truths
}

// means are the mean weights of an outcome.
func (m *weighted) means(c *Chances) []float64 {
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

// OwnOrder is the order that a metric comes to as trials are added without end, whether
// or not it is that of the true means: larger is better, equal is a tie. It is nil where
// that is not known, as of a program, or where a method depends on the order of trials.
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
	TieWithin(truths, keys, rounding, cancelled(m))
	return ordinalsOf(keys)
}

// rounding is by how much, in units of the largest of them, scores that are computed in
// floats may differ and still be the same number.
const rounding = 1e-12

// cancelled is how large the summands of a metric's truths may be: weights of both signs
// leave scores near 0, whose rounding is that of the weights. Sums of what is nowhere
// negative lose nothing, however small they are; of these it is 0.
func cancelled(m Metric) float64 {
	var w Weights
	switch m := m.(type) {
	case *weighted:
		w = m.weights
	case *maxAtK:
		w = m.weights
	default:
		return 0
	}
	low, high := w.Range()
	return max(math.Abs(low), math.Abs(high))
}

// Rounded sets keys to the order of scores that are computed in floats, each a sum of
// numbers of one sign or as good as that, with ties where only rounding tells neighbours
// apart: 0 for the worst, and no key twice but in a tie.
func Rounded(scores []float64, keys []uint64) { TieWithin(scores, keys, rounding, 0) }

// TieWithin is Rounded where neighbours tie that differ by at most the tolerance, times
// the largest score in size or the scale, if that is more: the size of what scores are
// differences of, whose rounding is left where they are all near 0. It allocates nothing
// for up to 64 models.
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
