package sequential

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/betabinomial"
	"settle/internal/rng"
	"settle/metrics"
	"settle/replicate"
	"settle/results"
)

// Posterior is the source whose replicates are N trials of evaluations that a board
// leaves possible: for each replicate the chances of every outcome are drawn once from
// the posterior under the prior of metrics.BayesFitted, and its trials by them. Gold
// is then the order of the true scores of each replicate, and Evaluate takes none.
//
// What several models share in a question does not show in it: chances are independent
// given the counts. There is a weight for each category of the tally.
func Posterior(t *results.Tally, w metrics.Weights, trials int, seed uint64) replicate.Source {
	shape := results.Shape{Models: t.Models, Questions: t.Questions, Trials: trials, Top: t.Top}
	of := newPosterior(t, w)
	return &truths{replicate.FromTruths(shape, of.truth, seed, "truths")}
}

// truths are a source of which each replicate has a *truth.
type truths struct{ replicate.Source }

// posterior is what a board leaves open of its chances.
type posterior struct {
	tally  *results.Tally
	values []float64
	priors [][]prior // by model
}

// prior is one of those that the fitted prior of a model is a mixture of: Dirichlet, by
// category.
type prior struct {
	of     []float64
	weight float64

	// mean is what is known of the mean chances under this concentration: it is Dirichlet,
	// too. Nil where the mixture is over means as well.
	mean []float64
}

func newPosterior(t *results.Tally, w metrics.Weights) *posterior {
	p := &posterior{tally: t, values: w.Floats()}
	if t.Top == 1 {
		counts := make([][]betabinomial.Count, t.Models)
		for model := range counts {
			for q, successes := range t.Row(model) {
				counts[model] = append(counts[model], betabinomial.Count{
					Successes: int(successes), Trials: t.TrialsOf(model, q), Questions: 1})
			}
		}
		for _, nodes := range betabinomial.Fit(counts) {
			var priors []prior
			for _, node := range nodes {
				priors = append(priors, prior{of: []float64{node.Beta, node.Alpha}, weight: node.Weight})
			}
			p.priors = append(p.priors, priors)
		}
		return p
	}
	counts := make([][]betabinomial.Graded, t.Models)
	for model := range counts {
		for q := range t.Questions {
			counts[model] = append(counts[model], betabinomial.Graded{Counts: countsAt(t, model, q), Questions: 1})
		}
	}
	for model, parts := range betabinomial.FitGraded(counts, p.values[:t.Top+1]) {
		var priors []prior
		for _, part := range parts {
			priors = append(priors, prior{part.Prior, part.Weight, meanChances(counts[model], part.Prior)})
		}
		p.priors = append(p.priors, priors)
	}
	return p
}

// meanChances is the posterior of the mean chances given a concentration as
// betabinomial.FitGraded takes it: Dirichlet after as many trials as those of the
// questions are worth, n of one counting as n/(1 + (n − 1)/(1 + κ)).
func meanChances(counts []betabinomial.Graded, prior []float64) []float64 {
	concentration := 0.0
	for _, x := range prior {
		concentration += x
	}
	mean := slices.Repeat([]float64{1}, len(prior))
	for _, question := range counts {
		trials := 0
		for _, n := range question.Counts {
			trials += n
		}
		for category, n := range question.Counts {
			mean[category] += float64(n) / (1 + float64(trials-1)/(1+concentration))
		}
	}
	return mean
}

// countsAt are the counts of one question by category, 0 among them.
func countsAt(t *results.Tally, model, question int) []int {
	counts := make([]int, t.Top+1)
	counts[0] = t.TrialsOf(model, question)
	for j, n := range t.Row(model)[question*t.Top : (question+1)*t.Top] {
		counts[j+1] = int(n)
		counts[0] -= int(n)
	}
	return counts
}

func (p *posterior) truth() replicate.Truth {
	models := p.tally.Models
	return &truth{posterior: p,
		chances: make([]float64, models*p.tally.Questions*p.tally.Top),
		scores:  make([]float64, models), order: make([]int, models), levels: make([]int, models),
		prior: make([]float64, p.tally.Top+1),
	}
}

// truth is one draw from the posterior.
type truth struct {
	*posterior
	chances []float64 // by model, question and category 1..C
	scores  []float64 // by model
	order   []int
	levels  []int
	prior   []float64 // of the model whose chances are drawn
}

func (t *truth) Chances(model, question int) []float64 {
	top := t.tally.Top
	at := (model*t.tally.Questions + question) * top
	return t.chances[at : at+top]
}

// Draw draws chances, rounded to millionths so that what depends on them is the same on
// every machine, and ranks the models by them.
func (t *truth) Draw(stream *rng.Stream) {
	for model := range t.scores {
		t.drawPrior(t.pick(model, stream.Float64()), stream)
		t.scores[model] = 0
		for q := range t.tally.Questions {
			t.scores[model] += t.drawAt(model, q, stream)
		}
		t.order[model] = model
	}
	slices.SortFunc(t.order, func(a, b int) int { return cmp.Compare(t.scores[a], t.scores[b]) })
	for place, model := range t.order {
		t.levels[model] = place
		if place > 0 && t.scores[model] == t.scores[t.order[place-1]] {
			t.levels[model] = t.levels[t.order[place-1]]
		}
	}
}

// pick is the prior of a mixture that a uniform number stands for.
func (t *truth) pick(model int, u float64) *prior {
	priors := t.priors[model]
	for i := range priors {
		if u -= priors[i].weight; u < 0 {
			return &priors[i]
		}
	}
	return &priors[len(priors)-1]
}

// drawPrior draws the prior of a model's questions.
func (t *truth) drawPrior(p *prior, stream *rng.Stream) {
	copy(t.prior, p.of)
	if p.mean == nil {
		return
	}
	concentration, rest := 0.0, 0.0
	for category, x := range p.of {
		concentration += x
		rest += p.mean[category]
	}
	left := 1.0
	for category, own := range p.mean {
		rest -= own
		share := left
		if category < len(p.mean)-1 {
			share = left * beta(own, rest, stream)
		}
		left -= share
		t.prior[category] = max(concentration*share, 1e-6)
	}
}

// drawAt draws the chances of one question, as Betas of what is left (Wilks 1962), and
// returns its score.
func (t *truth) drawAt(model, question int, stream *rng.Stream) float64 {
	top, prior := t.tally.Top, t.prior
	counts := t.tally.Row(model)[question*top : (question+1)*top]
	chances := t.Chances(model, question)
	rest, none := 0.0, float64(t.tally.TrialsOf(model, question))
	for j, n := range counts {
		rest += prior[j+1] + float64(n)
		none -= float64(n)
	}
	none += prior[0]
	left, score := 1.0, 0.0
	for j, n := range counts {
		own := prior[j+1] + float64(n)
		rest -= own
		others := none + rest
		p := left * beta(own, others, stream)
		chances[j] = math.Round(p*1e6) / 1e6
		left = max(left-chances[j], 0)
		score += float64(t.values[j+1] * chances[j])
	}
	return score + float64(t.values[0]*left)
}

// beta draws from Beta(a, b), or 0 or 1 where a or b is so small that the sum of two
// gamma numbers vanishes.
func beta(a, b float64, source rand.Source) float64 {
	x := distuv.Beta{Alpha: a, Beta: b, Src: source}.Rand()
	if math.IsNaN(x) {
		return a / (a + b)
	}
	return min(max(x, 0), 1)
}
