package posterior

import "math"

// A Kernel is a part of the prior of a mean: normal around Mean, with the standard
// deviation SD.
type Kernel struct{ Mean, SD, Weight float64 }

// likeness holds the spreads with which a model is like another, in standard deviations of
// all models: from half of it to a sixteenth.
var likeness = [...]float64{1. / 2, 1. / 4, 1. / 8, 1. / 16}

// mostOthers is about how many other models one may be like: of more, every so many-th.
const mostOthers = 200

// LikeOthers appends to prior the kernels that the mean of a model has before its own
// trials, given those of all models. It is either like all of them, normal around the common
// mean with the standard deviation sd, or like any other model. The mixture of scales makes
// its tails heavy, and close models likely wherever models are, which one normal
// distribution does not.
func LikeOthers(prior []Kernel, means []float64, model int, common, sd float64) []Kernel {
	prior = append(prior, Kernel{common, sd, 1})
	step := 1 + (len(means)-1)/mostOthers
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
// the standard error se above 0. Its weights add up to 1.
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
