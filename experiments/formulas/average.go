package formulas

import "math/big"

// Shift returns A of Eq. 17. After n trials, Bayes@N with the weights w equals this
// constant plus a multiple of the average.
func Shift(w []*big.Rat, n int) *big.Rat {
	sum := new(big.Rat)
	for _, x := range w {
		sum.Add(sum, x)
	}
	return quo(sum, whole(int64(len(w)+n)))
}

// Average returns a of Eq. 18, which is the mean weight of the outcomes in r. w holds
// the weight of each category.
func Average(w []*big.Rat, r [][]uint8) *big.Rat {
	sum := new(big.Rat)
	for _, row := range r {
		for _, category := range row {
			sum.Add(sum, w[category])
		}
	}
	return quo(sum, whole(int64(len(r)*len(r[0]))))
}

// Factor returns N/(1 + C + N) of Eqs. 19 and 20 for N = n, where w has 1 + C weights.
func Factor(w []*big.Rat, n int) *big.Rat { return big.NewRat(int64(n), int64(len(w)+n)) }

// SquaredErrors returns the expected squared errors of two scores: of Bayes@N under the
// uniform prior, and of avg@N (section 2.4). There are n trials of each question, and
// chances holds the success probability of each question. SquaredErrors sums over all
// possible counts.
func SquaredErrors(chances []float64, n int) (bayes, avg float64) {
	m := float64(len(chances))
	var bias, bayesVariance, avgVariance float64
	for _, p := range chances {
		var mean, square, of, ofSquare float64
		for c, probability := range Binomial(n, p) {
			x, y := float64(c+1)/float64(n+2), float64(c)/float64(n)
			mean += probability * x
			square += probability * x * x
			of += probability * y
			ofSquare += probability * y * y
		}
		bias += (mean - p) / m
		bayesVariance += (square - mean*mean) / (m * m)
		avgVariance += (ofSquare - of*of) / (m * m)
	}
	return bias*bias + bayesVariance, avgVariance
}

// MeanVariances returns two variances of avg@N after n trials of questions with the
// given success probabilities. The first is the expected value of σ² by Eqs. 15 and 20,
// and the second is the true variance.
func MeanVariances(chances []float64, n int) (stated, actual float64) {
	m, t := float64(len(chances)), float64(n+2)
	for _, p := range chances {
		for c, probability := range Binomial(n, p) {
			nu := float64(c + 1)
			bayes := nu / t * (1 - nu/t) / (t + 1)
			stated += probability * bayes * t * t / float64(n*n) / (m * m)
		}
		actual += p * (1 - p) / float64(n) / (m * m)
	}
	return stated, actual
}
