package estimators

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/formulas"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/metrics"
	"settle/results"
)

// Largest n and k for which the pass metrics are evaluated as printed.
const (
	passTrials = 14
	passMostK  = 8
)

// passChances lists success probabilities for which expectations are computed as
// rationals.
var passChances = []string{"1/20", "3/10", "1/2", "4/5", "19/20"}

// article is the name of the source that, besides the paper, explains the formulas of
// pass@k.
const article = "article on pass@k"

// The example of the article: 3 of 10 samples are correct.
const (
	articleTrials  = 10
	articleCorrect = 3
	articleK       = 5
	articleChance  = 0.3
)

// passChecks returns checks of Eqs. 21 to 24 and of statements about pass@k in the
// article.
func passChecks() []checks.Check {
	ours := passDifference()
	unbiased, below, firsts := expectations()
	concave := checks.Construction.Because(
		"1 − (1 − x)^k is concave in x, and the mean of a concave function is below the function of the mean (Jensen's " +
			"inequality)")
	on := fmt.Sprintf("expectations are exact, over the binomial distribution, for n up to %d, k up to n and five probabilities", passTrials)
	return slices.Concat([]checks.Check{
		checks.New("Eqs. 21 to 24: largest difference between Settle's scores and the equations in rational numbers",
			"paper, appendix E", identity, checks.Measured("Pass@k, Pass^k, G-Pass@k and mG-Pass@k", ours, 0, ours < 1e-15),
			fmt.Sprintf("the check uses all c, n up to %d and k up to %d. The sum of mG-Pass@k begins with i = ⌈k/2⌉ + 1", passTrials, passMostK)),
		checks.New("Eq. 21: the expectation is exactly 1 − (1 − p)^k", article, identity,
			checks.Statement("The expected value of this estimator equals the true pass@k = 1 − (1 − p)^k", unbiased), on),
		checks.New("1 − (1 − c/n)^k: the expectation is below 1 − (1 − p)^k for every k ≥ 2", article, concave,
			checks.Statement("The naive estimator is biased and underestimates the true pass@k", below),
			on+". The reason for the bias is that c/n is uncertain: with the true p instead of c/n, the formula is right. "+
				"The article gives another reason, that samples are drawn without replacement"),
		checks.New("k = 1: Eq. 21 equals c/n exactly", article, identity, checks.Statement("pass@1 = c/n", firsts), on),
	}, gapChecks(), limitChecks())
}

// passDifference returns the largest difference between Settle's scores of one question
// and Eqs. 21 to 24. It compares them for all numbers of trials and of correct trials,
// and for all k.
func passDifference() (largest float64) {
	for k := 1; k <= passMostK; k++ {
		ms := paper.Must(metrics.Parse(fmt.Sprintf("pass@%d,pass^%[1]d,pass-naive@%[1]d,"+
			"gpass@%[1]d:1/2,gpass@%[1]d:2/3,gpass@%[1]d:1,mgpass@%[1]d", k), metrics.Options{}))
		for n := k; n <= passTrials; n++ {
			for c := range n + 1 {
				printed := []*big.Rat{
					formulas.PassAtK(n, c, k), formulas.PassHatK(n, c, k), formulas.NaiveAtK(n, c, k),
					formulas.GPassAtK(n, c, k, big.NewRat(1, 2)), formulas.GPassAtK(n, c, k, big.NewRat(2, 3)),
					formulas.GPassAtK(n, c, k, big.NewRat(1, 1)), formulas.MGPassAtK(n, c, k, authorsFrom(k)),
				}
				t := oneQuestion(n, c)
				for i, m := range ms {
					largest = max(largest, math.Abs(m.Score(t, 0)-formulas.Float(printed[i])))
				}
			}
		}
	}
	return largest
}

// printedFrom returns the index of the first term in the sum of Eq. 24 as the paper
// prints it.
func printedFrom(k int) int { return (k + 1) / 2 }

// authorsFrom returns the index of the first term in the sum of Eq. 24 as the authors
// of mG-Pass@k and the reference package define it.
func authorsFrom(k int) int { return (k+1)/2 + 1 }

// oneQuestion returns the tally of one model on one question, with the given numbers of
// trials and correct trials.
func oneQuestion(trials, correct int) *results.Tally {
	t := results.NewTally(1, 1, 1)
	t.Trials = trials
	t.Add(0, 0, 1, correct)
	return t
}

// expectations computes the expected values of Eq. 21 and of the naive formula for
// pass@k, for all n, k and probabilities. It reports whether Eq. 21 is unbiased,
// whether the naive formula is too low for k ≥ 2, and whether Eq. 21 is c/n for k = 1.
func expectations() (unbiased, below, firsts bool) {
	unbiased, below, firsts = true, true, true
	for n := 1; n <= passTrials; n++ {
		for c := range n + 1 {
			firsts = firsts && formulas.PassAtK(n, c, 1).Cmp(big.NewRat(int64(c), int64(n))) == 0
		}
		for _, chance := range passChances {
			p := parseRational(chance)
			for k := 1; k <= n; k++ {
				mean := formulas.Expectation(n, p, func(c int) *big.Rat { return formulas.PassAtK(n, c, k) })
				naive := formulas.Expectation(n, p, func(c int) *big.Rat { return formulas.NaiveAtK(n, c, k) })
				truth := formulas.NaiveAtK(int(p.Denom().Int64()), int(p.Num().Int64()), k) // 1 − (1 − p)^k
				unbiased = unbiased && mean.Cmp(truth) == 0
				below = below && (k == 1 || naive.Cmp(truth) < 0)
			}
		}
	}
	return unbiased, below, firsts
}

// naiveBias returns the true pass@k minus the expected value of the naive formula, for
// n trials that are correct with probability p.
func naiveBias(n, k int, p float64) float64 {
	mean := expectedScore(n, p, func(c int) *big.Rat { return formulas.NaiveAtK(n, c, k) })
	return 1 - math.Pow(1-p, float64(k)) - mean
}

// expectedScore returns the expected score after n trials, each correct with
// probability p.
func expectedScore(n int, p float64, score func(correct int) *big.Rat) (mean float64) {
	for c, probability := range formulas.Binomial(n, p) {
		mean += probability * formulas.Float(score(c))
	}
	return mean
}

// articleGap returns the difference between two estimates of pass@k in the example of
// the article: Eq. 21 minus the naive formula.
func articleGap(k int) float64 {
	return formulas.Float(formulas.PassAtK(articleTrials, articleCorrect, k)) -
		formulas.Float(formulas.NaiveAtK(articleTrials, articleCorrect, k))
}

// gapChecks returns checks of the article's sentence about the difference between the
// two estimators of pass@k.
func gapChecks() []checks.Check {
	shrinks := true
	for n := articleK; n < passTrials; n++ {
		shrinks = shrinks && naiveBias(n+1, articleK, articleChance) < naiveBias(n, articleK, articleChance)
	}
	expected := func(k int) float64 { return naiveBias(articleTrials, k, articleChance) }
	widest, widestGap := widestAt(expected), widestAt(articleGap)
	four := paper.FourDigits
	return []checks.Check{
		checks.New("expected difference between the two estimators of pass@5 at p = 0.3 grows as n falls from 14 to 5", article,
			printedFormula, checks.Statement("The difference becomes more pronounced with smaller sample sizes …", shrinks),
			fmt.Sprintf("the expected difference is %s at n = 14 and %s at n = 5", four(naiveBias(passTrials, articleK, articleChance)),
				four(naiveBias(articleK, articleK, articleChance)))),
		checks.New("k at which the expected difference between the two estimators is largest, p = 0.3 and n = 10", article,
			printedFormula, checks.Measured("The difference becomes more pronounced … when k approaches n", float64(widest), 0,
				widest == articleTrials),
			fmt.Sprintf("the expected difference is %s at k = %d, but %s at k = 10. In the article's own example, 3 of 10 samples are correct. "+
				"In this example, the difference is largest at k = %d. The difference is %s at this k, but %s at k = 10", four(expected(widest)), widest, four(expected(articleTrials)),
				widestGap, four(articleGap(widestGap)), four(articleGap(articleTrials)))).
			Finds("The article says that the two estimators of pass@k differ most when k approaches n, but the difference is largest at a smaller k."),
	}
}

// widestAt returns the k at which difference(k) is largest, for k from 1 to the number
// of trials in the article's example.
func widestAt(difference func(k int) float64) int {
	widest := 1
	for k := 2; k <= articleTrials; k++ {
		if difference(k) > difference(widest) {
			widest = k
		}
	}
	return widest
}

// passLimits holds properties of Eqs. 23 and 24 that were determined for all n, c and
// k.
type passLimits struct {
	zero, one bool     // Eq. 23 equals Eq. 21 for the smallest τ, and Eq. 22 for τ = 1
	even      bool     // with the sum of mG-Pass@k's authors, Eq. 24 equals its integral for even k
	largest   *big.Rat // largest value of Eq. 24 as printed
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

// misprintFinding sums up the checks that show misprints in Eqs. 22 and 24.
const misprintFinding = "Two formulas are misprinted: Eq. 22 is not the naive variant of Pass@k, and the sum of Eq. 24 begins " +
	"one term too early."

// limitChecks returns checks of Eqs. 22, 23 and 24 of the paper.
func limitChecks() []checks.Check {
	l := newPassLimits()
	var perfect []any
	for _, k := range mgpassK {
		perfect = append(perfect, k, tables.Float(formulas.Float(formulas.MGPassAtK(k, k, k, printedFrom(k))), 2))
	}
	const source = "paper, appendix E"
	hat, naive := formulas.PassHatK(10, 3, 2), formulas.NaiveAtK(10, 3, 2)
	return []checks.Check{
		checks.New("Eq. 22 against 1 − (1 − c/n)^k, at k = 2 and c/n = 3/10", "paper, section 2.7", printedFormula,
			checks.Measured("a naive Pass^k variant (1 − (1 − p̂)^k, Eq. (22))", formulas.Float(hat), 0, hat.Cmp(naive) == 0),
			"Eq. 22 is the probability that all k trials are correct, 0.0667 here. But 1 − (1 − p̂)^k is the probability "+
				"that at least one of k trials is correct, 0.51 here. For the naive variant in Figs. 2 and 4, Settle uses 1 − (1 − p̂)^k, "+
				"which is its metric pass-naive@k").Finds(misprintFinding),
		checks.New("Eq. 23 equals Eq. 21 exactly for τ ≤ 1/k", source, identity,
			checks.Statement("Pass@k corresponds to G-Pass@k_τ in the limit τ → 0", l.zero), ""),
		checks.New("Eq. 23 equals Eq. 22 exactly for τ = 1", source, identity,
			checks.Inferred(checks.Statement("G-Pass@k_1 is Pass^k", l.one)), ""),
		checks.New("Eq. 24 as printed, from ⌈0.5·k⌉ on: its largest value", source, printedFormula,
			checks.Measured("mG-Pass@k = 2∫_0.5^1.0 G-Pass@k_τ dτ ≈ (2/k)·Σ_{i=⌈0.5·k⌉}^k G-Pass@k_{i/k}",
				formulas.Float(l.largest), 0, l.largest.Cmp(big.NewRat(1, 1)) <= 0),
			fmt.Sprintf("twice the integral is at most 1, because G-Pass@k_τ is a probability. But by the sum as printed, a perfect model has %[2]s for "+
				"k = %[1]d, %[4]s for k = %[3]d and %[6]s for k = %[5]d. "+
				"The metric's authors, the reference package and Settle sum from i = ⌈0.5·k⌉ + 1 on", perfect...)).
			Finds(misprintFinding),
		checks.New("Eq. 24 from ⌈0.5·k⌉ + 1 on equals the integral exactly for even k", source, identity,
			checks.Inferred(checks.Statement("mG-Pass@k, an interpolated metric that integrates G-Pass@k_τ over "+
				"τ ∈ [0.5, 1.0]", l.even)), "for odd k, the half interval next to ½ is missing, so a perfect model has (k − 1)/k"),
	}
}

// mgpassK lists the k of mG-Pass@k in Figs. 2 and 4.
var mgpassK = []int{2, 4, 8}

// expectedMGPass returns the limit of mG-Pass@k for a question with success probability
// p, as the number of trials grows. The sum of Eq. 24 begins with the index i = from.
func expectedMGPass(k, from int, p float64) float64 {
	return expectedScore(k, p, func(c int) *big.Rat { return formulas.MGPassAtK(k, c, k, from) })
}

func mgpassFigure() *figures.Figure {
	f := &figures.Figure{
		Title: "Eq. 24 exceeds 1 as printed, and equals the integral if it begins one term later",
		Caption: "Score of one question that is answered correctly with probability p, with endless trials. " +
			"As printed, the sum begins with i = k/2 for these k. The metric's authors and the reference package " +
			"begin with i = k/2 + 1, which gives twice the area under G-Pass@k_τ for τ from ½ to 1.",
	}
	const steps = 20
	for _, from := range []struct {
		title string
		of    func(k int) int
	}{{"(a) as printed", printedFrom}, {"(b) as defined by its authors", authorsFrom}} {
		panel := figures.Curves{
			Title: from.title, XLabel: "probability p of a correct trial", YLabel: "mG-Pass@k", ShowX: []float64{0, 1},
			ShowY: []float64{0, 2},
			Rules: []figures.Rule{{Horizontal: true, At: 1, Label: "1"}},
		}
		for _, k := range mgpassK {
			panel.Lines = append(panel.Lines, paper.Exactly(fmt.Sprintf("k = %d", k), lists.Indices(steps+1),
				func(i int) (p, y float64) { p = float64(i) / steps; return p, expectedMGPass(k, from.of(k), p) }))
		}
		f.Panels = append(f.Panels, panel)
	}
	return f
}

func mgpassTable() *tables.Table {
	type row struct {
		k int
		p float64
	}
	rows := lists.Flat(mgpassK, func(k int) []row { return []row{{k, 0.5}, {k, 0.9}, {k, 1}} })
	sum := func(name string, from func(k int) int) tables.Field[row] {
		return tables.Right(name, func(r row) string { return paper.FourDigits(expectedMGPass(r.k, from(r.k), r.p)) })
	}
	return tables.New("mG-Pass@k of a question with success probability p, with endless trials", []tables.Field[row]{
		tables.Right("k", func(r row) string { return fmt.Sprint(r.k) }),
		tables.Right("p", func(r row) string { return paper.OneDigit(r.p) }),
		sum("as printed", printedFrom), sum("by its authors", authorsFrom),
	}, rows)
}

// naiveChances lists the success probabilities that the figure of the bias shows.
var naiveChances = []float64{0.1, 0.3, 0.5, 0.8}

func naiveFigure() *figures.Figure {
	panel := figures.Curves{
		XLabel: "k", YLabel: "expected pass@k minus naive estimate", ShowY: []float64{0},
	}
	for _, p := range naiveChances {
		panel.Lines = append(panel.Lines, paper.Exactly(fmt.Sprintf("p = %v", p), lists.Indices(articleTrials),
			func(i int) (k, y float64) { return float64(i + 1), naiveBias(articleTrials, i+1, p) }))
	}
	return &figures.Figure{
		Title: "The naive pass@k is too low, but not most when k is close to n",
		Caption: "Amount by which 1 − (1 − c/n)^k is below 1 − (1 − p)^k in expectation, with n = 10 trials of a question " +
			"that is answered correctly with probability p. The amount is exact. For Eq. 21, the amount is 0 everywhere.",
		Panels: []figures.Panel{panel},
	}
}

// articleTable returns a table of the article's example for all k.
func articleTable() *tables.Table {
	five := func(name string, of func(k int) float64) tables.Field[int] {
		return tables.Right(name, func(i int) string { return tables.Float(of(i+1), 5) })
	}
	t := tables.New("pass@k if 3 of 10 samples are correct", []tables.Field[int]{
		tables.Right("k", func(i int) string { return fmt.Sprint(i + 1) }),
		five("naive", func(k int) float64 { return formulas.Float(formulas.NaiveAtK(articleTrials, articleCorrect, k)) }),
		five("unbiased", func(k int) float64 { return formulas.Float(formulas.PassAtK(articleTrials, articleCorrect, k)) }),
		five("difference", articleGap),
		five("expected at p = 0.3", func(k int) float64 { return naiveBias(articleTrials, k, articleChance) }),
	}, lists.Indices(articleTrials))
	t.Notes = []string{"expected at p = 0.3: average amount by which the naive estimate is below the truth, over boards of 10 trials."}
	return t
}
