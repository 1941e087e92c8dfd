package estimators

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/formulas"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/rng"
	"settle/metrics"
)

// Numbers of boards and models on which Bayes@N and avg@N are compared. The boards have
// so few trials that some models tie.
const (
	rankedBoards = 200
	rankedModels = 11
)

// averageComparison holds the results of comparing Bayes@N with avg@N on many boards.
type averageComparison struct {
	same   int     // boards that both rank alike
	tied   int     // boards with models that tie
	binary int     // boards of two categories
	affine bool    // Eqs. 16 to 19 hold on all boards
	ratio  float64 // largest relative difference of σ_avg/σ_Bayes from Eq. 20
}

// averageChecks returns checks that compare Bayes@N with avg@N (appendix B).
func averageChecks(seed uint64) []checks.Check {
	c := averageComparison{affine: true}
	for i := range rankedBoards {
		r := rand.New(rng.New(seed, "equations rankings", i))
		c.include(r, equationWeights[i%len(equationWeights)])
	}
	on := fmt.Sprintf("the check uses %d boards of %d models. %d boards are binary, and the other boards have three or four categories. "+
		"On %d boards, some models tie", rankedBoards, rankedModels, c.binary, c.tied)
	check := func(what, source string, o checks.Outcome) checks.Check {
		return checks.New(what, source, identity, o, on)
	}
	ordered := func(source, says string) checks.Check {
		return check("share of boards that Bayes@N and avg@N rank alike, ties included", source,
			checks.Measured(says, float64(c.same)/rankedBoards, 0, c.same == rankedBoards))
	}
	return []checks.Check{
		check("Eqs. 16 to 19: μ = A + N/(1 + C + N)·a, exactly", "paper, section 2.6 and appendix B",
			checks.Statement("μ is related to a naive weighted average accuracy via a positive affine "+
				"transformation", c.affine)),
		ordered("paper, section 2.6", "the ranking based on the average … is identical to Bayes@N"),
		ordered("poster", "under a uniform prior, Bayes@N and avg@N induce exactly the same ordering"),
		ordered("blog", "the two are rank-equivalent under a uniform prior"),
		check("Eq. 20: largest relative difference between σ_avg/σ_Bayes in Settle and (1 + C + N)/N", "paper, appendix B",
			checks.Measured("σ_avg@N = (1 + C + N)/N · σ_Bayes@N", c.ratio, 0, c.ratio < 1e-13)),
	}
}

// include compares Bayes@N with avg@N on one more random board. The categories of the
// board have the listed weights, such as "0,1/2,1".
func (c *averageComparison) include(r *rand.Rand, list string) {
	w := paper.Must(metrics.ParseWeights(list))
	questions, trials := 1+r.IntN(6), 1+r.IntN(6)
	matrices := lists.Each(lists.Indices(rankedModels), func(int) [][]uint8 {
		return randomRows(r, questions, trials, w.Len())
	})
	b := tallyOf(matrices, w.Len())
	bayes, avg := metrics.Bayes(w, nil), metrics.Avg(w)
	byBayes, byAvg := paper.Must(metrics.Ordinals(bayes, b)), paper.Must(metrics.Ordinals(avg, b))
	if slices.Equal(byBayes, byAvg) {
		c.same++
	}
	if slices.Max(byAvg) < rankedModels-1 {
		c.tied++
	}
	if w.Len() == 2 {
		c.binary++
	}
	exactly := rationals(list)
	factor, shift := formulas.Factor(exactly, trials), formulas.Shift(exactly, trials)
	for model, rows := range matrices {
		mu, _ := formulas.NewPosterior(exactly, rows, nil).ClosedForm()
		a := formulas.Average(exactly, rows)
		c.affine = c.affine && mu.Cmp(a.Add(a.Mul(a, factor), shift)) == 0
		over := avg.Estimate(b, model).Sigma / bayes.Estimate(b, model).Sigma
		c.ratio = max(c.ratio, math.Abs(over*formulas.Float(factor)-1))
	}
}
