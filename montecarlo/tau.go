package montecarlo

import (
	"math"

	"settle/internal/exact"
)

// Taus are the sums over replicates of Kendall's τ with gold, and of its square. They
// must not be copied once a τ was added.
//
// A τ is undefined, NaN, where a metric ties all models. The rule for that holds
// for every mean over replicates: an undefined τ counts as 0, and how many there
// were is told beside the mean. To leave them out would flatter a metric for the
// replicates in which it says nothing.
type Taus struct {
	Sums      exact.Moments
	Undefined int // replicates in which τ is undefined
}

// Add takes in one more τ. It returns the number that went into the mean: τ, or 0
// where τ is undefined.
func (t *Taus) Add(tau float64) (counted float64) {
	if math.IsNaN(tau) {
		t.Undefined++
		return 0 // which changes no sum
	}
	t.Sums.Add(tau)
	return tau
}

// Mean returns the mean τ of so many replicates, and its standard error.
func (t *Taus) Mean(replicates int) (mean, se float64) { return t.Sums.Mean(replicates) }
