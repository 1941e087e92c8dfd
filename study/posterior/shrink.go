package posterior

import (
	"math"
	"math/rand/v2"

	"settle/internal/unfused"
)

// A MeansPrior is a prior for the true scores of the models.
type MeansPrior int

const (
	// Exchangeable treats the true scores as draws from one normal distribution. Its mean
	// and standard deviation are estimated from the board.
	Exchangeable MeansPrior = iota
	// Independent gives every model its own flat prior, regardless of the scores of other
	// models.
	Independent
)

// A shrinker turns draws from each model's own posterior into draws under the prior Exchangeable.
// Under this prior, true scores are normal around a centre μ with standard deviation τ. Without
// it, if many models are nearly equal, chance puts one of them far ahead, and its probability of
// being the best is overestimated.
//
// Given τ and a flat prior for μ, a score with estimate y and error variance v has posterior mean
// μ + k(y − μ) and variance kv, where k = τ²/(v + τ²). So a draw y + e becomes μ + k(y − μ) +
// √k·e, which keeps the shape of the distribution of e. Each draw takes its own τ and μ from
// their posterior.
//
// The prior of τ is half-Cauchy. Its median is the square root of the mean error variance (Gelman
// 2006, "Prior distributions for variance parameters in hierarchical models"). The prior is
// proper, so two models are enough. It has mass near 0, so equal models are possible.
type shrinker struct {
	means     []float64 // by model: y
	variances []float64 // by model: v, the variance of the error that it does not share with the other models
	weights   []float64 // by model, with sum 1: weight of its error in the estimate of the shared error; nil if no error is shared
	spreads   []modelSpread
}

// A modelSpread is a possible value of τ, the standard deviation of the true scores, with the
// posterior of their centre μ given that value.
type modelSpread struct {
	variance    float64 // τ²
	mean, sigma float64 // of μ, given τ
	upTo        float64 // proportional to the cumulative posterior probability of this and all smaller values
}

// These constants define the possible values of τ, the standard deviation of the true scores. The
// values range from 2⁻⁸ to 2⁸ times the prior median of τ, in equal steps of the logarithm.
const (
	spreadOctaves = 8
	spreadStep    = 1.189207115002721067 // of τ²: 2^¼
	spreadValues  = 2*8*spreadOctaves + 1
)

// shrinker returns the shrinker of the given models. The list own holds, for each of these
// models, the part of the score's σ that is not in Scores.between. shrinker returns nil if there
// is nothing to shrink: for a single model, or if no score is uncertain.
func (s *Scores) shrinker(models []int, own []float64) *shrinker {
	k := &shrinker{means: make([]float64, len(models)), variances: s.unsharedVariances(models, own)}
	var mean float64
	for i, model := range models {
		k.means[i] = s.Mean(model)
		mean += k.variances[i] / float64(len(models))
	}
	if mean == 0 || len(models) < 2 {
		return nil
	}
	if s.estimand == Population {
		k.weigh(mean)
	}
	k.fit(mean)
	return k
}

// unsharedVariances returns the error variance of each model's score, without the part of the
// error that all models share. If the difference of errors has the same variance for all pairs of
// models, the result is half of that variance for each model.
func (s *Scores) unsharedVariances(models []int, own []float64) []float64 {
	variances, count := make([]float64, len(models)), float64(len(models))
	for i, sigma := range own {
		variances[i] = float64(sigma * sigma)
	}
	for q := range s.between[models[0]] {
		var sum float64
		for _, model := range models {
			sum += s.between[model][q]
		}
		for i, model := range models {
			apart := s.between[model][q] - sum/count
			variances[i] += float64(apart * apart * count / max(count-1, 1))
		}
	}
	return variances
}

// weigh sets the weights with which the models' errors estimate the error that all models share.
// A weight is inversely proportional to the variance of the unshared part of a model's error.
// mean is the mean of these variances.
func (k *shrinker) weigh(mean float64) {
	const least = 1e-6 // share of the mean variance, for models without an error of their own
	k.weights = make([]float64, len(k.variances))
	var sum float64
	for i, v := range k.variances {
		k.weights[i] = 1 / max(v, least*mean)
		sum += k.weights[i]
	}
	for i := range k.weights {
		k.weights[i] /= sum
	}
}

// fit computes the posterior of τ, the standard deviation of the true scores, at each of its
// possible values. The prior of τ² has the given median.
func (k *shrinker) fit(median float64) {
	k.spreads = make([]modelSpread, spreadValues)
	ratio, most := math.Ldexp(1, -2*spreadOctaves), math.Inf(-1)
	for i := range k.spreads {
		s := &k.spreads[i]
		s.variance = ratio * median
		// As a density of log τ, the half-Cauchy prior is proportional to τ / (1 + τ²).
		s.upTo = unfused.Log(math.Sqrt(ratio)/(1+ratio)) + k.likelihood(s)
		most, ratio = max(most, s.upTo), ratio*spreadStep
	}
	var sum float64
	for i := range k.spreads {
		sum += unfused.Exp(k.spreads[i].upTo - most)
		k.spreads[i].upTo = sum
	}
}

// likelihood returns the log-likelihood of the value of τ in s, up to a constant. It also stores
// in s the posterior of the centre μ given that τ.
func (k *shrinker) likelihood(s *modelSpread) float64 {
	var precision, sum, log float64
	for i, mean := range k.means {
		v := k.variances[i] + s.variance
		precision += 1 / v
		sum += mean / v
		log -= float64(unfused.Log(v) / 2)
	}
	s.mean, s.sigma = sum/precision, math.Sqrt(1/precision)
	for i, mean := range k.means {
		off := mean - s.mean
		log -= float64(off*off) / (2 * (k.variances[i] + s.variance))
	}
	return log - float64(unfused.Log(precision)/2)
}

// shrink turns a draw of the scores, in place, into a draw under the prior Exchangeable.
func (k *shrinker) shrink(r *rand.Rand, scores []float64) {
	at, u := 0, r.Float64()*k.spreads[len(k.spreads)-1].upTo
	for k.spreads[at].upTo <= u {
		at++
	}
	s := k.spreads[at]
	centre := s.mean + float64(s.sigma*r.NormFloat64())
	var shared float64
	for i, weight := range k.weights {
		shared += float64(weight * (scores[i] - k.means[i]))
	}
	for i, mean := range k.means {
		keep := s.variance / (k.variances[i] + s.variance)
		own := scores[i] - mean - shared
		scores[i] = centre + float64(keep*(mean-centre)) + float64(math.Sqrt(keep)*own)
	}
}
