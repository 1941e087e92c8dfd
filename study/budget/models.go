package budget

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

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
	Trials    int           // N: how many of each question the board has
	Known     bool          // the means are the truth, not estimates

	PriorTrials int // D: how many of each question the prior has, 0 for the uniform one

	now     []metrics.Estimate // Bayes@N of the board, by model
	levels  []int              // the order as ordinals
	outcome [][]outcome        // by model and question
	start   [][]start          // likewise
	mass    int                // C + 1 + D: what the Dirichlet counts of a question add up to before the first trial
	binary  bool               // the weights are 0 and 1
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
func New(t *results.Tally, w metrics.Weights, prior *results.Tally, coins *sim.Coins) (*Models, error) {
	bayes := metrics.Bayes(w, prior)
	levels, err := metrics.Ordinals(bayes, t)
	if err != nil {
		return nil, err
	}
	m := &Models{
		Questions: t.Questions, Trials: t.Trials, Known: coins != nil, levels: levels, mass: w.Len(),
		binary: w.Len() == 2 && w.Float(0) == 0 && w.Float(1) == 1,
	}
	if prior != nil {
		m.PriorTrials = prior.Trials
		m.mass += prior.Trials
	}
	for model := range t.Models {
		m.now = append(m.now, bayes.Estimate(t, model))
		m.outcome = append(m.outcome, estimated(t, w, prior, model))
		m.start = append(m.start, started(w, prior, t.Questions, model))
	}
	if coins != nil {
		if !m.binary {
			return nil, fmt.Errorf("coins are wrong or correct, worth 0 and 1, and not %v", w)
		}
		m.levels = coins.Gold()
		for model, p := range coins.P {
			m.outcome[model] = known(p)
		}
	}
	m.Order = ranking.ByCompare(t.Models, func(i, j int) int { return m.levels[i] - m.levels[j] })
	return m, nil
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
	counts[0] += float64(t.Trials)
	for j, count := range t.Row(model)[question*t.Top : (question+1)*t.Top] {
		counts[j+1] += float64(count)
		counts[0] -= float64(count)
	}
}

// estimated are the outcomes of a model whose categories have their posterior
// mean probabilities (1 + count)/(C + 1 + D + N), after Eq. 9: counts are over
// the prior's D trials and the board's N.
func estimated(t *results.Tally, w metrics.Weights, prior *results.Tally, model int) []outcome {
	trials := float64(t.Trials)
	if prior != nil {
		trials += float64(prior.Trials)
	}
	mass := float64(w.Len()) + trials
	drawn := trials / mass // how posterior means draw differences together
	outcomes := make([]outcome, t.Questions)
	counts, values := make([]float64, w.Len()), w.Floats()
	for q := range outcomes {
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
		begun := m.start[model][q]
		squares := begun.squares + float64(trials*(o.variance+float64(o.mean*o.mean)))
		mean := begun.sum + float64(trials*o.mean)
		sum += squares/mass - (float64(mean*mean)+float64(trials*o.variance))/(mass*mass)
	}
	return sum / (questions * questions * (mass + 1))
}
