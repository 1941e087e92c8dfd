package posterior

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
)

// A drawer draws the scores of several models from their joint posterior. It allocates no memory
// after its creation.
type drawer struct {
	*Scores
	models []int
	stream *rng.Stream
	random *rand.Rand
	groups []groupedQuestions // by model of the board
	picked []int              // resampled questions, the same for all models
	sizes  []int              // by group of equal posteriors: number of resampled questions of one model in the group
	shocks []float64          // standard normal variates by question, the same for all models
	into   []float64          // the drawn scores, one for each of the models
	own    []float64          // by model: σ without the part in Scores.between, for normal draws
	chi    distuv.ChiSquared  // with the degrees of freedom of Student's t; K is 0 for the estimand Questions
	shrink *shrinker          // applies the prior Exchangeable; nil to draw each model from its own posterior
}

// newDrawer returns a drawer of the scores of the given models. The list own holds, for each of
// these models, the part of the score's σ that is not in Scores.between.
func newDrawer(s *Scores, models []int, own []float64, seed uint64) *drawer {
	stream := rng.New(seed, "posterior", 0)
	d := &drawer{Scores: s, models: models, stream: stream, random: rand.New(stream), into: make([]float64, len(models)), own: own}
	if s.estimand == Population {
		least := s.degrees[models[0]]
		for _, model := range models[1:] {
			least = min(least, s.degrees[model])
		}
		d.chi = distuv.ChiSquared{K: least, Src: stream}
	}
	switch {
	case s.dirichlet != nil:
		d.groups = s.groups()
		d.picked = make([]int, s.dirichlet.Questions)
		d.sizes = make([]int, s.dirichlet.Questions)
	case s.estimand == Population:
		d.shocks = make([]float64, len(s.between[0]))
	}
	return d
}

// ownSigmas returns, for each of the given models, the σ of the part of its error that is
// independent of the other models; the other part is in Scores.between. Each σ is large enough
// that the difference of any two models varies at least as much as the noise of their trials.
// ownSigmas fails if ctx ends.
func (s *Scores) ownSigmas(ctx context.Context, models []int) ([]float64, error) {
	variances, more := make([]float64, len(models)), make([]float64, len(models))
	for i, model := range models {
		variances[i] = s.ownVariance(model)
	}
	for i, a := range models {
		if s.within == nil {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for j, b := range models[:i] {
			lack := s.within[a] + s.within[b] - s.differenceVariance(a, b) - variances[i] - variances[j]
			more[i], more[j] = max(more[i], lack/2), max(more[j], lack/2)
		}
	}
	own := make([]float64, len(models))
	for i := range own {
		own[i] = math.Sqrt(variances[i] + more[i])
	}
	return own, nil
}

// draw returns the scores of the drawer's models in the draw with the given index. The scores are
// valid until the next call. If stopped returns true, draw returns early, with undefined scores.
func (d *drawer) draw(index int, stopped func() bool) []float64 {
	d.stream.Seek(index)
	if d.estimand == Population {
		d.drawQuestions()
	}
	for i, model := range d.models {
		if stopped() {
			break
		}
		if d.dirichlet != nil {
			d.into[i] = d.board(model)
		} else {
			d.into[i] = d.drawNormal(model, d.own[i])
		}
	}
	d.widen()
	if d.shrink != nil {
		d.shrink.shrink(d.random, d.into)
	}
	d.clip()
	return d.into
}

// clip limits normal draws to the range of possible scores, so that models at an end of the range
// tie. Without the limit, more uncertainty about a model at the upper end would make it seem better.
func (d *drawer) clip() {
	if d.dirichlet != nil {
		return
	}
	for i, model := range d.models {
		if r := d.trials[model].Range; r != (metrics.Bounds{}) {
			d.into[i] = min(max(d.into[i], r.Lo), r.Hi)
		}
	}
}

// widen turns the draws for a population into draws from a multivariate t distribution. In each
// draw, it multiplies the deviations of all scores from their means by the same factor √(K/χ²),
// where χ² has K degrees of freedom. So the difference of two models follows the same Student's t
// distribution as in Scores.Z. For resampled questions, widen also applies the factor √(M/(M −
// 1)). Without it, resampling M of M questions would give too small a variance between questions.
func (d *drawer) widen() {
	if d.chi.K == 0 {
		return
	}
	scale := math.Sqrt(d.chi.K / d.chi.Rand())
	for i, model := range d.models {
		factor := scale
		if d.dirichlet != nil {
			m := float64(d.groups[model].met)
			factor *= math.Sqrt(m / (m - 1))
		}
		d.into[i] = d.Mean(model) + float64(factor*(d.into[i]-d.Mean(model)))
	}
}

// drawQuestions draws the random sample of questions for the estimand Population. All models
// share the sample.
func (d *drawer) drawQuestions() {
	if d.dirichlet != nil {
		d.picked = d.picked[:d.dirichlet.Questions]
	}
	for i := range d.picked {
		d.picked[i] = int(d.stream.Below(uint32(len(d.picked))))
	}
	for i := range d.shocks {
		d.shocks[i] = d.random.NormFloat64()
	}
}

// board draws a model's score: its mean weighted outcome over the sampled questions. Each time
// that a question is in the sample, its outcome probabilities are drawn anew.
func (d *drawer) board(model int) float64 {
	g := &d.groups[model]
	sizes := g.sizes
	if d.estimand == Population {
		sizes = d.count(g)
	}
	var sum float64
	for group, n := range sizes {
		sum += g.sticks[group].sum(d.stream, n)
	}
	return sum / float64(g.met)
}

// count returns how often a sample of questions contains each group of questions with equal
// posteriors. All models share one random list of questions, which can repeat. The sample of a
// model that attempted M questions holds the first M in this list that the model attempted. If
// the list is too short, count adds questions to it.
func (d *drawer) count(g *groupedQuestions) []int {
	sizes := d.sizes[:len(g.sizes)]
	clear(sizes)
	for i, lacking := 0, g.met; lacking > 0; i++ {
		if i == len(d.picked) {
			d.picked = append(d.picked, int(d.stream.Below(uint32(d.dirichlet.Questions))))
		}
		if group := g.group[d.picked[i]]; group >= 0 {
			sizes[group]++
			lacking--
		}
	}
	return sizes
}

// drawNormal draws a model's score from a normal distribution. The σ given as own is for the part
// of the model's error that is independent of the other models. The other part, in
// Scores.between, gives the scores of different models the right covariances. On processors that
// fuse float32 operations, such as arm64, one normal variate in 10⁹ differs.
func (d *drawer) drawNormal(model int, own float64) float64 {
	score := d.Mean(model) + float64(own*d.random.NormFloat64())
	for q, shock := range d.shocks {
		score += float64(d.between[model][q] * shock)
	}
	return score
}
