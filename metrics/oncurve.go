package metrics

import "math/bits"

// MostEvery is the largest number of trials for which boards are scored at every n. The
// tables of a metric at all n ≤ N grow with N².
const MostEvery = 4096

// OnCurve reports whether curves of replicates of N trials have a point at n, for any
// metric that has started and is not dear. Up to N = MostEvery there is a point at
// every n. For larger N there is a point at N and at every n with at most seven
// significant binary digits. These are all n up to 128 and then 64 per doubling, so
// each is at most 1/64 above the previous one.
func OnCurve(n, trials int) bool {
	const digits = 7
	return trials <= MostEvery || n == trials || bits.Len(uint(n))-bits.TrailingZeros(uint(n)) <= digits
}

// CurvePoints returns the n from 1 to N for which OnCurve is true, in ascending order.
func CurvePoints(trials int) []int {
	var points []int
	for n := 1; n <= trials; n++ {
		if OnCurve(n, trials) {
			points = append(points, n)
		}
	}
	return points
}
