// Package lists has functions on slices that package slices lacks.
//
// Call [Each] to map a slice, [Where] to filter it, or [Sum] to add values.
package lists

import "slices"

// Each applies a function to each of the things and returns the results, in the same
// order.
func Each[S, T any](things []S, of func(S) T) []T {
	all := make([]T, len(things))
	for i, thing := range things {
		all[i] = of(thing)
	}
	return all
}

// Flat applies a function to each of the things and returns all results in one list, or
// nil if there are none.
func Flat[S, T any](things []S, of func(S) []T) (all []T) {
	for _, thing := range things {
		all = append(all, of(thing)...)
	}
	return all
}

// Where returns the things for which holds(thing) is true.
func Where[T any](things []T, holds func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(things), func(thing T) bool { return !holds(thing) })
}

// CountIf returns the number of things for which holds(thing) is true.
func CountIf[T any](things []T, holds func(T) bool) (n int) {
	for _, thing := range things {
		if holds(thing) {
			n++
		}
	}
	return n
}

// Sum applies a function to each of the things and returns the sum of the results,
// added in order.
func Sum[T any, N ~int | ~int64 | ~float64](things []T, of func(T) N) (sum N) {
	for _, thing := range things {
		sum += of(thing)
	}
	return sum
}

// Max applies a function to each of the things and returns the largest result, but at
// least 0.
func Max[T any, N ~int | ~float64](things []T, of func(T) N) (most N) {
	for _, thing := range things {
		most = max(most, of(thing))
	}
	return most
}

// Indices returns the list 0..n−1.
func Indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Unique returns the distinct things of a list, in the order of first appearance.
func Unique[T comparable](things []T) (once []T) {
	seen := map[T]bool{}
	for _, thing := range things {
		if !seen[thing] {
			seen[thing] = true
			once = append(once, thing)
		}
	}
	return once
}
