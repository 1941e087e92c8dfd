// Package betabinomial fits Beta priors to counts of successes. The success
// probabilities of a model's questions are draws from a Beta(α, β) distribution with
// unknown mean and concentration, α + β. Both are estimated from the counts of all the
// model's questions. If these counts say little about the concentration, the
// concentrations of the other models are also used.
//
// Call [Fit] for a mixture of priors for each model, [FitGraded] for outcomes in more
// than two categories, or [FitInflated] if some questions can never be solved. Call
// [FitKnown] for priors that depend on the success of the other models on each
// question. [Moments] returns a single prior per model and is much faster.
//
// A fitted prior is a mixture of Beta distributions, one for each plausible mean and
// concentration. Uncertainty about the prior therefore widens intervals.
//
// Package metrics turns these priors into scores.
package betabinomial

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A Count is a number of questions that all have the same number of trials and the same
// number of successes.
type Count struct{ Successes, Trials, Questions int }

// Compare compares counts by their trials, then by their successes.
func (c Count) Compare(with Count) int {
	return cmp.Or(cmp.Compare(c.Trials, with.Trials), cmp.Compare(c.Successes, with.Successes))
}

// A Node is one Beta(Alpha, Beta) prior in a mixture of priors, together with its
// Weight in the mixture. Zero is the share of questions that are never solved; the Beta
// prior applies to all other questions.
type Node struct{ Alpha, Beta, Weight, Zero float64 }

// Fit returns a mixture of Beta priors for each model. The mixture describes the
// success probabilities of the model's questions. The weights of a mixture add up to 1.
// They are the posterior probabilities of its nodes given the counts of all models. A
// model must have at least one question.
//
// The success probabilities of a model's questions are independent and Beta(mκ, (1 −
// m)κ). The mean m is uniform on [0, 1]. The models' concentrations κ are log-normal
// around a common median between 0.05 and 400, and log κ has a standard deviation of
// 0.2, 0.4, 0.8 or 1.6, equally probable a priori. Median and deviation are estimated
// from all models. The prior slightly favours high concentrations (as κ^0.15 on the
// scale of log κ). This matters only if each question has a single trial, which carries
// no information on κ. A concentration that is too high then makes intervals too wide,
// not too narrow.
//
// Models with the same counts, in any order, share their nodes, so callers must not
// change the nodes. Sharing saves time, because thousands of models with few questions
// have few different counts.
func Fit(models [][]Count) [][]Node {
	return fitDistinct(models, newLikelihood)
}

// A mixtureFiller computes the likelihood of each concentration for one model (see
// filler). It can also return the model's mixture of priors, given the posterior
// probability of each concentration.
type mixtureFiller interface {
	filler
	mixture(posterior *curve) []Node
}

// fitDistinct returns the mixture of priors of each model. It fits models with equal
// counts only once. prepare(counts) returns the filler for a model's merged counts.
func fitDistinct[F mixtureFiller](models [][]Count, prepare func([]Count) F) [][]Node {
	var fits []F
	var times []int
	places := make([]int, len(models)) // for each model, its index in fits
	known := map[string]int{}
	for i, counts := range models {
		counts = mergeCounts(counts)
		key := keyOf(counts)
		at, ok := known[key]
		if !ok {
			at = len(fits)
			known[key] = at
			fits, times = append(fits, prepare(counts)), append(times, 0)
		}
		times[at]++
		places[i] = at
	}
	distinct := make([][]Node, len(fits))
	for i, posterior := range pooledPosteriors(fits, times, leastFilled, hyperpriors()) {
		distinct[i] = fits[i].mixture(&posterior)
	}
	mixtures := make([][]Node, len(models))
	for i, at := range places {
		mixtures[i] = distinct[at]
	}
	return mixtures
}

// keyOf returns a string that differs for different lists of counts.
func keyOf(counts []Count) string {
	var key []byte
	for _, c := range counts {
		key = binary.AppendUvarint(key, uint64(c.Successes))
		key = binary.AppendUvarint(key, uint64(c.Trials))
		key = binary.AppendUvarint(key, uint64(c.Questions))
	}
	return string(key)
}

// Settings of the grid of means.
const (
	means = 24  // number of means for each concentration
	reach = 6.5 // standard deviations of the logit of the mean that the grid covers on each side

	negligible  = 1e-7  // nodes below this share of the largest weight are dropped
	leastFilled = 1e-14 // concentrations below this share of the largest probability keep their approximation
)

// A likelihood holds the likelihood of one model's counts on a grid of means and
// concentrations.
type likelihood struct {
	counts []Count
	terms  terms
	shares [concentrations][]float64 // weights of the nodes with the same concentration; nil if they were not computed
	givens curve                     // terms.concentrationTerm for the concentrations that were approximated

	approximations [batchSize]float64 // results of the last approximateNext
}

// newLikelihood prepares the likelihood of a model's counts, which must come from
// mergeCounts.
func newLikelihood(counts []Count) *likelihood {
	return &likelihood{counts: counts, terms: newTerms(counts, Moments([][]Count{counts})[0])}
}

// mergeCounts returns the counts in sorted order. It joins counts with the same
// successes and the same trials into one, by adding their numbers of questions.
func mergeCounts(counts []Count) []Count {
	counts = slices.Clone(counts)
	slices.SortFunc(counts, Count.Compare)
	out := counts[:0]
	for _, c := range counts {
		if n := len(out); n > 0 && out[n-1].Trials == c.Trials && out[n-1].Successes == c.Successes {
			out[n-1].Questions += c.Questions
			continue
		}
		out = append(out, c)
	}
	return out
}

// approximate returns an approximation of the log likelihood of the i-th concentration.
// It treats the likelihood as a normal density of the logit of the mean success
// probability.
func (l *likelihood) approximate(i int, concentration float64) float64 {
	if i%batchSize == 0 {
		l.approximateNext(i)
	}
	return l.approximations[i%batchSize]
}

// approximateNext computes the results of approximate for batchSize concentrations,
// beginning with the i-th.
func (l *likelihood) approximateNext(i int) {
	var concentration, a, b, density, sigma [batchSize]float64
	for k := range batchSize {
		var centre float64
		concentration[k] = math.Exp(logConcentration(i + k))
		centre, sigma[k] = logitMean(concentration[k], l.counts)
		var n Node
		n, density[k] = priorAt(concentration[k], centre)
		a[k], b[k] = n.Alpha, n.Beta
	}
	given := l.terms.trials.logs(concentration)
	for k, log := range l.terms.logs(a, b) {
		l.givens[i+k] = -given[k]
		l.approximations[k] = log + density[k] + math.Log(sigma[k]) + logRoot2Pi + l.givens[i+k]
	}
}

// logRoot2Pi is log √(2π).
const logRoot2Pi = 0.91893853320467274178

// fill computes the nodes with the given concentration, which is the i-th, and returns
// the log likelihood of this concentration. The means of the nodes lie around the mean
// success probability that the counts suggest.
func (l *likelihood) fill(i int, concentration float64) float64 {
	var logs [means]float64
	logits, step := l.logits(concentration)
	for j := 0; j < means; j += batchSize {
		var a, b, density [batchSize]float64
		for k := range batchSize {
			var n Node
			n, density[k] = priorAt(concentration, logits[j+k])
			a[k], b[k] = n.Alpha, n.Beta
		}
		for k, log := range l.terms.interpolate(a, b) {
			logs[j+k] = log + density[k]
		}
	}
	total := floats.LogSumExp(logs[:])
	l.shares[i] = make([]float64, means)
	for j, log := range logs {
		l.shares[i][j] = math.Exp(log - total)
	}
	return total + math.Log(step) + l.givens[i]
}

// logits returns the logits of the means of all nodes with the given concentration, and
// the step from one logit to the next.
func (l *likelihood) logits(concentration float64) (logits [means]float64, step float64) {
	centre, sigma := logitMean(concentration, l.counts)
	step = 2 * reach * sigma / means
	for j := range logits {
		logits[j] = centre + float64(step*(float64(j)+0.5-means/2))
	}
	return logits, step
}

// priorAt returns the Beta prior with the given concentration and with the mean that
// has the given logit. It also returns the log prior density of this logit, if the mean
// is uniform on [0, 1].
func priorAt(concentration, logit float64) (Node, float64) {
	m, rest := logistic(logit)
	return Node{Alpha: m * concentration, Beta: rest * concentration}, math.Log(m * rest)
}

// logistic returns the number m with the given logit, and 1 − m without loss of digits.
func logistic(logit float64) (m, rest float64) {
	odds := math.Exp(-logit)
	m = 1 / (1 + odds)
	return m, odds * m
}

// logitMean estimates the logit of the mean success probability from counts, for a
// given concentration κ. It returns the estimate and its standard deviation. It counts
// n trials of one question as n/(1 + (n − 1)/(1 + κ)) trials of different questions.
func logitMean(concentration float64, counts []Count) (centre, sigma float64) {
	successes, trials := 0.5, 1.0
	for _, c := range counts {
		n := float64(c.Trials)
		share := float64(c.Questions) / (1 + (n-1)/(1+concentration))
		successes += float64(share * float64(c.Successes))
		trials += float64(share * n)
	}
	m := successes / trials
	return math.Log(m / (1 - m)), 1 / math.Sqrt(trials*m*(1-m))
}

// grid returns all nodes that l.fill has computed. It makes them again from their
// stored weights, because keeping the nodes would take four times as much memory.
func (l *likelihood) grid() *[concentrations][]Node {
	var grid [concentrations][]Node
	for i, shares := range l.shares {
		if shares == nil {
			continue
		}
		concentration := math.Exp(logConcentration(i))
		logits, _ := l.logits(concentration)
		grid[i] = make([]Node, means)
		for j, share := range shares {
			grid[i][j], _ = priorAt(concentration, logits[j])
			grid[i][j].Weight = share
		}
	}
	return &grid
}

// mixture returns the nodes whose weight is not negligible, given the posterior
// probability of each concentration.
func (l *likelihood) mixture(posterior *curve) []Node {
	return weigh(l.grid(), posterior, negligible)
}

// weigh multiplies the weight of each node by the probability of the node's
// concentration. It returns the nodes whose weight then exceeds minShare times the
// largest weight, with weights scaled to add up to 1.
func weigh(grid *[concentrations][]Node, posterior *curve, minShare float64) []Node {
	var largest, sum float64
	for i, nodes := range grid {
		for j := range nodes {
			nodes[j].Weight *= posterior[i]
			largest = max(largest, nodes[j].Weight)
		}
	}
	var kept []Node
	for _, nodes := range grid {
		for _, n := range nodes {
			if n.Weight > minShare*largest {
				kept = append(kept, n)
				sum += n.Weight
			}
		}
	}
	for i := range kept {
		kept[i].Weight /= sum
	}
	return kept
}
