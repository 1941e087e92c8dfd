package rankers

// schulze is Schulze's method (Schulze 2011). The strength of a majority is its number
// of votes; a question on which two models tie gives half a vote to each. A chain of
// majorities is as strong as its weakest majority. A model beats another if the
// strongest chain from it to the other is stronger than the strongest chain back.
// Scores are levels: L for models that no model beats, L − 1 for models that only such
// models beat, and so on.
//
// A question votes on two models only if both met it. Two models that have no question
// in common have no majority. A board is refused if some model has no question in
// common with any other.
type schulze struct {
	votes  votes
	paths  []int64 // at i·L + j: twice the votes of the weakest majority in the strongest chain from i to j
	beats  relation
	levels []int
}

func newSchulze() method { return &schulze{} }

func (m *schulze) rank(b *board, scores []float64, keys []uint64) error {
	m.votes.take(b)
	if err := m.votes.checkMet(); err != nil {
		return err
	}
	m.findBeats()
	m.beats.levels(m.levels)
	scoreLevels(m.levels, scores, keys)
	return nil
}

// findBeats computes, for each pair of models, whether one beats the other.
func (m *schulze) findBeats() {
	models := m.votes.models
	if len(m.levels) != models {
		m.paths, m.levels = make([]int64, models*models), make([]int, models)
	}
	for i := range models {
		for j := range models {
			m.paths[i*models+j] = 0
			if margin := m.votes.margin(i, j); margin > 0 {
				m.paths[i*models+j] = m.votes.met[i*models+j] + margin
			}
		}
	}
	m.strengthen()
	m.beats.clear(models)
	for i := range models {
		for j := range models {
			if i != j && m.paths[i*models+j] > m.paths[j*models+i] {
				m.beats.add(i, j)
			}
		}
	}
}

// strengthen computes the strength of the strongest chain between each two models, by
// the algorithm of Floyd and Warshall.
func (m *schulze) strengthen() {
	models := m.votes.models
	for by := range models {
		through := m.paths[by*models:][:models]
		for i := range models {
			row := m.paths[i*models:][:models]
			first := row[by]
			if first == 0 {
				continue
			}
			for j, second := range through {
				row[j] = max(row[j], min(first, second))
			}
		}
	}
}
