package sequential

import (
	"math"

	"settle/internal/enum"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Correction adjusts the decision rule for repeated looks and multiple comparisons.
type Correction int

const (
	// None applies the rule of section 2.7.1 of "Don't Pass@k" at every look and to every
	// comparison: it decides if z is at or above the one-sided quantile of the confidence.
	// That rule is made for one look at one pair, so it does not control the error rate over
	// several looks or pairs.
	None Correction = iota

	// Bonferroni splits the level evenly over all comparisons and looks (Dunn, "Multiple
	// comparisons among means", 1961).
	Bonferroni

	// OBrienFleming splits the level evenly over the comparisons. For each comparison, it
	// spends the level over the looks by the O'Brien–Fleming-type spending function of Lan and
	// DeMets, "Discrete sequential boundaries for clinical trials" (1983). This spends almost
	// nothing at early looks and almost everything at late looks. The levels of the looks are
	// added by Boole's inequality, so the boundary is higher than that of O'Brien and Fleming.
	OBrienFleming

	// Holm is the group-sequential procedure of Holm (Maurer and Bretz, "Multiple testing in
	// group sequential trials using graphical approaches", 2013; Ye, Li, Liu and Yao, "A group
	// sequential Holm procedure with multiple primary endpoints", 2013). Each of the m pairs
	// that are still open is tested at the two-sided level α/m. The boundaries spend that level
	// by the same function as OBrienFleming, but use the joint distribution of the looks. Each
	// decided pair releases its share of the level to the other pairs, which are then tested
	// again.
	Holm

	// Mixture is a confidence sequence; it is valid after every trial, not only at planned
	// looks. It uses a normal mixture (Robbins, "Statistical methods related to the law of the
	// iterated logarithm", 1970) with Holm's procedure over the open pairs. It is valid for
	// many trials (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit
	// theory and asymptotic confidence sequences", 2024). For policies with a leader, it is a
	// generalised likelihood-ratio stopping rule (Garivier and Kaufmann, "Optimal best arm
	// identification with fixed confidence", 2016).
	Mixture

	// Betting is a confidence sequence that uses no normal approximation (Waudby-Smith and
	// Ramdas, "Estimating means of bounded random variables by betting", 2024). At every
	// pass, a bettor stakes part of its wealth on one model of a pair being better than the
	// other. The wealth starts at 1. By Holm's procedure over the m open pairs, a pair is
	// decided when the wealth reaches m/α.
	Betting

	// Recommended stands for the correction that Policy.Valid returns.
	Recommended
)

var correctionNames = enum.Names[Correction]{"none", "bonferroni", "obrien-fleming", "holm", "mixture", "betting", "valid"}

// Corrections returns the names that ParseCorrection accepts.
func Corrections() []string { return correctionNames }

// ParseCorrection returns the correction with the given name. It fails for a name not in
// Corrections.
func ParseCorrection(name string) (Correction, error) {
	return correctionNames.Parse("correction", name)
}

// String returns the name of the correction, as ParseCorrection accepts it.
func (c Correction) String() string { return correctionNames.Name(c) }

// stepsDown reports whether each decided pair releases its share of the significance level to the
// undecided pairs. Such a correction tests all pairs, even pairs that the policy does not have to
// decide.
func (c Correction) stepsDown() bool { return c == Holm || c == Mixture || c == Betting }

// Planned reports whether the correction spends the significance level over a number of trials
// that is fixed before the first look.
func (c Correction) Planned() bool { return c == Bonferroni || c == OBrienFleming || c == Holm }

// Spent returns how much of its significance level one comparison can spend in its first looks.
// The level is in (0, 1), and t, in [0, 1], is the share of these looks among all looks. Under
// Bonferroni and OBrienFleming, the result is 0 at t = 0 and the whole level at t = 1. Under
// other corrections it is always the whole level; None, for example, spends the whole level at
// every look.
func (c Correction) Spent(level, t float64) float64 {
	switch {
	case c == Bonferroni:
		return float64(level * t)
	case c == OBrienFleming && t == 0:
		return 0
	case c == OBrienFleming:
		// The result is 2Φ(z/√t) with Φ(z) = level/2. The lower tail avoids cancellation.
		return float64(2 * distuv.UnitNormal.CDF(distuv.UnitNormal.Quantile(level/2)/math.Sqrt(t)))
	}
	return level
}

// Boundaries returns the z at which a comparison is decided at each of its looks, under None,
// Bonferroni or OBrienFleming. Under the last two, the probability of any wrong decision is at
// most alpha over all looks and comparisons together. Each comparison can be wrong in one
// direction only. A look that has no level to spend has the boundary +Inf.
//
// Each look spends the increase of Spent since the previous look. The limit alpha is a sum of
// probabilities (Boole's inequality), so it holds however looks and comparisons depend on each
// other. It requires that z between equally good models is standard normal or has a smaller
// variance. This is true if there are many questions and the looks are fixed in advance, because
// the posterior variances of Eqs. 15 and 20 are on average larger than the sampling variance. If
// the policy chooses the next model from the data, as Neighbours does, the limit is not proven
// and must be confirmed by simulation.
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
