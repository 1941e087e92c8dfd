package votes

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"settle/internal/quoted"
	"settle/metrics"
	"settle/results"
)

// infiniteK is the value of k that stands for infinitely many attempts.
const infiniteK = 0

// metric scores models by the answer or the attempt that a rule chooses among K
// attempts.
type metric struct {
	name    string
	k       int             // or infiniteK
	weights metrics.Weights // weights of the categories
	seed    uint64          // seed of the random draws
	weigher string          // name of the weights of attempts; "" accepts any
	rule    rule
	scratch sync.Pool // holds values of type *scratch
}

// A rule chooses among the attempts in a scratch, and computes the scores of its
// choices in units of scratch.unit.
type rule interface {
	// mean returns the mean score over all subsets of k attempts, where k is positive and
	// less than their number.
	mean(s *scratch, k int) float64

	// whole returns the worth of the choice among all attempts. This is also the limit of
	// the score for large k if the shares of the answers stay the same.
	whole(s *scratch) float64

	needs() requirements
}

// requirements states which inputs a rule needs, and how it computes means.
type requirements struct {
	answers, weights, order bool

	counts bool // mean counts subsets
	draws  bool // mean visits subsets one by one, or random ones if there are many
}

func (m *metric) Name() string    { return m.name }
func (m *metric) FirstTrial() int { return max(m.k, 1) }

// Dear reports whether the metric takes so long that curves have points only at the
// numbers of trials in metrics.Grid.
func (m *metric) Dear() bool {
	const quick = 16
	needs := m.rule.needs()
	return needs.draws || needs.order || m.k > quick
}

// Check returns nil if the metric can score boards of categories 0..top with n trials.
// Otherwise it returns an error with the reason.
func (m *metric) Check(top, trials int) error {
	switch {
	case top >= m.weights.Len():
		return fmt.Errorf("%s: the board has category %d, but weights are given only up to category %d", m.name, top, m.weights.Len()-1)
	case trials < m.FirstTrial():
		return fmt.Errorf("%s has no score at n = %d; its scores start at n = %d", m.name, trials, m.FirstTrial())
	}
	return nil
}

// CheckAttempts returns nil if the metric can score the attempts in b. Otherwise it
// returns an error with the reason.
func (m *metric) CheckAttempts(b *results.Ballots) error {
	name, needs := quoted.Bare(m.name), m.rule.needs()
	switch {
	case needs.weights && (b == nil || b.Weight == ""):
		return fmt.Errorf("%s requires a weight for each attempt; name the column with --column weight=COLUMN", name)
	case needs.weights && m.weigher != "" && m.weigher != b.Weight:
		return fmt.Errorf("%s needs weights from another column than %s; use --column weight=%s", name, quoted.Text(b.Weight), quoted.Bare(m.weigher))
	case needs.answers && (b == nil || !b.Answered()):
		return fmt.Errorf("%s requires an answer for each attempt; name the column with --column answer=COLUMN", name)
	}
	return nil
}

// Score returns the mean score over the questions that the model met.
func (m *metric) Score(t *results.Tally, model int) float64 {
	s := m.begin(t)
	defer m.scratch.Put(s)
	var sum float64
	met := 0
	for q := range t.Questions {
		if s.load(t, model, q); s.n > 0 {
			met++
			sum += math.RoundToEven(m.value(s))
		}
	}
	return sum * s.scale / (s.unit * float64(met))
}

// value returns the score of the attempts loaded into s, in units of s.unit.
func (m *metric) value(s *scratch) float64 {
	if m.k == infiniteK || m.k == s.n {
		return m.rule.whole(s)
	}
	return m.rule.mean(s, m.k)
}

// perQuestion is the number of degrees of freedom that the variance of one question
// contributes. For large K only few questions are undecided, and only their variance
// contributes to the variance of a score. That estimate is rough, so Student's t widens
// the interval (after Satterthwaite 1946). Among 2, 3 and no correction, 3 gave the
// best coverage on the boards of docs/votes.md.
const perQuestion = 3

// Estimate returns the score of a model with its standard error over trials, for the
// questions of the board.
func (m *metric) Estimate(t *results.Tally, model int) metrics.Estimate {
	lo, hi := m.weights.Range()
	e := metrics.Estimate{Mu: m.Score(t, model), Range: metrics.Bounds{Lo: min(lo, 0), Hi: max(hi, 0)}}
	s := m.begin(t)
	defer m.scratch.Put(s)
	var sum, squares float64
	met := 0
	for q := range t.Questions {
		if s.load(t, model, q); s.n > 0 {
			met++
			v := m.variance(s)
			sum += v
			squares += float64(v * v)
		}
	}
	if squares > 0 {
		e.DF = perQuestion * sum * sum / squares
	}
	e.Sigma = math.Sqrt(sum) * s.scale / (s.unit * float64(met))
	return e
}

// Truths returns, by model, the limits of the scores as the number of trials grows.
// Each question must have one right answer. For plurality@K, c must contain the
// probabilities of the wrong answers, and for best@K also the probabilities of the
// weights. If these are unknown, and for vote@K in any case, Truths returns nil.
func (m *metric) Truths(c *metrics.Chances) []float64 {
	knows, ok := m.rule.(interface {
		truth(s *scratch, k int, right float64, wrong []float64, verifier [2][]float64) float64
	})
	if !ok || c.Wrong == nil || c.Top > 1 || m.weights.Float(0) != 0 {
		return nil
	}
	truths := make([]float64, c.Models)
	s := new(scratch)
	for model := range truths {
		var sum float64
		for q, chance := range c.Row(model) {
			sum += knows.truth(s, m.k, chance, c.Wrong[model*c.Questions+q], c.Verifier)
		}
		if truths[model] = sum * m.weights.Float(1) / float64(c.Questions); math.IsNaN(truths[model]) {
			return nil
		}
	}
	return truths
}

// unitOf returns the unit in which the scores of questions are added up. If each
// category is worth −1, 0 or 1, the unit is, where possible, the number of subsets
// times the least common multiple of 1..K. This makes the scores of questions whole
// numbers, because at most K answers share a vote. Models then tie if and only if their
// scores are equal. Otherwise the unit is about 2^39, and the scores of questions are
// rounded to whole numbers.
func (m *metric) unitOf(t *results.Tally, worth []float64) float64 {
	const whole = 1 << 53 // floats hold all whole numbers up to here
	questions := float64(t.Questions)
	graded := slices.ContainsFunc(worth, func(w float64) bool { return w != math.Trunc(w) })
	if k := m.k; k != infiniteK && k < t.Trials && m.rule.needs().counts && !t.Unequal() && !graded {
		if unit := binomial(t.Trials, k) * shares(k); unit*questions <= whole {
			return unit
		}
	}
	unit := 720720.0 * (1 << 20) // a multiple of all numbers of shares up to 16
	for unit*questions > whole {
		unit /= 2
	}
	return unit
}

// shares returns the least common multiple of 1..k, or +Inf if it is too large. In a
// vote of k attempts, at most k answers can tie and share the vote.
func shares(k int) float64 {
	const enough = 24
	if k > enough {
		return math.Inf(1)
	}
	lcm := 1
	for i := 2; i <= k; i++ {
		a, b := lcm, i
		for b > 0 {
			a, b = b, a%b
		}
		lcm *= i / a
	}
	return float64(lcm)
}

// binomial returns the number of subsets of size k of a set of size n. It is exact
// below 2^53.
func binomial(n, k int) float64 {
	k = min(k, n-k)
	c := 1.0
	for i := 1; i <= k; i++ {
		c = c * float64(n-k+i) / float64(i)
	}
	return c
}

// begin returns scratch space for a tally. It panics with a Failure if the tally lacks
// inputs that the rule needs.
func (m *metric) begin(t *results.Tally) *scratch {
	if err := m.CheckAttempts(t.Ballots()); err != nil {
		panic(metrics.Failure{Err: err})
	}
	s, ok := m.scratch.Get().(*scratch)
	if !ok {
		s = newScratch(m)
	}
	s.unit, s.answered = m.unitOf(t, s.worth), t.Ballots().Answered()
	s.draws = subsetsOf(len(t.Ballots().Names))
	return s
}

// scaledWeights returns the weights of the categories, divided by a scale, and this
// scale. The scale is the largest absolute weight, or 1 if all weights are 0.
func scaledWeights(w metrics.Weights) (list []float64, scale float64) {
	list = w.Floats()
	scale = max(math.Abs(slices.Min(list)), math.Abs(slices.Max(list)))
	if scale == 0 {
		scale = 1
	}
	for i := range list {
		list[i] /= scale
	}
	return list, scale
}
