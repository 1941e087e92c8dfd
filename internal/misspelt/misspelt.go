// Package misspelt finds the names that somebody may have meant.
//
// Begin with [Nearest].
package misspelt

import (
	"slices"
	"strings"
	"unicode"
)

// Nearest are the n names that fewest edits turn into the given one, the
// nearest first, whether their letters are large or small. Names that hold it as a part
// come before all others.
func Nearest(name string, names []string, n int) []string {
	name = lower(name)
	distance := func(other string) int {
		other = lower(other)
		if name != "" && strings.Contains(other, name) {
			return 0
		}
		return Edits(name, other)
	}
	sorted := slices.Clone(names)
	slices.SortStableFunc(sorted, func(a, b string) int { return distance(a) - distance(b) })
	return sorted[:min(n, len(sorted))]
}

func lower(s string) string { return strings.Map(unicode.ToLower, s) }

// Edits is the number of characters to insert, delete or replace that turn a
// into b (Levenshtein's distance).
func Edits(a, b string) int {
	to := []rune(b)
	row := make([]int, len(to)+1) // of the beginning of a and each of b
	for j := range row {
		row[j] = j
	}
	for i, r := range []rune(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range to {
			replaced := diagonal
			if r != s {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
