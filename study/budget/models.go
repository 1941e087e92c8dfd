package budget

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"settle/internal/lists"
	"settle/internal/unfused"
	"settle/metrics"
	"settle/ranking"
	"settle/results"
	"settle/sim"
)

// A Models holds the models of a board and what plans need to know about their trials. A board is
// a table of outcomes by model, question and trial.
type Models struct {
	Order     ranking.Order // the true order for coins, otherwise the order by Bayes@N; only exact ties tie
	Questions int           // M
	Trials    int           // N, trials per question on the board; the median if the numbers differ
	Known     bool          // the means are the truth, not estimates

	PriorTrials int // D, trials per question in the prior; 0 for the uniform prior, and the largest number if the numbers differ

	// Fewest and Most are the smallest and the largest number of trials that a model has of
	// a question; both equal Trials on a complete board. LeftOut is the number of questions
	// that some model never met. Questions does not count them, unless the truth is known.
	Fewest, Most, LeftOut int

	made    *results.Tally     // trials of the questions that all models met
	now     []metrics.Estimate // estimates of Bayes@N on the board, by model
	levels  []int              // the order as ordinals, equal for ties
	outcome [][]outcome        // by model and question
	start   [][]start          // by model and question
	mass    int                // C + 1 + D, the sum of the Dirichlet counts of a question before the first trial
	uneven  bool               // D differs between questions: mass is C + 1, and depth holds D
	depth   [][]float64        // D by model and question, if uneven
	binary  bool               // the weights are 0 and 1
	values  []float64          // the weights
	prior   *results.Tally     // earlier trials, on the questions of made; nil for none

	mostExact int // number of trials of all questions up to which results are exact; 0 for a limit on the computing time only
}

// An outcome holds the mean and the variance of a single trial of a question by a model. If the
// mean is an estimate from the board's trials, noise is the sampling variance of the estimate.
type outcome struct{ mean, variance, noise float64 }

// A start holds what Bayes@N counts for a question before the first trial: the sum of the weights
// and the sum of their squares. Each category counts n⁰ times in these sums, its prior count in
// Eq. 9 of "Don't Pass@k".
type start struct{ sum, squares float64 }

// New returns the models of a tally whose categories have the given weights. prior holds earlier
// trials of the same models and questions (Eqs. 9 to 15 of "Don't Pass@k"); nil means the uniform
// prior. coins holds the true success probabilities from which the tally was drawn, for the same
// models and questions. If coins is nil, the posterior means are taken as the truth. New fails if
// Bayes@N cannot score the tally, or if there are coins and the weights are not metrics.Binary.
//
// Models can have different numbers of trials. The truth about a question is then estimated from
// its own trials, and questions that some model never attempted are left out. Plans are still for
// boards with the same total number of trials of every question, including existing trials.
// Questions can have different numbers of prior trials, or none.
func New(t *results.Tally, w metrics.Weights, prior *results.Tally, coins *sim.Coins) (*Models, error) {
	part, err := metrics.Restrict(metrics.Bayes(w, prior), t, false)
	if err != nil {
		return nil, err
	}
	levels, err := metrics.Ordinals(part.Metric, part.Tally)
	if err != nil {
		return nil, err
	}
	m := &Models{
		Trials: part.Tally.MedianTrials(), Fewest: part.Tally.Trials, Most: part.Tally.MostTrials(),
		Known: coins != nil, LeftOut: part.LeftOut,
		made: part.Tally, levels: levels, mass: w.Len(), values: w.Floats(),
		binary: w.Len() == 2 && w.Float(0) == 0 && w.Float(1) == 1,
	}
	for model := range t.Models {
		m.now = append(m.now, part.Metric.(metrics.Estimator).Estimate(part.Tally, model))
	}
	if coins == nil { // with coins, every question has a truth, met or not
		if t = part.Tally; prior != nil && part.LeftOut > 0 {
			prior = prior.Part(nil, part.Questions())
		}
	}
	m.Questions, m.prior = t.Questions, prior
	m.addDepth(prior)
	for model := range t.Models {
		if coins == nil {
			m.outcome = append(m.outcome, estimatedOutcomes(t, w, prior, model))
		}
		m.start = append(m.start, modelStart(w, prior, t.Questions, model))
	}
	if coins != nil {
		if !m.binary {
			return nil, fmt.Errorf("coins require the weights 0 and 1, not %v", w)
		}
		m.levels = coins.Gold()
		for _, p := range coins.P {
			m.outcome = append(m.outcome, knownOutcomes(p))
		}
	}
	m.Order = ranking.ByCompare(t.Models, func(i, j int) int { return m.levels[i] - m.levels[j] })
	return m, nil
}

// OrderBy ranks the models by the means of the given estimates, one for each model. It does
// nothing if the truth is known.
func (m *Models) OrderBy(now []metrics.Estimate) {
	if !m.Known {
		m.Order = ranking.ByScore(lists.Each(now, func(e metrics.Estimate) float64 { return e.Mu }))
	}
}

// addDepth stores the number of prior trials of each question, which can differ between
// questions. prior can be nil.
func (m *Models) addDepth(prior *results.Tally) {
	switch {
	case prior == nil:
	case !prior.Unequal():
		m.PriorTrials = prior.Trials
		m.mass += prior.Trials
	default:
		m.PriorTrials, m.uneven = prior.MostTrials(), true
		for model := range prior.Models {
			depth := make([]float64, prior.Questions)
			for q := range depth {
				depth[q] = float64(prior.TrialsOf(model, q))
			}
			m.depth = append(m.depth, depth)
		}
	}
}

// massAt returns the sum of the Dirichlet counts of all categories of a question after n trials.
// It is used for a prior whose questions have different numbers of trials.
func (m *Models) massAt(model, question, n int) float64 {
	return float64(m.mass+n) + m.depth[model][question]
}

// Unequal reports whether the numbers of trials on the board differ between models or questions.
func (m *Models) Unequal() bool { return m.Fewest < m.Most }

// UnequalPrior reports whether the prior has different numbers of trials for different
// questions.
func (m *Models) UnequalPrior() bool { return m.uneven }

// Made returns how many of the trials of a plan with n trials per question are already on the
// board, summed over the given models. Trials of a question beyond n do not count.
func (m *Models) Made(models []int, n int) int64 {
	var sum int64
	for _, model := range models {
		for q := range m.made.Questions {
			sum += int64(min(n, m.made.TrialsOf(model, q)))
		}
	}
	return sum
}

// knownOutcomes returns the mean and variance of a trial of each question, given its success
// probability.
func knownOutcomes(p []float64) []outcome {
	outcomes := make([]outcome, len(p))
	for q, x := range p {
		outcomes[q] = outcome{mean: x, variance: x * (1 - x)}
	}
	return outcomes
}

// modelStart returns the start of a model at each question: what Bayes@N counts before the first
// trial. prior holds the earlier trials; it can be nil.
func modelStart(w metrics.Weights, prior *results.Tally, questions, model int) []start {
	starts := make([]start, questions)
	counts := make([]float64, w.Len())
	for q := range starts {
		clear(counts)
		add(counts, prior, model, q)
		for j, count := range counts {
			starts[q].sum += float64((1 + count) * w.Float(j))
			starts[q].squares += float64((1 + count) * w.Float(j) * w.Float(j))
		}
	}
	return starts
}

// add adds a model's trials of one question in the tally t to the counts, which are indexed by
// category. t can be nil.
func add(counts []float64, t *results.Tally, model, question int) {
	if t == nil {
		return
	}
	counts[0] += float64(t.TrialsOf(model, question))
	for j, count := range t.Row(model)[question*t.Top : (question+1)*t.Top] {
		counts[j+1] += float64(count)
		counts[0] -= float64(count)
	}
}

// estimatedOutcomes returns the estimated mean and variance of a trial of each question by a
// model. They use the posterior mean probability of each category, (1 + count)/(C + 1 + D + N) in
// Eq. 9 of "Don't Pass@k". The counts include the prior's D trials and the board's N trials,
// which can differ between questions.
func estimatedOutcomes(t *results.Tally, w metrics.Weights, prior *results.Tally, model int) []outcome {
	outcomes := make([]outcome, t.Questions)
	counts, values := make([]float64, w.Len()), w.Floats()
	for q := range outcomes {
		trials := float64(t.TrialsOf(model, q))
		if prior != nil {
			trials += float64(prior.TrialsOf(model, q))
		}
		mass := float64(w.Len()) + trials
		drawn := trials / mass // the factor by which posterior means shrink differences
		clear(counts)
		add(counts, t, model, q)
		add(counts, prior, model, q)
		_, seen := unfused.MeanVariance(values, counts)
		floats.AddConst(1, counts)
		mean, variance := unfused.MeanVariance(values, counts)
		noise := variance / trials // a single trial has no sample variance
		if trials > 1 {
			noise = seen / (trials - 1)
		}
		outcomes[q] = outcome{mean, variance, drawn * drawn * noise}
	}
	return outcomes
}

// posteriorVariance returns the expected variance σ² of a model's score by Bayes@N after n trials
// of each question (Eq. 15 of "Don't Pass@k"). With T = C + 1 + D + n, a question contributes the
// expected value of Σ ν_j w_j²/T − (Σ ν_j w_j/T)², divided by M²(T + 1). Here Σ ν_j w_j is the
// sum of the question's start and of n independent outcomes.
func (m *Models) posteriorVariance(model, n int) float64 {
	trials, mass, questions := float64(n), float64(m.mass+n), float64(m.Questions)
	var sum float64
	for q, o := range m.outcome[model] {
		begun, over := m.start[model][q], 1.0
		if m.uneven { // T is then the question's own
			mass = m.massAt(model, q, n)
			over = float64(m.mass+n+1) / (mass + 1)
		}
		squares := begun.squares + float64(trials*(o.variance+float64(o.mean*o.mean)))
		mean := begun.sum + float64(trials*o.mean)
		sum += float64(over * (squares/mass - (float64(mean*mean)+float64(trials*o.variance))/(mass*mass)))
	}
	return sum / (questions * questions * float64(m.mass+n+1))
}
