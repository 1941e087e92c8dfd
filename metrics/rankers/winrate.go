package rankers

// winRate is a model's share of wins among its decisive comparisons. A model is
// compared once with each other model on each question that both met. The share is ½ if
// no comparison is decisive, for example if the model has no question in common with
// any other.
type winRate struct {
	votes    votes
	won, all []int64 // by model
}

func newWinRate() method { return &winRate{} }

func (m *winRate) rank(b *board, scores []float64, keys []uint64) error {
	m.votes.take(b)
	if len(m.won) != b.models {
		m.won, m.all = make([]int64, b.models), make([]int64, b.models)
	}
	for i := range b.models {
		m.won[i], m.all[i] = 0, 0
		for j := range b.models {
			m.won[i] += m.votes.wins[i*b.models+j]
			m.all[i] += m.votes.wins[i*b.models+j] + m.votes.wins[j*b.models+i]
		}
		scores[i] = 0.5
		if m.all[i] > 0 {
			scores[i] = float64(m.won[i]) / float64(m.all[i])
		}
	}
	rankFractions(m.won, m.all, keys)
	return nil
}
