package montecarlo

import (
	"math"

	"settle/internal/exact"
)

// Taus holds sums over replicates: of Kendall's τ with a reference ranking (gold), and
// of τ². It must not be copied after the first Add.
//
// If a metric ties all models, τ is undefined (NaN). An undefined τ counts as 0 in
// every mean over replicates, and the number of undefined τ is reported with the mean.
// If such replicates were left out instead, a metric would gain from replicates that it
// cannot rank.
type Taus struct {
	Sums      exact.Moments
	Undefined int // replicates with an undefined τ
}

// Add adds one τ. It returns the number that enters the mean: τ itself, or 0 if τ is
// undefined.
func (t *Taus) Add(tau float64) (counted float64) {
	if math.IsNaN(tau) {
		t.Undefined++
		return 0 // 0 changes no sum
	}
	t.Sums.Add(tau)
	return tau
}

// Mean returns the mean of τ over the given number of replicates, and the standard
// error of the mean.
func (t *Taus) Mean(replicates int) (mean, se float64) { return t.Sums.Mean(replicates) }
