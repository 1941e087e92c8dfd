package votes

import (
	"math"
	"testing"
)

// TestTruthIsTheMeanOverAllSequences enumerates all sequences of k answers, weighs them with their
// chances and lets the rule choose.
func TestTruthIsTheMeanOverAllSequences(t *testing.T) {
	right, wrong := 0.4, []float64{0.6, 0.3, 0.1}
	chances := []float64{right, 0.6 * wrong[0], 0.6 * wrong[1], 0.6 * wrong[2]}
	for k := 1; k <= 7; k++ {
		var want float64
		for code := range int(math.Pow(4, float64(k))) {
			q, chance, all := question{}, 1.0, []int{}
			for i, left := 0, code; i < k; i, left = i+1, left/4 {
				answer := left % 4
				chance *= chances[answer]
				q.answers, q.outcomes = append(q.answers, uint32(answer+1)), append(q.outcomes, uint8(boolean(answer == 0)))
				q.weights, all = append(q.weights, 1), append(all, i)
			}
			want += chance * choice(q, all, "plurality")
		}
		if got := (plurality{}).truth(new(scratch), k, right, wrong, [2][]float64{}); math.Abs(got-want) > 1e-12 {
			t.Errorf("k = %d: %v, want %v", k, got, want)
		}
	}
}
