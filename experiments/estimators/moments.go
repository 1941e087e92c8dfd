package estimators

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/diff/fd"

	"settle/experiments/checks"
	"settle/experiments/formulas"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
)

// equationBoards is the number of random results matrices on which equations for
// moments are compared.
const equationBoards = 40

// equationWeights lists weights of two to four categories, including unordered, tied
// and negative weights.
var equationWeights = []string{"0,1", "0,1/2,1", "1,0", "1/5,0,1", "0,0,1/4,1", "-1,1/3,2", "0,0,1,2"}

// A posteriorCase is a small results matrix whose posterior is computed both by the
// paper's equations and by Settle.
type posteriorCase struct {
	exact    formulas.Posterior
	prior    []int64 // prior counts of the first question, n0 in Eq. 6
	trials   int
	estimate metrics.Estimate
}

// randomPosteriors returns random results matrices with 1 to 4 questions, 1 to 6 trials
// and up to two prior trials. Posteriors are computed for each of them.
func randomPosteriors(seed uint64) []posteriorCase {
	cases := make([]posteriorCase, equationBoards)
	for i := range cases {
		r := rand.New(rng.New(seed, "equations", i))
		list := equationWeights[i%len(equationWeights)]
		w := paper.Must(metrics.ParseWeights(list))
		questions, trials, past := 1+r.IntN(4), 1+r.IntN(6), r.IntN(3)
		rows, prior := randomRows(r, questions, trials, w.Len()), randomRows(r, questions, past, w.Len())
		var given *results.Tally
		if past > 0 {
			given = oneModel(prior, w.Len())
		}
		cases[i] = posteriorCase{
			exact:    formulas.NewPosterior(rationals(list), rows, prior),
			prior:    formulas.NewPosterior(rationals(list), prior, nil).Nu[0],
			trials:   trials,
			estimate: metrics.Bayes(w, given).Estimate(oneModel(rows, w.Len()), 0),
		}
	}
	return cases
}

// randomRows returns a random results matrix, whose questions differ in difficulty.
func randomRows(r *rand.Rand, questions, trials, categories int) [][]uint8 {
	rows := make([][]uint8, questions)
	for q := range rows {
		lean := r.IntN(categories)
		rows[q] = make([]uint8, trials)
		for i := range rows[q] {
			rows[q][i] = uint8(r.IntN(categories))
			if r.IntN(2) == 0 {
				rows[q][i] = uint8(lean)
			}
		}
	}
	return rows
}

// rationals parses a comma-separated list of weights.
func rationals(list string) []*big.Rat {
	return lists.Each(strings.Split(list, ","), parseRational)
}

// parseRational parses a decimal or a fraction. It panics if s is neither.
func parseRational(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(fmt.Sprintf("estimators: %q is not a number", s))
	}
	return r
}

// Step of the numerical derivatives of the moment generating function, and the
// tolerance for their results. The error of a mean is about step²/6 times a third
// moment, which is about 10⁻⁷. The error of a variance contains a fourth moment
// instead.
const (
	derivativeStep = 1e-3
	derivativeNear = 1e-5
)

// quadratureNear is the tolerance for sums and integrals computed in float64.
const quadratureNear = 1e-11

// momentDifferences holds the largest differences between the paper's equations over
// all cases. It also records whether results that are rational numbers are exactly
// equal.
type momentDifferences struct {
	evidence, expansion, moments bool

	whole   float64 // difference of the integral of Eq. 9 from 1
	series  float64 // relative difference of the moment generating functions
	derived float64 // difference of numerical derivatives from the closed forms
	ours    float64 // difference of Settle's estimate from the closed forms
}

// include computes the posterior of one more results matrix by all equations, and
// records the differences between the results.
func (d *momentDifferences) include(c posteriorCase) {
	p := c.exact
	d.evidence = d.evidence && totalEvidence(c.prior, c.trials).Cmp(big.NewRat(1, 1)) == 0
	for q := range p.Nu {
		written, summed := p.Expansion(q), p.Series(q)
		for m := range written {
			d.expansion = d.expansion && written[m].Cmp(summed[m]) == 0
		}
	}
	mu, variance := p.ClosedForm()
	mean, square := p.Moments()
	d.moments = d.moments && mu.Cmp(mean) == 0 && variance.Cmp(square) == 0

	d.whole = max(d.whole, math.Abs(p.Integral(0)-1))
	for _, t := range []float64{-3, 1.5, 4} {
		d.series = max(d.series, math.Abs(p.Phi(t)/p.Integral(t)-1))
	}
	first, second := derivatives(p)
	d.derived = max(d.derived, math.Abs(first-formulas.Float(mu)), math.Abs(second-first*first-formulas.Float(variance)))
	d.ours = max(d.ours, math.Abs(c.estimate.Mu-formulas.Float(mu)),
		math.Abs(c.estimate.Sigma-math.Sqrt(formulas.Float(variance))))
}

// momentChecks returns checks that compare Eqs. 5 to 15 with each other.
func momentChecks(cases []posteriorCase) []checks.Check {
	d := momentDifferences{evidence: true, expansion: true, moments: true}
	for _, c := range cases {
		d.include(c)
	}
	on := fmt.Sprintf("the check uses %d random results matrices of two to four categories, with and without prior trials", len(cases))
	check := func(what string, o checks.Outcome, on string) checks.Check {
		return checks.New(what, "paper, appendix A", identity, o, on)
	}
	equal := func(what, says string, holds bool) checks.Check {
		return check(what, checks.Statement(says, holds), on)
	}
	near := func(what, says string, difference, most float64) checks.Check {
		return check(what, checks.Measured(says, difference, 0, difference < most), on)
	}
	laplace := laplaceRule()
	return []checks.Check{
		equal("Eqs. 5, 7, 8: the evidences of all possible counts add up to 1, exactly",
			"normalization constant", d.evidence),
		near("Eq. 9: largest difference between its integral over the simplex and 1",
			"the posterior distribution is", d.whole, quadratureNear),
		near("Eqs. 10 to 12: largest relative difference between the integral and the Lauricella series, t = −3, 1.5, 4",
			"moment generating function", d.series, quadratureNear),
		equal("Eq. 14 has exactly the coefficients of Eq. 12", "expanding to O(t²)", d.expansion),
		equal("Eqs. 13, 15: μ = Φ'(0) and σ² = Φ''(0) − Φ'(0)² of the series equal the closed forms exactly",
			"the moments are", d.moments),
		near("Eqs. 10, 13, 15: largest difference between numerical derivatives of the integral and the closed forms",
			"the moments are", d.derived, derivativeNear),
		near("Algorithm 1: largest difference between μ and σ of Bayes@N in Settle and Eq. 15 in rational numbers",
			"the algorithm summarizing this calculation", d.ours, 1e-14),
		check("M = 1: largest difference between Bayes@N and (n_k + 1)/(N + C + 1), N up to 80",
			checks.Measured("Laplace rule of succession theory …, recovering those results in the special case of a single "+
				"question (M = 1)", laplace, 0, laplace < 1e-15), ""),
	}
}

// derivatives returns the first two derivatives at 0 of Φ, the moment generating
// function. They are computed numerically, as central differences of the integral of
// Eq. 10.
func derivatives(p formulas.Posterior) (first, second float64) {
	settings := func(f fd.Formula) *fd.Settings { return &fd.Settings{Formula: f, Step: derivativeStep} }
	return fd.Derivative(p.Integral, 0, settings(fd.Central)), fd.Derivative(p.Integral, 0, settings(fd.Central2nd))
}

// totalEvidence returns the sum of the probabilities, under a Dirichlet prior, of all
// possible counts in the given number of trials. The sum must be 1.
func totalEvidence(prior []int64, trials int) *big.Rat {
	sum, counts := new(big.Rat), make([]int64, len(prior))
	var choose func(category, left int)
	choose = func(category, left int) {
		if category == len(prior)-1 {
			counts[category] = int64(left)
			sum.Add(sum, formulas.Evidence(counts, prior))
			return
		}
		for n := range left + 1 {
			counts[category] = int64(n)
			choose(category+1, left-n)
		}
	}
	choose(0, trials)
	return sum
}

// laplaceRule returns the largest difference between Bayes@N on one question and
// Laplace's rule of succession. It compares both for two categories, and for four
// categories if only one has a weight.
func laplaceRule() (largest float64) {
	for _, list := range []string{"0,1", "0,0,1,0"} {
		w := paper.Must(metrics.ParseWeights(list))
		counted := slices.Index(w.Floats(), 1)
		for n := 1; n <= paper.Trials; n++ {
			t := results.NewTally(1, 1, w.Len()-1)
			t.Trials = n
			for c := range n + 1 {
				if c > 0 {
					t.Add(0, 0, counted, 1)
				}
				rule := float64(c+1) / float64(n+w.Len())
				largest = max(largest, math.Abs(metrics.Bayes(w, nil).Score(t, 0)-rule))
			}
		}
	}
	return largest
}
