package rankers

import (
	"math"
	"slices"

	"settle/internal/unfused"
	"settle/metrics"
	"settle/results"
)

// trueSkill is the rating of Herbrich, Minka and Graepel (2006, "TrueSkill™: A Bayesian
// Skill Rating System") for matches of two models; ties do not count. A skill has a
// normal distribution, and performances scatter around it with standard deviation β. A
// match changes the distributions of both skills to the posteriors given the winner.
// All matches of an event start from the skills before the event. Each match multiplies
// the distributions of these skills by a factor with the shape of a normal density.
// Before each trial, skills can drift with standard deviation τ.
type trueSkill struct {
	history
	means, variances  []float64
	precisions, gains []float64 // sums over the factors of an event: precisions, and means times precisions
}

const (
	skillStart = 25.0
	skillSigma = skillStart / 3
	skillBeta  = skillStart / 6
	skillTau   = skillStart / 300

	// Scores are rounded to multiples of 1/skillDigits, since the last digits of math.Erfc
	// differ between processors. Two scores tie if they differ by at most skillTie times
	// the largest score.
	skillDigits = 1 << 34
	skillTie    = 1e-10
)

func (m *trueSkill) Begin(b *results.Board, _ uint64) {
	m.take(b)
	if len(m.means) != m.models {
		m.means, m.variances = make([]float64, m.models), make([]float64, m.models)
		m.precisions, m.gains = make([]float64, m.models), make([]float64, m.models)
	}
	for i := range m.means {
		m.means[i], m.variances[i] = skillStart, skillSigma*skillSigma
	}
	m.after = slices.Grow(m.after[:0], m.trials*m.models)
	for trial := range m.trials {
		for q := range m.questions {
			m.play(m.event(trial*m.questions + q))
		}
		m.after = append(m.after, m.means...)
		for i := range m.variances {
			m.variances[i] += skillTau * skillTau
		}
	}
}

// play updates the skills of all models by the matches of one event. The players and
// the ends are those that matches.event returns.
func (m *trueSkill) play(players, ends []int32) {
	clear(m.precisions)
	clear(m.gains)
	first := int32(0)
	for _, end := range ends {
		for _, i := range players[first:end] {
			for _, j := range players[end:] {
				m.addMatch(i, j)
			}
		}
		first = end
	}
	for i, precision := range m.precisions {
		if precision == 0 {
			continue
		}
		before := 1 / m.variances[i]
		after := before + precision
		m.means[i] = (float64(m.means[i]*before) + m.gains[i]) / after
		m.variances[i] = 1 / after
	}
}

// addMatch adds a match to the sums of an event. The match changes the skill of the
// winner and the skill of the loser by one normal factor each.
func (m *trueSkill) addMatch(winner, loser int32) {
	x, y := m.variances[winner], m.variances[loser]
	c := math.Sqrt(2*skillBeta*skillBeta + x + y)
	t := (m.means[winner] - m.means[loser]) / c
	v := hazard(t)
	w := v * (v + t)
	m.addFactor(winner, v/c, w/float64(c*c))
	m.addFactor(loser, -v/c, w/float64(c*c))
}

// addFactor adds one match of model i to the sums of an event. By itself, the match
// would move the mean of the skill by variance·shift and reduce the variance by
// variance²·shrink. Its effect is a factor with the shape of a normal density.
func (m *trueSkill) addFactor(i int32, shift, shrink float64) {
	mean, variance := m.means[i], m.variances[i]
	before, after := 1/variance, 1/(variance*(1-float64(variance*shrink)))
	m.precisions[i] += after - before
	m.gains[i] += float64((mean+float64(variance*shift))*after) - float64(mean*before)
}

// hazard returns φ(t)/Φ(t), the standard normal density divided by the distribution
// function. For t far below 0 it returns −t − 1/t, which differs from the ratio by less
// than 2/|t|³.
func hazard(t float64) float64 {
	if t < -30 {
		return -t - 1/t
	}
	return math.Sqrt(2/math.Pi) * unfused.Exp(-0.5*t*t) / math.Erfc(-t/math.Sqrt2)
}

func (m *trueSkill) Rank(n int, scores []float64, keys []uint64) {
	for i, mean := range m.ratingsAfter(n) {
		scores[i] = math.Round(mean*skillDigits) / skillDigits
	}
	rankWithin(scores, skillTie, 0, keys)
}

var _ metrics.Sequence = (*trueSkill)(nil)
