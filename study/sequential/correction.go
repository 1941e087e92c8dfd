package sequential

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"
)

// Correction is how a rule makes up for being applied many times.
type Correction int

const (
	// None applies the rule of section 2.7.1 of "Don't Pass@k" at every look
	// and to every comparison: z at or above the one-sided quantile of the
	// confidence.
	None Correction = iota

	// Bonferroni shares the level out evenly over all comparisons and looks
	// (Dunn, "Multiple comparisons among means", 1961).
	Bonferroni

	// OBrienFleming shares the level out evenly over the comparisons, and
	// over the looks at one of them by the O'Brien–Fleming-type spending
	// function of Lan and DeMets, "Discrete sequential boundaries for
	// clinical trials" (1983): next to nothing early, nearly all of it late.
	OBrienFleming
)

var correctionNames = []string{"none", "bonferroni", "obrien-fleming"}

// ParseCorrection returns the correction of the given name: none, bonferroni
// or obrien-fleming.
func ParseCorrection(name string) (Correction, error) {
	for i, known := range correctionNames {
		if name == known {
			return Correction(i), nil
		}
	}
	return 0, fmt.Errorf("correction %q is unknown; there are %s", name, strings.Join(correctionNames, ", "))
}

// String returns the name that ParseCorrection reads.
func (c Correction) String() string { return correctionNames[c] }

// Spent is how much of the level may be spent on one comparison by the time
// that a share t in [0, 1] of its looks is past: 0 at 0, all of the level,
// in (0, 1), at 1. None spends everything at every look; it returns the level.
func (c Correction) Spent(level, t float64) float64 {
	switch {
	case c == Bonferroni:
		return float64(level * t)
	case c == OBrienFleming && t == 0:
		return 0
	case c == OBrienFleming:
		// 2Φ(z/√t) with Φ(z) = level/2, in the lower tail, where nothing cancels.
		return float64(2 * distuv.UnitNormal.CDF(distuv.UnitNormal.Quantile(level/2)/math.Sqrt(t)))
	}
	return level
}

// Boundaries are the z at which a comparison is called at each of its looks,
// such that the chance of a wrong call is at most alpha over all the looks and
// all the comparisons together, each with one wrong direction; +Inf where there
// is nothing to spend.
//
// What each look may spend is what Spent gains there. The bound holds for any
// dependence between looks and between comparisons, for it only adds up
// probabilities (Boole's inequality), as far as z is standard normal, or less
// spread, between models that are equally good. That is so for many questions
// and looks fixed in advance: the posterior variance of Eq. 15, and of Eq. 20
// with it, is on average larger than the sampling variance. Where a policy
// chooses the model to look at by what it has seen, as Neighbours does, the
// bound is not proven, and simulation must show it.
//
// No recursion over the joint distribution of the looks, as in Lan and DeMets,
// makes the bound sharp: that would need independent increments, which models
// that do not keep step lack.
func (c Correction) Boundaries(alpha float64, looks, comparisons int) []float64 {
	level := alpha / float64(comparisons)
	z := make([]float64, looks)
	for i := range z {
		gain := c.Spent(level, float64(i+1)/float64(looks)) - c.Spent(level, float64(i)/float64(looks))
		if c == None {
			gain = alpha
		}
		z[i] = -distuv.UnitNormal.Quantile(gain)
	}
	return z
}
