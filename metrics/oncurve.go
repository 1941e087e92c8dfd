package metrics

import "math/bits"

// MostEvery is the largest number of trials up to which boards are scored at every n:
// the tables of a metric at all n ≤ N grow with N².
const MostEvery = 4096

// OnCurve tells whether curves of replicates of N trials have a point at n, of any metric
// that has started and is not dear: everywhere up to N = MostEvery, and beyond at N and at
// the n of no more than seven significant binary digits. These are all n up to 128 and 64
// in every doubling from there on, so that each is at most 1/64 above the one before.
func OnCurve(n, trials int) bool {
	const digits = 7
	return trials <= MostEvery || n == trials || bits.Len(uint(n))-bits.TrailingZeros(uint(n)) <= digits
}

// CurvePoints are the n up to N of OnCurve.
func CurvePoints(trials int) []int {
	var points []int
	for n := 1; n <= trials; n++ {
		if OnCurve(n, trials) {
			points = append(points, n)
		}
	}
	return points
}
