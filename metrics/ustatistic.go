package metrics

import (
	"context"
	"math"
	"math/big"
	"sync"

	"settle/internal/betabinomial"
	"settle/results"
)

// A UStatistic is a PerQuestion metric that estimates, without bias, the expected score
// of K trials of a question (Hoeffding, "A class of statistics with asymptotically
// normal distribution", 1948). Its kernel s_j is the score of K trials of which j are
// correct. Pass@k, for example, has s_0 = 0 and s_j = 1 for j ≥ 1. If the trials of a
// question are correct with probability p, its expected score is g(p) = Σ_j s_j · C(K,
// j) · p^j · (1 − p)^(K−j).
//
// A UStatistic is an Estimator. Its estimate is the score with its standard error over
// trials,
//
//	σ² = Σ_q E[Var(U_q | p_q)] / M²,
//
// where U_q is the score of question q after n_q trials. The expectation is over the
// posterior of p_q under a Beta prior. The prior is fitted to the board
// (betabinomial.Moments), so the standard error of one model depends slightly on the
// other models. With the plug-in estimate p̂ = c/n instead, questions on which all
// trials agree would add nothing, and a board of such questions would have intervals of
// width 0. Intervals are clipped to the union of [0, 1] and the range of the kernel.
// WithPrior and Fitted give other estimates.
type UStatistic struct {
	*PerQuestion
	kernel func() *kernel
}

// NewUStatistic returns the metric with the given name and numerators, as
// NewPerQuestion does. The numerators must be averages of a score over all subsets of k
// of the n trials. The kernel consists of the scores at n = k.
func NewUStatistic(name string, k int, numerators func(n int) (num []*big.Int, den *big.Int)) *UStatistic {
	return newUStatistic(name, k, numeratorsFromList(numerators), func() *kernel { return newKernel(numerators(k)) })
}

func newUStatistic(name string, k int, numerators numerators, kernel func() *kernel) *UStatistic {
	return &UStatistic{
		PerQuestion: &PerQuestion{name: name, first: k, numerators: numerators},
		kernel:      sync.OnceValue(kernel),
	}
}

// Fit fits the prior that the standard errors use, and computes all estimates.
func (m *UStatistic) Fit(ctx context.Context, t *results.Tally) (Estimator, error) {
	if err := checkTally(m, t); err != nil {
		return nil, err
	}
	e, err := evaluate(ctx, m, t)
	if err != nil {
		return nil, err
	}
	s := &sampledStatistic{UStatistic: m, tally: t, estimates: make([]Estimate, t.Models)}
	priors := momentPriors(t)
	for model := range s.estimates {
		sigma, err := m.standardError(ctx, priors[model], t, model)
		if err != nil {
			return nil, err
		}
		s.estimates[model] = m.estimateAround(e.Scores[model], sigma)
	}
	return s, nil
}

// Estimate returns the estimate of one model. For its standard error, each call fits a
// prior to the tally again. For all models, call Estimates or Fit.
func (m *UStatistic) Estimate(t *results.Tally, model int) Estimate {
	score := m.Score(t, model)
	sigma, _ := m.standardError(context.Background(), momentPriors(t)[model], t, model)
	return m.estimateAround(score, sigma)
}

// estimateAll sets the estimates of all models.
func (m *UStatistic) estimateAll(t *results.Tally, into []Estimate) {
	scores, priors := Scores(m, t, nil), momentPriors(t)
	for model := range into {
		sigma, _ := m.standardError(context.Background(), priors[model], t, model)
		into[model] = m.estimateAround(scores[model], sigma)
	}
}

func (m *UStatistic) estimateAround(score, sigma float64) Estimate {
	return Estimate{Mu: score, Sigma: sigma, Range: m.kernel().extent}
}

// momentPriors returns, for each model, the Beta prior from which its standard error is
// computed. The priors are fitted to the tally.
func momentPriors(t *results.Tally) []betabinomial.Node {
	counts := make([][]betabinomial.Count, t.Models)
	for model := range counts {
		counts[model] = countsOf(t, model)
	}
	return betabinomial.Moments(counts)
}

// standardError returns the standard error of a model's score. It returns an error only
// if the context ends.
func (m *UStatistic) standardError(
	ctx context.Context, prior betabinomial.Node, t *results.Tally, model int,
) (float64, error) {
	return samplingError(ctx, func(int) *kernel { return m.kernel() }, prior, t, model)
}

// samplingError returns the standard error over trials of a model's mean score over
// questions. kernelOf returns the kernel for questions with n trials, and prior is the
// Beta prior of the model's questions. samplingError returns an error only if the
// context ends.
func samplingError(
	ctx context.Context, kernelOf func(n int) *kernel, prior betabinomial.Node, t *results.Tally, model int,
) (float64, error) {
	var variance, met float64
	for _, c := range countsOf(t, model) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		questions := float64(c.Questions)
		met += questions
		variance += float64(questions * kernelOf(c.Trials).samplingVariance(
			prior.Alpha+float64(c.Successes), prior.Beta+float64(c.Trials-c.Successes), c.Trials))
	}
	return math.Sqrt(variance) / met, nil
}

// questionMeans returns the scores of a model by question. The score is NaN for a
// question that the model never met.
func (m *UStatistic) questionMeans(t *results.Tally, model int) []float64 {
	kernel, row := m.kernel(), t.Row(model)
	return metValues(t, model, func(q, n int) float64 { return kernel.score(int(row[q]), n) })
}

// sampledStatistic is a U-statistic with its estimates for one tally.
type sampledStatistic struct {
	*UStatistic
	tally     *results.Tally
	estimates []Estimate // by model
}

// Estimate returns the estimate of a model. For the tally that the metric was fitted
// to, it returns the stored estimate.
func (s *sampledStatistic) Estimate(t *results.Tally, model int) Estimate {
	if t != s.tally {
		return s.UStatistic.Estimate(t, model)
	}
	return s.estimates[model]
}

// estimateAll sets the estimates of all models. For the tally that the metric was
// fitted to, it copies the stored estimates.
func (s *sampledStatistic) estimateAll(t *results.Tally, into []Estimate) {
	if t != s.tally {
		s.UStatistic.estimateAll(t, into)
		return
	}
	copy(into, s.estimates)
}

// A sampler is an Estimator whose σ is the standard error of its score over trials.
type sampler interface {
	estimateAll(t *results.Tally, into []Estimate)
	questionMeans(t *results.Tally, model int) []float64
}

// asSampler returns m as a sampler if m is a sampler of this package, whether or not it
// was fitted to a tally. Otherwise it returns false. It checks the exact type, because
// a type that embeds such a metric can score differently.
func asSampler(m Metric) (sampler, bool) {
	switch m.(type) {
	case *UStatistic, *sampledStatistic, *geomAtK, *Geometric:
		return m.(sampler), true
	}
	return nil, false
}
