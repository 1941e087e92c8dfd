package metrics

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sync"

	"settle/internal/betabinomial"
	"settle/results"
)

// A Geometric is the geometric mean √(A · B) of the scores A and B of two U-statistics.
// A and B are means over questions, but the Geometric is not. Models are compared by
// the exact product.
//
// The estimate is the score with its standard error, to first order
//
//	σ² = (V_A·B/A + V_B·A/B + 2·V_AB) / 4,
//
// where V_A and V_B are the squared standard errors of A and B, and V_AB is their
// covariance over trials. If A or B is smaller than its own standard error, the
// quotients use the standard error instead, because the root has no finite derivative
// at 0.
type Geometric struct {
	name  string
	first int
	a, b  *UStatistic
	sum   *UStatistic // a + b, whose variance determines the covariance
}

// GeomDSAtK returns the Geom@k of Hariri et al. (2026), √(Pass@k · Pass^k), where both
// factors are means over the questions (the data set).
func GeomDSAtK(k int) *Geometric {
	return geometric(fmt.Sprintf("geomds@%d", k), PassAtK(k), PassHatK(k))
}

// GeoSpectrumAtK returns √(Pass@k · mG-Pass@k), where both factors are means over the
// questions. It is 0 for k = 1, because mG-Pass@k is 0 there.
func GeoSpectrumAtK(k int) *Geometric {
	return geometric(fmt.Sprintf("geospectrum@%d", k), PassAtK(k), MGPassAtK(k))
}

func geometric(name string, a, b *UStatistic) *Geometric {
	k := a.first
	sum := newUStatistic(name, k, nil, sync.OnceValue(func() *kernel {
		x, xDen, _ := a.numerators.all(context.Background(), k) // this context never ends
		y, yDen, _ := b.numerators.all(context.Background(), k)
		for j := range x {
			x[j].Mul(x[j], yDen)
			x[j].Add(x[j], y[j].Mul(y[j], xDen))
		}
		return newKernel(x, xDen.Mul(xDen, yDen))
	}))
	return &Geometric{name, k, a, b, sum}
}

// Name returns the name of the metric as Parse reads it.
func (m *Geometric) Name() string { return m.name }

// FirstTrial returns the smallest number of trials per question for which there is a
// score: k.
func (m *Geometric) FirstTrial() int { return m.first }

// Check returns an error for graded outcomes and for too few trials.
func (m *Geometric) Check(top, trials int) error {
	if err := m.a.checkBinary(top); err != nil {
		return fmt.Errorf("%s requires binary outcomes, but the board has categories 0..%d", m.name, top)
	}
	return checkTrials(m, trials)
}

// Score returns the square root of A · B, the exact product of two scores (see
// Geometric). The result is rounded once.
func (m *Geometric) Score(t *results.Tally, model int) float64 {
	must(checkTally(m, t))
	return scoreOf(m, t, model)
}

// Target returns the geometric mean of the targets of A and B (see Geometric).
func (m *Geometric) Target(p []float64) float64 { return math.Sqrt(m.a.Target(p) * m.b.Target(p)) }

// exactScores returns, by model, the square root of the product A · B of two scores
// (see Geometric).
func (m *Geometric) exactScores(ctx context.Context, t *results.Tally, models []int) (fractions, error) {
	x, err := m.a.exactScores(ctx, t, models)
	if err != nil {
		return fractions{}, err
	}
	y, err := m.b.exactScores(ctx, t, models)
	if err != nil {
		return fractions{}, err
	}
	return rootOfProduct(x, y), nil
}

// rootOfProduct returns, for each model, the square root of a product: the model's
// number in x times the model's number in y. It reuses the memory of x.
func rootOfProduct(x, y fractions) fractions {
	for i, numerator := range x.numerators {
		numerator.Mul(numerator, y.numerators[i])
	}
	return fractions{numerators: x.numerators, denominator: new(big.Int).Mul(x.denominator, y.denominator), squared: true}
}

// Estimate returns the estimate of a single model. Call Estimates for all models, which
// is faster.
func (m *Geometric) Estimate(t *results.Tally, model int) Estimate {
	into := make([]Estimate, t.Models)
	m.estimateAll(t, into)
	return into[model]
}

// estimateAll sets the estimates of all models, and computes all scores at once.
func (m *Geometric) estimateAll(t *results.Tally, into []Estimate) {
	must(checkTally(m, t))
	x, err := m.a.exactScores(context.Background(), t, upTo(t.Models))
	must(err)
	y, err := m.b.exactScores(context.Background(), t, upTo(t.Models))
	must(err)
	a, b := x.floats(), y.floats()
	scores := rootOfProduct(x, y).floats()
	for model, prior := range momentPriors(t) {
		into[model] = Estimate{Mu: scores[model], Sigma: m.standardError(t, model, prior, a[model], b[model]), Range: Bounds{0, 1}}
	}
}

// standardError returns the standard error of a model's score √(a · b), where a and b
// are the two scores A and B of the model (see Geometric). The model's questions have
// the given Beta prior.
func (m *Geometric) standardError(t *results.Tally, model int, prior betabinomial.Node, a, b float64) float64 {
	var p factors
	for i, u := range []*UStatistic{m.a, m.b, m.sum} {
		sigma, _ := u.standardError(context.Background(), prior, t, model) // this context never ends
		p[i].variance = sigma * sigma
	}
	return p.sigma(max(a, math.Sqrt(p[0].variance)), max(b, math.Sqrt(p[1].variance)))
}

// questionMeans returns the contribution of each question to a model's score, to first
// order. The mean of these contributions is the score. Their spread shows how the score
// varies with the questions.
func (m *Geometric) questionMeans(t *results.Tally, model int) []float64 {
	p := factors{{mean: m.a.Score(t, model)}, {mean: m.b.Score(t, model)}}
	x, y := m.a.questionMeans(t, model), m.b.questionMeans(t, model)
	for q := range x {
		x[q] = p.linear(x[q], y[q])
	}
	return x
}

// factors holds the means and variances of A, of B and of A + B for the score √(A · B).
// The three variances determine the covariance of A and B.
type factors [3]moments

// root returns the estimate √(A · B) for the means of A and B. Its standard deviation
// is computed to first order.
func (p factors) root() Estimate {
	a, b := p[0].mean, p[1].mean
	return Estimate{Mu: math.Sqrt(a * b), Sigma: p.sigma(a, b), Range: Bounds{0, 1}}
}

// sigma returns the standard deviation of √(A · B), computed to first order from the
// derivatives at A = a and B = b. It returns 0 if a or b is 0.
func (p factors) sigma(a, b float64) float64 {
	if !(a > 0 && b > 0) {
		return 0
	}
	twice := p[2].variance - p[0].variance - p[1].variance // twice the covariance
	return math.Sqrt(max(0, float64(p[0].variance*(b/a))+float64(p[1].variance*(a/b))+twice)) / 2
}

// linear returns the contribution of one question to √(A · B), to first order. A and B
// are means over questions, and x and y are their values on this question. The mean of
// all contributions is √(A · B).
func (p factors) linear(x, y float64) float64 {
	a, b := p[0].mean, p[1].mean
	if !(a > 0 && b > 0) {
		return x * 0 // keeps NaN
	}
	return (float64(x*math.Sqrt(b/a)) + float64(y*math.Sqrt(a/b))) / 2
}

// nodeScores returns the three scores that must be computed under each prior of a
// mixture: A, B and A + B.
func (m *Geometric) nodeScores() (g [3]*givenNode) {
	for i, u := range []*UStatistic{m.a, m.b, m.sum} {
		g[i] = &givenNode{question: curve{u}}
	}
	return g
}

// factorsOf returns the posterior means and variances of A, of B and of A + B under one
// prior. A and B are means over the questions in counts. The first argument holds the
// three scores for one question.
func factorsOf(given [3]*givenNode, node betabinomial.Node, counts []betabinomial.Count) (p factors) {
	for i, g := range given {
		part := g.mean(node, counts)
		p[i] = moments{part.Mu, part.Sigma * part.Sigma}
	}
	return p
}

// questionMeansBy returns the contribution of each question to a model's score, to
// first order. The prior of the questions is a mixture of the priors in nodes. The
// contribution is NaN for a question that the model never met.
func (m *Geometric) questionMeansBy(nodes []betabinomial.Node, t *results.Tally, model int) []float64 {
	given, counts := m.nodeScores(), countsOf(t, model)
	adds := make([]float64, len(counts))
	for _, node := range nodes {
		whole := factorsOf(given, node, counts)
		x, y := given[0].moments(node, counts), given[1].moments(node, counts)
		for i := range adds {
			adds[i] += float64(node.Weight * whole.linear(x[i].mean, y[i].mean))
		}
	}
	means := make([]float64, t.Questions)
	for q, successes := range t.Row(model) {
		n := t.TrialsOf(model, q)
		at := slices.IndexFunc(counts, func(c betabinomial.Count) bool { return c.Trials == n && c.Successes == int(successes) })
		if means[q] = math.NaN(); at >= 0 {
			means[q] = adds[at]
		}
	}
	return means
}

// WithPrior returns a metric with the same scores, whose estimates use the prior
// Beta(α0, β0) for every question. The name gets the suffix ":uniform" if both
// parameters are 1, and ":BETA0+ALPHA0" otherwise. WithPrior panics unless both
// parameters are positive and finite.
func (m *Geometric) WithPrior(alpha0, beta0 float64) Estimator {
	must(checkBetaPrior(alpha0, beta0))
	named := *m
	named.name += priorSuffix(alpha0, beta0)
	return &updatedGeometric{&named, betabinomial.Node{Alpha: alpha0, Beta: beta0, Weight: 1}}
}

// updatedGeometric is a Geometric whose estimates use the same Beta prior for every
// question. A and B are then posterior means, with their variances and covariance.
type updatedGeometric struct {
	*Geometric
	prior betabinomial.Node
}

// Estimate returns √(A · B) for the posterior means A and B, with a standard deviation
// to first order.
func (m *updatedGeometric) Estimate(t *results.Tally, model int) Estimate {
	return factorsOf(m.nodeScores(), m.prior, countsOf(t, model)).root()
}

// questionMeans returns the contribution of each question to a model's score, to first
// order, computed from posterior means.
func (m *updatedGeometric) questionMeans(t *results.Tally, model int) []float64 {
	return m.questionMeansBy([]betabinomial.Node{m.prior}, t, model)
}

// A product compares models at one number of trials n by the product of two sums over
// questions.
type product struct {
	slot  int
	a, b  row
	scale float64 // a score is √(a · b) times scale
}

// addProduct adds a slot to the plan. The slot compares models by a Geometric.
func (p *Plan) addProduct(ctx context.Context, m *Geometric) error {
	slot := p.addSlot(m.first)
	p.ordinal = append(p.ordinal, slot)
	p.scales = append(p.scales, nil)
	return p.forEveryN(ctx, m, func(ctx context.Context, n, step int) (err error) {
		next := product{slot: slot}
		if next.a, err = newRow(ctx, m.a.PerQuestion, n, p.shape.Questions); err != nil {
			return err
		}
		if next.b, err = newRow(ctx, m.b.PerQuestion, n, p.shape.Questions); err != nil {
			return err
		}
		next.scale = math.Sqrt(quotient(next.a.step, next.a.denominator)*quotient(next.b.step, next.b.denominator)) /
			float64(p.shape.Questions)
		p.steps[step].products = append(p.steps[step].products, next)
		return nil
	})
}

// words returns the number of words that the product of the two sums takes.
func (p *product) words() int { return p.a.words + p.b.words }

// scoreProduct computes the keys by which a product compares all models. The smallest
// score in both rows of the product must be 0, as for Pass@k and related metrics.
func (s *Scorer) scoreProduct(p *product, t *results.Tally) {
	words := p.words()
	for model := range s.order {
		x, y := s.factors[:p.a.words], s.factors[p.a.words:words]
		clear(s.factors[:words])
		for _, successes := range t.Row(model) {
			addWords(x, p.a.score[int(successes)*p.a.words:])
			addWords(y, p.b.score[int(successes)*p.b.words:])
		}
		multiply(s.sums[model*words:(model+1)*words], x, y)
		if s.kept != nil {
			s.keptAt[p.slot] = s.trials
			s.kept[p.slot*len(s.keys)+model] = orderedBits(p.scale * math.Sqrt(floatOf(x)*floatOf(y)))
		}
	}
	s.fillOrdinals(p.slot, words)
}

// multiply sets z to x·y. The length of z must be the sum of the lengths of x and y.
func multiply(z, x, y []uint64) {
	clear(z)
	for i, factor := range x {
		var carry uint64
		for j := range y {
			high, low := bits.Mul64(factor, y[j])
			var over uint64
			low, over = bits.Add64(low, carry, 0)
			high += over
			z[i+j], over = bits.Add64(z[i+j], low, 0)
			carry = high + over
		}
		z[i+len(y)] = carry
	}
}

// floatOf returns the integer stored in words, least significant word first, as a
// float.
func floatOf(words []uint64) (x float64) {
	for i := len(words) - 1; i >= 0; i-- {
		x = float64(x*(1<<64)) + float64(words[i])
	}
	return x
}
