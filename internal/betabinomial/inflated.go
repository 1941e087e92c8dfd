package betabinomial

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// FitInflated fits priors as Fit does, but allows that a share of the questions has
// success probability 0 and is never solved. Each node holds this share in Zero. A
// priori, the share is uniform on [0, 1]. The other questions have Beta priors, as in
// Fit.
func FitInflated(models [][]Count) [][]Node {
	return fitDistinct(models, newInflated)
}

// Settings of the grid over the share of unsolvable questions. There is such a grid for
// each pair of mean and concentration.
const (
	shares       = 16
	leastOfNodes = 1e-6 // nodes below this share of the largest weight are dropped
)

// An inflated holds the likelihood of one model's counts on a grid of means,
// concentrations and shares of questions that are never solved.
type inflated struct {
	solved, unsolved []Count
	terms            terms                  // likelihood of the questions with at least one success
	nodes            [concentrations][]Node // Weight is relative to nodes with the same concentration; nil if not computed
}

// newInflated prepares the likelihood of a model's counts, which must come from
// mergeCounts.
func newInflated(counts []Count) *inflated {
	f := new(inflated)
	for _, c := range counts {
		if c.Successes > 0 {
			f.solved = append(f.solved, c)
		} else {
			f.unsolved = append(f.unsolved, c)
		}
	}
	f.terms = newTerms(f.solved, Moments([][]Count{counts})[0])
	return f
}

// approximate returns an approximation of the log likelihood of a concentration. It
// treats the likelihood as a normal density of the logit of the mean success
// probability.
func (f *inflated) approximate(_ int, concentration float64) float64 {
	centre, sigma := inflatedMean(concentration, f.solved, f.unsolved)
	var logs [shares]float64
	f.lay(concentration, centre, nil, logs[:0])
	return floats.LogSumExp(logs[:]) + math.Log(sigma) + logRoot2Pi + f.terms.concentrationTerm(concentration)
}

// fill computes the nodes with the given concentration, which is the i-th, and returns
// the log likelihood of this concentration.
func (f *inflated) fill(i int, concentration float64) float64 {
	centre, sigma := inflatedMean(concentration, f.solved, f.unsolved)
	nodes, logs := make([]Node, 0, means*shares), make([]float64, 0, means*shares)
	step := 3 * reach * sigma / means // 1.5 times the step of Fit, because the mean depends on the share of unsolvable questions
	for j := range means {
		nodes, logs = f.lay(concentration, centre+float64(step*(float64(j)+0.5-means/2)), nodes, logs)
	}
	total := floats.LogSumExp(logs)
	for j := range nodes {
		nodes[j].Weight = math.Exp(logs[j] - total)
	}
	f.nodes[i] = nodes
	return total + math.Log(step) + f.terms.concentrationTerm(concentration)
}

// lay makes nodes with the given concentration and mean, and appends them to the given
// nodes. The mean is given as a logit. The new nodes differ only in the share of
// questions that are never solved. For each of them, lay appends the logarithm of
// likelihood times prior density to the given logarithms.
func (f *inflated) lay(concentration, logit float64, nodes []Node, logs []float64) ([]Node, []float64) {
	m, rest := logistic(logit)
	a, b := m*concentration, rest*concentration
	base := f.terms.log(a, b) + math.Log(m*rest)
	from, width := unsolvableRange(a, b, f.solved, f.unsolved)
	for k := range shares {
		n := Node{Alpha: a, Beta: b, Zero: from + float64(width*(float64(k)+0.5)/shares)}
		nodes = append(nodes, n)
		logs = append(logs, base+math.Log(width)+n.logOfZeros(f.solved, f.unsolved))
	}
	return nodes, logs
}

// mixture returns the nodes whose weight is not negligible, given the posterior
// probability of each concentration.
func (f *inflated) mixture(posterior *curve) []Node {
	return weigh(&f.nodes, posterior, leastOfNodes)
}

// logOfZeros returns the log likelihood of n.Zero, the share of questions that are
// never solved. The solved questions are those with a success, the unsolved ones those
// without.
func (n Node) logOfZeros(solved, unsolved []Count) (sum float64) {
	for _, c := range unsolved {
		sum += float64(float64(c.Questions) * math.Log(n.Zero+float64((1-n.Zero)*n.allWrong(c.Trials))))
	}
	return sum + float64(questionsOf(solved)*math.Log1p(-n.Zero))
}

// allWrong returns the probability that all trials of a solvable question fail. It is
// (β)_n / (α + β)_n for n trials, where (x)_n = x(x + 1)…(x + n − 1).
func (n Node) allWrong(trials int) float64 {
	wrong, all := 1.0, 1.0
	for i := range min(trials, leastOfSeries) {
		wrong *= n.Beta + float64(i)
		all *= n.Alpha + n.Beta + float64(i)
	}
	if trials > leastOfSeries {
		wrong *= math.Exp(logGammaRatio(n.Beta+leastOfSeries, n.Alpha) - logGammaRatio(n.Beta+float64(trials), n.Alpha))
	}
	return wrong / all
}

// Impossible returns the probability that a question can never be solved, given that
// all its trials failed.
func (n Node) Impossible(trials int) float64 {
	if n.Zero == 0 {
		return 0
	}
	return n.Zero / (n.Zero + float64((1-n.Zero)*n.allWrong(trials)))
}

func questionsOf(counts []Count) (sum float64) {
	for _, c := range counts {
		sum += float64(c.Questions)
	}
	return sum
}

// unsolvableRange returns a range of plausible values for the share of questions that
// are never solved: its lower end and its width. The range covers eight standard
// deviations on each side of an estimate. The estimate compares the observed share of
// questions without a success with the share that the Beta(a, b) prior predicts.
func unsolvableRange(a, b float64, solved, unsolved []Count) (from, width float64) {
	zeros, n := questionsOf(unsolved), Node{Alpha: a, Beta: b}
	all := zeros + questionsOf(solved)
	var wrong float64
	for _, counts := range [][]Count{solved, unsolved} {
		for _, c := range counts {
			wrong += float64(float64(c.Questions)*n.allWrong(c.Trials)) / all
		}
	}
	rest := max(1-wrong, 1e-9)
	share := (zeros + 1) / (all + 2)
	centre, sigma := (zeros/all-wrong)/rest, math.Sqrt(share*(1-share)/all)/rest
	reach := float64(8 * sigma)
	from = min(max(0, centre-reach), 0.99)
	return from, max(min(1, max(0, centre)+reach)-from, 0.01)
}

// inflatedMean returns an approximation of the logit of the mean success probability on
// solvable questions, and its standard deviation. It weights each unsolved question by
// the probability that it is solvable.
func inflatedMean(concentration float64, solved, unsolved []Count) (centre, sigma float64) {
	zero := 0.5
	for range 12 {
		successes, trials, possible := 0.5, 1.0, questionsOf(solved)
		add := func(c Count, questions float64) {
			n := float64(c.Trials)
			share := questions / (1 + (n-1)/(1+concentration))
			successes += float64(share * float64(c.Successes))
			trials += float64(share * n)
		}
		for _, c := range solved {
			add(c, float64(c.Questions))
		}
		m := 0.5
		if centre != 0 {
			m = 1 / (1 + math.Exp(-centre))
		}
		node := Node{Alpha: m * concentration, Beta: (1 - m) * concentration, Zero: zero}
		for _, c := range unsolved {
			left := float64(float64(c.Questions) * (1 - node.Impossible(c.Trials)))
			possible += left
			add(c, left)
		}
		zero = 1 - possible/(questionsOf(solved)+questionsOf(unsolved))
		m = successes / trials
		centre, sigma = math.Log(m/(1-m)), 1/math.Sqrt(trials*m*(1-m))
	}
	return centre, sigma
}
