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

// geomAtK is the mean over questions of a function of the successes that is no U-statistic
// of k trials: of all n trials it is one, whose kernel are the scores of a question.
type geomAtK struct {
	*PerQuestion
	k       int
	kernels *sync.Map // by n, of what n trials score
}

// GeomAtK is the mean over questions of √(Pass@k · Pass^k), both unbiased (Eqs. 21 and
// 22): a question scores where it is solved at all and where it is solved always. The
// root of the two unbiased scores is not unbiased itself; its bias vanishes with n.
//
// Roots are rounded to multiples of 2^−50 or finer, and what is made of these is compared
// exactly. Those that are multiples of each other are rounded together, so that models
// tie where their scores are equal, if their questions have the same n; scores that differ by
// less than 10^−15, and equal ones of questions with different n, may compare either way.
//
// Its estimate is the score with its standard error over trials, that of a UStatistic of
// the n trials of each question.
func GeomAtK(k int) Estimator { return newGeomAtK(k) }

func newGeomAtK(k int) *geomAtK {
	name := fmt.Sprintf("geom@%d", k)
	return &geomAtK{PerQuestion: &PerQuestion{name: name, first: k, numerators: roots(k)}, k: k, kernels: new(sync.Map)}
}

// WithPrior is the metric, named with ":uniform" or ":BETA0+ALPHA0", whose estimates are of posteriors under
// a Beta(α0, β0) prior of every question's p: of each the geometric mean of the posterior
// means of the chances that one of k trials, and that all k, are correct, with a variance
// to first order. Its score stays.
func (m *geomAtK) WithPrior(alpha0, beta0 float64) *Updated {
	return newUpdated(m.PerQuestion, m, rootCurve{GeomDSAtK(m.k)}, alpha0, beta0)
}

// Target is the mean over questions of √(Pass@k · Pass^k) of chances.
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

// Estimate is that of a single model; see Estimates.
func (m *geomAtK) Estimate(t *results.Tally, model int) Estimate {
	return m.around(t, model, m.Score(t, model), momentPriors(t)[model])
}

// estimateAll sets the estimates of all models.
func (m *geomAtK) estimateAll(t *results.Tally, into []Estimate) {
	scores, priors := Scores(m, t, nil), momentPriors(t)
	for model := range into {
		into[model] = m.around(t, model, scores[model], priors[model])
	}
}

// around is the estimate around a score, with a prior of the model's questions.
func (m *geomAtK) around(t *results.Tally, model int, score float64, prior betabinomial.Node) Estimate {
	sigma, _ := samplingError(context.Background(), m.kernelOf, prior, t, model) // which does not end
	return Estimate{Mu: score, Sigma: sigma, Range: Bounds{0, 1}}
}

// kernelOf are the scores of a question with n trials.
func (m *geomAtK) kernelOf(n int) *kernel {
	known, ok := m.kernels.Load(n)
	if !ok {
		known, _ = m.kernels.LoadOrStore(n, m.numerators.kernel(n)())
	}
	return known.(*kernel)
}

// questionMeans are the scores of a model's questions, NaN where it never met one.
func (m *geomAtK) questionMeans(t *results.Tally, model int) []float64 {
	row := t.Row(model)
	return overMet(t, model, func(q, n int) float64 { return m.kernelOf(n).scores[row[q]] })
}

// rootBits are those of a root at least.
const rootBits = 50

// roots are √(Pass@k · Pass^k) of a question, over a denominator that makes them integers.
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
				den.Quo(all, root.GCD(nil, nil, root, all)) // the only class of rationals
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

// products are Pass@k · Pass^k of c = 0..n successes over the square of all subsets, nil
// where they are 0 or not wanted.
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

// rootOver is √square · den / all, rounded to the nearest integer.
func rootOver(square, den, all *big.Int) *big.Int {
	x := new(big.Int).Mul(den, den)
	x.Mul(x, square)
	x.Lsh(x, 2)
	x.Quo(x, new(big.Int).Mul(all, all))
	x.Sqrt(x)
	return x.Rsh(x.Add(x, big.NewInt(1)), 1)
}

// class are numbers whose roots are multiples of one root: a member is times² · square.
type class struct {
	square  *big.Int // their greatest common divisor
	members []int
	times   []*big.Int
}

// commensurable are the classes of numbers, those that are nil left out. The product of
// two is a square if, and only if, they are of one class.
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

// primes are the largest below 2^31: larger than any number of trials, so that hardly a
// product of binomial coefficients is a multiple of one.
var primes = [16]*big.Int{
	big.NewInt(2147483647), big.NewInt(2147483629), big.NewInt(2147483587), big.NewInt(2147483579),
	big.NewInt(2147483563), big.NewInt(2147483549), big.NewInt(2147483543), big.NewInt(2147483497),
	big.NewInt(2147483489), big.NewInt(2147483477), big.NewInt(2147483423), big.NewInt(2147483399),
	big.NewInt(2147483353), big.NewInt(2147483323), big.NewInt(2147483269), big.NewInt(2147483249),
}

// residues tells by which primes a number is a quadratic residue, a bit for each: numbers
// of one class agree.
func residues(x *big.Int) (bits uint32) {
	rest := new(big.Int)
	for i, p := range primes {
		if big.Jacobi(rest.Mod(x, p), p) > 0 {
			bits |= 1 << i
		}
	}
	return bits
}
