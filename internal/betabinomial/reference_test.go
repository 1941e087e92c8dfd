package betabinomial

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"settle/internal/rng"
	"settle/internal/tests/counttest"
)

// precision of the reference, in bits.
const precision = 160

func bigFloat(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// bigPow returns x^n by squaring.
func bigPow(x *big.Float, n int) *big.Float {
	power, square := bigFloat(1), new(big.Float).Copy(x)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			power.Mul(power, square)
		}
		square.Mul(square, square)
	}
	return power
}

// bigExp returns e^x by the series of e^(x/2^12), for |x| < 4,096.
func bigExp(x float64) *big.Float {
	part := bigFloat(x)
	part.SetMantExp(part, -12)
	sum, term := bigFloat(1), bigFloat(1)
	for i := 1; i < 60; i++ {
		term.Mul(term, part)
		term.Quo(term, bigFloat(float64(i)))
		sum.Add(sum, term)
	}
	return bigPow(sum, 1<<12)
}

// bigRising returns Π (x)_length^questions, factor by factor.
func bigRising(x *big.Float, counts []Count, length func(Count) int) *big.Float {
	questions, longest := map[int]int{}, 0
	for _, c := range counts {
		questions[length(c)] += c.Questions
		longest = max(longest, length(c))
	}
	product, factorial := bigFloat(1), bigFloat(1)
	for i := range longest {
		factorial.Mul(factorial, new(big.Float).Add(x, bigFloat(float64(i))))
		if n := questions[i+1]; n > 0 {
			product.Mul(product, bigPow(factorial, n))
		}
	}
	return product
}

// bigLikelihood returns that of counts under a node, with its share of questions that are
// never solved, if the model is inflated.
func bigLikelihood(n Node, counts []Count, inflated bool) *big.Float {
	a, b := bigFloat(n.Alpha), bigFloat(n.Beta)
	both, asked, zeros := new(big.Float).Add(a, b), counts, bigFloat(1)
	if inflated {
		asked = nil
		possible := new(big.Float).Sub(bigFloat(1), bigFloat(n.Zero))
		for _, c := range counts {
			chance := possible
			if c.Successes > 0 {
				asked = append(asked, c)
			} else {
				one := []Count{{0, c.Trials, 1}}
				wrong := bigRising(b, one, func(c Count) int { return c.Trials })
				wrong.Quo(wrong, bigRising(both, one, func(c Count) int { return c.Trials }))
				chance = wrong.Add(wrong.Mul(wrong, possible), bigFloat(n.Zero))
			}
			zeros.Mul(zeros, bigPow(chance, c.Questions))
		}
	}
	l := bigRising(a, asked, func(c Count) int { return c.Successes })
	l.Mul(l, bigRising(b, asked, func(c Count) int { return c.Trials - c.Successes }))
	return zeros.Mul(zeros, l.Quo(l, bigRising(both, asked, func(c Count) int { return c.Trials })))
}

// bigPrior returns the probabilities of the concentrations under each hyperprior, times
// the hyperprior's own.
func bigPriors() (priors [][concentrations]*big.Float) {
	for _, spread := range spreads {
		for median := range concentrations {
			var p [concentrations]*big.Float
			sum := bigFloat(0)
			for i := range p {
				d := (logConcentration(i) - logConcentration(median)) / spread
				p[i] = bigExp(-d * d / 2)
				sum.Add(sum, p[i])
			}
			for i := range p {
				p[i].Quo(p[i], sum)
			}
			priors = append(priors, p)
		}
	}
	return priors
}

// bigFit is the whole fit in numbers of 160 bits, whose exponents do not end: likelihoods
// are products, no logarithm is taken, and no concentration is left out. The nodes
// themselves are where the grid of the model has them.
func bigFit(models [][]Count, priors [][concentrations]*big.Float, inflated bool) [][]Node {
	grids := make([][concentrations][]Node, len(models))
	weights := make([][concentrations][]*big.Float, len(models))
	marginals := make([][concentrations]*big.Float, len(models))
	for i, counts := range models {
		for k := range concentrations {
			grids[i][k], weights[i][k] = bigGrid(merged(counts), k, inflated)
			marginals[i][k] = bigFloat(0)
			for _, w := range weights[i][k] {
				marginals[i][k].Add(marginals[i][k], w)
			}
		}
	}
	posteriors := make([][concentrations]*big.Float, len(models))
	total := bigFloat(0)
	for h, prior := range priors {
		evidence := bigExp(favour * logConcentration(h%concentrations))
		sums := make([]*big.Float, len(models))
		for i := range models {
			sums[i] = bigFloat(0)
			for k := range prior {
				sums[i].Add(sums[i], new(big.Float).Mul(prior[k], marginals[i][k]))
			}
			evidence.Mul(evidence, sums[i])
		}
		total.Add(total, evidence)
		for i := range models {
			share := new(big.Float).Quo(evidence, sums[i])
			for k := range prior {
				if posteriors[i][k] == nil {
					posteriors[i][k] = bigFloat(0)
				}
				posteriors[i][k].Add(posteriors[i][k], new(big.Float).Mul(share, prior[k]))
			}
		}
	}
	mixtures := make([][]Node, len(models))
	for i := range models {
		var unit curve // posteriors are in the weights already
		for k := range unit {
			unit[k] = 1
			for j, w := range weights[i][k] {
				w.Mul(w, posteriors[i][k])
				grids[i][k][j].Weight, _ = w.Quo(w, total).Float64()
			}
		}
		least := negligible
		if inflated {
			least = leastOfNodes
		}
		mixtures[i] = weigh(&grids[i], &unit, least)
	}
	return mixtures
}

// bigGrid returns the nodes of one concentration and their likelihoods times densities.
func bigGrid(counts []Count, k int, inflated bool) (nodes []Node, weights []*big.Float) {
	kappa := math.Exp(logConcentration(k))
	var step float64
	if inflated {
		f := newInflated(counts)
		f.fill(k, kappa)
		nodes = f.nodes[k]
		_, sigma := inflatedMean(kappa, f.solved, f.unsolved)
		step = 3 * reach * sigma / means
	} else {
		l := newLikelihood(counts)
		l.fill(k, kappa)
		nodes = l.nodes[k]
		_, sigma := logitMean(kappa, counts)
		step = 2 * reach * sigma / means
	}
	for j, n := range nodes {
		w := bigLikelihood(n, counts, inflated)
		w.Mul(w, bigFloat(n.Alpha/kappa))
		w.Mul(w, bigFloat(n.Beta/kappa))
		w.Mul(w, bigFloat(step))
		if inflated {
			from := j - j%shares // the shares of a mean are equidistant
			w.Mul(w, bigFloat(nodes[from+1].Zero-nodes[from].Zero))
		}
		weights = append(weights, w)
	}
	return nodes, weights
}

// summary returns numbers that scores are made of: the mean and standard deviation of the
// chance of the model's questions, the mean of Pass@4 of these and of new questions, and
// the standard deviation of the latter.
func summary(nodes []Node, counts []Count) []float64 {
	parts, variances := make([][3]float64, len(nodes)), 0.0
	var mean [3]float64
	for i, n := range nodes {
		mu, variance := inflatedGiven(n, counts)
		questions, pass := 0.0, 0.0
		for _, c := range counts {
			own := 1 - (1-n.Impossible(c.Trials)*boolean(c.Successes == 0))*
				(1-(Node{Alpha: n.Alpha + float64(c.Successes), Beta: n.Beta + float64(c.Trials-c.Successes)}).allWrong(4))
			questions, pass = questions+float64(c.Questions), pass+float64(c.Questions)*own
		}
		parts[i] = [3]float64{mu, pass / questions, n.allWrong(4)}
		variances += n.Weight * variance
		for j := range mean {
			mean[j] += n.Weight * parts[i][j]
		}
	}
	var between, anew float64
	for i, n := range nodes {
		between += n.Weight * (parts[i][0] - mean[0]) * (parts[i][0] - mean[0])
		anew += n.Weight * (parts[i][2] - mean[2]) * (parts[i][2] - mean[2])
	}
	return []float64{mean[0], math.Sqrt(variances + between), mean[1], mean[2], math.Sqrt(anew)}
}

func boolean(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// The reference is the same model in numbers of 160 bits, by products. Its boards are
// those that every score must survive; without -short 300 of them.
func TestAgainstBigNumbers(t *testing.T) {
	boards, priors := 8, bigPriors()
	if !testing.Short() {
		boards = 300
	}
	for i := range boards {
		r := rand.New(rng.New(1, "big", i))
		models, inflated := [][]Count{}, i%3 == 2
		for _, histogram := range counttest.Histograms(r, i, referenceLimits(i, inflated)) {
			models = append(models, toCounts(histogram))
		}
		fit := Fit
		if inflated {
			fit = FitInflated
		}
		got, want := fit(models), bigFit(models, priors, inflated)
		for model := range models {
			a, b := summary(got[model], merged(models[model])), summary(want[model], merged(models[model]))
			for j := range a {
				if !(math.Abs(a[j]-b[j]) <= 1e-9*math.Abs(b[j])) {
					t.Errorf("board %d, model %d, inflated %v, %.60v: number %d is %v, want %v",
						i, model, inflated, merged(models[model]), j, a[j], b[j])
				}
			}
			if sum := floats.Sum(weightsOf(got[model])); math.Abs(sum-1) > 1e-12 {
				t.Errorf("board %d, model %d: weights add up to %v", i, model, sum)
			}
		}
	}
}

func weightsOf(nodes []Node) (weights []float64) {
	for _, n := range nodes {
		weights = append(weights, n.Weight)
	}
	return weights
}

// referenceLimits keeps products of the reference affordable: every twentieth board is
// large, and has few different counts. Inflated models have sixteen times as many nodes.
func referenceLimits(i int, inflated bool) counttest.Limits {
	limits := counttest.Limits{Models: 4, Questions: 400, Trials: 32, Different: 400}
	if i%20 == 7 {
		limits = counttest.Limits{Models: 2, Questions: 20_000, Trials: 4096, Different: 6}
	}
	if inflated {
		limits.Models, limits.Trials = 2, min(limits.Trials, 256)
	}
	return limits
}

func toCounts(histogram []counttest.Count) (counts []Count) {
	for _, c := range histogram {
		counts = append(counts, Count(c))
	}
	return counts
}
