package montecarlo

import (
	"math"

	"settle/internal/exact"
	"settle/internal/wire"
)

// Taus are the sums over replicates of Kendall's τ with gold, and of its square. They
// must not be copied once a τ was added.
//
// A τ is undefined, NaN, where a metric ties all models. The rule for that holds
// for every mean over replicates: an undefined τ counts as 0, and how many there
// were is told beside the mean. To leave them out would flatter a metric for the
// replicates in which it says nothing.
type Taus struct {
	exact.Moments
	Undefined int // replicates in which τ is undefined
}

// Add takes in one more τ. It returns the number that went into the mean: τ, or 0
// where τ is undefined.
func (t *Taus) Add(tau float64) (counted float64) {
	if math.IsNaN(tau) {
		t.Undefined++
		return 0 // which changes no sum
	}
	t.Moments.Add(tau)
	return tau
}

// Reset forgets everything.
func (t *Taus) Reset() {
	t.Moments.Reset()
	t.Undefined = 0
}

// Merge adds the sums of other replicates.
func (t *Taus) Merge(from *Taus) {
	t.Moments.Merge(&from.Moments)
	t.Undefined += from.Undefined
}

// Code writes or reads the sums.
func (t *Taus) Code(c *wire.Coder) {
	t.Moments.Code(c)
	c.Int(&t.Undefined)
}
