// Package misspelt finds the names that a misspelt name can mean.
//
// Call [Nearest].
package misspelt

import (
	"slices"
	"strings"
	"unicode"
)

// Nearest returns the n names closest to the given one by edit distance, ignoring case,
// the closest first. Names that contain it come first.
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

// Edits returns the number of characters to insert, delete or replace to turn a into b
// (Levenshtein distance).
func Edits(a, b string) int {
	to := []rune(b)
	row := make([]int, len(to)+1) // distances between the beginning of a and each beginning of b
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
