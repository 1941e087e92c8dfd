package paper

// Each returns what a function makes of each thing.
func Each[S, T any](things []S, of func(S) T) []T {
	all := make([]T, len(things))
	for i, thing := range things {
		all[i] = of(thing)
	}
	return all
}

// CountIf returns how many things hold.
func CountIf[T any](things []T, holds func(T) bool) (n int) {
	for _, thing := range things {
		if holds(thing) {
			n++
		}
	}
	return n
}

// Indices returns 0..n−1.
func Indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Floats returns integers as floats.
func Floats(integers []int) []float64 {
	return Each(integers, func(integer int) float64 { return float64(integer) })
}
