package metrics

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync"

	"settle/internal/betabinomial"
	"settle/results"
)

// geomAtK is the mean over questions of √(Pass@k · Pass^k). It is not a U-statistic of
// k trials, but it is one of all n trials of a question. The kernel of that U-statistic
// is the list of scores that a question with n trials can have.
type geomAtK struct {
	*PerQuestion
	k       int
	kernels *sync.Map // by n, of the scores of n trials
}

// GeomAtK returns the mean over questions of √(Pass@k · Pass^k), both unbiased (Eqs. 21
// and 22). It rewards models both for solving a question at least once and for solving
// it every time. The root of the product is biased; the bias vanishes as n grows.
//
// Roots are rounded to multiples of 2^−50 or finer, and sums of the rounded roots are
// compared exactly. Models with equal scores tie if all their questions have the same
// n. Scores that differ by less than 10^−15, and equal scores of questions with
// different n, can be ordered either way.
//
// The estimate is the score with its standard error over trials, as for a UStatistic of
// all n trials of each question.
func GeomAtK(k int) Estimator { return newGeomAtK(k) }

func newGeomAtK(k int) *geomAtK {
	name := fmt.Sprintf("geom@%d", k)
	return &geomAtK{PerQuestion: &PerQuestion{name: name, first: k, numerators: roots(k)}, k: k, kernels: new(sync.Map)}
}

// WithPrior returns a metric with the same scores, whose estimates use the prior
// Beta(α0, β0) for every question. The estimate of a question is √(A · B). A is the
// posterior mean of the probability that at least one of k trials is correct, and B is
// the posterior mean of the probability that all k are correct. The variance is
// computed to first order. The name gets the suffix ":uniform" if both parameters are
// 1, and ":BETA0+ALPHA0" otherwise.
func (m *geomAtK) WithPrior(alpha0, beta0 float64) *Updated {
	return newUpdated(m.PerQuestion, m, rootCurve{GeomDSAtK(m.k)}, alpha0, beta0)
}

// Target returns the mean over questions of √(Pass@k · Pass^k), computed from the
// probabilities of success p.
func (m *geomAtK) Target(p []float64) float64 {
	return meanOver(p, func(p float64) float64 {
		never, always := 1.0, 1.0
		for range m.k {
			never *= 1 - p
			always *= p
		}
		return math.Sqrt((1 - never) * always)
	})
}

// Estimate returns the estimate of a single model. Call Estimates for all models, which
// is faster.
func (m *geomAtK) Estimate(t *results.Tally, model int) Estimate {
	return m.estimateAround(t, model, m.Score(t, model), momentPriors(t)[model])
}

// estimateAll sets the estimates of all models.
func (m *geomAtK) estimateAll(t *results.Tally, into []Estimate) {
	scores, priors := Scores(m, t, nil), momentPriors(t)
	for model := range into {
		into[model] = m.estimateAround(t, model, scores[model], priors[model])
	}
}

// estimateAround returns the estimate whose mean is the given score, with its standard
// error over trials. prior is the Beta prior of the model's questions.
func (m *geomAtK) estimateAround(t *results.Tally, model int, score float64, prior betabinomial.Node) Estimate {
	sigma, _ := samplingError(context.Background(), m.kernelOf, prior, t, model) // this context never ends
	return Estimate{Mu: score, Sigma: sigma, Range: Bounds{0, 1}}
}

// kernelOf returns the kernel that lists the scores of a question with n trials.
func (m *geomAtK) kernelOf(n int) *kernel {
	known, ok := m.kernels.Load(n)
	if !ok {
		known, _ = m.kernels.LoadOrStore(n, m.numerators.kernel(n)())
	}
	return known.(*kernel)
}

// questionMeans returns the scores of a model by question. The score is NaN for a
// question that the model never met.
func (m *geomAtK) questionMeans(t *results.Tally, model int) []float64 {
	row := t.Row(model)
	return metValues(t, model, func(q, n int) float64 { return m.kernelOf(n).scores[row[q]] })
}

// rootBits is the least number of bits to which a root is rounded.
const rootBits = 50

// roots returns √(Pass@k · Pass^k) of a question for each number of successes, rounded,
// as integers over a common denominator.
func roots(k int) numerators {
	return func(n int, wanted func(int) bool) (sequence, *big.Int) {
		all := binomial(n, k)
		squares := products(n, k, wanted)
		classes := commensurable(squares)
		width, den := uint(rootBits), big.NewInt(1)
		for _, class := range classes {
			for _, times := range class.times {
				width = max(width, uint(rootBits+times.BitLen()))
			}
			if root := new(big.Int).Sqrt(class.square); new(big.Int).Mul(root, root).Cmp(class.square) == 0 {
				den.Quo(all, root.GCD(nil, nil, root, all)) // only one class has rational roots
			}
		}
		num := make([]*big.Int, n+1)
		for c := range num {
			num[c] = new(big.Int)
		}
		den.Lsh(den, width)
		for _, class := range classes {
			unit := rootOver(class.square, den, all)
			for i, c := range class.members {
				num[c].Mul(class.times[i], unit)
			}
		}
		return slices.All(num), den
	}
}

// products returns Pass@k · Pass^k for c = 0..n successes in n trials, times the square
// of the number of subsets of k trials. An entry is nil if it is 0 or if wanted(c) is
// false.
func products(n, k int, wanted func(int) bool) []*big.Int {
	squares := make([]*big.Int, n+1)
	for c, always := range atLeast(n, k, k) {
		if always.Sign() > 0 && wanted(c) {
			squares[c] = new(big.Int).Set(always)
		}
	}
	for c, ever := range atLeast(n, k, 1) {
		if squares[c] != nil {
			squares[c].Mul(squares[c], ever)
		}
	}
	return squares
}

// rootOver returns (√square) · den / all, rounded to the nearest integer.
func rootOver(square, den, all *big.Int) *big.Int {
	x := new(big.Int).Mul(den, den)
	x.Mul(x, square)
	x.Lsh(x, 2)
	x.Quo(x, new(big.Int).Mul(all, all))
	x.Sqrt(x)
	return x.Rsh(x.Add(x, big.NewInt(1)), 1)
}

// A class lists numbers whose square roots are integer multiples of one root, √square.
// The number with index members[i] is times[i]² · square.
type class struct {
	square  *big.Int // the greatest common divisor of the members
	members []int
	times   []*big.Int
}

// commensurable groups the numbers that are not nil into classes. Two numbers are in
// the same class if and only if their product is a perfect square.
func commensurable(numbers []*big.Int) []*class {
	var classes []*class
	alike := map[uint32][]*class{} // by residues
	for c, x := range numbers {
		if x == nil {
			continue
		}
		signs := residues(x)
		var own *class
		for _, other := range alike[signs] {
			product := new(big.Int).Mul(x, numbers[other.members[0]])
			root := new(big.Int).Sqrt(product)
			if root.Mul(root, root).Cmp(product) == 0 {
				own = other
				break
			}
		}
		if own == nil {
			own = &class{square: new(big.Int)}
			alike[signs] = append(alike[signs], own)
			classes = append(classes, own)
		}
		own.members = append(own.members, c)
		own.square.GCD(nil, nil, own.square, x)
	}
	for _, own := range classes {
		for _, c := range own.members {
			times := new(big.Int).Quo(numbers[c], own.square)
			own.times = append(own.times, times.Sqrt(times))
		}
	}
	return classes
}

// primes holds the largest primes below 2^31. They exceed any number of trials, so
// hardly any product of binomial coefficients is a multiple of one of them.
var primes = [16]*big.Int{
	big.NewInt(2147483647), big.NewInt(2147483629), big.NewInt(2147483587), big.NewInt(2147483579),
	big.NewInt(2147483563), big.NewInt(2147483549), big.NewInt(2147483543), big.NewInt(2147483497),
	big.NewInt(2147483489), big.NewInt(2147483477), big.NewInt(2147483423), big.NewInt(2147483399),
	big.NewInt(2147483353), big.NewInt(2147483323), big.NewInt(2147483269), big.NewInt(2147483249),
}

// residues returns one bit for each of the primes in the list primes. The bit is set if
// x is a quadratic residue modulo the prime. All numbers of one class have the same
// bits.
func residues(x *big.Int) (bits uint32) {
	rest := new(big.Int)
	for i, p := range primes {
		if big.Jacobi(rest.Mod(x, p), p) > 0 {
			bits |= 1 << i
		}
	}
	return bits
}
