package posterior

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Values that differ in the last bit alone, in sign, or not at all come in the order that
// comparisons give.
func TestDescending(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var d descendingSorter
	for _, n := range []int{0, 1, 2, 3, 40, 1500} {
		values, models := make([]float64, n), random.Perm(n)
		for i := range values {
			values[i] = random.NormFloat64()
			switch {
			case i%5 == 1:
				values[i] = math.Nextafter(values[i-1], 9)
			case i%5 == 2:
				values[i] = -values[i-1]
			case i%5 == 3:
				values[i] = 0
			}
		}
		d.sort(models, func(model int) float64 { return values[model] })
		for at := range max(n-1, 0) {
			if values[models[at]] < values[models[at+1]] {
				t.Errorf("%d values: %v stands before %v", n, values[models[at]], values[models[at+1]])
			}
		}
		slices.Sort(models)
		for i, model := range models {
			if i != model {
				t.Fatalf("%d values: %d models are not those given", n, len(models))
			}
		}
	}
}
