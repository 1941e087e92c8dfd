package posterior

import "math"

// A Kernel is a component of the prior of a model's mean: normal around Mean with standard
// deviation SD, with the given Weight.
type Kernel struct{ Mean, SD, Weight float64 }

// likeness holds the standard deviations of a model's mean around the mean of another model that
// it resembles, as fractions of the standard deviation over all models.
var likeness = [...]float64{1. / 2, 1. / 4, 1. / 8, 1. / 16}

// maxOthers is approximately the largest number of other models that a model can resemble. If
// there are more models, only every n-th is used.
const maxOthers = 200

// LikeOthers appends to prior the kernels that describe the mean of a model before its own
// trials, given the means of all models. A model either resembles all models, with a mean that
// is normal around commonMean with standard deviation sd, or it resembles one other model. The
// mixture of scales has heavy tails. Unlike a single normal distribution, it makes it likely
// that another model is close to this one.
func LikeOthers(prior []Kernel, means []float64, model int, commonMean, sd float64) []Kernel {
	prior = append(prior, Kernel{commonMean, sd, 1})
	step := 1 + (len(means)-1)/maxOthers
	for other := model % step; other < len(means); other += step {
		for _, scale := range likeness {
			if other != model {
				prior = append(prior, Kernel{means[other], scale * sd, 1. / float64(len(likeness))})
			}
		}
	}
	return prior
}

// Update turns a prior into the posterior of a mean, in place, given a normal estimate with
// standard error se > 0. The resulting weights sum to 1.
func Update(prior []Kernel, estimate, se float64) {
	variance := func(k Kernel) float64 { return float64(k.SD*k.SD) + float64(se*se) }
	least := math.Inf(1)
	for _, k := range prior {
		off := estimate - k.Mean
		least = min(least, off*off/variance(k))
	}
	var sum float64
	for i, k := range prior {
		v, off := variance(k), estimate-k.Mean
		prior[i] = Kernel{
			Mean:   k.Mean + float64(k.SD*k.SD/v*off),
			SD:     k.SD * se / math.Sqrt(v),
			Weight: k.Weight * math.Exp((least-off*off/v)/2) / math.Sqrt(v),
		}
		sum += prior[i].Weight
	}
	for i := range prior {
		prior[i].Weight /= sum
	}
}
