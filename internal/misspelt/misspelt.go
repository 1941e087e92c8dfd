// Package misspelt finds names that a user may have meant by a misspelt name.
//
// Call [Nearest].
package misspelt

import (
	"slices"
	"strings"
	"unicode"
)

// Nearest returns the n names that are closest to the given name by edit distance,
// ignoring case. Names that contain the given name come first, followed by the closest
// names.
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

// Edits returns the smallest number of characters to insert, delete or replace that
// turns a into b (Levenshtein distance).
func Edits(a, b string) int {
	to := []rune(b)
	row := make([]int, len(to)+1) // distance of each beginning of b from the current beginning of a
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
