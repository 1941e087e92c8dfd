package rankers

// minimax is the method of Simpson (1969) and Kramer (1977). The margin of a defeat is
// the number of questions on which the other model is better minus the number on which
// it is worse. A model's score is minus the margin of its worst defeat, or 0 if no
// model beats it. Only questions that both models met count. A board is refused if some
// model has no question in common with any other.
type minimax struct{ votes votes }

func newMinimax() method { return &minimax{} }

func (m *minimax) rank(b *board, scores []float64, keys []uint64) error {
	m.votes.take(b)
	if err := m.votes.checkMet(); err != nil {
		return err
	}
	for i := range b.models {
		var worst int64
		for j := range b.models {
			worst = max(worst, m.votes.margin(j, i))
		}
		scores[i] = float64(0 - worst)
		keys[i] = uint64(int64(b.questions) - worst)
	}
	return nil
}
