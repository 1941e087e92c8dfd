package betabinomial

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// FitInflated is Fit where a share of a model's questions, uniform on [0, 1] before any
// count, are never solved: their chance is 0. The chances of the others are Beta as those
// of Fit. A node has a share of its own in Zero.
func FitInflated(models [][]Count) [][]Node {
	fits := make([]*inflated, len(models))
	marginals := make([][concentrations]float64, len(models))
	for i, counts := range models {
		fits[i] = newInflated(merged(counts))
		marginals[i] = fits[i].marginal
	}
	mixtures := make([][]Node, len(models))
	for i, posterior := range pool(marginals) {
		mixtures[i] = fits[i].mixture(posterior)
	}
	return mixtures
}

// The grid of shares, for each mean and concentration.
const (
	shares       = 16
	leastOfNodes = 1e-6 // of the largest weight
)

// inflated is what the counts of one model say, on the grid.
type inflated struct {
	nodes    [concentrations][]Node // Weight is the share among those of the concentration
	marginal [concentrations]float64
}

func newInflated(counts []Count) *inflated {
	var solved, unsolved []Count
	for _, c := range counts {
		if c.Successes > 0 {
			solved = append(solved, c)
		} else {
			unsolved = append(unsolved, c)
		}
	}
	terms, f := newTerms(solved), new(inflated)
	for i := range concentrations {
		f.nodes[i], f.marginal[i] = inflate(math.Exp(logConcentration(i)), solved, unsolved, terms)
	}
	return f
}

// inflate lays the nodes of one concentration around where the counts have the mean and
// the share, and returns the logarithm of what they add up to.
func inflate(concentration float64, solved, unsolved []Count, terms terms) ([]Node, float64) {
	centre, sigma := inflatedMean(concentration, solved, unsolved)
	nodes, logs := make([]Node, 0, means*shares), make([]float64, 0, means*shares)
	step := 3 * reach * sigma / means // half as wide again as without a share, which m depends on
	for j := range means {
		m := 1 / (1 + math.Exp(-(centre + float64(step*(float64(j)+0.5-means/2)))))
		a, b := m*concentration, (1-m)*concentration
		base := terms.log(a, b) + math.Log(m) + math.Log1p(-m)
		from, width := plausible(a, b, solved, unsolved)
		for k := range shares {
			zero := from + float64(width*(float64(k)+0.5)/shares)
			n := Node{Alpha: a, Beta: b, Zero: zero}
			nodes = append(nodes, n)
			logs = append(logs, base+math.Log(width)+n.logOfZeros(solved, unsolved))
		}
	}
	total := floats.LogSumExp(logs)
	for i := range nodes {
		nodes[i].Weight = math.Exp(logs[i] - total)
	}
	return nodes, total + math.Log(step)
}

// logOfZeros is the logarithm of how likely the share of questions that are never solved
// makes it that so many were not, and that the others were asked.
func (n Node) logOfZeros(solved, unsolved []Count) (sum float64) {
	for _, c := range unsolved {
		sum += float64(float64(c.Questions) * math.Log(n.Zero+float64((1-n.Zero)*n.allWrong(c.Trials))))
	}
	return sum + float64(questionsOf(solved)*math.Log1p(-n.Zero))
}

// allWrong is the chance that no trial of a question which may be solved is correct.
func (n Node) allWrong(trials int) float64 {
	t := float64(trials)
	return math.Exp(logGamma(n.Beta+t) - logGamma(n.Beta) + logGamma(n.Alpha+n.Beta) - logGamma(n.Alpha+n.Beta+t))
}

// Impossible is the chance that a question of which no trial was correct can never be
// solved.
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

// plausible is where the share of questions that are never solved may be, from where and
// how wide: eight standard deviations to either side of where it makes up for the
// questions that nothing else explains.
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
	from = min(max(0, centre-8*sigma), 0.99)
	return from, max(min(1, max(0, centre)+8*sigma)-from, 0.01)
}

// inflatedMean is about where the logit of the mean of those chances lies that are not 0,
// and its standard deviation: the questions that were not solved count by how likely
// they can be.
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
			left := float64(c.Questions) * (1 - node.Impossible(c.Trials))
			possible += left
			add(c, left)
		}
		zero = 1 - possible/(questionsOf(solved)+questionsOf(unsolved))
		m = successes / trials
		centre, sigma = math.Log(m/(1-m)), 1/math.Sqrt(trials*m*(1-m))
	}
	return centre, sigma
}

// mixture returns the nodes that matter, given the probability of each concentration.
func (f *inflated) mixture(posterior [concentrations]float64) []Node {
	var kept []Node
	var largest, sum float64
	for i, nodes := range f.nodes {
		for j := range nodes {
			nodes[j].Weight *= posterior[i]
			largest = max(largest, nodes[j].Weight)
		}
	}
	for _, nodes := range f.nodes {
		for _, n := range nodes {
			if n.Weight > leastOfNodes*largest {
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
