package budget

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"settle/internal/unfused"
	"settle/study/posterior"
)

// pool replaces the separate draws of each model by joint draws of all models. If each model were
// drawn separately, its mean score could lie anywhere. Among nearly equal models, the model with
// the best score on the board would then look better than it is.
//
// In the joint prior, a model either resembles all models or resembles one other model (see
// posterior.LikeOthers). All means are normal around a common mean with standard deviation t. The
// prior of t is half-Cauchy, and the spread of the means updates it (Gelman, "Prior distributions
// for variance parameters in hierarchical models", 2006). A Gibbs sampler draws the mean of each
// model given the means of all other models. Each joint draw then uses, for each model, the
// separate draw whose mean is nearest to the mean from the Gibbs sampler.
func (f *future) pool(random *rand.Rand) {
	own, means := make([]sortedDraws, len(f.groups)), make([]float64, len(f.groups))
	for model := range own {
		own[model] = f.sorted(model)
		means[model] = own[model].mean
	}
	lo, hi := slices.Min(f.values), slices.Max(f.values)
	spread := newSpreads(own, (hi-lo)*cauchyScale)
	var around []posterior.Kernel
	pooled := make([][][]gains, len(f.draws))
	for draw := -burnInDraws; draw < len(pooled); draw++ {
		t := spread.draw(random)
		common, precision := centre(own, t)
		common += random.NormFloat64() / math.Sqrt(precision)
		for model, o := range own {
			if o.sd == 0 {
				continue
			}
			around = posterior.LikeOthers(around[:0], means, model, common, t)
			posterior.Update(around, o.mean, o.sd)
			k := pickKernel(around, random.Float64())
			means[model] = k.Mean + float64(k.SD*random.NormFloat64())
		}
		if draw < 0 {
			continue
		}
		pooled[draw] = make([][]gains, len(own))
		picks := make([]int, len(own))
		for model, o := range own {
			picks[model] = o.nearestDraw(means[model])
			pooled[draw][model] = f.draws[picks[model]][model]
		}
		f.picks = append(f.picks, picks)
	}
	f.draws = pooled
}

// burnInDraws is the number of first draws of the Gibbs sampler that are dropped, because they
// still depend on the starting values.
const burnInDraws = 20

// pickKernel returns the component of a mixture that a uniform random number u in [0, 1) selects,
// with probabilities equal to the weights.
func pickKernel(mixture []posterior.Kernel, u float64) posterior.Kernel {
	for _, k := range mixture {
		if u -= k.Weight; u < 0 {
			return k
		}
	}
	return mixture[len(mixture)-1]
}

// cauchyScale is the prior median of the standard deviation of the models' mean scores, as a
// fraction of the range of the weights.
const cauchyScale = 0.1

// sortedDraws holds the draws of one model, sorted by the model's mean score in each draw. It
// also holds the mean and standard deviation of these means.
type sortedDraws struct {
	mean, sd float64
	means    []float64 // ascending
	draws    []int     // indices of the draws in the same order
}

func (f *future) sorted(model int) (s sortedDraws) {
	means := make([]float64, len(f.draws))
	for draw, models := range f.draws {
		s.draws = append(s.draws, draw)
		for _, g := range models[model] {
			means[draw] += g.mean / float64(f.Questions)
		}
	}
	slices.SortStableFunc(s.draws, func(a, b int) int { return cmp.Compare(means[a], means[b]) })
	once := make([]float64, len(means))
	for i, draw := range s.draws {
		s.means = append(s.means, means[draw])
		once[i] = 1
	}
	var variance float64
	s.mean, variance = unfused.MeanVariance(s.means, once)
	s.sd = math.Sqrt(variance)
	return s
}

// nearestDraw returns the index of the draw in which the model's mean score is nearest to the
// given mean.
func (s sortedDraws) nearestDraw(mean float64) int {
	at, _ := slices.BinarySearch(s.means, mean)
	if at == len(s.means) || at > 0 && mean-s.means[at-1] < s.means[at]-mean {
		at--
	}
	return s.draws[at]
}

// centre returns the posterior of the common mean of all models, given t, the standard deviation
// of the models' means. It returns the mean and the precision (1 / variance) of that posterior.
func centre(own []sortedDraws, t float64) (mean, precision float64) {
	for _, o := range own {
		weight := 1 / (float64(t*t) + float64(o.sd*o.sd))
		mean += float64(weight * o.mean)
		precision += weight
	}
	return mean / precision, precision
}

// A spreads holds the posterior of t, the standard deviation of the models' mean scores, at a
// list of possible values.
type spreads struct{ values, cumulated []float64 }

// newSpreads returns the posterior of t, the standard deviation of the models' mean scores. The
// possible values of t are quantiles of its half-Cauchy prior, so that all have the same prior
// weight. scale is the median of the prior.
func newSpreads(own []sortedDraws, scale float64) spreads {
	const points = 400
	s := spreads{make([]float64, points), make([]float64, points)}
	for i := range points {
		t := scale * math.Tan(math.Pi/2*(float64(i)+0.5)/points)
		common, precision := centre(own, t)
		log := -math.Log(precision) / 2
		for _, o := range own {
			variance := float64(t*t) + float64(o.sd*o.sd)
			off := float64((o.mean - common) * (o.mean - common))
			log -= float64((math.Log(variance) + off/variance) / 2)
		}
		s.values[i], s.cumulated[i] = t, log
	}
	top := floats.Max(s.cumulated)
	for i, log := range s.cumulated {
		s.cumulated[i] = math.Exp(log - top)
	}
	var sum float64
	for i, weight := range s.cumulated {
		sum += weight
		s.cumulated[i] = sum
	}
	return s
}

func (s spreads) draw(random *rand.Rand) float64 {
	at, _ := slices.BinarySearch(s.cumulated, float64(random.Float64()*s.cumulated[len(s.cumulated)-1]))
	return s.values[min(at, len(s.values)-1)]
}
