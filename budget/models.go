package budget

import (
	"fmt"

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

	now     []metrics.Estimate // Bayes@N of the board, by model
	levels  []int              // the order as ordinals
	outcome [][]outcome        // by model and question
	worth   worth
}

// outcome is what one trial is worth. Where the mean is an estimate, noise is
// the variance that the board's trials give it.
type outcome struct{ mean, variance, noise float64 }

// worth is what Bayes@N needs to know of the weights of categories 0..C.
type worth struct {
	categories   int     // C + 1
	sum, squares float64 // of the weights
	binary       bool    // they are 0 and 1
}

// New returns the models of a tally, whose categories have the given weights.
// Where the coins that it was drawn from are given, they are the truth; else
// the posterior means are taken for it. It fails if Bayes@N cannot score the
// tally, or if there are coins and the weights are not metrics.Binary. Coins
// must have the tally's models and questions.
func New(t *results.Tally, w metrics.Weights, coins *sim.Coins) (*Models, error) {
	bayes := metrics.Bayes(w, nil)
	levels, err := metrics.Ordinals(bayes, t)
	if err != nil {
		return nil, err
	}
	m := &Models{Questions: t.Questions, Trials: t.Trials, Known: coins != nil, levels: levels, worth: worthOf(w)}
	for model := range t.Models {
		m.now = append(m.now, bayes.Estimate(t, model))
		m.outcome = append(m.outcome, estimated(t, w, model))
	}
	if coins != nil {
		if !m.worth.binary {
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

func worthOf(w metrics.Weights) worth {
	v := worth{categories: w.Len()}
	for j := range w.Len() {
		v.sum += w.Float(j)
		v.squares += w.Float(j) * w.Float(j)
	}
	v.binary = w.Len() == 2 && w.Float(0) == 0 && w.Float(1) == 1
	return v
}

// known are the outcomes of a coin.
func known(p []float64) []outcome {
	outcomes := make([]outcome, len(p))
	for q, x := range p {
		outcomes[q] = outcome{mean: x, variance: x * (1 - x)}
	}
	return outcomes
}

// estimated are the outcomes of a model whose categories have their posterior
// mean probabilities (1 + count)/(C + 1 + N), after Eq. 9.
func estimated(t *results.Tally, w metrics.Weights, model int) []outcome {
	row := t.Row(model)
	trials := float64(t.Trials)
	mass := float64(w.Len()) + trials
	drawn := trials / mass // how posterior means draw differences together
	outcomes := make([]outcome, t.Questions)
	counts := make([]float64, w.Len())
	for q := range outcomes {
		counts[0] = trials
		for j := 1; j <= t.Top; j++ {
			counts[j] = float64(row[q*t.Top+j-1])
			counts[0] -= counts[j]
		}
		_, seen := moments(counts, 0, w)
		mean, variance := moments(counts, 1, w)
		noise := variance / trials // of one trial, which has no variance of its own
		if t.Trials > 1 {
			noise = seen / (trials - 1)
		}
		outcomes[q] = outcome{mean, variance, drawn * drawn * noise}
	}
	return outcomes
}

// moments are the mean and variance of the weights, each category as often as
// its count and so many more say.
func moments(counts []float64, more float64, w metrics.Weights) (mean, variance float64) {
	var mass float64
	for j, count := range counts {
		mass += count + more
		mean += (count + more) * w.Float(j)
	}
	mean /= mass
	for j, count := range counts {
		d := w.Float(j) - mean
		variance += (count + more) * d * d
	}
	return mean, variance / mass
}

// posteriorVariance is the mean of σ² of Eq. 15 over boards with n trials of
// each question. With T = C + 1 + n, a question adds, over M²(T + 1), the mean
// of Σ ν_j w_j²/T − (Σ ν_j w_j/T)², and Σ ν_j w_j is the sum of the weights plus
// n independent outcomes.
func (m *Models) posteriorVariance(model, n int) float64 {
	trials, mass, questions := float64(n), float64(m.worth.categories+n), float64(m.Questions)
	var sum float64
	for _, o := range m.outcome[model] {
		squares := m.worth.squares + trials*(o.variance+o.mean*o.mean)
		mean := m.worth.sum + trials*o.mean
		sum += squares/mass - (mean*mean+trials*o.variance)/(mass*mass)
	}
	return sum / (questions * questions * (mass + 1))
}
