package rankers

import (
	"math"
	"slices"

	"settle/internal/unfused"
	"settle/metrics"
	"settle/results"
)

// glicko is Glickman's first rating system (1999, "Parameter estimation in large
// dynamic paired comparison experiments"). Each model has a rating and a deviation. All
// matches of an event are counted together in one update. Deviations start at 350 and
// do not grow between events.
type glicko struct {
	history
	ratings, deviations []float64
	damping             []float64 // g of the deviations
	information, gains  []float64 // sums over the matches of one event: Σ g²·E·(1 − E) and Σ g·(outcome − E)
}

const (
	glickoStart     = 1500
	glickoDeviation = 350
	glickoScale     = math.Ln10 / 400 // q
)

func (m *glicko) Begin(b *results.Board, _ uint64) {
	m.take(b)
	if len(m.ratings) != m.models {
		m.ratings, m.deviations = make([]float64, m.models), make([]float64, m.models)
		m.damping = make([]float64, m.models)
		m.information, m.gains = make([]float64, m.models), make([]float64, m.models)
	}
	for i := range m.ratings {
		m.ratings[i] = glickoStart
		m.setDeviation(i, glickoDeviation)
	}
	m.after = slices.Grow(m.after[:0], m.trials*m.models)
	for e := range m.trials * m.questions {
		m.play(m.event(e))
		if (e+1)%m.questions == 0 {
			m.after = append(m.after, m.ratings...)
		}
	}
}

// setDeviation sets the deviation RD of model i and its damping g = 1/√(1 +
// 3q²·RD²/π²), where q = ln 10 / 400.
func (m *glicko) setDeviation(i int, deviation float64) {
	m.deviations[i] = deviation
	spread := glickoScale * deviation / math.Pi
	m.damping[i] = 1 / math.Sqrt(1+float64(3*spread*spread))
}

// play updates the ratings of all models by the matches of one event. The arguments
// describe the event, and are the results of matches.event.
func (m *glicko) play(players, ends []int32) {
	clear(m.information)
	clear(m.gains)
	first := int32(0)
	for _, end := range ends {
		for place, i := range players[first:end] {
			for _, j := range players[int(first)+place+1 : end] {
				m.addMatch(i, j, 0.5)
				m.addMatch(j, i, 0.5)
			}
			for _, j := range players[end:] {
				m.addMatch(i, j, 1)
				m.addMatch(j, i, 0)
			}
		}
		first = end
	}
	for i, information := range m.information {
		if information == 0 {
			continue
		}
		deviation := m.deviations[i]
		precision := 1/float64(deviation*deviation) + float64(glickoScale*glickoScale*information)
		m.ratings[i] += float64(glickoScale / precision * m.gains[i])
		m.setDeviation(i, math.Sqrt(1/precision))
	}
}

// addMatch adds a match of model i against j, with the given outcome, to the sums of model
// i.
func (m *glicko) addMatch(i, j int32, outcome float64) {
	g := m.damping[j]
	expected := 1 / (1 + unfused.Exp(float64(glickoScale*g*(m.ratings[j]-m.ratings[i]))))
	m.information[i] += float64(g * g * expected * (1 - expected))
	m.gains[i] += float64(g * (outcome - expected))
}

func (m *glicko) Rank(n int, scores []float64, keys []uint64) {
	copy(scores, m.ratingsAfter(n))
	rankWithin(scores, eloTie, 0, keys)
}

var _ metrics.Sequence = (*glicko)(nil)
