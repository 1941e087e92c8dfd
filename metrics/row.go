package metrics

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"settle/internal/lanes"
	"settle/results"
)

// A row represents a PerQuestion metric at one n. It holds an integer for each number
// of successes c = 0..n. Sums of these integers over questions order models as the
// scores do. An integer has a fixed number of words, least significant word first.
type row struct {
	bits  int  // number of bits of the largest sum over all questions
	wide  bool // sums do not fit a lane
	words int
	score []uint64 // words per entry

	// offset is added to a sum, modulo 2^64 to the power of words, if every entry exceeds
	// its integer by the first entry. It is nil if entries equal the integers.
	offset []uint64

	least, step, denominator *big.Int // a question scores (least + step·score) / denominator
	largest                  *big.Int // the largest integer in the row
}

// A portion states where the integers for n trials lie among the integers for N ≥ n
// trials (see row).
type portion int

const (
	noPart    portion = iota // nowhere
	firstPart                // the first n+1 integers
	lastPart                 // the last n+1 integers, minus the first of them
)

// first returns the index at which the integers for n trials start among the integers
// for a larger number of trials.
func (p portion) first(n, trials int) int {
	if p == lastPart {
		return trials - n
	}
	return 0
}

// newRow reduces the metric's numerators to the smallest integers whose sums over the
// given number of questions have the same order. It subtracts a constant and divides by
// a common divisor. This changes no comparison, since every model adds the same number
// of integers.
func newRow(ctx context.Context, m *PerQuestion, n, questions int) (row, error) {
	numerators, denominator, err := m.numerators.all(ctx, n)
	if err != nil {
		return row{}, err
	}
	least := new(big.Int).Set(slices.MinFunc(numerators, (*big.Int).Cmp))
	one, gcd, largest := big.NewInt(1), new(big.Int), new(big.Int)
	for _, x := range numerators {
		x.Sub(x, least)
		if gcd.Cmp(one) != 0 { // once it is 1, it stays 1
			gcd.GCD(nil, nil, gcd, x)
		}
		if x.Cmp(largest) > 0 {
			largest = x
		}
	}
	if gcd.Sign() == 0 { // every score is the same
		return row{words: 1, score: make([]uint64, len(numerators)), least: least, step: gcd, denominator: denominator, largest: largest}, nil
	}
	largest = new(big.Int).Div(largest, gcd)
	sum := mulInt64(largest, int64(questions))
	r := row{
		bits: sum.BitLen(), wide: sum.BitLen() > lanes.MaxWidth, words: max(1, (sum.BitLen()+63)/64),
		least: least, step: gcd, denominator: denominator, largest: largest,
	}
	r.score = make([]uint64, len(numerators)*r.words)
	for i, x := range numerators {
		putWords(r.score[i*r.words:(i+1)*r.words], x.Div(x, gcd))
	}
	return r, nil
}

// part returns the row for n trials as a part of r, the row for a larger number of
// trials. Both share memory. The new row equals the result of newRow, with two
// differences. Its integers have as many words as the integers of r, and all its
// integers can be too large by the same number (see offset).
func (r row) part(m *PerQuestion, n, trials, questions int) row {
	first := m.portion.first(n, trials)
	r.score = r.score[first*r.words : (first+n+1)*r.words]
	_, r.denominator = m.numerators(n, func(int) bool { return false })
	base := fromWords(r.score[:r.words])
	r.largest = fromWords(r.score[n*r.words:])
	r.largest.Sub(r.largest, base)
	r.bits = mulInt64(r.largest, int64(questions)).BitLen()
	if base.Sign() > 0 {
		modulus := new(big.Int).Lsh(big.NewInt(1), uint(64*r.words))
		r.offset = make([]uint64, r.words)
		putWords(r.offset, modulus.Sub(modulus, mulInt64(base, int64(questions))))
	}
	return r
}

// putWords writes x ≥ 0 into words, least significant word first.
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

// addTo looks up the integers of one model, for all questions, and adds them to sum, an
// integer of r.words words.
func (r row) addTo(sum []uint64, t *results.Tally, model int) {
	if r.offset != nil {
		addWords(sum, r.offset)
	}
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

// compareWords compares two integers that have the same number of words, least
// significant word first. It returns −1, 0 or 1.
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
