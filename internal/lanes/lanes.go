// Package lanes compares many small integers at once, packed into words.
//
// A lane is a range of bits that holds an unsigned integer, with one bit more
// above it, the guard, which is zero. Words are compared lane by lane with one
// subtraction, which cannot borrow across a guard. What the lanes hold is for
// others to say.
package lanes

import (
	"cmp"
	"slices"
)

// AtLeast returns the guards of the lanes in which a is at least b. In both
// words every guard must be zero, and guards must hold that of every lane: one
// left out would not stop the borrow from its lane.
func AtLeast(a, b, guards uint64) uint64 {
	return ((a | guards) - b) & guards
}

// MinWidth is the width of the narrowest lane, the guard not counted: enough
// to count the pairs of 64 integers in.
const MinWidth = 11

// MaxWidth is the width of the widest lane, the guard not counted.
const MaxWidth = 63

// Lane is the bits Low..Guard−1 of a word, and the guard.
type Lane struct{ Word, Low, Guard int }

// Bit is the lane's guard as a mask.
func (l Lane) Bit() uint64 { return 1 << l.Guard }

// Of returns the integer in the lane of its word.
func (l Lane) Of(word uint64) uint64 { return word >> l.Low & (1<<(l.Guard-l.Low) - 1) }

// Layout knows which bits of its words are taken by lanes.
type Layout struct {
	Guards []uint64 // by word: the guards of its lanes
	taken  []int    // by word: the bits taken
}

// Add finds room for lanes of the given widths, from 0 to MaxWidth, and returns
// them in this order. The widest takes its place first, wherever it leaves the
// least room; where there is none, a word is added.
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
