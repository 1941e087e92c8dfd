package estimators

import (
	"fmt"
	"math"
	"math/big"

	"settle/experiments/checks"
	"settle/experiments/formulas"
	"settle/figures"
	"settle/metrics"
	"settle/results"
	"settle/tables"
)

// The sizes up to which the pass metrics are evaluated as they are printed.
const (
	passTrials = 14
	passMostK  = 8
)

// passChances are chances of a correct trial, for expectations in rationals.
var passChances = []string{"1/20", "3/10", "1/2", "4/5", "19/20"}

// article is where the formulas of pass@k are explained beside the paper.
const article = "article on pass@k"

// Its example: 3 of 10 samples are correct.
const (
	articleTrials  = 10
	articleCorrect = 3
	articleK       = 5
	articleChance  = 0.3
)

// passChecks are of Eqs. 21 to 24 and of what the article says of pass@k.
func passChecks() ([]checks.Check, error) {
	ours, err := passDifference()
	if err != nil {
		return nil, err
	}
	unbiased, below, firsts := expectations()
	concave := checks.Ground{Kind: checks.Construction,
		Why: "1 − (1 − x)^k is concave, and the mean of a concave function is below that of its argument " +
			"(Jensen's inequality)"}
	on := fmt.Sprintf("exact expectations over the binomial law, n up to %d, k up to n, five chances", passTrials)
	return append([]checks.Check{{
		Check: "Eqs. 21 to 24: largest difference of Settle's scores from the equations in rationals", Ground: identity,
		Outcome: checks.Measured("Pass@k, Pass^k, G-Pass@k and mG-Pass@k", ours, 0, ours < 1e-15),
		Source:  "paper, appendix E",
		Note:    fmt.Sprintf("all c of n up to %d, k up to %d; mG-Pass@k from ⌈k/2⌉ + 1", passTrials, passMostK),
	}, {
		Check: "Eq. 21: its expectation is 1 − (1 − p)^k, exactly", Ground: identity, Source: article, Note: on,
		Outcome: checks.Statement("the expected value of this estimator equals the true pass@k", unbiased),
	}, {
		Check: "1 − (1 − c/n)^k: its expectation is below 1 − (1 − p)^k for every k ≥ 2", Ground: concave, Source: article,
		Outcome: checks.Statement("the naive estimator is biased and underestimates the true pass@k", below),
		Note: on + "; the reason is that c/n is uncertain, and not that samples are drawn without replacement, " +
			"as the article has it: with the true p in place of c/n the formula is right",
	}, {
		Check: "k = 1: Eq. 21 is c/n, exactly", Ground: identity, Source: article,
		Outcome: checks.Statement("pass@1 = c/n", firsts), Note: on,
	}}, append(gapChecks(), limitChecks()...)...), nil
}

// passDifference is the largest difference of scores of one question from Eqs. 21 to 24.
func passDifference() (largest float64, err error) {
	for k := 1; k <= passMostK; k++ {
		list := fmt.Sprintf("pass@%d,pass^%[1]d,pass-naive@%[1]d,"+
			"gpass@%[1]d:1/2,gpass@%[1]d:2/3,gpass@%[1]d:1,mgpass@%[1]d", k)
		ms, err := metrics.Parse(list, metrics.Options{})
		if err != nil {
			return 0, err
		}
		for n := k; n <= passTrials; n++ {
			for c := range n + 1 {
				printed := []*big.Rat{
					formulas.PassAtK(n, c, k), formulas.PassHatK(n, c, k), formulas.NaiveAtK(n, c, k),
					formulas.GPassAtK(n, c, k, big.NewRat(1, 2)), formulas.GPassAtK(n, c, k, big.NewRat(2, 3)),
					formulas.GPassAtK(n, c, k, big.NewRat(1, 1)), formulas.MGPassAtK(n, c, k, authorsFrom(k)),
				}
				t := oneQuestion(n, c)
				for i, m := range ms {
					largest = max(largest, math.Abs(m.Score(t, 0)-nearest(printed[i])))
				}
			}
		}
	}
	return largest, nil
}

// printedFrom and authorsFrom are where the sum of Eq. 24 begins: as the paper prints it,
// and as the authors of mG-Pass@k and the reference package have it.
func printedFrom(k int) int { return (k + 1) / 2 }
func authorsFrom(k int) int { return (k+1)/2 + 1 }

// oneQuestion is one model on one question.
func oneQuestion(trials, correct int) *results.Tally {
	t := results.NewTally(1, 1, 1)
	t.Trials = trials
	t.Add(0, 0, 1, correct)
	return t
}

// expectations tells, of all sizes and chances, whether Eq. 21 is unbiased, whether the
// naive formula is below from k = 2 on, and whether Eq. 21 is c/n for k = 1.
func expectations() (unbiased, below, firsts bool) {
	unbiased, below, firsts = true, true, true
	for n := 1; n <= passTrials; n++ {
		for c := range n + 1 {
			firsts = firsts && formulas.PassAtK(n, c, 1).Cmp(big.NewRat(int64(c), int64(n))) == 0
		}
		for _, chance := range passChances {
			p := rational(chance)
			for k := 1; k <= n; k++ {
				mean := formulas.Expectation(n, p, func(c int) *big.Rat { return formulas.PassAtK(n, c, k) })
				naive := formulas.Expectation(n, p, func(c int) *big.Rat { return formulas.NaiveAtK(n, c, k) })
				truth := passTruth(p, k)
				unbiased = unbiased && mean.Cmp(truth) == 0
				below = below && (k == 1 || naive.Cmp(truth) < 0)
			}
		}
	}
	return unbiased, below, firsts
}

// passTruth is 1 − (1 − p)^k.
func passTruth(p *big.Rat, k int) *big.Rat {
	one := big.NewRat(1, 1)
	wrong, all := new(big.Rat).Sub(one, p), big.NewRat(1, 1)
	for range k {
		all.Mul(all, wrong)
	}
	return all.Sub(one, all)
}

// naiveBias is how far the naive formula is below the truth in expectation.
func naiveBias(n, k int, p float64) float64 {
	var mean float64
	for c, probability := range formulas.Binomial(n, p) {
		mean += probability * nearest(formulas.NaiveAtK(n, c, k))
	}
	return 1 - math.Pow(1-p, float64(k)) - mean
}

// articleGap is Eq. 21 less the naive formula in the article's example.
func articleGap(k int) float64 {
	return nearest(formulas.PassAtK(articleTrials, articleCorrect, k)) -
		nearest(formulas.NaiveAtK(articleTrials, articleCorrect, k))
}

// gapChecks are of the article's sentence on the difference of the two estimators.
func gapChecks() []checks.Check {
	shrinks := true
	for n := articleK; n < passTrials; n++ {
		shrinks = shrinks && naiveBias(n+1, articleK, articleChance) < naiveBias(n, articleK, articleChance)
	}
	widest := 1
	for k := 2; k <= articleTrials; k++ {
		if articleGap(k) > articleGap(widest) {
			widest = k
		}
	}
	return []checks.Check{{
		Check:  "expected difference of the estimators of pass@5 at p = 0.3, as n falls from 14 to 5",
		Ground: printedFormula, Source: article,
		Outcome: checks.Statement("the difference becomes more pronounced with smaller sample sizes", shrinks),
		Note: fmt.Sprintf("%s at n = 14, %s at n = 5", tables.Float(naiveBias(passTrials, articleK, articleChance), 4),
			tables.Float(naiveBias(articleK, articleK, articleChance), 4)),
	}, {
		Check:  "k at which the estimators differ most in the article's own example, n = 10 and c = 3",
		Ground: printedFormula, Source: article,
		Outcome: checks.Measured("the difference becomes more pronounced when k approaches n", float64(widest), 0,
			widest == articleTrials),
		Note: fmt.Sprintf("%s at k = %d, but %s at k = 10: both estimates near 1. In expectation it grows up to k "+
			"= n = 10 for chances up to 1/4 alone", tables.Float(articleGap(widest), 4), widest,
			tables.Float(articleGap(articleTrials), 4)),
	}}
}

// passLimits are what Eqs. 23 and 24 come to over all sizes.
type passLimits struct {
	zero, one bool     // Eq. 23 is Eq. 21 for the least τ, and Eq. 22 for τ = 1
	even      bool     // Eq. 24 is its integral for even k, summed as its authors do
	largest   *big.Rat // value of Eq. 24 as it is printed
}

func newPassLimits() passLimits {
	l := passLimits{true, true, true, new(big.Rat)}
	for n := 1; n <= passTrials; n++ {
		for k := 1; k <= min(n, passMostK); k++ {
			for c := range n + 1 {
				l.zero = l.zero && formulas.GPassAtK(n, c, k, big.NewRat(1, 1000)).Cmp(formulas.PassAtK(n, c, k)) == 0
				l.one = l.one && formulas.GPassAtK(n, c, k, big.NewRat(1, 1)).Cmp(formulas.PassHatK(n, c, k)) == 0
				if k%2 == 0 {
					l.even = l.even && formulas.MGPassAtK(n, c, k, authorsFrom(k)).Cmp(formulas.MGPassArea(n, c, k)) == 0
				}
				if s := formulas.MGPassAtK(n, c, k, printedFrom(k)); s.Cmp(l.largest) > 0 {
					l.largest = s
				}
			}
		}
	}
	return l
}

// limitChecks are of Eqs. 22, 23 and 24.
func limitChecks() []checks.Check {
	l := newPassLimits()
	var perfect []any
	for _, k := range mgpassK {
		perfect = append(perfect, k, tables.Float(nearest(formulas.MGPassAtK(k, k, k, printedFrom(k))), 2))
	}
	const source = "paper, appendix E"
	return []checks.Check{{
		Check: "Eq. 22 against 1 − (1 − c/n)^k, at k = 2 and c/n = 3/10", Ground: printedFormula,
		Source: "paper, section 2.7",
		Outcome: checks.Measured("a naive Pass^k variant (1 − (1 − p̂)^k, Eq. (22))",
			nearest(formulas.PassHatK(10, 3, 2)), 0,
			formulas.PassHatK(10, 3, 2).Cmp(formulas.NaiveAtK(10, 3, 2)) == 0),
		Note: "Eq. 22 is the chance that all k are correct, 0.0667 here, and not that one of them is, 0.51; " +
			"what Figs. 2 and 4 name so is taken for the formula in the brackets, pass-naive@k",
	}, {
		Check: "Eq. 23: for τ ≤ 1/k it is Eq. 21, exactly", Ground: identity, Source: source,
		Outcome: checks.Statement("Pass@k corresponds to G-Pass@k_τ in the limit τ → 0", l.zero),
	}, {
		Check: "Eq. 23: for τ = 1 it is Eq. 22, exactly", Ground: identity, Source: source,
		Outcome: checks.Inferred(checks.Statement("G-Pass@k_1 is Pass^k", l.one)),
	}, {
		Check: "Eq. 24 as printed, from ⌈0.5·k⌉ on: its largest value", Ground: printedFormula, Source: source,
		Outcome: checks.Measured("the sum stands for twice an integral over half the axis of what is at most 1",
			nearest(l.largest), 0, l.largest.Cmp(big.NewRat(1, 1)) <= 0),
		Note: fmt.Sprintf("a perfect model has %[2]s for k = %[1]d, %[4]s for %[3]d and %[6]s for %[5]d; "+
			"the metric's authors and the reference package sum from ⌈0.5·k⌉ + 1, and so does Settle", perfect...),
	}, {
		Check: "Eq. 24 from ⌈0.5·k⌉ + 1 on: it is the integral for even k, exactly", Ground: identity, Source: source,
		Outcome: checks.Inferred(checks.Statement("mG-Pass@k integrates G-Pass@k_τ over τ ∈ [0.5, 1.0]", l.even)),
		Note:    "for odd k it lacks the half piece next to ½: a perfect model has (k − 1)/k",
	}}
}

// mgpassK are those of Figs. 2 and 4.
var mgpassK = []int{2, 4, 8}

// expectedMGPass is mG-Pass@k of endlessly many trials of a question.
func expectedMGPass(k, from int, p float64) float64 {
	var mean float64
	for c, probability := range formulas.Binomial(k, p) {
		mean += probability * nearest(formulas.MGPassAtK(k, c, k, from))
	}
	return mean
}

func mgpassFigure() *figures.Figure {
	f := &figures.Figure{
		Title: "Eq. 24 passes 1 as it is printed, and is the integral if it begins one later",
		Caption: "The score of one question that is answered correctly with chance p, after endlessly many trials. " +
			"As printed, the sum begins with i = k/2 for these k; the metric's authors and the reference package " +
			"begin with k/2 + 1, which gives twice the area under G-Pass@k_τ for τ from ½ to 1.",
	}
	const steps = 20
	for _, from := range []struct {
		title string
		of    func(k int) int
	}{{"(a) as printed", printedFrom}, {"(b) as its authors have it", authorsFrom}} {
		panel := figures.Curves{
			Title: from.title, XLabel: "chance p of a correct trial", YLabel: "mG-Pass@k", ShowX: []float64{0, 1},
			ShowY: []float64{0, 2},
			Rules: []figures.Rule{{Horizontal: true, At: 1, Label: "1"}},
		}
		for _, k := range mgpassK {
			l := figures.Line{Name: fmt.Sprintf("k = %d", k)}
			for i := range steps + 1 {
				p := float64(i) / steps
				l.X, l.Y = append(l.X, p), append(l.Y, expectedMGPass(k, from.of(k), p))
			}
			panel.Lines = append(panel.Lines, l)
		}
		f.Panels = append(f.Panels, panel)
	}
	return f
}

func mgpassTable() *tables.Table {
	t := &tables.Table{
		Title: "mG-Pass@k of a question with chance p, after endlessly many trials",
		Columns: []tables.Column{{Name: "k", Right: true}, {Name: "p", Right: true}, {Name: "as printed", Right: true},
			{Name: "as its authors", Right: true}},
	}
	for _, k := range mgpassK {
		for _, p := range []float64{0.5, 0.9, 1} {
			t.Rows = append(t.Rows, []string{fmt.Sprint(k), tables.Float(p, 1),
				tables.Float(expectedMGPass(k, printedFrom(k), p), 4), tables.Float(expectedMGPass(k, authorsFrom(k), p), 4)})
		}
	}
	return t
}

// naiveChances are those of the figure of the bias.
var naiveChances = []float64{0.1, 0.3, 0.5, 0.8}

func naiveFigure() *figures.Figure {
	panel := figures.Curves{
		XLabel: "k", YLabel: "pass@k less its naive estimate, expected", ShowY: []float64{0},
	}
	for _, p := range naiveChances {
		l := figures.Line{Name: fmt.Sprintf("p = %v", p)}
		for k := 1; k <= articleTrials; k++ {
			l.X, l.Y = append(l.X, float64(k)), append(l.Y, naiveBias(articleTrials, k, p))
		}
		panel.Lines = append(panel.Lines, l)
	}
	return &figures.Figure{
		Title: "The naive pass@k is too low, but not the more so the nearer k is to n",
		Caption: "How far 1 − (1 − c/n)^k is below 1 − (1 − p)^k in expectation, with n = 10 trials of a question " +
			"that is answered correctly with chance p; exact. Eq. 21 is 0 everywhere.",
		Panels: []figures.Panel{panel},
	}
}

// articleTable is the article's example for all k.
func articleTable() *tables.Table {
	t := &tables.Table{
		Title: "pass@k where 3 of 10 samples are correct",
		Columns: []tables.Column{{Name: "k", Right: true}, {Name: "naive", Right: true}, {Name: "unbiased", Right: true},
			{Name: "difference", Right: true}, {Name: "expected at p = 0.3", Right: true}},
		Notes: []string{"Expected: how far the naive estimate is below the truth on average over boards of 10 trials."},
	}
	for k := 1; k <= articleTrials; k++ {
		t.Rows = append(t.Rows, []string{fmt.Sprint(k),
			tables.Float(nearest(formulas.NaiveAtK(articleTrials, articleCorrect, k)), 5),
			tables.Float(nearest(formulas.PassAtK(articleTrials, articleCorrect, k)), 5),
			tables.Float(articleGap(k), 5), tables.Float(naiveBias(articleTrials, k, articleChance), 5)})
	}
	return t
}
