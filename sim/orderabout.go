package sim

import "math"

// ZAbout returns the approximate mean and standard deviation of |z|, the absolute z-score of
// Order.Z, after n trials of two coins. The first two arguments are the coins' success
// probabilities on the same M questions. ZAbout assumes that the difference in successes has a
// normal distribution. With at least 30 questions and ten trials, this assumption changes the mean
// by less than 0.001. ZAbout takes O(M) steps.
func ZAbout(first, second []float64, n int) (mean, sd float64) {
	if len(first) != len(second) {
		panic("sim: the two coins have different numbers of questions")
	}
	var gap, variance float64 // mean and variance of the difference in successes after one trial
	for q, p := range first {
		r := second[q]
		gap += p - r
		variance += float64(p*(1-p)) + float64(r*(1-r))
	}
	trials := float64(n)
	lead, spread := trials*gap, math.Sqrt(trials*variance)
	distance := math.Abs(lead) // exact if all success probabilities are 0 or 1
	if spread > 0 {
		// Mean of a folded normal distribution.
		t := lead / spread
		distance = float64(spread*math.Sqrt(2/math.Pi)*math.Exp(-t*t/2)) + float64(lead*math.Erf(t/math.Sqrt2))
	}
	square := float64(lead*lead) + float64(spread*spread)
	scale := float64(len(first)) * float64(n+2) * math.Sqrt(meanVariance(first, n)+meanVariance(second, n))
	return distance / scale, math.Sqrt(max(square-float64(distance*distance), 0)) / scale
}
