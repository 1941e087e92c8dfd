package report

import (
	"math"
	"testing"
)

// scipy.stats.binomtest(k, n).proportion_ci(0.95), method "exact".
func TestClopperPearson(t *testing.T) {
	for _, c := range []struct {
		hits, n   int
		low, high float64
	}{
		{0, 2, 0, 0.8418861},
		{1, 4, 0.0063095, 0.8058796},
		{3, 3, 0.2924018, 1},
		{7, 99, 0.0288991, 0.1402693},
	} {
		low, high := clopperPearson(c.hits, c.n)
		if math.Abs(low-c.low) > 1e-6 || math.Abs(high-c.high) > 1e-6 {
			t.Errorf("%d of %d: %v to %v, want %v to %v", c.hits, c.n, low, high, c.low, c.high)
		}
	}
}
