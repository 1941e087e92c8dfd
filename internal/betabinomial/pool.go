package betabinomial

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// The grid of concentrations. Sums over equidistant points of a bell curve are as
// accurate as integrals if at least two points lie within a standard deviation.
const (
	concentrations = 64
	lowest         = 0.05
	highest        = 400
	favour         = 0.15 // the prior of a concentration κ is κ^favour on the scale of log κ
)

// spreads holds the possible standard deviations of the logarithms of the models'
// concentrations around their median, which are equally probable.
var spreads = [...]float64{0.2, 0.4, 0.8, 1.6}

// logConcentration returns the logarithm of the i-th concentration.
func logConcentration(i int) float64 {
	from, to := math.Log(lowest), math.Log(highest)
	return from + float64((to-from)*(float64(i)+0.5)/concentrations)
}

// A curve holds one number per concentration: a log likelihood or a probability.
type curve [concentrations]float64

// A hyperprior is one possible distribution of the concentrations of all models:
// log-normal with one median and one spread.
type hyperprior struct {
	p, log curve
	prior  float64 // log prior probability, up to a constant
}

// hyperpriors returns the hyperpriors of Fit.
var hyperpriors = sync.OnceValue(func() []hyperprior { return newHyperpriors(favour, 0) })

// newHyperpriors returns the hyperpriors for all medians and spreads. A median κ has
// the prior κ^favour on the scale of log κ. With probability stray, a model has its
// concentration anywhere on the grid.
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

// blend mixes a uniform distribution over the concentrations into the prior, with the
// given share.
func (h *hyperprior) blend(share float64) {
	for i, p := range h.p {
		h.p[i] = float64((1-share)*p) + float64(share/concentrations)
		h.log[i] = math.Log(h.p[i])
	}
}

// pooled holds the likelihood of the concentrations of one model, or of several models
// with equal counts.
type pooled struct {
	log    curve   // log likelihood; the largest value is 0
	p      curve   // likelihood
	models float64 // number of models that share it
}

// Sums below leastLinear could have lost terms to underflow and are computed from
// logarithms. Hyperpriors and concentrations whose probability is below the share
// unlikely of the largest probability are ignored, because they do not change the
// result.
const (
	leastLinear = 1e-250
	unlikely    = 1e-13
)

// pool returns the posterior probability of each concentration for each model.
// marginals holds the log likelihoods, which must be finite, and models the number of
// models that share each of them.
func pool(marginals []curve, models []int, hyperpriors []hyperprior) []curve {
	likelihoods := make([]pooled, len(marginals))
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

// evidenceOf returns the log posterior probabilities of the hyperpriors, up to a
// constant. No likelihood exceeds 1, so evidence only shrinks as models are added. A
// hyperprior whose evidence falls hopelessly below that of a good hyperprior is dropped
// and counts as impossible.
func evidenceOf(likelihoods []pooled, hyperpriors []hyperprior) []float64 {
	const (
		sample   = 128 // number of models that suffice to identify a good hyperprior
		hopeless = 200 // e⁻²⁰⁰ of the probability changes no digit
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

// logLikelihood returns the log likelihood of a hyperprior.
func (l *pooled) logLikelihood(h *hyperprior) float64 {
	if sum := floats.Dot(l.p[:], h.p[:]); sum > leastLinear {
		return math.Log(sum)
	}
	joint := l.joint(h)
	return floats.LogSumExp(joint[:])
}

// joint returns the logarithms of likelihood times prior.
func (l *pooled) joint(h *hyperprior) (joint curve) {
	floats.AddTo(joint[:], l.log[:], h.log[:])
	return joint
}

// addPosterior adds the posterior under a hyperprior, times weight.
func (l *pooled) addPosterior(into *curve, weight float64, h *hyperprior) {
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

// A filler approximates the likelihood of the concentrations of one model cheaply, and
// computes it exactly by filling a grid.
type filler interface {
	// approximate returns an approximation of the result of fill. It is called for the
	// concentrations in order.
	approximate(i int, concentration float64) float64

	// fill places the nodes of the i-th concentration and returns its log likelihood.
	fill(i int, concentration float64) float64
}

// poolFilled pools models and fills only the grids of relevant concentrations. It
// repeats until every concentration with more than the share least of a model's largest
// probability is filled. The others keep their approximate likelihood.
func poolFilled[F filler](fits []F, models []int, least float64, hyperpriors []hyperprior) []curve {
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
				if p > least*top && !filled[i][k] {
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
