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

// Models are the models of a board with all that plans need of them.
type Models struct {
	Order     ranking.Order // the true one of coins, else that of Bayes@N; ties are exact
	Questions int           // M
	Trials    int           // N: how many of each question the board has; of an unequal board the median
	Known     bool          // the means are the truth, not estimates

	PriorTrials int // D: how many of each question the prior has, 0 for the uniform one; of an unequal one the most

	// Of an unequal board Fewest and Most are the least and the largest number of
	// trials that a model has of a question, and LeftOut is how many questions some
	// model never met: they are not among Questions but where the truth is known. Else
	// Fewest and Most are Trials.
	Fewest, Most, LeftOut int

	made    *results.Tally     // of the questions that all models met
	now     []metrics.Estimate // Bayes@N of the board, by model
	levels  []int              // the order as ordinals
	outcome [][]outcome        // by model and question
	start   [][]start          // likewise
	mass    int                // C + 1 + D: what the Dirichlet counts of a question add up to before the first trial
	uneven  bool               // D differs between questions: mass is C + 1, and the depth of each is its own
	depth   [][]float64        // D by model and question, if uneven
	binary  bool               // the weights are 0 and 1
	values  []float64          // the weights
	prior   *results.Tally     // trials made before, on the questions of made; nil for none

	mostExact int // trials of all questions up to which numbers are exact; 0 for as many as are no long work
}

// outcome is what one trial is worth. Where the mean is an estimate, noise is
// the variance that the board's trials give it.
type outcome struct{ mean, variance, noise float64 }

// start is what Bayes@N knows of a question before the first trial: the sums of
// the weights and of their squares, each category as often as its prior count
// n⁰ (Eq. 9) says.
type start struct{ sum, squares float64 }

// New returns the models of a tally, whose categories have the given weights.
// The trials of a prior, of the same models and questions, count as trials that
// were made before (Eqs. 9 to 15); nil is the uniform prior. Where the coins
// that the tally was drawn from are given, they are the truth; else the
// posterior means are taken for it. It fails if Bayes@N cannot score the tally,
// or if there are coins and the weights are not metrics.Binary. Coins must have
// the tally's models and questions.
//
// Where the tally is unequal, what stands for the truth of a question comes from the
// trials that it has; questions that some model never met are left out. Plans are of
// boards with the same number of trials of every question all the same, those that were
// made counted. Of a prior, too, each question has its own trials, maybe none.
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
	if coins == nil { // else every question has a truth, met or not
		if t = part.Tally; prior != nil && part.LeftOut > 0 {
			prior = prior.Part(nil, part.Questions())
		}
	}
	m.Questions, m.prior = t.Questions, prior
	m.addDepth(prior)
	for model := range t.Models {
		if coins == nil {
			m.outcome = append(m.outcome, estimated(t, w, prior, model))
		}
		m.start = append(m.start, started(w, prior, t.Questions, model))
	}
	if coins != nil {
		if !m.binary {
			return nil, fmt.Errorf("coins are wrong or correct, worth 0 and 1, and not %v", w)
		}
		m.levels = coins.Gold()
		for _, p := range coins.P {
			m.outcome = append(m.outcome, known(p))
		}
	}
	m.Order = ranking.ByCompare(t.Models, func(i, j int) int { return m.levels[i] - m.levels[j] })
	return m, nil
}

// OrderBy orders the models by their estimates, unless the truth is known.
func (m *Models) OrderBy(now []metrics.Estimate) {
	if !m.Known {
		m.Order = ranking.ByScore(lists.Each(now, func(e metrics.Estimate) float64 { return e.Mu }))
	}
}

// addDepth takes note of how many trials a prior, or none, has of each question.
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

// massAt is what the Dirichlet counts of a question add up to after n trials, where
// they are uneven.
func (m *Models) massAt(model, question, n int) float64 {
	return float64(m.mass+n) + m.depth[model][question]
}

// Unequal tells whether the board is.
func (m *Models) Unequal() bool { return m.Fewest < m.Most }

// UnequalPrior tells whether the prior has its own number of trials of every question.
func (m *Models) UnequalPrior() bool { return m.uneven }

// Made is how many of n trials of each question the board has of some models: of an
// unequal one those of a question beyond n do not count for another.
func (m *Models) Made(models []int, n int) int64 {
	var sum int64
	for _, model := range models {
		for q := range m.made.Questions {
			sum += int64(min(n, m.made.TrialsOf(model, q)))
		}
	}
	return sum
}

// known are the outcomes of a coin.
func known(p []float64) []outcome {
	outcomes := make([]outcome, len(p))
	for q, x := range p {
		outcomes[q] = outcome{mean: x, variance: x * (1 - x)}
	}
	return outcomes
}

// started is what a prior, or none, leaves a model to start from.
func started(w metrics.Weights, prior *results.Tally, questions, model int) []start {
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

// add adds the trials of a tally, if there is one, to the counts of categories.
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

// estimated are the outcomes of a model whose categories have their posterior
// mean probabilities (1 + count)/(C + 1 + D + N), after Eq. 9: counts are over
// the prior's D trials and the board's N, of each question its own.
func estimated(t *results.Tally, w metrics.Weights, prior *results.Tally, model int) []outcome {
	outcomes := make([]outcome, t.Questions)
	counts, values := make([]float64, w.Len()), w.Floats()
	for q := range outcomes {
		trials := float64(t.TrialsOf(model, q))
		if prior != nil {
			trials += float64(prior.TrialsOf(model, q))
		}
		mass := float64(w.Len()) + trials
		drawn := trials / mass // how posterior means draw differences together
		clear(counts)
		add(counts, t, model, q)
		add(counts, prior, model, q)
		_, seen := unfused.MeanVariance(values, counts)
		floats.AddConst(1, counts)
		mean, variance := unfused.MeanVariance(values, counts)
		noise := variance / trials // of one trial, which has no variance of its own
		if trials > 1 {
			noise = seen / (trials - 1)
		}
		outcomes[q] = outcome{mean, variance, drawn * drawn * noise}
	}
	return outcomes
}

// posteriorVariance is the mean of σ² of Eq. 15 over boards with n trials of
// each question. With T = C + 1 + D + n, a question adds, over M²(T + 1), the
// mean of Σ ν_j w_j²/T − (Σ ν_j w_j/T)², and Σ ν_j w_j is what it starts from
// plus n independent outcomes.
func (m *Models) posteriorVariance(model, n int) float64 {
	trials, mass, questions := float64(n), float64(m.mass+n), float64(m.Questions)
	var sum float64
	for q, o := range m.outcome[model] {
		begun, over := m.start[model][q], 1.0
		if m.uneven { // then T is the question's own, and so is T + 1
			mass = m.massAt(model, q, n)
			over = float64(m.mass+n+1) / (mass + 1)
		}
		squares := begun.squares + float64(trials*(o.variance+float64(o.mean*o.mean)))
		mean := begun.sum + float64(trials*o.mean)
		sum += float64(over * (squares/mass - (float64(mean*mean)+float64(trials*o.variance))/(mass*mass)))
	}
	return sum / (questions * questions * float64(m.mass+n+1))
}
