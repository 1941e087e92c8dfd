package posterior

import "math"

// A Kernel is one component of a mixture of normal distributions, the prior of a model's mean
// score. The component has the given Mean, standard deviation SD and Weight.
type Kernel struct{ Mean, SD, Weight float64 }

// likeness lists how close a model's mean can be to the mean of another model that it resembles.
// Each value is the standard deviation of the difference, as a fraction of the standard deviation
// over all models.
var likeness = [...]float64{1. / 2, 1. / 4, 1. / 8, 1. / 16}

// maxOthers is approximately the largest number of other models that LikeOthers considers. If
// there are more models, only every second, third, … is used.
const maxOthers = 200

// LikeOthers appends the components of a prior to the list prior. The prior is for the mean score
// of a model, before its own trials; means holds the means of all models. In one component, the
// model resembles all models: its mean is normal around commonMean with standard deviation sd. In
// each other component, the model resembles one other model and is close to that model's mean. So
// the prior has heavy tails and, unlike a single normal distribution, makes it likely that some
// other model is close to this one.
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

// Update turns the prior of a mean, in place, into the posterior. estimate is a normal estimate
// of the mean with standard error se > 0. The weights of the result sum to 1.
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
