package montecarlo

import (
	"math"

	"settle/internal/exact"
)

// Taus holds the sums over replicates of Kendall's τ with gold, and of its square. It
// must not be copied after the first Add.
//
// τ is undefined, NaN, if a metric ties all models. In every mean over replicates an
// undefined τ counts as 0, and the number of undefined τ is reported with the mean.
// Without these replicates, a metric would gain from replicates that it cannot rank.
type Taus struct {
	Sums      exact.Moments
	Undefined int // replicates with an undefined τ
}

// Add adds one τ. It returns the number that the mean includes: τ, or 0 if τ is
// undefined.
func (t *Taus) Add(tau float64) (counted float64) {
	if math.IsNaN(tau) {
		t.Undefined++
		return 0 // 0 changes no sum
	}
	t.Sums.Add(tau)
	return tau
}

// Mean returns the mean τ over the given number of replicates and its standard error.
func (t *Taus) Mean(replicates int) (mean, se float64) { return t.Sums.Mean(replicates) }
