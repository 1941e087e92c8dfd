package rankers

// minimax is the method of Simpson (1969) and Kramer (1977) by margins: a model's score is
// 0 less its worst defeat, by how many more questions another model is better than it than
// the other way round; the score of a model that nobody beats is 0. Margins are in
// questions that both models met, so two that met few have small ones, and two that share
// none do not beat each other; a board where a model shares none with any other is refused.
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
