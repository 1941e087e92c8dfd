// Package lanes compares many small integers at once, packed into words.
//
// A lane is a range of bits that holds an unsigned integer, followed by one more bit,
// the guard, which is zero. One subtraction compares two words lane by lane, because it
// cannot borrow across a guard.
//
// Create a [Layout], call [Layout.Add] for lanes and [NewTable] for the words, then
// [AtLeast] for two words, or [Group.SumRows] and [Group.ComparePairs] for many.
//
// Do not use it for integers wider than [MaxWidth] bits.
package lanes

import (
	"cmp"
	"slices"
)

// AtLeast returns the guards of the lanes in which a is at least b. Every guard in a
// and b must be zero. guards must contain the guard of every lane; without its guard, a
// lane could borrow from the next lane.
func AtLeast(a, b, guards uint64) uint64 {
	return ((a | guards) - b) & guards
}

// MinWidth is the width of the narrowest lane in bits, without the guard. It is enough
// to count the pairs of 64 integers.
const MinWidth = 11

// MaxWidth is the width of the widest lane in bits, without the guard.
const MaxWidth = 63

// A Lane is the bits Low..Guard−1 of a word, and the guard bit.
type Lane struct{ Word, Low, Guard int }

// Bit returns the lane's guard as a mask.
func (l Lane) Bit() uint64 { return 1 << l.Guard }

// Of returns the integer in the lane of its word.
func (l Lane) Of(word uint64) uint64 { return word >> l.Low & (1<<(l.Guard-l.Low) - 1) }

// A Layout records which bits of its words are taken by lanes.
type Layout struct {
	Guards []uint64 // guards of the lanes, by word
	taken  []int    // number of bits taken, by word
}

// Add allocates lanes of the given widths, from 0 to MaxWidth, and returns them in this
// order. It places the widest lanes first, each in the word where it leaves the least
// room. If no word has room for a lane, it adds a word.
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
