package betabinomial

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// A Trend is one prior in a mixture of priors that depend on the question. The success
// probability on a question is Beta(mκ, (1 − m)κ), where κ is the Concentration and
// logit m = Level + Slope·x. The regressor x measures how easy the question is for the
// other models. Mu and Sigma are the posterior mean and standard deviation of the
// success probability, averaged over all questions.
type Trend struct {
	Level, Slope, Concentration float64
	Part
}

// Prior returns the parameters of the Beta prior for a question with regressor x.
func (t Trend) Prior(x float64) (alpha, beta float64) {
	m, rest := logistic(t.Level + float64(t.Slope*x))
	return m * t.Concentration, rest * t.Concentration
}

// A Known is the result of FitKnown for one model: a mixture of priors that depend on
// the question.
type Known struct {
	X      []float64 // the regressor of each question
	Trends []Trend   // their weights add up to 1

	// Cautious is the largest standard deviation that the mean success probability can
	// have, given the board. It is 0 if repeated trials determine the concentration.
	Cautious float64
}

// FitKnown returns, for each model, a mixture of priors that depend on the success of
// the other models on each question. Questions that the model did not attempt also have
// a posterior. Each model must have at least one trial. FitKnown returns false if every
// model attempted all questions and the other models do equally well on all of them, as
// on a board of a single model; use Fit then.
//
// The regressor of a question is the logit of the other models' success rate on the
// question, minus its mean over all questions. A priori, the mean success probability
// over the questions is uniform on [0, 1] for every slope, as in Fit. The slope is
// normal with mean 0.5 and standard deviation 2. Concentrations κ are as in Fit, with
// two differences. All medians are equally probable on the scale of log κ. With
// probability 0.05 a model is a stray: its concentration is uniform between 0.05 and
// 400 on the scale of log κ.
//
// With one trial per question, the data do not determine the concentration, and its
// prior decides the width of intervals. The intervals are valid for boards that
// resemble real ones, on which models deviate from the predictions of the other models.
// Copies of one model do not deviate, so they get the highest concentration. The
// standard deviation of a difference between models must therefore be at least the
// field Cautious.
func FitKnown(models [][]Cell) ([]Known, bool) {
	known, told, repeated := make([]Known, len(models)), false, 0
	fits, each := make([]*trendLikelihood, len(models)), make([]int, len(models))
	for model, x := range easeForOthers(models) {
		known[model].X = x
		told = told || slices.Max(x) > slices.Min(x)
		fits[model], each[model] = newTrends(models[model], x), 1
		for _, c := range models[model] {
			told = told || c.Trials == 0
			if c.Trials > 1 {
				repeated++
			}
		}
	}
	if !told {
		return nil, false
	}
	order := canonicalOrder(fits)
	for i, posterior := range pooledPosteriors(permute(fits, order), each, leastOfTrends, strayHyperpriors()) {
		model := order[i]
		known[model].Trends = fits[model].mixture(&posterior)
		if repeated < enoughRepeated {
			known[model].Cautious = cautiousDeviation(known[model].Trends)
		}
	}
	return known, true
}

// Priors of slopes and concentrations, and settings for the integration over trends.
const (
	slopeMean  = 0.5
	slopeSigma = 2.0
	stray      = 0.05

	enoughRepeated = 30 // with so many questions of at least two trials, over all models, the concentration is determined

	lattice       = 1.25 // standard deviations between neighbouring nodes
	depth         = 12.0 // maximum difference in log density between the summit and a node
	leastOfTrends = 1e-9 // concentrations below this share of a model's largest probability stay approximate
	leastOfTrend  = 1e-6 // nodes below this share of the largest weight are dropped
)

// strayHyperpriors returns the distributions of concentrations that FitKnown considers.
// In each of them, a model can be a stray, whose concentration does not depend on those
// of the other models.
var strayHyperpriors = sync.OnceValue(func() []hyperprior { return newHyperpriors(0, stray) })

// canonicalOrder returns the indexes of the elements of fits, in an order that does not
// depend on the order of the models.
func canonicalOrder(fits []*trendLikelihood) []int {
	order := make([]int, len(fits))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return slices.CompareFunc(fits[i].cells, fits[j].cells, regressedCount.compare) })
	return order
}

// permute returns the values in another order: first values[order[0]], then
// values[order[1]], and so on.
func permute[T any](values []T, order []int) []T {
	out := make([]T, len(values))
	for i, at := range order {
		out[i] = values[at]
	}
	return out
}

// cautiousDeviation returns the standard deviation of the mean success probability for
// the highest concentration in a mixture.
func cautiousDeviation(trends []Trend) float64 {
	last := trends[len(trends)-1].Concentration
	var mean, squares, weight float64
	for _, t := range trends {
		if t.Concentration == last {
			weight += t.Weight
			mean += float64(t.Weight * t.Mu)
		}
	}
	mean /= weight
	for _, t := range trends {
		if t.Concentration == last {
			squares += float64(t.Weight * (float64(t.Sigma*t.Sigma) + float64((t.Mu-mean)*(t.Mu-mean))))
		}
	}
	return math.Sqrt(squares / weight)
}

// A regressedCount is a Count whose questions also have the same regressor x.
type regressedCount struct {
	x float64
	Count
}

func (r regressedCount) compare(with regressedCount) int {
	return cmp.Or(cmp.Compare(r.x, with.x), r.Count.Compare(with.Count), cmp.Compare(r.Questions, with.Questions))
}

// trendLikelihood holds the likelihood of one model's counts on a grid of the three
// parameters of a Trend: level, slope and concentration.
type trendLikelihood struct {
	cells     []regressedCount // sorted; equal cells are joined
	questions float64
	most      int // largest number of trials on a question
	mode      summit
	summits   [concentrations]summit
	nodes     [concentrations][]Trend // Weight is relative to nodes with the same concentration; nil if not computed
	same      []Trend                 // the nodes computed last
	sameLog   float64                 // log likelihood of the nodes computed last
}

func newTrends(cells []Cell, x []float64) *trendLikelihood {
	f := &trendLikelihood{questions: float64(len(cells))}
	all := make([]regressedCount, len(cells))
	for q, c := range cells {
		all[q] = regressedCount{x[q], Count{c.Successes, c.Trials, 1}}
		f.most = max(f.most, c.Trials)
	}
	slices.SortFunc(all, regressedCount.compare)
	for _, c := range all {
		if n := len(f.cells); n > 0 && f.cells[n-1].x == c.x && f.cells[n-1].Compare(c.Count) == 0 {
			f.cells[n-1].Questions++
			continue
		}
		f.cells = append(f.cells, c)
	}
	return f
}

// mixture returns the nodes whose weight is not negligible, given the posterior
// probability of each concentration.
func (f *trendLikelihood) mixture(posterior *curve) []Trend {
	var largest, sum float64
	for i, nodes := range f.nodes {
		for j := range nodes {
			nodes[j].Weight *= posterior[i]
			largest = max(largest, nodes[j].Weight)
		}
	}
	var kept []Trend
	for _, nodes := range f.nodes {
		for _, n := range nodes {
			if n.Weight > leastOfTrend*largest {
				kept = append(kept, n)
				sum += n.Weight
			}
		}
	}
	for i := range kept {
		kept[i].Weight /= sum
		f.setMoments(&kept[i])
	}
	return kept
}

// setMoments sets Mu and Sigma of a Trend: the posterior mean and standard deviation of
// the mean success probability under this prior. Under one prior, questions are
// independent.
func (f *trendLikelihood) setMoments(t *Trend) {
	var mean, variance float64
	for i := range f.cells {
		c := &f.cells[i]
		alpha, beta := t.Prior(c.x)
		alpha += float64(c.Successes)
		beta += float64(c.Trials - c.Successes)
		inverse, times := 1/(alpha+beta), float64(c.Questions)
		own := alpha * inverse
		mean += float64(times * own)
		variance += float64(times * own * beta * inverse / (alpha + beta + 1))
	}
	t.Mu, t.Sigma = mean/f.questions, math.Sqrt(variance)/f.questions
}

// A conditionalLikelihood is the likelihood of one model's counts as a function of
// level and slope, for one concentration.
type conditionalLikelihood struct {
	*trendLikelihood
	concentration float64
	scales        [mostFactors + 1]float64 // 1/(κ)_n for each n, where κ is the concentration
}

func (f *trendLikelihood) atConcentration(concentration float64) *conditionalLikelihood {
	g := &conditionalLikelihood{trendLikelihood: f, concentration: concentration}
	g.scales[0] = 1
	for i := range min(f.most, mostFactors) {
		g.scales[i+1] = g.scales[i] / (concentration + float64(i))
	}
	return g
}

// log returns the logarithm of the likelihood times the prior densities of level and
// slope. The mean success probability over the questions has a uniform prior, so the
// density of the level is the derivative of that mean with respect to the level.
func (g *conditionalLikelihood) log(level, slope float64) (sum float64) {
	together, density := 1.0, 0.0 // probabilities are multiplied, because a logarithm costs as much as several products
	for i := range g.cells {
		c := &g.cells[i]
		m, rest := logistic(level + float64(slope*c.x))
		density += float64(float64(c.Questions) * m * rest)
		alpha, beta := float64(m*g.concentration), float64(rest*g.concentration)
		switch {
		case c.Trials > mostFactors:
			sum += float64(float64(c.Questions) * (logRising(alpha, c.Successes) +
				logRising(beta, c.Trials-c.Successes) - logRising(g.concentration, c.Trials)))
			continue
		case c.Questions > 1:
			sum += float64(float64(c.Questions) * math.Log(g.chance(alpha, beta, c.Count)))
			continue
		}
		if together *= g.chance(alpha, beta, c.Count); together < 1e-200 {
			sum += math.Log(together)
			together = 1
		}
	}
	off := (slope - slopeMean) / slopeSigma
	return sum + math.Log(together) + math.Log(density/g.questions) - float64(float64(off*off)/2) - math.Log(slopeSigma) - logRoot2Pi
}

// chance returns the probability that the trials of one question have the given
// successes and failures, in one particular order, under a Beta(alpha, beta) prior.
func (g *conditionalLikelihood) chance(alpha, beta float64, c Count) float64 {
	successes, failures := g.scales[c.Trials], 1.0
	for i := range c.Successes {
		successes *= alpha + float64(i)
	}
	for i := range c.Trials - c.Successes {
		failures *= beta + float64(i)
	}
	return successes * failures
}

// logRising returns the logarithm of the rising factorial (x)_n.
func logRising(x float64, n int) float64 {
	product, few := 1.0, min(n, leastOfSeries)
	for i := range few {
		product *= x + float64(i)
	}
	return math.Log(product) + logGammaRatio(x+leastOfSeries, float64(n-few))
}
