// Package mutants damages data, to test how readers handle damaged files.
//
// Call [Of] for random damage, [Flips] for all single-bit errors, [Endless] for endless
// input, and [CheckMessage] to check a reader's error.
//
// Random damage flips bits, cuts off the end, or removes, duplicates or moves pieces.
package mutants

import (
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Of yields n damaged copies of the data, which must not be empty. The same data always
// gives the same copies. The caller can keep them.
func Of(data []byte, n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		random := rand.New(rand.NewPCG(uint64(len(data)), 1))
		for range n {
			mutant := slices.Clone(data)
			damage := []func(*rand.Rand, []byte) []byte{flip, cut, remove, double, overwrite}
			mutant = damage[random.IntN(len(damage))](random, mutant)
			if random.IntN(4) == 0 && len(mutant) > 0 {
				mutant = flip(random, mutant)
			}
			if !yield(mutant) {
				return
			}
		}
	}
}

// flip returns the data with one to four bits flipped.
func flip(random *rand.Rand, data []byte) []byte {
	for range 1 + random.IntN(4) {
		data[random.IntN(len(data))] ^= 1 << random.IntN(8)
	}
	return data
}

// cut returns the data without a part at its end.
func cut(random *rand.Rand, data []byte) []byte { return data[:random.IntN(len(data))] }

// piece returns the range of a random piece of the data, which is usually short.
func piece(random *rand.Rand, data []byte) (from, to int) {
	from = random.IntN(len(data))
	return from, min(len(data), from+1+random.IntN(1<<random.IntN(10)))
}

func remove(random *rand.Rand, data []byte) []byte {
	from, to := piece(random, data)
	return slices.Delete(data, from, to)
}

func double(random *rand.Rand, data []byte) []byte {
	from, to := piece(random, data)
	return slices.Insert(data, random.IntN(len(data)+1), slices.Clone(data[from:to])...)
}

func overwrite(random *rand.Rand, data []byte) []byte {
	from, to := piece(random, data)
	copy(data[random.IntN(len(data)):], slices.Clone(data[from:to]))
	return data
}

// Flips yields every copy of the data in which one bit is flipped.
func Flips(data []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range 8 * len(data) {
			mutant := slices.Clone(data)
			mutant[i/8] ^= 1 << (i % 8)
			if !yield(mutant) {
				return
			}
		}
	}
}

// Endless returns a reader that repeats the text forever.
func Endless(text string) io.Reader {
	return &endless{text: strings.Repeat(text, 1+1<<16/len(text))}
}

type endless struct {
	text string // the text, repeated several times
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	return n, nil
}

// CheckMessage returns an error unless err has the form that readers promise: one line
// of fewer than 1,000 printable bytes that begins with the file name and a colon.
func CheckMessage(err error, file string) error {
	text := err.Error()
	switch {
	case !strings.HasPrefix(text, file+":"):
		return fmt.Errorf("does not begin with the file: %q", text)
	case len(text) >= 1000:
		return fmt.Errorf("takes %d bytes: %q", len(text), text)
	case !utf8.ValidString(text), strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("is not one line of printable text: %q", text)
	}
	return nil
}
