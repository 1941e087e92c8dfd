package metrics

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"settle/results"
)

// row is a PerQuestion metric at one n: for c = 0..n an integer of a fixed
// number of words, least significant first, such that the sums over questions
// order boards as the scores do.
type row struct {
	bits  int // of the largest sum over all questions
	words int
	score []uint64 // words per entry

	least, step, denominator *big.Int // a question scores (least + step·score) / denominator
}

// newRow reduces the metric's numerators to the smallest integers that order
// sums over the given number of questions alike: all models add up equally
// many of them, so subtracting one constant and dividing by another changes no
// comparison.
func newRow(ctx context.Context, m *PerQuestion, n, questions int) (row, error) {
	numerators, denominator, err := m.numerators.all(ctx, n)
	if err != nil {
		return row{}, err
	}
	least := new(big.Int).Set(slices.MinFunc(numerators, (*big.Int).Cmp))
	one, gcd, largest := big.NewInt(1), new(big.Int), new(big.Int)
	for _, x := range numerators {
		x.Sub(x, least)
		if gcd.Cmp(one) != 0 { // it stays 1 once it is
			gcd.GCD(nil, nil, gcd, x)
		}
		if x.Cmp(largest) > 0 {
			largest = x
		}
	}
	if gcd.Sign() == 0 { // every score is the same
		return row{words: 1, score: make([]uint64, len(numerators)), least: least, step: gcd, denominator: denominator}, nil
	}
	sum := new(big.Int).Div(largest, gcd)
	sum.Mul(sum, big.NewInt(int64(questions)))
	r := row{
		bits: sum.BitLen(), words: max(1, (sum.BitLen()+63)/64),
		least: least, step: gcd, denominator: denominator,
	}
	r.score = make([]uint64, len(numerators)*r.words)
	for i, x := range numerators {
		putWords(r.score[i*r.words:(i+1)*r.words], x.Div(x, gcd))
	}
	return r, nil
}

// putWords writes x ≥ 0 into words, least significant first.
func putWords(words []uint64, x *big.Int) {
	bytes := x.FillBytes(make([]byte, 8*len(words)))
	for i, b := range bytes {
		fromRight := len(bytes) - 1 - i
		words[fromRight/8] |= uint64(b) << (fromRight % 8 * 8)
	}
}

func (r row) equal(other row) bool {
	return r.words == other.words && slices.Equal(r.score, other.score)
}

// addTo adds the integers of one model to a sum of as many words.
func (r row) addTo(sum []uint64, t *results.Tally, model int) {
	for _, successes := range t.Row(model) {
		addWords(sum, r.score[int(successes)*r.words:])
	}
}

// addWords adds the first len(sum) words of x to sum.
func addWords(sum, x []uint64) {
	var carry uint64
	for i := range sum {
		sum[i], carry = bits.Add64(sum[i], x[i], carry)
	}
}

// compareWords compares integers of equally many words.
func compareWords(a, b []uint64) int {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			if a[i] < b[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}
