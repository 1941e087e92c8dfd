package betabinomial

import (
	"math"
	"math/big"
	"slices"
	"sync"
)

// precision of the reference, in bits.
const precision = 160

func bigFloat(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

func bigSum(x, y *big.Float) *big.Float        { return bigFloat(0).Add(x, y) }
func bigDifference(x, y *big.Float) *big.Float { return bigFloat(0).Sub(x, y) }
func bigProduct(x, y *big.Float) *big.Float    { return bigFloat(0).Mul(x, y) }
func bigQuotient(x, y *big.Float) *big.Float   { return bigFloat(0).Quo(x, y) }

func rounded(x *big.Float) float64 {
	float, _ := x.Float64()
	return float
}

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

// bigExp returns e^x by the series of e^(x/2^n), for a quotient below 1.
func bigExp(x *big.Float) *big.Float {
	halvings := max(12, x.MantExp(nil))
	part := bigFloat(0).SetMantExp(x, -halvings)
	sum, term := bigFloat(1), bigFloat(1)
	for i := 1; term.Sign() != 0 && term.MantExp(nil) > -precision-10; i++ {
		term.Mul(term, part)
		term.Quo(term, bigFloat(float64(i)))
		sum.Add(sum, term)
	}
	return bigPow(sum, 1<<halvings)
}

// bigLog returns log x by one of Halley's steps, which triples the digits of a float64.
func bigLog(x *big.Float) *big.Float {
	fraction := bigFloat(0)
	exponent := x.MantExp(fraction)
	guess := bigFloat(math.Log(rounded(fraction)) + float64(exponent)*math.Ln2)
	about := bigExp(guess)
	step := bigQuotient(bigDifference(x, about), bigSum(x, about))
	return guess.Add(guess, step.Mul(step, bigFloat(2)))
}

// stirling are the factors B_2i/(2i(2i − 1)) of Stirling's series, i = 1, 2, …
var stirling = sync.OnceValue(func() (factors []*big.Float) {
	bernoulli := []*big.Rat{big.NewRat(1, 1)}
	for n := int64(1); n <= 40; n++ {
		sum := new(big.Rat)
		for j, b := range bernoulli {
			sum.Add(sum, new(big.Rat).Mul(b, new(big.Rat).SetInt(new(big.Int).Binomial(n+1, int64(j)))))
		}
		bernoulli = append(bernoulli, sum.Mul(sum, big.NewRat(-1, n+1)))
		if n%2 == 0 {
			factor := new(big.Rat).Mul(bernoulli[n], big.NewRat(1, n*(n-1)))
			factors = append(factors, bigFloat(0).SetRat(factor))
		}
	}
	return factors
})

// bigLogGamma returns log Γ(x)/√(2π) for x > 0.
func bigLogGamma(x *big.Float) *big.Float {
	x = bigFloat(0).Set(x)
	product, one := bigFloat(1), bigFloat(1)
	for x.Cmp(bigFloat(100)) < 0 {
		product.Mul(product, x)
		x.Add(x, one)
	}
	sum := bigProduct(bigDifference(x, bigFloat(0.5)), bigLog(x))
	sum.Sub(sum, x)
	power, square := bigQuotient(one, x), bigProduct(x, x)
	for _, factor := range stirling() {
		sum.Add(sum, bigProduct(factor, power))
		power.Quo(power, square)
	}
	return sum.Sub(sum, bigLog(product))
}

// root2Pi is √(2π).
var root2Pi = sync.OnceValue(func() *big.Float {
	pi, ok := bigFloat(0).SetString("3.14159265358979323846264338327950288419716939937510582097494")
	if !ok {
		panic("cannot read π")
	}
	return pi.Sqrt(pi.Mul(pi, bigFloat(2)))
})

// bigNormal returns the standard normal distribution function at z by the series
// z + z³/3 + z⁵/15 + …, and the density. Beyond 10 they are taken for 0 and 1.
func bigNormal(z *big.Float) (below, density *big.Float) {
	switch float := rounded(z); {
	case float < -10:
		return bigFloat(0), bigFloat(0)
	case float > 10:
		return bigFloat(1), bigFloat(0)
	}
	square := bigProduct(z, z)
	density = bigExp(bigProduct(square, bigFloat(-0.5)))
	density.Quo(density, root2Pi())
	sum, term := bigFloat(0).Set(z), bigFloat(0).Set(z)
	for odd := 3.0; term.Sign() != 0 && term.MantExp(nil) > sum.MantExp(nil)-60; odd += 2 {
		term.Mul(term, square)
		term.Quo(term, bigFloat(odd))
		sum.Add(sum, term)
	}
	return bigSum(bigFloat(0.5), sum.Mul(sum, density)), density
}

// bigRising returns Π (x)_length^questions, factor by factor.
func bigRising(x *big.Float, counts []Count, length func(Count) int) *big.Float {
	questions, longest := map[int]int{}, 0
	for _, c := range counts {
		questions[length(c)] += c.Questions
		longest = max(longest, length(c))
	}
	product, factorial := bigFloat(1), bigFloat(1)
	factor, one := bigFloat(0).Set(x), bigFloat(1)
	for i := range longest {
		factorial.Mul(factorial, factor)
		factor.Add(factor, one)
		if n := questions[i+1]; n > 0 {
			product.Mul(product, bigPow(factorial, n))
		}
	}
	return product
}

func successes(c Count) int { return c.Successes }
func failures(c Count) int  { return c.Trials - c.Successes }
func trials(c Count) int    { return c.Trials }

// bigWrong returns the chance that no trial of a question which can be solved is correct.
func bigWrong(n Node, length int) *big.Float {
	key := [3]float64{n.Alpha, n.Beta, float64(length)}
	if wrongs[key] == nil {
		one := []Count{{0, length, 1}}
		wrong := bigRising(bigFloat(n.Beta), one, trials)
		wrongs[key] = wrong.Quo(wrong, bigRising(bigSum(bigFloat(n.Alpha), bigFloat(n.Beta)), one, trials))
	}
	return wrongs[key]
}

var wrongs = map[[3]float64]*big.Float{} // known to bigWrong, since the last fit

// bigPriors are the probabilities of the concentrations under each hyperprior.
var bigPriors = sync.OnceValue(func() (priors [][concentrations]*big.Float) {
	for _, spread := range spreads {
		for median := range concentrations {
			var p [concentrations]*big.Float
			sum := bigFloat(0)
			for i := range p {
				d := (logConcentration(i) - logConcentration(median)) / spread
				p[i] = bigExp(bigFloat(-d * d / 2))
				sum.Add(sum, p[i])
			}
			for i := range p {
				p[i].Quo(p[i], sum)
			}
			priors = append(priors, p)
		}
	}
	return priors
})

// A bigCurve has one number per concentration.
type bigCurve [concentrations]*big.Float

// bigPool returns, for each model, the posterior probabilities of the concentrations over
// their marginal likelihoods.
func bigPool(marginals []bigCurve) []bigCurve {
	posteriors := make([]bigCurve, len(marginals))
	for i := range posteriors {
		for k := range posteriors[i] {
			posteriors[i][k] = bigFloat(0)
		}
	}
	total := bigFloat(0)
	for h, prior := range bigPriors() {
		evidence := bigExp(bigFloat(favour * logConcentration(h%concentrations)))
		sums := make([]*big.Float, len(marginals))
		for i := range marginals {
			sums[i] = bigFloat(0)
			for k := range prior {
				sums[i].Add(sums[i], bigProduct(prior[k], marginals[i][k]))
			}
			evidence.Mul(evidence, sums[i])
		}
		total.Add(total, evidence)
		for i := range marginals {
			share := bigQuotient(evidence, sums[i])
			for k := range prior {
				posteriors[i][k].Add(posteriors[i][k], bigProduct(share, prior[k]))
			}
		}
	}
	for i := range posteriors {
		for _, p := range posteriors[i] {
			p.Quo(p, total)
		}
	}
	return posteriors
}

// BigFit is Fit, or FitInflated, in numbers of 160 bits, whose exponents do not end:
// likelihoods are products, no logarithm is taken, and no concentration is left out. The
// nodes themselves are where the grid of the model has them.
func BigFit(models [][]Count, inflated bool) [][]Node {
	clear(wrongs)
	grids := make([][concentrations][]Node, len(models))
	weights := make([][concentrations][]*big.Float, len(models))
	marginals := make([]bigCurve, len(models))
	for i, counts := range models {
		for k := range concentrations {
			grids[i][k], weights[i][k] = bigGrid(mergeCounts(counts), k, inflated)
			marginals[i][k] = bigFloat(0)
			for _, w := range weights[i][k] {
				marginals[i][k].Add(marginals[i][k], w)
			}
		}
	}
	mixtures := make([][]Node, len(models))
	for i, posterior := range bigPool(marginals) {
		var unit curve // posteriors are in the weights already
		for k := range unit {
			unit[k] = 1
			for j, w := range weights[i][k] {
				grids[i][k][j].Weight = rounded(w.Mul(w, posterior[k]))
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
	if inflated {
		return bigInflatedGrid(newInflated(counts), k, kappa)
	}
	l := newLikelihood(counts)
	l.fill(k, kappa)
	_, sigma := logitMean(kappa, counts)
	all := bigRising(bigFloat(kappa), counts, trials)
	for _, n := range l.grid()[k] {
		weights = append(weights, bigWeight(n, kappa, 2*reach*sigma/means, counts, all))
	}
	return l.grid()[k], weights
}

// bigWeight returns the likelihood of counts, of which all is the denominator, times the
// density of the node's mean and a step of its logit.
func bigWeight(n Node, kappa, step float64, counts []Count, all *big.Float) *big.Float {
	w := bigRising(bigFloat(n.Alpha), counts, successes)
	w.Mul(w, bigRising(bigFloat(n.Beta), counts, failures))
	w.Quo(w, all)
	w.Mul(w, bigFloat(n.Alpha/kappa))
	w.Mul(w, bigFloat(n.Beta/kappa))
	return w.Mul(w, bigFloat(step))
}

func bigInflatedGrid(f *inflated, k int, kappa float64) (nodes []Node, weights []*big.Float) {
	f.fill(k, kappa)
	_, sigma := inflatedMean(kappa, f.solved, f.unsolved)
	all := bigRising(bigFloat(kappa), f.solved, trials)
	nodes = f.nodes[k]
	var mean *big.Float    // the weight but for the share
	var wrong []*big.Float // of the unsolved
	for j, n := range nodes {
		from := j - j%shares // the shares of a mean are equidistant
		if j == from {
			mean = bigWeight(n, kappa, 3*reach*sigma/means, f.solved, all)
			wrong = wrong[:0]
			for _, c := range f.unsolved {
				wrong = append(wrong, bigWrong(n, c.Trials))
			}
		}
		possible := bigDifference(bigFloat(1), bigFloat(n.Zero))
		w := bigProduct(mean, bigFloat(nodes[from+1].Zero-nodes[from].Zero))
		w.Mul(w, bigPow(possible, int(questionsOf(f.solved))))
		for i, c := range f.unsolved {
			chance := bigProduct(wrong[i], possible)
			w.Mul(w, bigPow(chance.Add(chance, bigFloat(n.Zero)), c.Questions))
		}
		weights = append(weights, w)
	}
	return nodes, weights
}

// A BigPart is one of the distributions of a mixture: normal, or a single value.
type BigPart struct{ mu, variance, weight *big.Float }

// BigFitGraded is FitGraded in numbers of 160 bits: the likelihoods are products.
func BigFitGraded(models [][]Graded, weights []float64) [][]BigPart {
	marginals := make([]bigCurve, len(models))
	mixtures := make([][]BigPart, len(models))
	for i, counts := range models {
		for k := range concentrations {
			g := newBigGraded(counts, math.Exp(logConcentration(k)))
			marginals[i][k] = g.likelihood()
			mixtures[i] = append(mixtures[i], g.part(weights))
		}
	}
	for i, posterior := range bigPool(marginals) {
		largest := bigFloat(0)
		for k := range mixtures[i] {
			p := &mixtures[i][k]
			p.weight = bigProduct(marginals[i][k], posterior[k])
			if p.weight.Cmp(largest) > 0 {
				largest = p.weight
			}
		}
		least := bigProduct(largest, bigFloat(negligible))
		mixtures[i] = slices.DeleteFunc(mixtures[i], func(p BigPart) bool { return p.weight.Cmp(least) <= 0 })
	}
	return mixtures
}

// A bigGraded is given in big numbers: shares add up to total.
type bigGraded struct {
	counts       []Graded
	kappa, total *big.Float
	shares       []*big.Float
}

func newBigGraded(counts []Graded, concentration float64) bigGraded {
	g := bigGraded{counts, bigFloat(concentration), bigFloat(0), nil}
	one := bigFloat(1)
	for category := range counts[0].Counts {
		share := bigFloat(1)
		for _, c := range counts {
			worth := bigQuotient(bigFloat(float64(trialsOf(c))-1), bigSum(one, g.kappa))
			worth = bigQuotient(bigFloat(float64(c.Questions)), worth.Add(worth, one))
			share.Add(share, worth.Mul(worth, bigFloat(float64(c.Counts[category]))))
		}
		g.shares = append(g.shares, share)
		g.total.Add(g.total, share)
	}
	return g
}

// likelihood is, up to a constant, that of the mean chances π where their posterior has
// its mean, over the Dirichlet density there.
func (g bigGraded) likelihood() *big.Float {
	var all []Count
	for _, c := range g.counts {
		all = append(all, Count{0, trialsOf(c), c.Questions})
	}
	l := bigQuotient(bigFloat(1), bigRising(g.kappa, all, trials))
	density := bigLogGamma(g.total)
	for category, share := range g.shares {
		var own []Count
		for _, c := range g.counts {
			own = append(own, Count{0, c.Counts[category], c.Questions})
		}
		pi := bigQuotient(share, g.total)
		l.Mul(l, bigRising(bigProduct(g.kappa, pi), own, trials))
		density.Sub(density, bigLogGamma(share))
		density.Add(density, bigProduct(bigDifference(share, bigFloat(1)), bigLog(pi)))
	}
	return l.Quo(l, bigExp(density))
}

// bigMeanVariance returns those of values, each with the probability count over total.
func bigMeanVariance(values []float64, counts []*big.Float, total *big.Float) (mean, variance *big.Float) {
	mean, variance = bigFloat(0), bigFloat(0)
	for i, x := range values {
		mean.Add(mean, bigProduct(bigQuotient(counts[i], total), bigFloat(x)))
	}
	for i, x := range values {
		d := bigDifference(bigFloat(x), mean)
		variance.Add(variance, bigProduct(bigQuotient(counts[i], total), d.Mul(d, d)))
	}
	return mean, variance
}

// part is the score: chances of a question are Dirichlet(κπ), π is Dirichlet(shares), and
// the mean of the score given π is taken for linear in π.
func (g bigGraded) part(weights []float64) BigPart {
	_, spread := bigMeanVariance(weights, g.shares, g.total)
	mu, variance, questions, slope := bigFloat(0), bigFloat(0), bigFloat(0), bigFloat(0)
	one := bigFloat(1)
	for _, c := range g.counts {
		var nu []*big.Float
		for category, share := range g.shares {
			prior := bigQuotient(bigProduct(g.kappa, share), g.total)
			nu = append(nu, prior.Add(prior, bigFloat(float64(c.Counts[category]))))
		}
		mass, times := bigSum(g.kappa, bigFloat(float64(trialsOf(c)))), bigFloat(float64(c.Questions))
		own, within := bigMeanVariance(weights, nu, mass)
		questions.Add(questions, times)
		mu.Add(mu, own.Mul(own, times))
		variance.Add(variance, bigProduct(times, within.Quo(within, bigSum(mass, one))))
		slope.Add(slope, bigProduct(times, bigQuotient(g.kappa, mass)))
	}
	slope.Quo(slope, questions)
	variance.Quo(variance, bigProduct(questions, questions))
	spread.Quo(spread, bigSum(g.total, one))
	spread.Mul(spread, slope.Mul(slope, slope))
	return BigPart{mu: mu.Quo(mu, questions), variance: variance.Add(variance, spread)}
}

// A BigScore is From + Step·(1 − (1 − p)^K) of a chance p, averaged over the questions, or,
// if Anew, over all that the prior has.
type BigScore struct {
	From, Step float64
	K          int
	Anew       bool
}

// bigMoments are a mean and a variance.
type bigMoments struct{ mean, variance *big.Float }

// of returns the moments for p ~ Beta(a, b) by the chances that none and that any of K and
// of 2K trials is correct, of which it takes those that are not next to 1.
func (s BigScore) of(a, b *big.Float) bigMoments {
	both, left, one := bigSum(a, b), bigFloat(0).Set(b), bigFloat(1)
	none, some, term := bigFloat(1), bigFloat(0), bigFloat(0)
	var noneOnce, someOnce *big.Float
	for i := range 2 * s.K {
		none.Quo(none, both)
		some.Add(some, term.Mul(none, a))
		none.Mul(none, left)
		left.Add(left, one)
		both.Add(both, one)
		if i == s.K-1 {
			noneOnce, someOnce = bigFloat(0).Set(none), bigFloat(0).Set(some)
		}
	}
	variance := bigDifference(none, bigProduct(noneOnce, noneOnce))
	if someOnce.Cmp(noneOnce) < 0 {
		variance = bigDifference(bigProduct(someOnce, bigDifference(bigFloat(2), someOnce)), some)
	}
	step := bigFloat(s.Step)
	mean := bigSum(bigFloat(s.From), bigProduct(step, someOnce))
	return bigMoments{mean, variance.Mul(variance, step.Mul(step, step))}
}

// inflated returns the moments if p is 0 with a chance, and else has the moments m.
func (s BigScore) inflated(m bigMoments, chance *big.Float) bigMoments {
	rest := bigDifference(bigFloat(1), chance)
	gap := bigDifference(m.mean, bigFloat(s.From))
	variance := bigProduct(rest, m.variance)
	variance.Add(variance, bigProduct(bigProduct(rest, chance), bigProduct(gap, gap)))
	return bigMoments{bigSum(bigFloat(s.From), gap.Mul(gap, rest)), variance}
}

// Parts returns the score under each node.
func (s BigScore) Parts(nodes []Node, counts []Count) []BigPart {
	var parts []BigPart
	var g bigGiven // nodes that differ in Zero alone
	for i, n := range nodes {
		if i == 0 || n.Alpha != nodes[i-1].Alpha || n.Beta != nodes[i-1].Beta {
			g = s.given(n, counts)
		}
		if s.Anew {
			m := s.of(bigFloat(n.Alpha), bigFloat(n.Beta))
			parts = append(parts, BigPart{m.mean, bigFloat(0), bigFloat(n.Weight)})
			continue
		}
		mu, variance := bigFloat(0).Set(g.mean), bigFloat(0).Set(g.variance)
		for _, u := range g.unsolved {
			zero := bigFloat(n.Zero)
			either := bigSum(zero, bigProduct(bigDifference(bigFloat(1), zero), u.wrong))
			m := s.inflated(u.bigMoments, zero.Quo(zero, either))
			mu.Add(mu, bigProduct(u.questions, m.mean))
			variance.Add(variance, bigProduct(u.questions, m.variance))
		}
		mu.Quo(mu, g.questions)
		variance.Quo(variance, bigProduct(g.questions, g.questions))
		parts = append(parts, BigPart{mu, variance, bigFloat(n.Weight)})
	}
	return parts
}

// A bigGiven holds what a node without a share says of questions: sums over those that may
// not be impossible, and each of the others.
type bigGiven struct {
	bigMoments
	questions *big.Float
	unsolved  []bigUnsolved
}

// A bigUnsolved is a number of questions of which no trial was correct, as they would be if
// they can be solved. Then no trial is correct with the chance wrong.
type bigUnsolved struct {
	bigMoments
	questions, wrong *big.Float
}

func (s BigScore) given(n Node, counts []Count) bigGiven {
	g := bigGiven{bigMoments{bigFloat(0), bigFloat(0)}, bigFloat(0), nil}
	if s.Anew {
		return g
	}
	for _, c := range counts {
		a := bigSum(bigFloat(n.Alpha), bigFloat(float64(successes(c))))
		m := s.of(a, bigSum(bigFloat(n.Beta), bigFloat(float64(failures(c)))))
		times := bigFloat(float64(c.Questions))
		g.questions.Add(g.questions, times)
		if n.Zero > 0 && c.Successes == 0 {
			g.unsolved = append(g.unsolved, bigUnsolved{m, times, bigWrong(n, c.Trials)})
			continue
		}
		g.mean.Add(g.mean, bigProduct(times, m.mean))
		g.variance.Add(g.variance, bigProduct(times, m.variance))
	}
	return g
}

// BigMoments returns the mean and the standard deviation of a mixture.
func BigMoments(parts []BigPart) (mean, sigma float64) {
	mu, variance, weights := bigFloat(0), bigFloat(0), bigFloat(0)
	for _, p := range parts {
		mu.Add(mu, bigProduct(p.weight, p.mu))
		weights.Add(weights, p.weight)
	}
	mu.Quo(mu, weights)
	for _, p := range parts {
		d := bigDifference(p.mu, mu)
		variance.Add(variance, bigProduct(p.weight, d.Add(d.Mul(d, d), p.variance)))
	}
	return rounded(mu), rounded(variance.Sqrt(variance.Quo(variance, weights)))
}

// BigQuantile returns the value below which a mixture lies with probability p: that of
// normal distributions by one of Newton's steps, from a value next to it.
func BigQuantile(parts []BigPart, p, near float64) float64 {
	weights, below, density := bigFloat(0), bigFloat(0), bigFloat(0)
	for _, part := range parts {
		weights.Add(weights, part.weight)
		z := bigDifference(bigFloat(near), part.mu)
		if part.variance.Sign() > 0 {
			sigma := bigFloat(0).Sqrt(part.variance)
			under, height := bigNormal(z.Quo(z, sigma))
			below.Add(below, under.Mul(under, part.weight))
			density.Add(density, height.Mul(height, bigQuotient(part.weight, sigma)))
		} else if z.Sign() >= 0 {
			below.Add(below, part.weight)
		}
	}
	target := bigProduct(bigFloat(p), weights)
	if density.Sign() == 0 {
		return discreteQuantile(parts, target)
	}
	target.Sub(target, below)
	return rounded(target.Add(target.Quo(target, density), bigFloat(near)))
}

// discreteQuantile returns the least value that has at least the given weight up to it.
func discreteQuantile(parts []BigPart, target *big.Float) float64 {
	parts = slices.SortedFunc(slices.Values(parts), func(a, b BigPart) int { return a.mu.Cmp(b.mu) })
	sum := bigFloat(0)
	for _, p := range parts {
		if sum.Add(sum, p.weight).Cmp(target) >= 0 {
			return rounded(p.mu)
		}
	}
	return rounded(parts[len(parts)-1].mu)
}

// Summary returns numbers that scores are made of: the mean and standard deviation of the
// chance of the model's questions, the mean of Pass@4 of these and of new questions, and
// the standard deviation of the latter.
func Summary(nodes []Node, counts []Count) []float64 {
	counts = mergeCounts(counts)
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
