package posterior

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/betabinomial"
	"settle/results"
)

// Chances holds the posterior of the outcome probabilities at the questions of a board. Package
// betabinomial fits the prior to the board, as for metrics.BayesFitted.
//
// In this prior, a model's outcome probabilities at its questions are Dirichlet(κπ) (a Beta with
// two categories), with unknown concentration κ and unknown mean probabilities π. Given κ and π,
// the probabilities at a question with counts c are Dirichlet(κπ + c), independent of the other
// questions. So each draw first takes κ and π from their posterior, once for all questions of a
// model, and then the probabilities at each question.
//
// It would be wrong to fix π at its mean. Every question with n trials is shrunk towards the
// same π by the factor κ/(κ + n), so the uncertainty of π does not average out over the
// questions. A simulation used three categories, 30 questions from Dirichlet distributions with
// κ = 1, 5 and 30, and 1 to 16 trials of each question. With fixed π, the central 80 % of the
// draws covered the true score of only 22 to 78 % of 500 models, and coverage was lowest at high
// κ. With π drawn, coverage was 75 to 87 %.
//
// With two categories, κ and π are drawn from the nodes of betabinomial.Fit. With more
// categories, κ is drawn from the parts of betabinomial.FitGraded. Then π is drawn from the
// Dirichlet distribution that approximates its posterior given κ.
//
// The posterior has no correlation between models at a question: given the counts, the
// probabilities of different models are independent, and so are their means.
type Chances struct {
	categories int
	priors     [][]mixedPrior // by model
	counts     [][]float64    // by model: trials by question and category
}

// A mixedPrior is one component of the mixture of Dirichlet distributions that is a model's
// fitted prior. Its parameters are indexed by category.
type mixedPrior struct {
	of    []float64
	below float64 // cumulative weight up to and including this component

	// mean holds the Dirichlet parameters of the mean probabilities given this concentration.
	// It is nil if each component of the mixture has its own fixed mean.
	mean []float64
}

// NewChances fits the prior to all trials of a board and returns the posterior of the outcome
// probabilities. The earlier tally, which can be nil, holds older trials of the same questions;
// these trials count too. There is one weight per category. If there are more weights than
// categories in the tallies, the extra categories have no trials.
func NewChances(weights []float64, board, earlier *results.Tally) *Chances {
	c := &Chances{categories: len(weights)}
	for model := range board.Models {
		counts := make([]float64, board.Questions*c.categories)
		c.add(counts, board, model)
		if earlier != nil {
			c.add(counts, earlier, model)
		}
		c.counts = append(c.counts, counts)
	}
	if c.categories == 2 {
		c.fit()
	} else {
		c.fitGraded(weights)
	}
	return c
}

// add adds a model's trials in the tally t to the counts, which are indexed by question, then
// category.
func (c *Chances) add(counts []float64, t *results.Tally, model int) {
	row := t.Row(model)
	for q := range t.Questions {
		at := counts[q*c.categories:]
		at[0] += float64(t.TrialsOf(model, q))
		for j, n := range row[q*t.Top : (q+1)*t.Top] {
			at[j+1] += float64(n)
			at[0] -= float64(n)
		}
	}
}

func (c *Chances) fit() {
	models := make([][]betabinomial.Count, len(c.counts))
	for model, counts := range c.counts {
		for q := range slices.Chunk(counts, c.categories) {
			models[model] = append(models[model], betabinomial.Count{
				Successes: int(q[1]), Trials: int(q[0] + q[1]), Questions: 1,
			})
		}
	}
	for _, nodes := range betabinomial.Fit(models) {
		priors, below := make([]mixedPrior, len(nodes)), 0.0
		for i, n := range nodes {
			below += n.Weight
			priors[i] = mixedPrior{of: []float64{n.Beta, n.Alpha}, below: below}
		}
		c.priors = append(c.priors, priors)
	}
}

func (c *Chances) fitGraded(weights []float64) {
	models := make([][]betabinomial.Graded, len(c.counts))
	for model, counts := range c.counts {
		for q := range slices.Chunk(counts, c.categories) {
			one := betabinomial.Graded{Questions: 1}
			for _, n := range q {
				one.Counts = append(one.Counts, int(n))
			}
			models[model] = append(models[model], one)
		}
	}
	for _, parts := range betabinomial.FitGraded(models, weights) {
		priors, below := make([]mixedPrior, len(parts)), 0.0
		for i, p := range parts {
			below += p.Weight
			priors[i] = mixedPrior{of: p.Prior, below: below, mean: p.Mean}
		}
		c.priors = append(c.priors, priors)
	}
}

// Drawer returns a drawer of outcome probabilities. The drawer allocates no memory after its
// creation and must not be shared between goroutines.
func (c *Chances) Drawer() *ChanceDrawer {
	return &ChanceDrawer{of: c, prior: make([]float64, c.categories)}
}

// A ChanceDrawer draws outcome probabilities from their posterior, one model at a time.
type ChanceDrawer struct {
	of     *Chances
	model  int
	prior  []float64 // Dirichlet parameters of the prior in the current draw
	source rand.Source
	random *rand.Rand // reads from source
}

// Begin starts a draw for a model, with random numbers from source. It draws the prior that all
// questions of the model share. u is a uniform random number in [0, 1) that selects the prior's
// concentration.
func (d *ChanceDrawer) Begin(model int, u float64, source rand.Source) {
	d.model = model
	if d.source != source {
		d.source, d.random = source, rand.New(source)
	}
	p := pick(d.of.priors[model], u)
	copy(d.prior, p.of)
	if p.mean == nil {
		return
	}
	var concentration, rest float64
	for category, x := range p.of {
		concentration += x
		rest += p.mean[category]
	}
	left := 1.0
	for category, own := range p.mean {
		rest -= own
		share := left
		if category < len(p.mean)-1 {
			share = float64(left * beta(own, rest, d.random))
		}
		left -= share
		d.prior[category] = max(float64(concentration*share), leastParameter)
	}
}

// leastParameter is the lower limit for the drawn parameters of a Dirichlet prior.
const leastParameter = 1e-6

// pick returns the component of a mixture that a uniform random number u in [0, 1) selects, with
// probabilities proportional to the weights.
func pick(priors []mixedPrior, u float64) *mixedPrior {
	at, _ := slices.BinarySearchFunc(priors, float64(u*priors[len(priors)-1].below),
		func(p mixedPrior, u float64) int {
			if p.below <= u {
				return -1
			}
			return 1
		})
	return &priors[min(at, len(priors)-1)]
}

// Question draws the outcome probabilities of the current model at a question and stores them in
// buffer, by category. Each probability is a share, with a Beta distribution, of the probability
// that earlier categories left over (Wilks 1962). The probabilities of categories from 1 on are
// rounded to 1e-6, so that results are the same on every machine; category 0 gets the rest.
func (d *ChanceDrawer) Question(question int, buffer []float64) {
	counts := d.of.counts[d.model][question*len(buffer):]
	var others float64
	for category := 1; category < len(buffer); category++ {
		others += d.prior[category] + counts[category]
	}
	none, left := d.prior[0]+counts[0], 1.0
	for category := 1; category < len(buffer); category++ {
		own := d.prior[category] + counts[category]
		others -= own
		p := float64(left * beta(own, none+max(others, 0), d.random))
		buffer[category] = math.Round(p*1e6) / 1e6
		left = max(left-buffer[category], 0)
	}
	buffer[0] = left
}

// beta draws a number from the distribution Beta(a, b), as one gamma variable divided by the sum
// of two. If a and b are so small that both gamma variables are 0, it returns 0 or 1.
func beta(a, b float64, random *rand.Rand) float64 {
	x, y := gammaDraw(a, random), gammaDraw(b, random)
	if x+y == 0 {
		if float64(random.Uint64()>>11)*0x1p-53 < a/(a+b) {
			return 1
		}
		return 0
	}
	return x / (x + y)
}

// gammaDraw draws from a gamma distribution with the given shape and scale 1. For shapes above 1,
// it uses the method of Marsaglia and Tsang ("A simple method for generating gamma variables",
// ACM Transactions on Mathematical Software 26, 2000), which takes half the time of gonum's
// distuv.Gamma.
func gammaDraw(shape float64, random *rand.Rand) float64 {
	if shape <= 1 {
		return distuv.Gamma{Alpha: shape, Beta: 1, Src: random}.Rand()
	}
	d := shape - 1.0/3
	c := 1 / (3 * math.Sqrt(d))
	for {
		x := random.NormFloat64()
		v := 1 + float64(x*c)
		if v <= 0 {
			continue
		}
		v = float64(v * v * v)
		u, square := random.Float64(), x*x
		if u < 1-float64(0.0331*square*square) || math.Log(u) < float64(0.5*x*x)+float64(d*(1-v+math.Log(v))) {
			return d * v
		}
	}
}
