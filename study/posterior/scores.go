// Package posterior says what the results of a board leave open about its
// ranking: how far apart models are, and how likely each model has each rank.
//
// It believes that two questions hide behind an error bar. How good are these
// models on these very questions? Then only the trials are random, and models
// are independent of each other. How good are they on questions like these?
// Then the questions are a random sample too, the same for all models, and
// comparisons are paired (Miller 2024, "Adding Error Bars to Evals", sections
// 2 and 4). See Estimand.
//
// Chances are what results leave open of what lies behind each question, for those who
// try what more trials, or a policy, would come to.
//
// It leaves scores and posteriors to package metrics, the rules by which models
// are told apart to package ranking, and the running of draws to package
// montecarlo.
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

// Estimand is what a score is an estimate of.
type Estimand int

const (
	// Questions is the mean over the questions of the board: the estimates'
	// own σ, which is the noise of trials.
	Questions Estimand = iota
	// Population is the mean over all questions like those of the board,
	// which are taken for a random sample.
	Population
)

var estimandNames = enum.Names[Estimand]{"questions", "population"}

// ParseEstimand returns the estimand of the given name: questions or
// population.
func ParseEstimand(name string) (Estimand, error) {
	return estimandNames.Parse("estimand", name)
}

// String returns the name that ParseEstimand reads.
func (e Estimand) String() string { return estimandNames.Name(e) }

// ErrOneQuestion says that one question does not tell how questions differ.
var ErrOneQuestion = errors.New("a population of questions needs two questions or more that every model can be scored by")

// ErrOneGroup says that one group of questions does not tell how groups differ.
var ErrOneGroup = errors.New("a population of groups of questions needs two groups or more that every model met")

// Scores is the joint posterior of the scores of all models of a board.
//
// With m_q and v_q the posterior mean and variance of a model's score on
// question q of M, σ² = Σ v_q / M² is the variance on these very questions. By
// the law of total variance the score on a question picked at random has the
// variance mean(v_q) + s², s² the sample variance of the m_q (denominator
// M − 1), so that the mean of M questions has
//
//	σ² + s² / M.
//
// This is Miller's s² / M once trials are many; while they are few it is
// larger, for it does not take the shrunken m_q at their word. The difference of
// two models has σ² + σ′² + s_d² / M in the same way, s_d² the sample variance
// of the differences m_q − m′_q: models that find the same questions hard are
// easier to tell apart.
//
// The m_q of avg@N are not shrunken but sample means, whose spread holds the
// noise of trials already: s² / M and s_d² / M are unbiased estimates of the
// variances, and σ² would count the noise twice. Only where the m_q of a few
// questions happen to agree by more than their trials explain is there something
// to add, l: what s² / M lacks of the variance of M·N trials of a single
// question (metrics.Noise.Pooled), 0 if it lacks nothing. A model then has
// s² / M + l, and a difference
//
//	s_d² / M + l + l′,
//
// or, where that is larger, the noise of the trials of both models
// (metrics.Noise.Within). Nothing varies less than that.
//
// So it is with the scores of a metrics.UStatistic, whose Pooled and Within are both
// the square of its standard error: it is what s² / M is at least.
//
// Since s² is estimated from M questions, what is said of a population follows
// Student's t with M − 1 degrees of freedom, in intervals, comparisons and draws. The
// part σ² of the variance has more of them, so this errs to the wide side; with many
// questions it makes no difference.
//
// Where questions come in groups, such as those about one text, groups are the random
// sample, and s² / M and s_d² / M are the cluster-robust variances CR2, with the
// degrees of freedom that belong to them (see spread). Draws are then normal, but for
// Student's t.
//
// On an unequal board every question has variances by its own trials. In a
// population a model may have questions that others never met: its score is of those
// that it met, M of them, but two models are compared on the questions that both
// met, as if there were no others; only where these are fewer than two is the
// difference that of their scores. So a difference is not always that of two means,
// and may even be of the other sign: then the two are not told apart (see
// ranking.ZScore).
type Scores struct {
	estimand Estimand
	metric   metrics.Estimator
	tally    *results.Tally
	met      [][]bool // by model and question; nil where all models met all questions
	// trials have the σ that adds to between: that of trials alone, or √l in a
	// population of sample means.
	trials []metrics.Estimate
	// between has a row per model, (m_q − mean) / √(M(M − 1)): its squares add
	// up to s² / M; 0 where a model never met a question. Of groups of questions it has
	// a number for each group (see spread). The rows are nil where only trials are
	// random.
	between   [][]float64
	dirichlet *metrics.Dirichlet // nil: the trials' noise is taken for normal
	groups    func() []grouped   // by model: the same posteriors, to draw from; made at the first call
	degrees   []float64          // by model: of Student's t in a population; 0 on these very questions
	within    []float64          // the variance that trials alone explain, of sample means; nil for others
}

// New returns the posterior of the scores of a tally that passes the metric's
// Check, or that metrics.Restrict left. For a Population it returns ErrOneQuestion
// if a model met a single question, and fails if the metric is not a mean over
// questions.
func New(m metrics.Estimator, t *results.Tally, e Estimand) (*Scores, error) {
	s := &Scores{
		estimand: e, metric: m, tally: t,
		trials: make([]metrics.Estimate, t.Models), between: make([][]float64, t.Models),
		degrees: make([]float64, t.Models),
	}
	if !metrics.TraitsOf(m).Foresees {
		s.met = metBy(t)
	}
	if e == Questions || t.Groups == nil { // questions of a group are not picked one by one
		s.dirichlet, _ = metrics.Posterior(m, t)
	}
	s.groups = sync.OnceValue(func() []grouped {
		return newGroups(s.dirichlet.Weights, s.Models(), s.dirichlet.Questions, s.nu)
	})
	for model := range s.trials {
		s.trials[model] = m.Estimate(t, model)
	}
	if e == Questions {
		return s, nil
	}
	if err := forPopulation(m, t); err != nil {
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
			s.trials[model].Sigma = math.Sqrt(lacking(noise.Pooled, squares(s.between[model])))
		}
		s.trials[model].Sigma = unfused.Hypot(s.trials[model].Sigma, math.Sqrt(metrics.Lost(s.trials[model])))
	}
	return s, nil
}

// ErrTheseOnly says that a metric speaks of these very questions only.
type ErrTheseOnly struct{ why string }

// Error names the metric, and what to take in its place.
func (e ErrTheseOnly) Error() string { return e.why }

// NoPopulation tells whether an error of New is that a population cannot be spoken of.
func NoPopulation(err error) bool {
	_, theseOnly := errors.AsType[ErrTheseOnly](err)
	return theseOnly || errors.Is(err, ErrOneQuestion) || errors.Is(err, ErrOneGroup)
}

// forPopulation tells why a metric says nothing of a population, or nil.
func forPopulation(m metrics.Estimator, t *results.Tally) error {
	switch name := quoted.Bare(m.Name()); {
	case metrics.TraitsOf(m).Rule:
		return ErrTheseOnly{name + " has an interval of these very questions only: take avg"}
	case t.Groups != nil && metrics.TraitsOf(m).Shrunk:
		return ErrTheseOnly{name + " takes questions for independent, and these come in groups: take avg"}
	}
	return nil
}

// metBy tells which questions each model met, nil if it is all of them.
func metBy(t *results.Tally) [][]bool {
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

// nu are the parameters of the posterior of a model on a question, nil where it
// never met it.
func (s *Scores) nu(model, question int) []float64 {
	if s.met != nil && !s.met[model][question] {
		return nil
	}
	return s.dirichlet.Nu(model, question)
}

// lacking is what there lacks of a variance, 0 if it is no more than rounding, of
// which a root would make something.
func lacking(variance, there float64) float64 {
	const rounding = 1e-12
	if l := variance - there; l > rounding*variance {
		return l
	}
	return 0
}

// Models is the number of models.
func (s *Scores) Models() int { return len(s.trials) }

// all are the models by index.
func (s *Scores) all() []int {
	models := make([]int, s.Models())
	for i := range models {
		models[i] = i
	}
	return models
}

// Estimand is what the scores are estimates of.
func (s *Scores) Estimand() Estimand { return s.estimand }

// Normal tells whether draws take the posterior for normal; else they come from
// Dirichlet posteriors.
func (s *Scores) Normal() bool { return s.dirichlet == nil }

// Sampled tells whether σ is the standard error of a mean of sample means, as it
// is for avg and the U-statistics in a population, and not a posterior standard
// deviation.
func (s *Scores) Sampled() bool { return s.within != nil }

// Mean is the posterior mean of a model's score, in the units of the score.
func (s *Scores) Mean(model int) float64 { return s.trials[model].Mu }

// Sigma is the posterior standard deviation of a model's score.
func (s *Scores) Sigma(model int) float64 {
	return unfused.Hypot(s.trials[model].Sigma, math.Sqrt(squares(s.between[model])))
}

// squares is the sum of squares.
func squares(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += float64(v * v)
	}
	return sum
}

// Estimate is the posterior mean and standard deviation of a model's score, with
// what the metric knows besides: its Range and, on these very questions, the shape.
func (s *Scores) Estimate(model int) metrics.Estimate {
	if s.estimand == Questions {
		return s.trials[model]
	}
	return metrics.Estimate{
		Mu: s.Mean(model), Sigma: s.Sigma(model), Range: s.trials[model].Range, DF: s.degrees[model],
	}
}

// Reach is half the width of the central interval of a model's score.
func (s *Scores) Reach(model int, confidence float64) float64 {
	return s.Estimate(model).Reach(confidence)
}

// Difference is the posterior mean and standard deviation of the score of model
// i less that of model j, paired by question. In a population it is that on the
// questions that both met.
func (s *Scores) Difference(i, j int) metrics.Estimate {
	if s.estimand == Population && s.met != nil && !slices.Equal(s.met[i], s.met[j]) {
		if both, ok := s.common(i, j); ok {
			return both.Difference(0, 1)
		}
	}
	variance := s.alone(i) + s.alone(j) + s.apart(i, j)
	if s.within != nil {
		variance = max(variance, s.within[i]+s.within[j])
	}
	return metrics.Estimate{
		Mu: s.Mean(i) - s.Mean(j), Sigma: math.Sqrt(variance), DF: min(s.degrees[i], s.degrees[j]),
	}
}

// common are the scores of two models on the questions that both met; there are none
// if these are fewer than two.
func (s *Scores) common(i, j int) (*Scores, bool) {
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

// alone is the variance of a model's score besides between, independent of the
// other models.
func (s *Scores) alone(model int) float64 {
	sigma := s.trials[model].Apart()
	return float64(sigma * sigma)
}

// apart is s_d² / M of two models, 0 where only trials are random.
func (s *Scores) apart(i, j int) float64 {
	var sum float64
	for q, b := range s.between[i] {
		d := b - s.between[j][q]
		sum += float64(d * d)
	}
	return sum
}

// Z is the mean of the difference in units of its standard deviation: 0 for
// equal means, and ±Inf for different ones without uncertainty. On these very
// questions it is the z of the paper's section 2.5; in a population it is the normal
// number that is as far out as Student's t (see metrics.Estimate.Z).
func (s *Scores) Z(i, j int) float64 { return s.Difference(i, j).Z() }
