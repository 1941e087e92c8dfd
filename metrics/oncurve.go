package metrics

import "math/bits"

// MostEvery is the largest number of trials N for which boards are scored at every n ≤
// N. The tables of a metric for all n take memory that grows with N².
const MostEvery = 4096

// OnCurve reports whether curves of replicates with the given number of trials, N, have
// a point at n. OnCurve applies to metrics that have a score at n and that are not dear
// (see IsDear). Up to N = MostEvery there is a point at every n. For larger N there is
// a point at N and at every n with at most seven significant binary digits: all n up to
// 128, and then 64 per doubling.
func OnCurve(n, trials int) bool {
	const digits = 7
	return trials <= MostEvery || n == trials || bits.Len(uint(n))-bits.TrailingZeros(uint(n)) <= digits
}

// CurvePoints returns, in ascending order, all n in 1..N at which curves have a point
// (see OnCurve).
func CurvePoints(trials int) []int {
	var points []int
	for n := 1; n <= trials; n++ {
		if OnCurve(n, trials) {
			points = append(points, n)
		}
	}
	return points
}
