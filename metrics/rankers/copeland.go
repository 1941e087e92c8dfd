package rankers

import "cmp"

// copeland is Copeland's method (Copeland 1951). A model beats another if it is better
// on more questions than the other. A model's score is the number of models that it
// beats minus the number of models that beat it. Two models that have no question in
// common do not beat each other.
type copeland struct{ votes votes }

func newCopeland() method { return &copeland{} }

func (m *copeland) rank(b *board, scores []float64, keys []uint64) error {
	m.votes.take(b)
	for i := range b.models {
		beaten := m.votes.netVictories(i)
		scores[i] = float64(beaten)
		keys[i] = uint64(beaten + b.models)
	}
	return nil
}

// netVictories returns the number of models that model i beats minus the number of models
// that beat it.
func (v *votes) netVictories(i int) int {
	beaten := 0
	for j := range v.models {
		beaten += cmp.Compare(v.margin(i, j), 0)
	}
	return beaten
}
