// Package kendall measures how far two rankings of the same models agree:
// Kendall's τ_a and τ_b, and a Comparer for the many rankings that are
// compared with one gold.
//
// Begin with [TauB]; [NewComparer] is for many rankings and one gold.
//
// It believes that a ranking is an order and no more: only which of two values
// is larger counts, never by how much, and two values tie if and only if they
// are equal. No tolerance is applied; who compares scores that carry rounding
// noise has to settle their ties first. What counts as the gold, and what to
// make of an undefined τ, is left to the caller.
//
// The notation is that of section F.1 of "Don't Pass@k": of the n0 = L(L−1)/2
// pairs of L models, n1 are tied on the first side and n2 on the second; S is
// the number of concordant pairs less the discordant ones, a pair that is tied
// on any side being neither. Then
//
//	τ_a = S / n0                       (Eq. 25)
//	τ_b = S / √((n0 − n1)(n0 − n2))    (the line below it)
package kendall

import (
	"fmt"
	"math"
	"slices"
)

// TauA returns Kendall's τ_a of two rankings of the same models, in [−1, 1].
// A pair tied on any side counts as no agreement, so τ_a reaches ±1 only
// without ties. It is NaN for fewer than two models, or if a value is NaN.
//
// x[i] and y[i] are the values of model i; −0 equals +0, and ±Inf are ordinary
// values. TauA panics if the lengths differ. It takes O(L log L) time.
func TauA(x, y []float64) float64 {
	mustPair(len(x), len(y))
	if slices.ContainsFunc(x, math.IsNaN) || slices.ContainsFunc(y, math.IsNaN) {
		return math.NaN()
	}
	c := newComparer(orderedKeys(x))
	score, _ := c.count(orderedKeys(y))
	return float64(score) / float64(pairs(len(x))) // without a pair 0/0, NaN
}

// TauB returns Kendall's τ_b of two rankings of the same models, in [−1, 1].
// It is ±1 exactly if both have the same ties and the same or the opposite
// order. It is NaN if all models tie on either side, which includes fewer than
// two models, or if a value is NaN. This is the variant of
// scipy.stats.kendalltau's default.
//
// x[i] and y[i] are the values of model i; −0 equals +0, and ±Inf are ordinary
// values. TauB panics if the lengths differ. It takes O(L log L) time.
func TauB(x, y []float64) float64 {
	mustPair(len(x), len(y))
	if slices.ContainsFunc(x, math.IsNaN) || slices.ContainsFunc(y, math.IsNaN) {
		return math.NaN()
	}
	return newComparer(orderedKeys(x)).TauB(orderedKeys(y))
}

// tauB is τ_b for S and the numbers of pairs that are not tied on the one
// and on the other side.
//
// It needs no clamp and hits ±1 exactly: |S| is at most the smaller of the two
// numbers, and the root of a correctly rounded square is the number itself.
// With everything tied on a side it is 0/0, NaN.
func tauB(score, untied1, untied2 int64) float64 {
	return float64(score) / root(untied1, untied2)
}

func root(untied1, untied2 int64) float64 {
	return math.Sqrt(float64(untied1) * float64(untied2))
}

// pairs is n0, the number of pairs of n models, which 32 bits may not hold.
func pairs(n int) int64 { return int64(n) * int64(n-1) / 2 }

// orderedKeys maps values to integers in the same order: the bits of a
// positive float64 already sort as it does, those of a negative one the other
// way round.
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
		panic(fmt.Sprintf("kendall: rankings of %d and of %d models", first, second))
	}
}
