package betabinomial

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// FitInflated fits priors as Fit does, but allows a share of questions that are never
// solved (success probability 0). The share is uniform on [0, 1] a priori; each node
// holds its own share in Zero. The success probabilities of the other questions are
// Beta, as in Fit.
func FitInflated(models [][]Count) [][]Node {
	return fitDistinct(models, newInflated)
}

// The grid of shares, for each mean and concentration.
const (
	shares       = 16
	leastOfNodes = 1e-6 // share of the largest weight
)

// An inflated holds the likelihood of the counts of one model, on the grid.
type inflated struct {
	solved, unsolved []Count
	terms            terms                  // of the solved questions
	nodes            [concentrations][]Node // Weight is the share within the concentration; nil if not filled
}

// newInflated prepares the likelihood of merged counts.
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

// approximate treats the likelihood as normal in the logit of the mean.
func (f *inflated) approximate(_ int, concentration float64) float64 {
	centre, sigma := inflatedMean(concentration, f.solved, f.unsolved)
	var logs [shares]float64
	f.lay(concentration, centre, nil, logs[:0])
	return floats.LogSumExp(logs[:]) + math.Log(sigma) + logRoot2Pi + f.terms.given(concentration)
}

// fill places the nodes around the mean and the share of the counts.
func (f *inflated) fill(i int, concentration float64) float64 {
	centre, sigma := inflatedMean(concentration, f.solved, f.unsolved)
	nodes, logs := make([]Node, 0, means*shares), make([]float64, 0, means*shares)
	step := 3 * reach * sigma / means // 1.5 times the width of Fit, because m depends on the share
	for j := range means {
		nodes, logs = f.lay(concentration, centre+float64(step*(float64(j)+0.5-means/2)), nodes, logs)
	}
	total := floats.LogSumExp(logs)
	for j := range nodes {
		nodes[j].Weight = math.Exp(logs[j] - total)
	}
	f.nodes[i] = nodes
	return total + math.Log(step) + f.terms.given(concentration)
}

// lay appends the nodes with the logit of one mean and all shares, and the logarithms
// of their likelihoods times their densities.
func (f *inflated) lay(concentration, logit float64, nodes []Node, logs []float64) ([]Node, []float64) {
	m, rest := logistic(logit)
	a, b := m*concentration, rest*concentration
	base := f.terms.log(a, b) + math.Log(m*rest)
	from, width := plausible(a, b, f.solved, f.unsolved)
	for k := range shares {
		n := Node{Alpha: a, Beta: b, Zero: from + float64(width*(float64(k)+0.5)/shares)}
		nodes = append(nodes, n)
		logs = append(logs, base+math.Log(width)+n.logOfZeros(f.solved, f.unsolved))
	}
	return nodes, logs
}

// mixture returns the relevant nodes, given the probability of each concentration.
func (f *inflated) mixture(posterior *curve) []Node {
	return weigh(&f.nodes, posterior, leastOfNodes)
}

// logOfZeros returns the log likelihood of the share of questions that are never
// solved, given the solved and unsolved questions.
func (n Node) logOfZeros(solved, unsolved []Count) (sum float64) {
	for _, c := range unsolved {
		sum += float64(float64(c.Questions) * math.Log(n.Zero+float64((1-n.Zero)*n.allWrong(c.Trials))))
	}
	return sum + float64(questionsOf(solved)*math.Log1p(-n.Zero))
}

// allWrong returns the probability that no trial of a solvable question is correct,
// (β)_n / (α + β)_n. It multiplies the first factors directly and uses Stirling's
// series for the rest.
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
// none of its trials was correct.
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

// plausible returns the range of plausible shares of questions that are never solved,
// as its lower end and width. It spans eight standard deviations to either side of the
// share that accounts for the otherwise unexplained unsolved questions.
func plausible(a, b float64, solved, unsolved []Count) (from, width float64) {
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

// inflatedMean returns an approximation of the logit of the mean of the non-zero
// success probabilities and its standard deviation. Each unsolved question is weighted
// with the probability that it is solvable.
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
