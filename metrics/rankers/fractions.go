package rankers

import (
	"cmp"
	"math/bits"
)

// compareFractions compares a/b with c/d and returns −1, 0 or 1, as cmp.Compare does. b
// and d must be positive.
func compareFractions(a, b, c, d int64) int {
	if (a < 0) != (c < 0) {
		return cmp.Compare(a, c)
	}
	x, y := product(a, d), product(c, b)
	greater := cmp.Compare(x[0], y[0])
	if greater == 0 {
		greater = cmp.Compare(x[1], y[1])
	}
	if a < 0 {
		return -greater
	}
	return greater
}

// product returns |a|·b in two words, the high word first.
func product(a, b int64) (p [2]uint64) {
	p[0], p[1] = bits.Mul64(uint64(max(a, -a)), uint64(b))
	return p
}

// rankFractions sets keys to the order of the given fractions, whose denominators are ≥
// 0. A fraction with denominator 0 counts as ½.
func rankFractions(numerators, denominators []int64, keys []uint64) {
	for i := range keys {
		keys[i] = 0
		for j := range keys {
			if compareFractions(defaultToHalf(numerators[i], denominators[i], numerators[j], denominators[j])) > 0 {
				keys[i]++
			}
		}
	}
}

// defaultToHalf returns the fractions a/b and c/d, with each fraction of denominator 0
// replaced by ½.
func defaultToHalf(a, b, c, d int64) (int64, int64, int64, int64) {
	if b == 0 {
		a, b = 1, 2
	}
	if d == 0 {
		c, d = 1, 2
	}
	return a, b, c, d
}
