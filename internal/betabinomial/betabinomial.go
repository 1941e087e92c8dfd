// Package betabinomial fits priors to counts: the chances of success behind the
// questions of a model are taken as drawn from a Beta distribution whose mean and
// concentration are not known but are told by the counts of all its questions and,
// where those say little, by the concentrations of the other models.
//
// Begin with [Fit].
//
// It believes that what is not known of a prior must widen an interval and not be
// replaced by its best guess, so a fitted prior is a mixture of Beta
// distributions, one for each mean and concentration that the counts allow. It
// leaves to package metrics what a score is made of.
package betabinomial

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Count is a number of questions with the same successes in the same number of
// trials.
type Count struct{ Successes, Trials, Questions int }

// Compare orders counts by their trials, then by their successes.
func (c Count) Compare(with Count) int {
	return cmp.Or(cmp.Compare(c.Trials, with.Trials), cmp.Compare(c.Successes, with.Successes))
}

// Node is one of the Beta(Alpha, Beta) priors of a mixture. With Zero, that share of the
// questions is never solved, and the prior is of the others.
type Node struct{ Alpha, Beta, Weight, Zero float64 }

// Fit returns for each model a mixture of Beta priors of the chances behind its
// questions; the weights add up to 1 and are the posterior probabilities of each
// node given the counts of all models. A model has at least one question.
//
// The chances of a model's questions are independent and Beta(mκ, (1 − m)κ). The
// mean m is uniform on [0, 1]. The concentrations of the models are log-normal
// around a common median, between 0.05 and 400, by a factor from 1.2 to 5 (standard
// deviations of log κ of 0.2, 0.4, 0.8 and 1.6, before any count all as probable), both
// learnt from all of them; before any count high concentrations are a little more
// probable (as κ^0.15 on the scale of log κ). That decides where nothing else does,
// with a single trial of each question: there a concentration that is too high
// errs to the wide side.
//
// Models of the same counts, in whatever order, share their nodes, which are only to
// be read: of thousands of models with few questions there are few different ones.
func Fit(models [][]Count) [][]Node {
	fits := make([]*likelihood, len(models))
	marginals := make([][concentrations]float64, len(models))
	known := map[string]*likelihood{}
	for i, counts := range models {
		counts = merged(counts)
		key := fmt.Sprint(counts)
		if known[key] == nil {
			known[key] = newLikelihood(counts)
		}
		fits[i] = known[key]
		marginals[i] = fits[i].marginal
	}
	mixtures := make([][]Node, len(models))
	for i, posterior := range pool(marginals) {
		if fits[i].mixed == nil {
			fits[i].mixed = fits[i].mixture(posterior)
		}
		mixtures[i] = fits[i].mixed
	}
	return mixtures
}

// The grids. Sums over equidistant points of a bell are as good as integrals once
// two of them lie within a standard deviation.
const (
	concentrations = 64
	lowest         = 0.05
	highest        = 400
	favour         = 0.15 // of high concentrations: κ^favour

	means = 24  // by concentration
	reach = 6.5 // standard deviations of the logit of the mean to either side

	negligible = 1e-7 // of the largest weight
)

// spreads are how far the logarithms of the models' concentrations lie from their
// median, by standard deviation: all four as probable.
var spreads = [...]float64{0.2, 0.4, 0.8, 1.6}

// logConcentration is the logarithm of one of the concentrations.
func logConcentration(i int) float64 {
	from, to := math.Log(lowest), math.Log(highest)
	return from + float64((to-from)*(float64(i)+0.5)/concentrations)
}

// likelihood is what the counts of one model say, on the grid.
type likelihood struct {
	nodes    [concentrations][means]Node // Weight is the share among those of the concentration
	marginal [concentrations]float64     // logarithms of the likelihood of each concentration
	mixed    []Node                      // the mixture, once it is known
}

// newLikelihood takes counts that are merged.
func newLikelihood(counts []Count) *likelihood {
	terms := newTerms(counts)
	l := new(likelihood)
	for i := range concentrations {
		l.marginal[i] = fill(&l.nodes[i], math.Exp(logConcentration(i)), counts, terms)
	}
	return l
}

// merged returns the counts in order, each once.
func merged(counts []Count) []Count {
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

// fill lays the nodes of one concentration around the mean that the counts have,
// and returns the logarithm of what they add up to.
func fill(nodes *[means]Node, concentration float64, counts []Count, terms terms) float64 {
	centre, sigma := logitMean(concentration, counts)
	var logs [means]float64
	step := 2 * reach * sigma / means
	for j := range nodes {
		m := 1 / (1 + math.Exp(-(centre + float64(step*(float64(j)+0.5-means/2)))))
		nodes[j].Alpha, nodes[j].Beta = m*concentration, (1-m)*concentration
		// The uniform density of m, on the scale of its logit.
		logs[j] = terms.log(nodes[j].Alpha, nodes[j].Beta) + math.Log(m) + math.Log1p(-m)
	}
	total := floats.LogSumExp(logs[:])
	for j := range nodes {
		nodes[j].Weight = math.Exp(logs[j] - total)
	}
	return total + math.Log(step)
}

// logitMean is about where the logit of the mean lies, and its standard deviation:
// a question of n trials tells as much of it as n/(1 + (n − 1)/(1 + κ)) trials of
// questions of their own.
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

// pool returns the posterior probability of every concentration of each model, given
// the logarithms of their likelihoods.
func pool(marginals [][concentrations]float64) [][concentrations]float64 {
	relative := make([][concentrations]float64, len(marginals)) // to the most likely
	for i, logs := range marginals {
		top := floats.Max(logs[:])
		for j, log := range logs {
			relative[i][j] = math.Exp(log - top)
		}
	}
	posteriors := make([][concentrations]float64, len(marginals))
	given := make([][concentrations]float64, len(marginals))
	best, total := math.Inf(-1), 0.0
	for _, spread := range spreads {
		for median := range concentrations {
			log := float64(favour * logConcentration(median))
			log += update(given, relative, around(median, spread))
			if log > best { // what was added up so far counts for less
				scale := math.Exp(best - log)
				best, total = log, float64(total*scale)
				for i := range posteriors {
					floats.Scale(scale, posteriors[i][:])
				}
			}
			weight := math.Exp(log - best)
			total += weight
			for i := range posteriors {
				floats.AddScaled(posteriors[i][:], weight, given[i][:])
			}
		}
	}
	for i := range posteriors {
		floats.Scale(1/total, posteriors[i][:])
	}
	return posteriors
}

// around is the distribution of a concentration with the given median.
func around(median int, spread float64) (p [concentrations]float64) {
	for j := range p {
		distance := (logConcentration(j) - logConcentration(median)) / spread
		p[j] = math.Exp(-distance * distance / 2)
	}
	floats.Scale(1/floats.Sum(p[:]), p[:])
	return p
}

// update fills in the posteriors of all models under one prior, and returns the
// logarithm of the likelihood of it.
func update(posteriors, likelihoods [][concentrations]float64, prior [concentrations]float64) (log float64) {
	for i := range posteriors {
		p := floats.MulTo(posteriors[i][:], likelihoods[i][:], prior[:])
		sum := floats.Sum(p)
		log += math.Log(sum)
		if sum > 0 {
			floats.Scale(1/sum, p)
		}
	}
	return log
}

// mixture returns the nodes that matter, given the probability of each
// concentration.
func (l *likelihood) mixture(posterior [concentrations]float64) []Node {
	var largest, sum float64
	for i := range l.nodes {
		for j := range l.nodes[i] {
			n := &l.nodes[i][j]
			n.Weight *= posterior[i]
			largest = max(largest, n.Weight)
		}
	}
	var kept []Node
	for i := range l.nodes {
		for _, n := range l.nodes[i] {
			if n.Weight > negligible*largest {
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
