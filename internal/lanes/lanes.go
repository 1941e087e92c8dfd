// Package lanes packs many small integers into words and compares them all at once.
//
// A lane is a range of bits that holds an unsigned integer. The next bit, the guard, is
// zero. One subtraction compares two words in all lanes, because it cannot borrow
// across a guard.
//
// Create a [Layout], call [Layout.Add] for lanes and [NewTable] for words. To compare,
// call [AtLeast] for two words, or [Group.SumRows] and [Group.ComparePairs] for many.
//
// Integers can have at most [MaxWidth] bits.
package lanes

import (
	"cmp"
	"slices"
)

// AtLeast returns the guard bits of the lanes in which a is at least b. In a and b,
// every guard bit must be zero. The bits in guards must include the guard bits of all
// lanes; otherwise a lane could borrow from the next lane.
func AtLeast(a, b, guards uint64) uint64 {
	return ((a | guards) - b) & guards
}

// MinWidth is the smallest width of a lane in bits, without the guard bit. An integer
// of this width can count the pairs of 128 things.
const MinWidth = 13

// MaxWidth is the largest width of a lane in bits, without the guard bit.
const MaxWidth = 63

// A Lane is the place of an integer in a row of words. The integer is in bits
// Low..Guard−1 of the word with index Word. Bit Guard separates the integer from the
// next lane and is zero.
type Lane struct{ Word, Low, Guard int }

// Bit returns a word in which only the lane's guard bit is set.
func (l Lane) Bit() uint64 { return 1 << l.Guard }

// Of returns the integer that the lane holds in word.
func (l Lane) Of(word uint64) uint64 { return word >> l.Low & (1<<(l.Guard-l.Low) - 1) }

// A Layout divides the words of a row into lanes, which are ranges of bits that hold
// one integer each.
type Layout struct {
	Guards []uint64 // the guards of all lanes, by word
	taken  []int    // number of bits in use, by word
}

// Add allocates lanes for integers of the given widths in bits, from 0 to MaxWidth, and
// returns the lanes in the same order. It places the widest lanes first, and each lane
// in the word that then has the fewest bits left. If no word has enough room for a
// lane, it adds a word.
func (l *Layout) Add(widths ...int) []Lane {
	added := make([]Lane, len(widths))
	order := make([]int, len(widths))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(widths[j], widths[i]) })
	for _, i := range order {
		added[i] = l.place(max(widths[i], MinWidth) + 1)
	}
	return added
}

func (l *Layout) place(bits int) Lane {
	word := len(l.taken)
	for w, taken := range l.taken {
		if taken+bits <= 64 && (word == len(l.taken) || taken > l.taken[word]) {
			word = w
		}
	}
	if word == len(l.taken) {
		l.taken, l.Guards = append(l.taken, 0), append(l.Guards, 0)
	}
	lane := Lane{Word: word, Low: l.taken[word], Guard: l.taken[word] + bits - 1}
	l.taken[word] += bits
	l.Guards[word] |= lane.Bit()
	return lane
}
