package sequential

import (
	"math"

	"settle/internal/enum"

	"gonum.org/v1/gonum/stat/distuv"
)

// Correction is how a rule makes up for being applied many times.
type Correction int

const (
	// None applies the rule of section 2.7.1 of "Don't Pass@k" at every look
	// and to every comparison: z at or above the one-sided quantile of the
	// confidence. It is made for one look at one pair, and keeps no level here.
	None Correction = iota

	// Bonferroni shares the level out evenly over all comparisons and looks
	// (Dunn, "Multiple comparisons among means", 1961).
	Bonferroni

	// OBrienFleming shares the level out evenly over the comparisons, and
	// over the looks at one of them by the O'Brien–Fleming-type spending
	// function of Lan and DeMets, "Discrete sequential boundaries for
	// clinical trials" (1983): next to nothing early, nearly all of it late. What
	// the looks spend is added up by Boole's inequality, so that the boundary is
	// higher than that of O'Brien and Fleming.
	OBrienFleming

	// Holm is the group-sequential procedure of Holm (Maurer and Bretz, "Multiple
	// testing in group sequential trials using graphical approaches", 2013; Ye, Li,
	// Liu and Yao, "A group sequential Holm procedure with multiple primary
	// endpoints", 2013): each pair that is still open is tested at the two-sided
	// level α/m, where m counts the open pairs, against boundaries that spend it as
	// OBrienFleming does but come from the joint distribution of the looks; each
	// call leaves its share to the others, which are tested again.
	Holm

	// Mixture is a confidence sequence, which holds after every trial and not only
	// at looks: that of a normal mixture (Robbins, "Statistical methods related to
	// the law of the iterated logarithm", 1970), valid for many trials (Waudby-Smith,
	// Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
	// asymptotic confidence sequences", 2024), with Holm over the open pairs. For a
	// leader it is a generalised likelihood-ratio stopping rule (Garivier and
	// Kaufmann, "Optimal best arm identification with fixed confidence", 2016).
	Mixture

	// Betting is a confidence sequence without any approximation (Waudby-Smith and
	// Ramdas, "Estimating means of bounded random variables by betting", 2024): a
	// bettor stakes on the better model pass by pass, and a pair is called when his
	// wealth is that of one in α/m, with Holm over the open pairs.
	Betting

	// Recommended stands for the correction that Policy.Valid names.
	Recommended
)

var correctionNames = enum.Names[Correction]{"none", "bonferroni", "obrien-fleming", "holm", "mixture", "betting", "valid"}

// Corrections are the names that ParseCorrection reads.
func Corrections() []string { return correctionNames }

// ParseCorrection returns the correction of one of Corrections.
func ParseCorrection(name string) (Correction, error) {
	return correctionNames.Parse("correction", name)
}

// String returns the name that ParseCorrection reads.
func (c Correction) String() string { return correctionNames.Name(c) }

// stepsDown tells whether pairs that are called leave their share of the level to the
// others, so that all pairs are tested and not only those that a policy asks about.
func (c Correction) stepsDown() bool { return c == Holm || c == Mixture || c == Betting }

// Planned reports whether the correction spends the level on looks up to a number of trials
// that is fixed before the first look.
func (c Correction) Planned() bool { return c == Bonferroni || c == OBrienFleming || c == Holm }

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

// Boundaries are the z at which a comparison is called at each of its looks under
// None, Bonferroni or OBrienFleming,
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
