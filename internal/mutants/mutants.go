// Package mutants damages files, for tests of what reads them.
//
// Begin with [Of].
//
// It believes that files are damaged by bits that tip over, by an end that is
// lacking, and by pieces that are lost, doubled or moved. It leaves to the tests
// what may become of it.
package mutants

import (
	"iter"
	"math/rand/v2"
	"slices"
)

// Of yields n damaged copies of the data, which must not be empty: the same for
// the same data. Each is the caller's to keep.
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

// flip tips over one to four bits.
func flip(random *rand.Rand, data []byte) []byte {
	for range 1 + random.IntN(4) {
		data[random.IntN(len(data))] ^= 1 << random.IntN(8)
	}
	return data
}

// cut loses the end.
func cut(random *rand.Rand, data []byte) []byte { return data[:random.IntN(len(data))] }

// piece is some part of the data, mostly a short one.
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

// Flips yields copies of the data in each of which one bit has tipped over: all
// that there are.
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
