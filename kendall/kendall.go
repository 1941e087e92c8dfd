// Package kendall computes Kendall's rank correlation τ of two rankings of the same
// models.
//
// Call [TauB] or [TauA] for two rankings. To compare many rankings with one reference
// ranking, called gold, call [NewComparer], or [NewWeighted] for the weighted τ.
//
// Only the order of values counts, not their distance. Two values tie if and only if
// they are equal: no tolerance is applied. A Comparer gives the same τ_b as TauB, bit
// for bit.
//
// Do not pass scores with rounding errors unless you have decided first which of them
// tie. The package does not decide which ranking is gold, or how to treat an undefined
// τ.
//
// The notation is that of section F.1 of "Don't Pass@k": there are n0 = L(L−1)/2 pairs
// of L models, n1 of them tie in the first ranking, and n2 tie in the second. S is the
// number of concordant pairs minus the number of discordant pairs; a pair that ties in
// either ranking counts as neither. Then
//
//	τ_a = S / n0                       (Eq. 25)
//	τ_b = S / √((n0 − n1)(n0 − n2))    (the line below it)
package kendall

import (
	"fmt"
	"math"
	"slices"
)

// TauA returns Kendall's τ_a of two rankings of the same models, in [−1, 1]. A pair that
// ties in either ranking counts as 0, so τ_a is ±1 only without ties. It is NaN if there
// are fewer than two models, or if a value is NaN.
//
// x[i] and y[i] are the values of model i; −0 equals +0, and ±Inf are ordinary values.
// TauA panics if the lengths differ. It takes O(L log L) time.
func TauA(x, y []float64) float64 {
	mustPair(len(x), len(y))
	if slices.ContainsFunc(x, math.IsNaN) || slices.ContainsFunc(y, math.IsNaN) {
		return math.NaN()
	}
	c := newComparer(orderedKeys(x))
	score, _ := c.count(orderedKeys(y))
	return float64(score) / float64(pairs(len(x))) // 0/0 is NaN if there is no pair
}

// TauB returns Kendall's τ_b of two rankings of the same models, in [−1, 1]. It is
// exactly ±1 if both rankings have the same ties and the same or the opposite order. It
// is NaN if all models tie in either ranking, which includes fewer than two models, or
// if a value is NaN. It equals the default variant of scipy.stats.kendalltau.
//
// x[i] and y[i] are the values of model i; −0 equals +0, and ±Inf are ordinary values.
// TauB panics if the lengths differ. It takes O(L log L) time.
func TauB(x, y []float64) float64 {
	mustPair(len(x), len(y))
	if slices.ContainsFunc(x, math.IsNaN) || slices.ContainsFunc(y, math.IsNaN) {
		return math.NaN()
	}
	return newComparer(orderedKeys(x)).TauB(orderedKeys(y))
}

// tauB returns τ_b. The score is S; untied1 and untied2 are the numbers of pairs that
// do not tie in the first and in the second ranking.
//
// The result needs no clamp and reaches ±1 exactly. The reasons are that |S| is at most
// the smaller number of untied pairs, and that the root of a correctly rounded square
// is the number itself. If all models tie in one ranking, the result is 0/0, which is
// NaN.
func tauB(score, untied1, untied2 int64) float64 {
	return float64(score) / root(untied1, untied2)
}

func root(untied1, untied2 int64) float64 {
	return math.Sqrt(float64(untied1) * float64(untied2))
}

// pairs returns n0, the number of pairs of n models. It can exceed 32 bits.
func pairs(n int) int64 { return int64(n) * int64(n-1) / 2 }

// orderedKeys returns integers that have the same order as the values. The bits of
// positive float64 numbers already sort like the numbers, but the bits of negative
// numbers sort in reverse.
func orderedKeys(values []float64) []uint64 {
	const sign = 1 << 63
	keys := make([]uint64, len(values))
	for i, value := range values {
		bits := math.Float64bits(value + 0) // −0 + 0 is +0
		if bits&sign != 0 {
			keys[i] = ^bits
		} else {
			keys[i] = bits | sign
		}
	}
	return keys
}

func mustPair(first, second int) {
	if first != second {
		panic(fmt.Sprintf("kendall: the rankings have different lengths: %d and %d models", first, second))
	}
}
