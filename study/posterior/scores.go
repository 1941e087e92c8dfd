// Package posterior estimates the uncertainty of scores and rankings.
//
// Call [New], then [Scores.Difference] for one pair, [Scores.Together] for all pairs at
// simultaneous confidence, or [Scores.Ranks] for rank probabilities. For a metrics.Ranker, which
// has no standard error, call [NewChances] and [Chances.Orders].
//
// The [Estimand] decides what is random. For [Questions], only the trials are random, and models
// are independent. For [Population], the questions are also a random sample. All models share
// this sample, so comparisons are paired (Miller 2024, "Adding Error Bars to Evals", sections 2
// and 4). Every result depends only on the seed and the number of draws, not on the number of
// workers.
//
// Do not use the package for repeated looks at a growing board: see study/sequential.
package posterior

import (
	"errors"
	"math"
	"slices"
	"sync"

	"settle/internal/enum"
	"settle/internal/quoted"
	"settle/internal/unfused"
	"settle/metrics"
	"settle/results"
)

// An Estimand is the quantity that a score estimates: a mean over the questions of the board, or
// a mean over a population of questions.
type Estimand int

const (
	// Questions is the mean over the questions of the board. Only the trials are random, and
	// σ is the σ of the metric.
	Questions Estimand = iota
	// Population is the mean over a population of questions, from which the board's
	// questions are a random sample.
	Population
)

var estimandNames = enum.Names[Estimand]{"questions", "population"}

// ParseEstimand returns the estimand with the given name, "questions" or "population".
func ParseEstimand(name string) (Estimand, error) {
	return estimandNames.Parse("estimand", name)
}

// String returns the name of the estimand, as ParseEstimand accepts it.
func (e Estimand) String() string { return estimandNames.Name(e) }

// ErrOneQuestion is returned for the estimand Population if some model has trials of fewer than
// two questions. The variance between questions is then unknown.
var ErrOneQuestion = errors.New("claims about similar questions require at least two questions on which every model can be scored")

// ErrOneGroup is returned for the estimand Population if some model has trials of fewer than two
// groups of questions. The variance between groups is then unknown.
var ErrOneGroup = errors.New("claims about similar groups of questions require at least two groups with trials of every model")

// A Scores is the joint posterior of the scores of all models of a board.
//
// Let m_q and v_q be the posterior mean and variance of a model's score on question q of M
// questions. For these questions alone, the variance of the score is σ² = Σ v_q / M². By the law
// of total variance, the score on a random question has variance mean(v_q) + s², where s² is the
// sample variance of the m_q (denominator M − 1). So the mean over M random questions has the
// variance
//
//	σ² + s² / M.
//
// With many trials this is Miller's s² / M. With few trials it is larger, because it accounts
// for the shrinkage of the m_q. In the same way, the difference of two models has variance σ² +
// σ′² + s_d² / M, where s_d² is the sample variance of the differences m_q − m′_q. So models
// that find the same questions hard are easier to separate.
//
// For avg@N the m_q are sample means without shrinkage. Their variance already includes the
// noise of the trials: s² / M and s_d² / M are unbiased, and adding σ² would count the noise
// twice. By chance, however, the m_q can differ less than the noise of their trials implies. So
// an amount l ≥ 0 raises s² / M to at least the variance of M·N trials of a single question
// (metrics.Noise.Pooled). A model then has the variance s² / M + l, and the difference of two
// models has the variance
//
//	s_d² / M + l + l′,
//
// or, if that is larger, the noise of the trials of both models (metrics.Noise.Within). No
// variance is below the noise of the trials.
//
// The same is done for the scores of a metrics.UStatistic. Its Pooled and Within are both the
// square of its standard error, so the variance is at least that square.
//
// Since s² is estimated from M questions, intervals, comparisons and draws for a population use
// Student's t with M − 1 degrees of freedom. This is conservative, because the part σ² of the
// variance has more degrees of freedom; with many questions it makes no difference.
//
// If questions come in groups, such as several questions about one text, the groups are the
// random sample. s² / M and s_d² / M are then the cluster-robust variances CR2, with their own
// degrees of freedom (see spread). Draws are normal, scaled to Student's t.
//
// On an unequal board, the variances of each question come from its own trials. For a
// population, models can have different questions. A model's score uses the M questions that it
// attempted, but two models are compared on the questions that both attempted. If there are fewer
// than two such questions, the difference of the two scores is used instead. So a comparison can
// differ from the difference of the two scores, even in sign; the two models then count as not
// separated (see ranking.ZScore).
type Scores struct {
	estimand Estimand
	metric   metrics.Estimator
	tally    *results.Tally
	met      [][]bool // by model and question; nil if all models met all questions
	// trials holds the estimates. Their σ² is the part of the variance that is not in
	// between: the noise of the trials or, for sample means in a population, the amount l.
	trials []metrics.Estimate
	// between has a row of (m_q − mean) / √(M(M − 1)) for each model. The squares of a row
	// sum to s² / M; an element is 0 for a question that the model never met. If questions
	// come in groups, a row has one number per group (see spread). Rows are nil if only
	// trials are random.
	between   [][]float64
	dirichlet *metrics.Dirichlet        // posterior of the metric; nil if the noise of the trials is taken as normal
	groups    func() []groupedQuestions // by model: the posteriors in dirichlet, prepared for drawing at the first call
	degrees   []float64                 // by model: degrees of freedom of Student's t for Population; 0 for Questions
	within    []float64                 // by model: variance explained by the trials alone, for sample means; otherwise nil
}

// New returns the joint posterior of the scores of all models in a tally. The tally must pass the
// metric's Check or come from metrics.Restrict.
//
// For the estimand Population, New returns ErrOneQuestion if some model attempted fewer than two
// questions, and ErrOneGroup if some model attempted fewer than two groups of questions. It
// returns ErrTheseOnly if the metric has no population estimate, and also fails if the metric is
// not a mean over questions.
func New(m metrics.Estimator, t *results.Tally, e Estimand) (*Scores, error) {
	s := &Scores{
		estimand: e, metric: m, tally: t,
		trials: make([]metrics.Estimate, t.Models), between: make([][]float64, t.Models),
		degrees: make([]float64, t.Models),
	}
	if !metrics.TraitsOf(m).Foresees {
		s.met = questionsMet(t)
	}
	if e == Questions || t.Groups == nil { // with groups, questions are not resampled one by one
		s.dirichlet, _ = metrics.Posterior(m, t)
	}
	s.groups = sync.OnceValue(func() []groupedQuestions {
		return newGroups(s.dirichlet.Weights, s.Models(), s.dirichlet.Questions, s.nu)
	})
	for model := range s.trials {
		s.trials[model] = m.Estimate(t, model)
	}
	if e == Questions {
		return s, nil
	}
	if err := checkPopulation(m, t); err != nil {
		return nil, err
	}
	for model := range s.between {
		if t.Met(model) < 2 {
			return nil, ErrOneQuestion
		}
		means, err := metrics.QuestionMeans(m, t, model)
		if err != nil {
			return nil, err
		}
		if s.between[model], s.degrees[model] = spread(means, t.Groups); s.degrees[model] == 0 {
			return nil, ErrOneGroup
		}
		if noise, ok := metrics.SamplingNoise(m, t, model); ok {
			s.within = append(s.within, noise.Within)
			s.trials[model].Sigma = math.Sqrt(missingVariance(noise.Pooled, squares(s.between[model])))
		}
		s.trials[model].Sigma = unfused.Hypot(s.trials[model].Sigma, math.Sqrt(metrics.Lost(s.trials[model])))
	}
	return s, nil
}

// ErrTheseOnly is returned if a metric can estimate the score on the questions of the board, but
// not the score on a population of questions.
type ErrTheseOnly struct{ why string }

// Error returns a message that names the metric and suggests another metric.
func (e ErrTheseOnly) Error() string { return e.why }

// NoPopulation reports whether an error returned by New means that scores cannot be estimated for
// a population of questions.
func NoPopulation(err error) bool {
	_, theseOnly := errors.AsType[ErrTheseOnly](err)
	return theseOnly || errors.Is(err, ErrOneQuestion) || errors.Is(err, ErrOneGroup)
}

// checkPopulation returns ErrTheseOnly if the metric cannot estimate scores for a population of
// questions.
func checkPopulation(m metrics.Estimator, t *results.Tally) error {
	switch name := quoted.Bare(m.Name()); {
	case metrics.TraitsOf(m).Rule:
		return ErrTheseOnly{name + " has an interval only for the questions of this benchmark; use avg"}
	case t.Groups != nil && metrics.TraitsOf(m).Shrunk:
		return ErrTheseOnly{name + " requires independent questions, but these questions come in groups; use avg"}
	}
	return nil
}

// questionsMet reports which questions each model has trials of, indexed by model, then question.
// It returns nil if all models have trials of all questions.
func questionsMet(t *results.Tally) [][]bool {
	if !t.Unequal() || t.Trials > 0 {
		return nil
	}
	met := make([][]bool, t.Models)
	for model := range met {
		met[model] = make([]bool, t.Questions)
		for q := range met[model] {
			met[model][q] = t.TrialsOf(model, q) > 0
		}
	}
	return met
}

// nu returns the parameters of the Dirichlet posterior of a model at a question, or nil if the
// model has no trials of the question.
func (s *Scores) nu(model, question int) []float64 {
	if s.met != nil && !s.met[model][question] {
		return nil
	}
	return s.dirichlet.Nu(model, question)
}

// missingVariance returns variance − available. If the difference is negative or only a rounding
// error, it returns 0, because a square root would magnify the error.
func missingVariance(variance, available float64) float64 {
	const rounding = 1e-12
	if l := variance - available; l > rounding*variance {
		return l
	}
	return 0
}

// Models returns the number of models.
func (s *Scores) Models() int { return len(s.trials) }

// allModels returns the indices of all models.
func (s *Scores) allModels() []int {
	models := make([]int, s.Models())
	for i := range models {
		models[i] = i
	}
	return models
}

// Estimand returns the quantity that the scores estimate.
func (s *Scores) Estimand() Estimand { return s.estimand }

// Normal reports whether draws of the scores come from a normal approximation of the posterior.
// Otherwise they come from Dirichlet posteriors.
func (s *Scores) Normal() bool { return s.dirichlet == nil }

// Sampled reports whether the uncertainty of a score is the standard error of a sample mean, not
// a posterior standard deviation. It is true for avg and the U-statistics if the estimand is
// Population.
func (s *Scores) Sampled() bool { return s.within != nil }

// Mean returns the posterior mean of a model's score, in units of the score.
func (s *Scores) Mean(model int) float64 { return s.trials[model].Mu }

// Sigma returns the posterior standard deviation of a model's score, in units of the score.
func (s *Scores) Sigma(model int) float64 {
	return unfused.Hypot(s.trials[model].Sigma, math.Sqrt(squares(s.between[model])))
}

// squares returns the sum of the squares of the values.
func squares(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += float64(v * v)
	}
	return sum
}

// Estimate returns the posterior mean and standard deviation of a model's score, with the range
// of possible scores. For Population, it also has the degrees of freedom of Student's t. For
// Questions, it has the shape of the metric's own posterior.
func (s *Scores) Estimate(model int) metrics.Estimate {
	if s.estimand == Questions {
		return s.trials[model]
	}
	return metrics.Estimate{
		Mu: s.Mean(model), Sigma: s.Sigma(model), Range: s.trials[model].Range, DF: s.degrees[model],
	}
}

// Reach returns half the width of the central interval of a model's score at the given
// confidence. The confidence holds for this model alone.
func (s *Scores) Reach(model int, confidence float64) float64 {
	return s.Estimate(model).Reach(confidence)
}

// Difference returns the posterior mean and standard deviation of a difference: the score of
// model i minus the score of model j. The comparison is paired by question. For Population, it
// uses only the questions that both models attempted. If scores are limited, Range holds the
// limits of the difference.
func (s *Scores) Difference(i, j int) metrics.Estimate {
	if s.estimand == Population && s.met != nil && !slices.Equal(s.met[i], s.met[j]) {
		if both, ok := s.commonPosterior(i, j); ok {
			return both.Difference(0, 1)
		}
	}
	variance := s.ownVariance(i) + s.ownVariance(j) + s.differenceVariance(i, j)
	if s.within != nil {
		variance = max(variance, s.within[i]+s.within[j])
	}
	d := metrics.Estimate{
		Mu: s.Mean(i) - s.Mean(j), Sigma: math.Sqrt(variance), DF: min(s.degrees[i], s.degrees[j]),
	}
	if a, b := s.trials[i].Range, s.trials[j].Range; a != (metrics.Bounds{}) && b != (metrics.Bounds{}) {
		d.Range = metrics.Bounds{Lo: a.Lo - b.Hi, Hi: a.Hi - b.Lo}
	}
	return d
}

// commonPosterior returns the joint posterior of the scores of two models on the questions that
// both attempted. ok is false if there are fewer than two such questions.
func (s *Scores) commonPosterior(i, j int) (*Scores, bool) {
	var questions []int
	for q, met := range s.met[i] {
		if met && s.met[j][q] {
			questions = append(questions, q)
		}
	}
	if len(questions) < 2 {
		return nil, false
	}
	models := []int{i, j}
	part := metrics.Part(s.metric, models, questions).(metrics.Estimator)
	both, err := New(part, s.tally.Part(models, questions), s.estimand)
	return both, err == nil
}

// ownVariance returns the part of the variance of a model's score that is not in Scores.between.
// It is independent of the other models.
func (s *Scores) ownVariance(model int) float64 {
	sigma := s.trials[model].ComparisonSigma()
	return float64(sigma * sigma)
}

// differenceVariance returns the part of the variance of the difference of two scores that comes
// from Scores.between: s_d² / M in the comment of Scores. It is 0 for the estimand Questions.
func (s *Scores) differenceVariance(i, j int) float64 {
	var sum float64
	for q, b := range s.between[i] {
		d := b - s.between[j][q]
		sum += float64(d * d)
	}
	return sum
}

// Z returns the z statistic for two models: the mean of the difference of their scores divided by
// its standard deviation. It is 0 for equal means and ±Inf for different means without
// uncertainty. For Questions it is the z of section 2.5 of "Don't Pass@k". For Population it is
// the standard normal value with the same tail probability as Student's t (see
// metrics.Estimate.Z).
func (s *Scores) Z(i, j int) float64 { return s.Difference(i, j).Z() }
