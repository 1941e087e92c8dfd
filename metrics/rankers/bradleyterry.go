package rankers

import (
	"fmt"
	"math"
	"slices"

	"settle/metrics"
	"settle/results"
)

// raoKupper is the constant κ in the model of Rao and Kupper. The reference package of
// the paper (see package metrics) uses the same value.
const raoKupper = 1.1

// pairModel is the model of Bradley and Terry (1952), which ignores ties, or that of Rao
// and Kupper (1967). In the latter, i wins against j with probability π_i/(π_i + κπ_j),
// and a tie counts as a win for both. The type strengths fits either model, and a score
// is π = e^θ.
//
// The number of wins is a mean over all ways to pair the trials of two models on a
// question. n_i and n_j trials count as √(n_i·n_j) pairs. The share of wins among these
// pairs is the probability that a random trial of i is in a higher category than a
// random trial of j. On a complete binary board with k_i and k_j successes of n, i has
// k_i·(n − k_j)/n wins.
type pairModel struct {
	strengths
	ties bool
}

func newBradleyTerry() *pairModel { return &pairModel{strengths: strengths{kappa: 1}} }
func newRaoKupper() *pairModel    { return &pairModel{strengths: strengths{kappa: raoKupper}, ties: true} }

func (m *pairModel) rank(b *board, scores []float64, keys []uint64) error {
	m.reshape(b.models)
	if b.top == 1 && fits(b) {
		m.countBinary(b)
	} else {
		m.count(b)
	}
	return m.strengths.rank(scores, keys)
}

// fits reports whether countBinary can count the wins on a board. The board must be
// complete, and n² times the number of questions must fit in 63 bits, where n is the
// number of trials per question.
func fits(b *board) bool {
	n := b.equal
	return n > 0 && int64(b.questions) <= math.MaxInt64/(n*n)
}

// countBinary counts the wins of all models on a complete binary board, using integers.
func (m *pairModel) countBinary(b *board) {
	n := b.equal
	all := n * n * int64(b.questions)
	for i := range b.models {
		row := b.counts[i*b.questions : (i+1)*b.questions]
		var successes int64
		for _, k := range row {
			successes += k
		}
		m.wins[i*b.models+i] = float64(successes) // the diagonal holds the number of successes, which later rows need
		for j := range i {
			other := b.counts[j*b.questions : (j+1)*b.questions]
			var both int64
			for q, k := range row {
				both += k * other[q]
			}
			ours := n*successes - both
			theirs := n*int64(m.wins[j*b.models+j]) - both
			if m.ties { // all pairs except the wins of the other
				ours, theirs = all-theirs, all-ours
			}
			m.wins[i*b.models+j] = float64(ours) / float64(n)
			m.wins[j*b.models+i] = float64(theirs) / float64(n)
		}
	}
}

// count counts the wins of all models on a board of any kind.
func (m *pairModel) count(b *board) {
	for i := range b.models {
		for j := range i {
			var ours, theirs float64
			for q := range b.questions {
				if !b.met(i, q) || !b.met(j, q) {
					continue
				}
				w := b.pair(i, j, q)
				if m.ties {
					w.ours += w.ties
					w.theirs += w.ties
				}
				pairs := float64(b.trials[i*b.questions+q]) * float64(b.trials[j*b.questions+q])
				weight := math.Sqrt(pairs)
				ours += float64(w.ours) / weight
				theirs += float64(w.theirs) / weight
			}
			m.wins[i*b.models+j], m.wins[j*b.models+i] = ours, theirs
		}
	}
}

// outcomes counts the wins and ties of two models, over all pairs of a trial of one
// model and a trial of the other.
type outcomes struct{ ours, theirs, ties int64 }

// pair compares each trial of model i on a question with each trial of j. The trial in
// the higher category wins.
func (b *board) pair(i, j, question int) (o outcomes) {
	at, other := i*b.questions+question, j*b.questions+question
	x, y := b.counts[at*b.top:(at+1)*b.top], b.counts[other*b.top:(other+1)*b.top]
	lower, otherLower := b.trials[at], b.trials[other] // trials below the category
	for c := b.top - 1; c >= 0; c-- {
		lower -= x[c]
		otherLower -= y[c]
		o.ours += x[c] * otherLower
		o.theirs += y[c] * lower
		o.ties += x[c] * y[c]
	}
	o.ties += lower * otherLower
	return o
}

// alignedPairModel is the pairModel for a board whose trials are in order. Trial n of
// one model is compared only with trial n of another, as in the reference package of
// the paper (see package metrics). Each win counts as 1.
type alignedPairModel struct {
	pairModel
	board    *results.Board
	trials   int   // number of trials that wins include
	outcomes []int // outcomes of one trial of a question, by model; −1 if there is none
}

func (m *alignedPairModel) Begin(b *results.Board, _ uint64) {
	m.reshape(len(b.Models))
	m.board, m.trials = b, 0
	clear(m.wins)
	m.outcomes = slices.Grow(m.outcomes[:0], m.models)[:m.models]
}

// Rank fits the strengths after n trials. It panics with a metrics.Failure if the fit
// does not converge.
func (m *alignedPairModel) Rank(n int, scores []float64, keys []uint64) {
	n = min(n, m.board.MostTrials())
	for ; m.trials < n; m.trials++ {
		m.count(m.trials, 1)
	}
	for ; m.trials > n; m.trials-- {
		m.count(m.trials-1, -1)
	}
	if err := m.strengths.rank(scores, keys); err != nil {
		panic(metrics.Failure{Err: err})
	}
}

// count adds the wins of one trial of every question if factor is 1, and subtracts
// them if factor is −1.
func (m *alignedPairModel) count(trial int, factor float64) {
	for q := range m.board.Questions {
		for i := range m.outcomes {
			m.outcomes[i] = -1
			if row := m.board.Row(i, q); trial < len(row) {
				m.outcomes[i] = int(row[trial])
			}
		}
		for i, x := range m.outcomes {
			for j, y := range m.outcomes {
				if i != j && y >= 0 && (x > y || m.ties && x == y) {
					m.wins[i*m.models+j] += factor
				}
			}
		}
	}
}

// newPaired returns a constructor for a method that compares all pairs of trials. With
// the suffix ":aligned", as in "bt:aligned", the method compares only trial n with
// trial n.
func newPaired(name string, make func() *pairModel) func(string, metrics.Options) (metrics.Metric, error) {
	return func(parameters string, o metrics.Options) (metrics.Metric, error) {
		switch parameters {
		case "":
			return newMetric(name, false, o, func() method { return make() }), nil
		case ":aligned":
			return metrics.NewSequential(metrics.SequentialMethod{
				Name: name + parameters, Weights: o.Weights,
				New: func() metrics.Sequence { return &alignedPairModel{pairModel: *make()} },
			}), nil
		}
		return nil, fmt.Errorf("use %s, or %s:aligned, which compares trial n of both models", name, name)
	}
}
