package rankers

// borda is the Borda count (de Borda 1781): on each question a model has a point for each
// model that it beats there and half a point for each that it ties with, and one more; its
// score is the sum. Of a model that never met some questions, or met them with fewer
// others, the share that it got of the points that it could get counts for all questions,
// so that nobody loses by questions that it never met.
type borda struct {
	points []int64 // by model: twice the points but the one for everybody
	most   []int64 // by model: twice the most that it could get
}

func newBorda() method { return &borda{} }

func (m *borda) rank(b *board, scores []float64, keys []uint64) error {
	if len(m.points) != b.models {
		m.points, m.most = make([]int64, b.models), make([]int64, b.models)
	}
	clear(m.points)
	clear(m.most)
	for i := range b.models {
		for j := range i {
			for q := range b.questions {
				if !b.equal && !(b.met(i, q) && b.met(j, q)) {
					continue
				}
				win := int64(b.compare(i, j, q))
				m.points[i] += 1 + win
				m.points[j] += 1 - win
				m.most[i] += 2
				m.most[j] += 2
			}
		}
	}
	for i := range b.models {
		share := 0.5 // of a model that nobody met
		if m.most[i] > 0 {
			share = float64(m.points[i]) / float64(m.most[i])
		}
		scores[i] = float64(b.questions) * (1 + float64(share*float64(b.models-1)))
	}
	rankFractions(m.points, m.most, keys)
	return nil
}

// rankFractions sets keys to the order of fractions with denominators of 0 or more; one of
// 0 stands for ½.
func rankFractions(numerators, denominators []int64, keys []uint64) {
	for i := range keys {
		keys[i] = 0
		for j := range keys {
			if compareFractions(half(numerators[i], denominators[i], numerators[j], denominators[j])) > 0 {
				keys[i]++
			}
		}
	}
}

// half puts ½ in place of fractions without a denominator.
func half(a, b, c, d int64) (int64, int64, int64, int64) {
	if b == 0 {
		a, b = 1, 2
	}
	if d == 0 {
		c, d = 1, 2
	}
	return a, b, c, d
}
