package estimators

import (
	"context"
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
	"settle/internal/rng"
	"settle/kendall"
	"settle/metrics"
	"settle/ranking"
	"settle/results"
	"settle/tables"
)

// Equations evaluates the equations of the paper as they are printed, and compares them
// with each other and with what Settle computes.
func Equations(ctx context.Context, o paper.Options) (*paper.Result, error) {
	boards, err := randomPosteriors(o.Seed)
	if err != nil {
		return nil, err
	}
	var all []checks.Check
	for _, part := range []func() ([]checks.Check, error){
		func() ([]checks.Check, error) { return momentChecks(boards) },
		func() ([]checks.Check, error) { return averageChecks(o.Seed) },
		func() ([]checks.Check, error) { return []checks.Check{ruleCheck()}, nil },
		func() ([]checks.Check, error) { return passChecks() },
		func() ([]checks.Check, error) { return tauChecks(), nil },
	} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		found, err := part()
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return &paper.Result{
		Figures: []paper.Figure{{Name: "equations-mgpass", Figure: mgpassFigure()}, {Name: "equations-naive", Figure: naiveFigure()}},
		Tables:  []*tables.Table{articleTable(), mgpassTable()},
		Checks:  all,
	}, nil
}

// identity is the ground of equations that follow from others.
var identity = checks.Ground{
	Kind: checks.Construction,
	Why: "the one side follows from the other by algebra that the paper prints, so that they could differ " +
		"only by a mistake of the code; both are worked out apart from each other",
}

// printedFormula is the ground of what a source says of a formula that it prints.
var printedFormula = checks.Ground{
	Kind: checks.Test,
	Why:  "the formula is evaluated exactly as it is printed, and what is said of it may be wrong",
}

// equationBoards is how many results matrices the moments are compared on.
const equationBoards = 40

// equationWeights are of two to four categories, in no order, with ties and below zero.
var equationWeights = []string{"0,1", "0,1/2,1", "1,0", "1/5,0,1", "0,0,1/4,1", "-1,1/3,2", "0,0,1,2"}

// posteriorCase is a small results matrix with its posterior, as the paper has it and
// as Settle does.
type posteriorCase struct {
	exact    formulas.Posterior
	prior    []int64 // of the first question: n0 of Eq. 6
	trials   int
	estimate metrics.Estimate
}

// randomPosteriors are of 1 to 4 questions, 1 to 6 trials, and up to two prior trials.
func randomPosteriors(seed uint64) ([]posteriorCase, error) {
	cases := make([]posteriorCase, equationBoards)
	for i := range cases {
		r := rand.New(rng.New(seed, "equations", i))
		list := equationWeights[i%len(equationWeights)]
		w, err := metrics.ParseWeights(list)
		if err != nil {
			return nil, err
		}
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
	return cases, nil
}

// randomRows are outcomes of questions of which some are easier than others.
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

// rationals reads a list of equationWeights.
func rationals(list string) []*big.Rat {
	var all []*big.Rat
	for field := range strings.SplitSeq(list, ",") {
		all = append(all, rational(field))
	}
	return all
}

// rational is a number as it is written, which must be one.
func rational(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(fmt.Sprintf("experiments: %q is no number", s))
	}
	return r
}

func nearest(r *big.Rat) float64 {
	x, _ := r.Float64()
	return x
}

// The step of numerical derivatives of the moment generating function, and how near
// they come to the moments with it: the error of a mean is of the order of step²/6
// times a third moment, 10⁻⁷, that of a variance a fourth moment's.
const (
	derivativeStep = 1e-3
	derivativeNear = 1e-5
)

// quadratureNear is how near sums and integrals in float64 come to each other.
const quadratureNear = 1e-11

// momentChecks compare Eqs. 5 to 15 with each other.
func momentChecks(cases []posteriorCase) ([]checks.Check, error) {
	var whole, series, derived, ours float64 // the largest differences
	evidence, expansion, moments := true, true, true
	for _, c := range cases {
		p := c.exact
		whole = max(whole, math.Abs(p.Integral(0)-1))
		for _, t := range []float64{-3, 1.5, 4} {
			series = max(series, math.Abs(p.Phi(t)/p.Integral(t)-1))
		}
		for q := range p.Nu {
			written, summed := p.Expansion(q), p.Series(q)
			for m := range written {
				expansion = expansion && written[m].Cmp(summed[m]) == 0
			}
		}
		mu, variance := p.ClosedForm()
		mean, square := p.Moments()
		moments = moments && mu.Cmp(mean) == 0 && variance.Cmp(square) == 0
		first, second := derivatives(p)
		derived = max(derived, math.Abs(first-nearest(mu)), math.Abs(second-first*first-nearest(variance)))
		ours = max(ours, math.Abs(c.estimate.Mu-nearest(mu)), math.Abs(c.estimate.Sigma-math.Sqrt(nearest(variance))))
		evidence = evidence && totalEvidence(c.prior, c.trials).Cmp(big.NewRat(1, 1)) == 0
	}
	laplace, err := laplaceRule()
	if err != nil {
		return nil, err
	}
	on := fmt.Sprintf("%d random results matrices of two to four categories, with prior trials and without", len(cases))
	line := func(what, says string, o checks.Outcome) checks.Check {
		o.Statement = says
		return checks.Check{Check: what, Ground: identity, Outcome: o, Source: "paper, appendix A", Note: on}
	}
	return []checks.Check{
		line("Eqs. 5, 7, 8: the evidences of all possible counts add up to 1, exactly",
			"normalization constant", checks.Statement("", evidence)),
		line("Eq. 9: largest difference of its integral over the simplex from 1",
			"the posterior distribution is", checks.Measured("", whole, 0, whole < quadratureNear)),
		line("Eqs. 10 to 12: largest relative difference of the integral from the Lauricella series, t = −3, 1.5, 4",
			"moment generating function", checks.Measured("", series, 0, series < quadratureNear)),
		line("Eq. 14: it has the coefficients of Eq. 12, exactly",
			"expanding to O(t²)", checks.Statement("", expansion)),
		line("Eqs. 13, 15: μ = Φ'(0) and σ² = Φ''(0) − Φ'(0)² of the series are the closed forms, exactly",
			"the moments are", checks.Statement("", moments)),
		line("Eqs. 10, 13, 15: largest difference of numerical derivatives of the integral from the closed forms",
			"the moments are", checks.Measured("", derived, 0, derived < derivativeNear)),
		line("Algorithm 1: largest difference of μ and σ of Bayes@N in Settle from Eq. 15 in rationals",
			"the algorithm summarizing this calculation", checks.Measured("", ours, 0, ours < 1e-14)),
		{
			Check: "M = 1: largest difference of Bayes@N from (n_k + 1)/(N + C + 1), N up to 80", Ground: identity,
			Outcome: checks.Measured("recovers Laplace's rule of succession for a single question", laplace, 0,
				laplace < 1e-15),
			Source: "paper, appendix A",
		},
	}, nil
}

// derivatives are Φ'(0) and Φ”(0) by central differences of the integral of Eq. 10.
func derivatives(p formulas.Posterior) (first, second float64) {
	settings := func(f fd.Formula) *fd.Settings { return &fd.Settings{Formula: f, Step: derivativeStep} }
	return fd.Derivative(p.Integral, 0, settings(fd.Central)), fd.Derivative(p.Integral, 0, settings(fd.Central2nd))
}

// totalEvidence adds up the probabilities of all counts that some trials may have.
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

// laplaceRule is the largest difference of Bayes@N on one question from the rule of
// succession, for two categories and for four of which one counts.
func laplaceRule() (largest float64, err error) {
	for _, list := range []string{"0,1", "0,0,1,0"} {
		w, err := metrics.ParseWeights(list)
		if err != nil {
			return 0, err
		}
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
	return largest, nil
}

// Boards of so many models are ranked by Bayes@N and by avg@N; on so few trials models
// tie.
const (
	rankedBoards = 200
	rankedModels = 11
)

// averageChecks compare Bayes@N with avg@N (appendix B).
func averageChecks(seed uint64) ([]checks.Check, error) {
	var same, tied, binary int
	affine, ratio := true, 0.0
	for i := range rankedBoards {
		r := rand.New(rng.New(seed, "equations rankings", i))
		list := equationWeights[i%len(equationWeights)]
		w, err := metrics.ParseWeights(list)
		if err != nil {
			return nil, err
		}
		questions, trials := 1+r.IntN(6), 1+r.IntN(6)
		b, matrices := randomBoard(r, w, questions, trials)
		bayes, avg := metrics.Bayes(w, nil), metrics.Avg(w)
		byBayes, err := metrics.Ordinals(bayes, b)
		if err != nil {
			return nil, err
		}
		byAvg, err := metrics.Ordinals(avg, b)
		if err != nil {
			return nil, err
		}
		if slices.Equal(byBayes, byAvg) {
			same++
		}
		if slices.Max(byAvg) < rankedModels-1 {
			tied++
		}
		if w.Len() == 2 {
			binary++
		}
		exactly := rationals(list)
		factor, shift := formulas.Factor(exactly, trials), formulas.Shift(exactly, trials)
		for model, rows := range matrices {
			mu, _ := formulas.NewPosterior(exactly, rows, nil).ClosedForm()
			a := formulas.Average(exactly, rows)
			affine = affine && mu.Cmp(a.Add(a.Mul(a, factor), shift)) == 0
			over := avg.Estimate(b, model).Sigma / bayes.Estimate(b, model).Sigma
			ratio = max(ratio, math.Abs(over*nearest(factor)-1))
		}
	}
	on := fmt.Sprintf("%d boards of %d models, %d of them binary, the others of three and four categories; "+
		"%d have models that tie", rankedBoards, rankedModels, binary, tied)
	ordered := func(source, says string) checks.Check {
		return checks.Check{
			Check: "share of boards that Bayes@N and avg@N rank alike, ties included", Ground: identity,
			Source: source, Note: on,
			Outcome: checks.Measured(says, float64(same)/rankedBoards, 0, same == rankedBoards),
		}
	}
	return []checks.Check{
		{
			Check: "Eqs. 16 to 19: μ = A + N/(1 + C + N)·a, exactly", Ground: identity, Source: "paper, appendix B", Note: on,
			Outcome: checks.Statement("μ is related to a naive weighted average accuracy via a positive affine "+
				"transformation", affine),
		},
		ordered("paper, section 2.6", "the ranking based on the average is identical to Bayes@N"),
		ordered("poster", "under a uniform prior, Bayes@N and avg@N induce exactly the same ordering"),
		ordered("blog", "the two are rank-equivalent under a uniform prior"),
		{
			Check:  "Eq. 20: largest relative difference of σ_avg/σ_Bayes in Settle from (1 + C + N)/N",
			Ground: identity, Source: "paper, appendix B", Note: on,
			Outcome: checks.Measured("σ_avg@N = (1 + C + N)/N · σ_Bayes@N", ratio, 0, ratio < 1e-13),
		},
	}, nil
}

// randomBoard is the tally of random models with the results matrix of each.
func randomBoard(r *rand.Rand, w metrics.Weights, questions, trials int) (*results.Tally, [][][]uint8) {
	t := results.NewTally(rankedModels, questions, w.Len()-1)
	t.Trials = trials
	matrices := make([][][]uint8, rankedModels)
	for model := range matrices {
		matrices[model] = randomRows(r, questions, trials, w.Len())
		for q, row := range matrices[model] {
			for _, category := range row {
				if category > 0 {
					t.Add(model, q, int(category), 1)
				}
			}
		}
	}
	return t, matrices
}

// ruleCheck is of the two rules by which the paper tells models apart. That ρ of z
// is what is printed is in Fig. 3 and Table 2.
func ruleCheck() checks.Check {
	apart := overlapEnds()
	return checks.Check{
		Check: "z at which two 95 % intervals of the same width cease to overlap", Source: "paper, section 3.2",
		Ground: printedFormula,
		Outcome: checks.Measured("the rank with a 95% CI allows models with overlapping CIs to share the same rank",
			apart, 0, apart <= 1.645),
		Note: "the ranks are made by z < 1.645 (section 2.7.1), and that is another rule: from there on models have " +
			"different ranks, though their intervals μ ± 1.96σ overlap up to z = 2.77 where both σ are equal, " +
			"which is ρ = 0.997",
	}
}

// overlapEnds is z of two models of one σ whose 95 % intervals touch: they are twice
// their half width apart.
func overlapEnds() float64 {
	unit := metrics.Estimate{Sigma: 1}
	return ranking.Z(2*unit.Reach(0.95), 1, 0, 1)
}

// tauChecks are of section F.1.
func tauChecks() []checks.Check {
	x, y := []float64{1, 2, 2, 3, 4, 4}, []float64{1, 3, 2, 2, 5, 4}
	p := formulas.Compare(x, y)
	return []checks.Check{
		{
			Check: "Eq. 25: τ_a of Settle is that of pairs counted one by one", Ground: identity, Source: "paper, section F.1",
			Outcome: checks.Statement("τ_a = (n_c − n_d)/n0", kendall.TauA(x, y) == p.TauA()),
			Note:    fmt.Sprintf("of %d pairs %d are concordant, %d discordant and 3 tied", p.All, p.Concordant, p.Discordant),
		},
		{
			Check: "Eq. 26: τ_b of Settle is that of pairs counted one by one", Ground: identity, Source: "paper, section F.1",
			Outcome: checks.Statement("τ_b = (n_c − n_d)/√((n0 − n1)(n0 − n2))",
				math.Abs(kendall.TauB(x, y)-p.TauB()) < 1e-15),
		},
		{
			Check: "pairs that are concordant, discordant or tied in either ranking", Ground: identity,
			Source: "paper, section F.1",
			Outcome: checks.Measured("pairs with ties in either ranking are neither concordant nor discordant",
				float64(p.Concordant+p.Discordant+p.First+p.Second), 0, p.Concordant+p.Discordant+p.First+p.Second == p.All),
			Note: "no pair of these rankings is tied in both",
		},
		{
			Check: "τ_a and τ_b of a ranking with a tie and itself", Ground: printedFormula, Source: "paper, section F.1",
			Outcome: checks.Statement("Tau-a may underestimate correlation when ties occur; Tau-b corrects for ties",
				kendall.TauA(x, x) < 1 && kendall.TauB(x, x) == 1),
			Note: fmt.Sprintf("τ_a = %s, τ_b = %v", tables.Float(kendall.TauA(x, x), 3), kendall.TauB(x, x)),
		},
	}
}
