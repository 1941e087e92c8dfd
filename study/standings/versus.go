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

// Versus compares two models of a board on the same questions, by one metric
// after the other (see Compare).
type Versus struct {
	A, B       string  // the names of the models
	Confidence float64 // of the intervals, in (0, 1)
	Metrics    []VersusMetric

	Prior Prior // that of Bayes@N, if it is one of the metrics and its prior is heavy; else all 0
}

// VersusMetric is the comparison by one metric.
type VersusMetric struct {
	Metric         string
	ScoreA, ScoreB float64
	Estimands      []VersusEstimand // none without an interval, Population only of two questions or more
	LeftOut        LeftOut          // questions of an unequal board

	// Separated tells whether all pairs of the board, compared at once, separate the two; nil
	// where that was not asked.
	Separated *bool

	// Components are the variances of the gap by question, of what the trials alone
	// show; nil where they do not tell (see posterior.NewComponents).
	Components *posterior.Components
}

// VersusEstimand is the difference of A less B, in the sense of an estimand.
type VersusEstimand struct {
	Estimand   posterior.Estimand
	Difference metrics.Estimate // of the posterior means, in units of the score
	Lo, Hi     float64          // its central interval
	Z          float64          // Difference in units of its standard deviation; ±Inf without uncertainty
	Rho        float64          // the probability that A is better, in the normal approximation

	// P is the probability that A is better, in so many posterior draws, half
	// of the ties counted, and PSE its Monte-Carlo standard error. The draws
	// take the posterior for Normal, or else come from Dirichlet posteriors.
	P, PSE float64
	Draws  int // 0: P and PSE are NaN
	Normal bool
}

// Compare adds a metric to the comparison of the models i and j of a tally, A
// and B. Of an unequal tally it compares them on the questions of which both have
// as many trials as the metric needs, whatever other models have; what is fitted is fitted to
// all models, unless one of them lacks such questions. It draws o.Replicates times for each estimand, or not at all for 0. It
// fails if the metric cannot score the tally, or if ctx ends.
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

// estimand compares the models i and j by their posterior.
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

// components are those of what the trials alone show of a metric.
func components(m metrics.Metric, t *results.Tally, i, j int, confidence float64) *posterior.Components {
	if observed, ok := metrics.Observed(m, t); ok {
		m = observed
	} else if metrics.TraitsOf(m).Shrunk {
		return nil // trials are too few for the score, and a fitted prior is not what they show
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
