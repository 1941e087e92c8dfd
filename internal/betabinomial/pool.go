package betabinomial

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// Settings of the grid of concentrations. Sums over equidistant points of a bell curve
// are as accurate as integrals if at least two points lie within one standard
// deviation.
const (
	concentrations = 64
	lowest         = 0.05
	highest        = 400
	favour         = 0.15 // the prior of a concentration κ is proportional to κ^favour on the scale of log κ
)

// spreads holds the possible standard deviations of log κ, where κ is a model's
// concentration. They are equally probable.
var spreads = [...]float64{0.2, 0.4, 0.8, 1.6}

// logConcentration returns the logarithm of the i-th concentration.
func logConcentration(i int) float64 {
	from, to := math.Log(lowest), math.Log(highest)
	return from + float64((to-from)*(float64(i)+0.5)/concentrations)
}

// A curve holds one number for each concentration: a log likelihood or a probability.
type curve [concentrations]float64

// A hyperprior is one possible distribution of the models' concentrations: log-normal
// with a given median and spread.
type hyperprior struct {
	p, log curve
	prior  float64 // log of the prior probability, up to a constant
}

// hyperpriors returns the distributions of concentrations that Fit considers.
var hyperpriors = sync.OnceValue(func() []hyperprior { return newHyperpriors(favour, 0) })

// newHyperpriors returns one hyperprior for each pair of a median and a spread. The
// medians are the concentrations of the grid; the prior probability of a median κ is
// proportional to κ^favour. The second argument is the probability that a model's
// concentration is uniform on the grid instead, whatever the median and the spread are.
func newHyperpriors(favour, stray float64) []hyperprior {
	all := make([]hyperprior, 0, len(spreads)*concentrations)
	for _, spread := range spreads {
		for median := range concentrations {
			h := hyperprior{prior: float64(favour * logConcentration(median))}
			for i := range h.log {
				distance := (logConcentration(i) - logConcentration(median)) / spread
				h.log[i] = -distance * distance / 2
			}
			total := floats.LogSumExp(h.log[:])
			for i := range h.log {
				h.log[i] -= total
				h.p[i] = math.Exp(h.log[i])
			}
			if stray > 0 {
				h.blend(stray)
			}
			all = append(all, h)
		}
	}
	return all
}

// blend mixes a uniform distribution over all concentrations, with the given weight,
// into the hyperprior.
func (h *hyperprior) blend(share float64) {
	for i, p := range h.p {
		h.p[i] = float64((1-share)*p) + float64(share/concentrations)
		h.log[i] = math.Log(h.p[i])
	}
}

// pooledLikelihood holds the likelihood of each concentration, for one model or for several
// models with equal counts.
type pooledLikelihood struct {
	log    curve   // log likelihood, shifted so that the largest value is 0
	p      curve   // likelihood
	models float64 // number of models with these counts
}

// Limits for pooling.
const (
	leastLinear = 1e-250 // a smaller sum can have lost terms, so it is computed from logarithms
	unlikely    = 1e-20  // a hyperprior with a smaller probability is ignored
)

// pool returns, for each model, the posterior probability of each concentration. The
// marginals are each model's log likelihoods of the concentrations; they must be
// finite. Several models with the same counts appear only once: marginals[i] stands for
// models[i] models. The hyperpriors are the possible prior distributions of
// concentrations.
func pool(marginals []curve, models []int, hyperpriors []hyperprior) []curve {
	likelihoods := make([]pooledLikelihood, len(marginals))
	for i, logs := range marginals {
		l := &likelihoods[i]
		l.models = float64(models[i])
		top := floats.Max(logs[:])
		for j, log := range logs {
			l.log[j] = log - top
			l.p[j] = math.Exp(l.log[j])
		}
	}
	evidence := evidenceOf(likelihoods, hyperpriors)
	total := floats.LogSumExp(evidence)
	posteriors := make([]curve, len(marginals))
	for i := range evidence {
		if weight := math.Exp(evidence[i] - total); weight > unlikely {
			for j := range likelihoods {
				likelihoods[j].addPosterior(&posteriors[j], weight, &hyperpriors[i])
			}
		}
	}
	return posteriors
}

// evidenceOf returns the log posterior probability of each hyperprior, up to a
// constant. No likelihood exceeds 1, so the evidence only shrinks as models are added.
// A hyperprior whose evidence falls far below that of a good hyperprior is dropped and
// counts as impossible.
func evidenceOf(likelihoods []pooledLikelihood, hyperpriors []hyperprior) []float64 {
	const (
		sample   = 128 // number of models that are enough to find a good hyperprior
		hopeless = 200 // a factor of e⁻²⁰⁰ in the probability changes no digit
	)
	evidence, least := make([]float64, len(hyperpriors)), math.Inf(-1)
	add := func(i, from, to int) {
		for j := from; j < to && evidence[i] > least; j++ {
			evidence[i] += float64(likelihoods[j].models * likelihoods[j].logLikelihood(&hyperpriors[i]))
		}
	}
	first := min(sample, len(likelihoods))
	for i := range evidence {
		evidence[i] = hyperpriors[i].prior
		add(i, 0, first)
	}
	good := floats.MaxIdx(evidence)
	add(good, first, len(likelihoods))
	least = evidence[good] - hopeless
	for i := range evidence {
		if i != good {
			add(i, first, len(likelihoods))
		}
		if evidence[i] <= least {
			evidence[i] = math.Inf(-1)
		}
	}
	return evidence
}

// logLikelihood returns the log likelihood of a hyperprior, given the counts of one
// model.
func (l *pooledLikelihood) logLikelihood(h *hyperprior) float64 {
	if sum := floats.Dot(l.p[:], h.p[:]); sum > leastLinear {
		return math.Log(sum)
	}
	joint := l.joint(h)
	return floats.LogSumExp(joint[:])
}

// joint returns, for each concentration, the logarithm of likelihood times prior
// probability. The prior is the hyperprior h.
func (l *pooledLikelihood) joint(h *hyperprior) (joint curve) {
	floats.AddTo(joint[:], l.log[:], h.log[:])
	return joint
}

// addPosterior computes the posterior probability of each concentration under a
// hyperprior, multiplies it by the weight and adds it to the given curve.
func (l *pooledLikelihood) addPosterior(into *curve, weight float64, h *hyperprior) {
	var posterior curve
	if sum := floats.Sum(floats.MulTo(posterior[:], l.p[:], h.p[:])); sum > leastLinear {
		floats.AddScaled(into[:], weight/sum, posterior[:])
		return
	}
	joint := l.joint(h)
	total := floats.LogSumExp(joint[:])
	for i, log := range joint {
		into[i] += float64(weight * math.Exp(log-total))
	}
}

// A filler computes the likelihood of a concentration for one model, either cheaply by
// an approximation or exactly on a grid.
type filler interface {
	// approximate returns an approximation of the result of fill. It is called for all
	// concentrations in order.
	approximate(i int, concentration float64) float64

	// fill computes the grid for the i-th concentration and returns its log likelihood.
	fill(i int, concentration float64) float64
}

// pooledPosteriors returns, for each fitted model, the posterior probability of each
// concentration. It computes the likelihood exactly only for concentrations whose
// probability exceeds minShare times the model's largest one. For all others, it uses
// an approximation. Several models with the same counts appear only once: fits[i]
// stands for models[i] models.
func pooledPosteriors[F filler](fits []F, models []int, minShare float64, hyperpriors []hyperprior) []curve {
	marginals, filled := make([]curve, len(fits)), make([][concentrations]bool, len(fits))
	for i, f := range fits {
		for k := range marginals[i] {
			marginals[i][k] = f.approximate(k, math.Exp(logConcentration(k)))
		}
	}
	for {
		posteriors, done := pool(marginals, models, hyperpriors), true
		for i, f := range fits {
			top := floats.Max(posteriors[i][:])
			for k, p := range posteriors[i] {
				if p > minShare*top && !filled[i][k] {
					marginals[i][k] = f.fill(k, math.Exp(logConcentration(k)))
					filled[i][k], done = true, false
				}
			}
		}
		if done {
			return posteriors
		}
	}
}
