package standings

import (
	"context"
	"math"

	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
)

// A Versus compares two models of a board on the same questions, by one or more metrics. Compare
// adds a metric.
type Versus struct {
	A, B       string  // names of the two models
	Confidence float64 // confidence of each interval alone, in (0, 1)
	Metrics    []VersusMetric

	Prior Prior // prior of Bayes@N if Bayes@N is among the metrics and the prior is heavy, otherwise all 0
}

// A VersusMetric holds the comparison of the two models by one metric.
type VersusMetric struct {
	Metric         string
	ScoreA, ScoreB float64
	Estimands      []VersusEstimand // empty without an interval
	TheseOnly      error            // why Estimands lacks Population, or nil
	LeftOut        LeftOut          // questions of an unequal board that are left out

	// Separated is true if the two models are separated in a simultaneous comparison of all
	// pairs on the board, and nil if that comparison was not requested.
	Separated *bool

	// Components splits the variance of the difference between the models over questions,
	// estimated from the trials alone. It is nil if this is impossible (see
	// posterior.NewComponents).
	Components *posterior.Components
}

// A VersusEstimand holds the score of A minus the score of B under one estimand: the mean over
// these questions, or over a population of questions.
type VersusEstimand struct {
	Estimand   posterior.Estimand
	Difference metrics.Estimate // difference of the posterior means, in units of the score
	Lo, Hi     float64          // central interval of the difference
	Z          float64          // Difference divided by its standard deviation; ±Inf without uncertainty
	Rho        float64          // posterior probability that A is better, in the normal approximation

	// P is the share of posterior draws in which A is better, where a tie counts as half.
	// PSE is the Monte-Carlo standard error of P. The draws are normal if Normal is true,
	// otherwise they come from Dirichlet posteriors.
	P, PSE float64
	Draws  int // number of draws; if 0, P and PSE are NaN
	Normal bool
}

// Compare compares models i (A) and j (B) of a tally by one metric, and adds the result to v.
// There are two estimands: the mean over these questions, and over a population of questions. For
// each, Compare makes o.Replicates posterior draws, which can be 0. It fails if the metric cannot
// score the tally, or if ctx ends.
//
// In an unequal tally, Compare uses the questions of which both models have as many trials as the
// metric needs, regardless of other models. A metric that must be fitted is fitted to all models,
// or only to these two if another model lacks questions that they share.
func (v *Versus) Compare(
	ctx context.Context, t *results.Tally, m metrics.Metric, i, j int, seed uint64, o montecarlo.Options,
) error {
	whole := t
	m, t, i, j = metrics.PairOf(m, t, i, j)
	part, board, err := evaluate(ctx, m, t, false)
	if err != nil {
		return err
	}
	m, t = part.Metric, part.Tally
	if prior := NewPrior(m, t); prior.Heavy() {
		v.Prior = prior
	}
	row := VersusMetric{
		Metric: m.Name(), ScoreA: board.Scores[i], ScoreB: board.Scores[j], LeftOut: newLeftOut(part, whole),
	}
	if estimator, ok := m.(metrics.Estimator); ok {
		for _, e := range []posterior.Estimand{posterior.Questions, posterior.Population} {
			scores, err := posterior.New(estimator, t, e)
			if posterior.NoPopulation(err) {
				row.TheseOnly = err
				continue
			} else if err != nil {
				return err
			}
			compared, err := v.estimand(ctx, scores, i, j, seed, o)
			if err != nil {
				return err
			}
			row.Estimands = append(row.Estimands, compared)
		}
	}
	row.Components = components(m, t, i, j, v.Confidence)
	v.Metrics = append(v.Metrics, row)
	return nil
}

// estimand compares models i and j by the scores s, which are for one estimand: the mean over
// these questions, or over a population of questions.
func (v *Versus) estimand(
	ctx context.Context, s *posterior.Scores, i, j int, seed uint64, o montecarlo.Options,
) (VersusEstimand, error) {
	z := s.Z(i, j)
	e := VersusEstimand{
		Estimand: s.Estimand(), Difference: s.Difference(i, j), Z: z, Rho: ranking.Rho(z),
		P: math.NaN(), PSE: math.NaN(), Normal: s.Normal(),
	}
	e.Lo, e.Hi = e.Difference.Interval(v.Confidence, metrics.Unbounded)
	if o.Replicates == 0 {
		return e, nil
	}
	better, err := s.Better(ctx, i, j, seed, o)
	if err != nil {
		return e, err
	}
	e.Draws = better.Draws
	e.P, e.PSE = better.P()
	return e, nil
}

// components returns the variance components of the difference of two models, estimated from the
// trials alone, or nil if that is impossible.
func components(m metrics.Metric, t *results.Tally, i, j int, confidence float64) *posterior.Components {
	if observed, ok := metrics.Observed(m, t); ok {
		m = observed
	} else if metrics.TraitsOf(m).Shrunk {
		return nil // too few trials for the observed score, and a fitted prior is not observed data
	}
	estimator, ok := m.(metrics.Estimator)
	if !ok {
		return nil
	}
	c, ok := posterior.NewComponents(estimator, t, i, j, confidence)
	if !ok {
		return nil
	}
	return &c
}
