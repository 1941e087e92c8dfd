package sim

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/metrics"
	"settle/rubric"
)

// Chances returns the exact probability of each category 0..C of a schema, by model,
// question and category. For one model and question, the probabilities add up to 1. The
// range of each signal is divided into pieces on which no condition of the schema
// changes. The pieces end at the thresholds and at the numbers with which rules compare
// the signal. Each combination of pieces has one category, and Chances adds up the
// probabilities of the combinations.
func (m *Mimics) Chances(s *rubric.Schema, t *rubric.Thresholds) [][][]float64 {
	cuts := newCuts(s, t)
	categories := s.Weights().Len()
	correct := m.correctProbabilities()
	all := make([][][]float64, len(m.Models))
	for model := range all {
		all[model] = make([][]float64, len(m.Questions))
		for question := range all[model] {
			chances := make([]float64, categories)
			add := func(x *rubric.Signals, chance float64) { chances[s.Category(x, t)] += chance }
			var x rubric.Signals
			x[rubric.PromptBPT] = m.prompt(model, question)
			p := correct[model][question]
			x[rubric.IsCorrect] = 1
			combine(x, p, m.pieces(model, question, true, cuts), add)
			x[rubric.IsCorrect] = 0
			combine(x, 1-p, m.pieces(model, question, false, cuts), add)
			all[model][question] = chances
		}
	}
	return all
}

// Means returns the true score of each model under a schema. This is the expected
// weight of an attempt's category, averaged over questions. Bayes@N converges to it as
// the number of trials grows (Eq. 1 of the paper). Scores are rounded to multiples of
// 10^-13 of the largest weight, so that models with equal scores tie despite rounding
// errors.
func (m *Mimics) Means(s *rubric.Schema, t *rubric.Thresholds) []float64 {
	return MeansOf(m.Chances(s, t), s.Weights())
}

// MeansOf returns each model's true score, as Means does. The chances are the
// probabilities of the categories by model and question, and w holds the categories'
// weights.
func MeansOf(chances [][][]float64, w metrics.Weights) []float64 {
	var largest float64
	for _, weight := range w.Floats() {
		largest = max(largest, math.Abs(weight))
	}
	means := make([]float64, len(chances))
	if largest == 0 {
		return means
	}
	perUnit := 1e13 / largest
	for model, questions := range chances {
		for _, categories := range questions {
			for category, chance := range categories {
				means[model] += float64(w.Float(category) * chance)
			}
		}
		means[model] = math.Round(means[model]/float64(len(questions))*perUnit) / perUnit
	}
	return means
}

// A piece is a set of values of some signals within which no condition of the schema changes.
type piece struct {
	chance float64        // the probability of the piece
	at     rubric.Signals // represents the piece: one value of each of its signals, 0 for all others
}

// combine calls add for each way to choose one piece from every group. It passes two values: the
// sum of x and the signals of the chosen pieces, and the product of chance and the probabilities
// of these pieces. No two groups can share a signal.
func combine(x rubric.Signals, chance float64, groups [][]piece, add func(x *rubric.Signals, chance float64)) {
	if len(groups) == 0 {
		add(&x, chance)
		return
	}
	for i := range groups[0] {
		p := &groups[0][i]
		if p.chance == 0 {
			continue
		}
		y := x
		for signal, value := range p.at {
			y[signal] += value
		}
		combine(y, chance*p.chance, groups[1:], add)
	}
}

// cuts holds, for each signal that a schema needs, the numbers at which its range is
// cut into pieces.
type cuts struct {
	needs              []rubric.Signal
	length, confidence []float64 // cuts of token_ratio and of completion_bpt
}

func newCuts(s *rubric.Schema, t *rubric.Thresholds) *cuts {
	return &cuts{
		needs:      s.Needs(),
		length:     append(withPredecessors(s.Bounds(rubric.TokenRatio)), t.LenP33, t.LenP66),
		confidence: append(withPredecessors(s.Bounds(rubric.CompletionBPT)), t.High, t.LowWrong, t.CorrP33, t.CorrP66),
	}
}

// withPredecessors returns the given numbers, each preceded by the largest multiple of 10^-6
// below it. Both are needed, because a rule can compare a signal with a number by < or by ≤.
func withPredecessors(bounds []float64) []float64 {
	var both []float64
	for _, b := range bounds {
		both = append(both, millionthBelow(b), b)
	}
	return both
}

// pieces divides the ranges of the needed signals at the cuts and returns the pieces, for correct
// or for wrong attempts. Signals that depend on each other are in one group of pieces; different
// groups are independent.
func (m *Mimics) pieces(model, question int, correct bool, c *cuts) [][]piece {
	needed := func(s rubric.Signal) bool { return slices.Contains(c.needs, s) }
	var groups [][]piece
	if needed(rubric.HasBox) {
		groups = append(groups, boxPieces(m.boxProbability(model, correct)))
	}
	if needed(rubric.TokenRatio) || needed(rubric.RepeatedPattern) {
		groups = append(groups, endingPieces(m.length(model, question), m.Models[model].Degenerate, c.length))
	}
	if needed(rubric.CompletionBPT) {
		groups = append(groups, confidencePieces(m.confidence(model, correct), c.confidence))
	}
	if needed(rubric.A) || needed(rubric.B) || needed(rubric.C) {
		groups = append(groups, verdictPieces(m.verdicts(model, correct)))
	}
	return groups
}

func boxPieces(boxed float64) []piece {
	pieces := []piece{{chance: 1 - boxed}, {chance: boxed}}
	pieces[1].at[rubric.HasBox] = 1
	return pieces
}

// endingPieces returns the pieces of the signals token_ratio and repeated_pattern, given the
// distribution of token_ratio. The cuts divide the range of token_ratio into intervals. Each
// interval below 1 has two pieces: the degenerate share of the completions does not end by
// itself, and the rest does. The last piece is for completions that are cut off at 1.
func endingPieces(length distuv.LogNormal, degenerate float64, cuts []float64) []piece {
	var pieces []piece
	add := func(chance, end, repeated float64) {
		p := piece{chance: chance}
		p.at[rubric.TokenRatio], p.at[rubric.RepeatedPattern] = end, repeated
		pieces = append(pieces, p)
	}
	var below float64
	for _, end := range upperEnds(1-1/millionthsInOne, cuts) {
		upTo := probabilityAtMost(length, end)
		add((upTo-below)*(1-degenerate), end, 0)
		add((upTo-below)*degenerate, end, 1)
		below = upTo
	}
	add(1-below, 1, 1) // completions that are cut off
	return pieces
}

func confidencePieces(bpt distuv.LogNormal, cuts []float64) []piece {
	var pieces []piece
	var below float64
	for _, end := range upperEnds(math.Inf(1), cuts) {
		upTo := probabilityAtMost(bpt, end)
		p := piece{chance: upTo - below}
		p.at[rubric.CompletionBPT] = end
		pieces = append(pieces, p)
		below = upTo
	}
	return pieces
}

// upperEnds returns the upper ends of the pieces of a signal, ascending: the thresholds
// and the largest possible value. An end belongs to its piece and represents it,
// because conditions test whether a value is at most a threshold. Thresholds that are
// NaN or below 0 are dropped, because no value is at most such a threshold.
func upperEnds(largest float64, thresholds []float64) []float64 {
	thresholds = slices.DeleteFunc(slices.Clone(thresholds), func(t float64) bool { return !(t >= 0 && t < largest) })
	slices.Sort(thresholds)
	return append(slices.Compact(thresholds), largest)
}

// sureProbability is the probability that the verifier is sure, given that it finds an attempt
// correct. The verifier is sure if it states a probability A of at least 0.6 (see Table 4 of the
// paper). A is 1 − u²/2, where u is uniform, so A is at least 0.6 if u² ≤ 0.8. For other verdicts,
// no condition depends on how sure the verifier is.
var sureProbability = math.Sqrt(0.8)

// verdictPieces returns the pieces of the verifier's probabilities. There is one piece
// for each of the verdicts wrong and off-task. The verdict correct has four pieces: the
// verifier is sure or not, and the next most probable verdict is wrong or off-task.
func verdictPieces(verdicts [3]float64) []piece {
	pieces := make([]piece, 0, 6)
	add := func(chance float64, verdict int, sure, share float64) {
		p := piece{chance: chance}
		opinion(&p.at, verdict, sure, share)
		pieces = append(pieces, p)
	}
	for _, share := range []float64{0.25, 0.75} { // one share on each side of ½
		add(verdicts[0]*sureProbability/2, 0, 0.8, share)
		add(verdicts[0]*(1-sureProbability)/2, 0, 0.55, share)
	}
	add(verdicts[1], 1, 0.8, 0.5)
	add(verdicts[2], 2, 0.8, 0.5)
	return pieces
}

// Thresholds returns the values that the thresholds of a board approach as its number of trials
// grows. They are percentiles of signals over the attempts by all models at all questions.
// Thresholds over correct attempts only, or over wrong attempts only, are NaN if there are no such
// attempts.
func (m *Mimics) Thresholds() rubric.Thresholds {
	correct := m.correctProbabilities()
	return rubric.Thresholds{
		High:     m.confidenceQuantile(correct, 0.40, 1, 1),
		LowWrong: m.confidenceQuantile(correct, 0.60, 0, 1),
		Prompt:   m.promptPercentile(90),
		LenP33:   m.lengthQuantile(0.33),
		LenP66:   m.lengthQuantile(0.66),
		CorrP33:  m.confidenceQuantile(correct, 0.33, 1, 0),
		CorrP66:  m.confidenceQuantile(correct, 0.66, 1, 0),
	}
}

// confidenceQuantile returns the quantile p of completion_bpt over all attempts. Each correct
// attempt counts with the weight countCorrect, and each wrong attempt with countWrong.
// correct[model][question] is the probability of a correct answer.
func (m *Mimics) confidenceQuantile(correct [][]float64, p, countCorrect, countWrong float64) float64 {
	var total float64
	shares := make([][2]float64, len(m.Models)) // total weight of correct and of wrong attempts, by model
	for model, chances := range correct {
		for _, chance := range chances {
			shares[model][0] += float64(countCorrect * chance)
			shares[model][1] += float64(countWrong * (1 - chance))
		}
		total += shares[model][0] + shares[model][1]
	}
	if total == 0 {
		return math.NaN()
	}
	return millionth(quantile(p*total, func(x float64) float64 {
		var below float64
		for model, share := range shares {
			below += float64(share[0]*m.confidence(model, true).CDF(x)) + float64(share[1]*m.confidence(model, false).CDF(x))
		}
		return below
	}))
}

// lengthQuantile returns the quantile p of token_ratio among all attempts.
func (m *Mimics) lengthQuantile(p float64) float64 {
	total := float64(len(m.Models) * len(m.Questions))
	return millionth(quantile(p*total, func(x float64) float64 {
		if x >= 1 {
			return total
		}
		var below float64
		for model := range m.Models {
			for question := range m.Questions {
				below += m.length(model, question).CDF(x)
			}
		}
		return below
	}))
}

// quantile returns the smallest x ≥ 0 at which an increasing function f is at least y.
// There must be such an x.
func quantile(y float64, f func(x float64) float64) float64 {
	low, high := 0.0, 1.0
	for f(high) < y {
		low, high = high, 2*high
	}
	for {
		middle := (low + high) / 2
		switch {
		case middle == low || middle == high:
			return high
		case f(middle) < y:
			low = middle
		default:
			high = middle
		}
	}
}

// promptPercentile returns the limit of the p-th percentile of prompt_bpt as the number of trials
// N grows. Let K be the number of pairs of model and question, which each have one prompt_bpt.
// The limit is the K·p/100-th smallest of these K values, where K·p/100 is rounded up.
//
// If K·p/100 is a whole number, the limit lies between that value and the next larger value, at 1
// − p/100 of the distance. On a board, each value occurs N times. The percentile is at position
// (K·N − 1)·p/100, counted from 0, whereas the larger value begins at position K·N·p/100.
func (m *Mimics) promptPercentile(p int) float64 {
	var prompts []float64
	for model := range m.Models {
		for question := range m.Questions {
			prompts = append(prompts, m.prompt(model, question))
		}
	}
	slices.Sort(prompts)
	place, rest := len(prompts)*p/100, len(prompts)*p%100
	if rest > 0 {
		return prompts[place]
	}
	low, high := prompts[place-1], prompts[place]
	return low + float64((high-low)*(1-float64(p)/100))
}
