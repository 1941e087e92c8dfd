package rankers

// borda is the Borda count (de Borda 1781). On each question a model gets a point for
// each model that it beats and half a point for each model that it ties with. The score
// is the sum of its points. If a model missed some questions, or met them with fewer
// other models, its share of the possible points is extrapolated to all questions. The
// share is ½ for a model that has no question in common with any other.
type borda struct {
	votes  votes
	points []int64 // by model: twice the points
	most   []int64 // by model: twice the possible points
}

func newBorda() method { return &borda{} }

func (m *borda) rank(b *board, scores []float64, keys []uint64) error {
	m.votes.take(b)
	if len(m.points) != b.models {
		m.points, m.most = make([]int64, b.models), make([]int64, b.models)
	}
	for i := range b.models {
		m.points[i], m.most[i] = m.votes.points(i)
		points, most, _, _ := defaultToHalf(m.points[i], m.most[i], 1, 1)
		scores[i] = float64(points) * float64(b.questions*(b.models-1)) / float64(most)
	}
	if b.equal > 0 {
		for i, points := range m.points {
			keys[i] = uint64(points)
		}
		return nil
	}
	rankFractions(m.points, m.most, keys)
	return nil
}

// points returns twice the points of a model and twice its possible points. A vote for
// the model is worth 1 point and a tie ½.
func (v *votes) points(i int) (points, most int64) {
	for j, both := range v.met[i*v.models:][:v.models] {
		if j != i {
			points += both + v.margin(i, j)
			most += 2 * both
		}
	}
	return points, most
}
