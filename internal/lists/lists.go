// Package lists makes lists of lists.
//
// Begin with [Each].
package lists

import "slices"

// Each returns what a function makes of each thing.
func Each[S, T any](things []S, of func(S) T) []T {
	all := make([]T, len(things))
	for i, thing := range things {
		all[i] = of(thing)
	}
	return all
}

// Flat returns the lists that a function makes of each thing, one after the other; nil for none.
func Flat[S, T any](things []S, of func(S) []T) (all []T) {
	for _, thing := range things {
		all = append(all, of(thing)...)
	}
	return all
}

// Where returns the things that hold.
func Where[T any](things []T, holds func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(things), func(thing T) bool { return !holds(thing) })
}

// CountIf returns the number of things that hold.
func CountIf[T any](things []T, holds func(T) bool) (n int) {
	for _, thing := range things {
		if holds(thing) {
			n++
		}
	}
	return n
}

// Sum returns the sum of the values of a function, in the order of the things.
func Sum[T any, N ~int | ~int64 | ~float64](things []T, of func(T) N) (sum N) {
	for _, thing := range things {
		sum += of(thing)
	}
	return sum
}

// Max returns the largest value of a function, at least zero: zero for no things.
func Max[T any, N ~int | ~float64](things []T, of func(T) N) (most N) {
	for _, thing := range things {
		most = max(most, of(thing))
	}
	return most
}

// Indices returns 0..n−1.
func Indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Unique returns the things of a list, each once, in the order of the first.
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
