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

// forever stands for a K beyond all bounds.
const forever = 0

// metric scores models by the choice of one answer, or of one attempt, among K.
type metric struct {
	name    string
	k       int             // or forever
	weights metrics.Weights // of the categories
	seed    uint64          // of what is drawn
	weigher string          // the name of the weights of attempts, "" for any
	rule    rule
	scratch sync.Pool // of *scratch
}

// rule says what the choice among the attempts that a scratch holds is worth, in units of it.
type rule interface {
	// mean returns the mean over all subsets of k attempts, 0 < k < n.
	mean(s *scratch, k int) float64

	// whole returns the worth of the choice among all attempts: also the limit where k grows and
	// the shares of the attempts stay the same.
	whole(s *scratch) float64

	needs() needs
}

// needs holds what a rule depends on.
type needs struct {
	answers, weights, order bool

	counts bool // mean adds up numbers of subsets
	draws  bool // mean is of subsets one by one, which are drawn if they are many
}

func (m *metric) Name() string    { return m.name }
func (m *metric) FirstTrial() int { return max(m.k, 1) }

// Dear reports whether the metric takes so long that curves are drawn through some n only.
func (m *metric) Dear() bool {
	const quick = 16
	needs := m.rule.needs()
	return needs.draws || needs.order || m.k > quick
}

// Check reports why the metric cannot score boards of categories 0..top with n trials, or nil.
func (m *metric) Check(top, trials int) error {
	switch {
	case top >= m.weights.Len():
		return fmt.Errorf("%s: outcomes reach category %d, but there are weights for 0..%d only", m.name, top, m.weights.Len()-1)
	case trials < m.FirstTrial():
		return fmt.Errorf("%s has no score at n = %d: it starts at n = %d", m.name, trials, m.FirstTrial())
	}
	return nil
}

// CheckAttempts reports why the attempts of a board with these Ballots cannot be scored, or nil.
func (m *metric) CheckAttempts(b *results.Ballots) error {
	name, needs := quoted.Bare(m.name), m.rule.needs()
	switch {
	case needs.weights && (b == nil || b.Weight == ""):
		return fmt.Errorf("%s needs a weight for each attempt: name the column with --column weight=COLUMN", name)
	case needs.weights && m.weigher != "" && m.weigher != b.Weight:
		return fmt.Errorf("%s: the weight of the results is %s; name another with --column weight=%s", name, quoted.Text(b.Weight), quoted.Bare(m.weigher))
	case needs.answers && (b == nil || !b.Answered()):
		return fmt.Errorf("%s needs the answers of the attempts: name the column with --column answer=COLUMN", name)
	}
	return nil
}

// Score returns the mean over the questions that the model met.
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

// value returns the score of the attempts that a scratch holds, in units of it.
func (m *metric) value(s *scratch) float64 {
	if m.k == forever || m.k == s.n {
		return m.rule.whole(s)
	}
	return m.rule.mean(s, m.k)
}

// perQuestion holds the degrees of freedom that the variance of a single question counts as. If K is
// large, few questions are in doubt, and these alone make up the variance of a score. The estimate of
// the variance is then rough, and Student's t makes the interval wider (after Satterthwaite 1946). Of
// 2, 3 and no correction, 3 held best on the boards of docs/votes.md.
const perQuestion = 3

// Estimate returns the score with its standard error over trials, given the questions.
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

// Truths returns what the scores come to, by model, if one answer to every question is right and the
// chances tell how likely the wrong answers are or, of best, the weights; else nil, as of vote.
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

// unitOf returns the unit in which the scores of questions are added up. If it can be, for categories
// worth −1, 0 or 1, it is a number of subsets times that of shares of a vote, so that scores by
// counting subsets are whole numbers of it and tie if and only if they are equal. Else it is about
// 2^39, and scores of questions are rounded to whole numbers of it.
func (m *metric) unitOf(t *results.Tally, worth []float64) float64 {
	const whole = 1 << 53 // up to here floats hold all whole numbers
	questions := float64(t.Questions)
	graded := slices.ContainsFunc(worth, func(w float64) bool { return w != math.Trunc(w) })
	if k := m.k; k != forever && k < t.Trials && m.rule.needs().counts && !t.Unequal() && !graded {
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

// shares returns the least common multiple of 1..k, +Inf if it is large: k answers at most share a
// vote.
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

// binomial returns the number of subsets of k of n, which is exact below 2^53.
func binomial(n, k int) float64 {
	k = min(k, n-k)
	c := 1.0
	for i := 1; i <= k; i++ {
		c = c * float64(n-k+i) / float64(i)
	}
	return c
}

// begin returns scratch space for a tally. It panics with a Failure if the tally lacks what the rule
// needs.
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

// worths returns the weights of the categories divided by the largest in size.
func worths(w metrics.Weights) (list []float64, scale float64) {
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
