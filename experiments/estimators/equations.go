package estimators

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/formulas"
	"settle/experiments/paper"
	"settle/internal/tables"
	"settle/kendall"
	"settle/metrics"
	"settle/ranking"
)

// Equations evaluates the paper's equations as printed, and compares them with each
// other and with Settle's results.
func Equations(_ context.Context, o paper.Options) *paper.Result {
	result := &paper.Result{Checks: slices.Concat(momentChecks(randomPosteriors(o.Seed)), averageChecks(o.Seed),
		[]checks.Check{ruleCheck()}, passChecks(), tauChecks())}
	result.AddFigure("equations-mgpass", mgpassFigure())
	result.AddFigure("equations-naive", naiveFigure())
	result.AddTables(articleTable(), mgpassTable())
	return result
}

// identity is the reason why checks on equations that follow from other equations are
// not tests.
var identity = checks.Construction.Because(
	"one side of the equation follows from the other side by algebra that the source prints. Settle computes both sides " +
		"independently, so only a mistake in the code could make the two sides differ")

// printedFormula is the reason why a check of a statement about a formula is a test, if
// the source also prints the formula.
var printedFormula = checks.Test.Because(
	"the formula is evaluated exactly as printed, and the published statement about the formula can be wrong")

// ruleCheck returns a check that compares the two rules by which the paper separates
// models.
func ruleCheck() checks.Check {
	apart := overlapEnds()
	return checks.New("z at which two 95 % intervals of the same width cease to overlap", "paper, section 3.2",
		printedFormula,
		checks.Measured("The \"w/ CI\" rank … allows models with overlapping CIs to share the same rank",
			apart, 0, apart <= 1.645),
		"the ranks follow another rule (section 2.7.1), by which models have different ranks from z = 1.645 on. "+
			"But if both σ are equal, the intervals μ ± 1.96σ overlap up to z = 2.77, which corresponds to ρ = 0.997").Finds(paper.NotOverlap)
}

// overlapEnds returns the z-score at which the 95 % intervals of two models with equal
// σ just touch. Their scores then differ by twice the half-width of an interval.
func overlapEnds() float64 {
	unit := metrics.Estimate{Sigma: 1}
	return ranking.Z(2*unit.Reach(0.95), 1, 0, 1)
}

// tauChecks returns checks of section F.1, which defines Kendall's τ.
func tauChecks() []checks.Check {
	x, y := []float64{1, 2, 2, 3, 4, 4}, []float64{1, 3, 2, 2, 5, 4}
	p := formulas.Compare(x, y)
	itself := checks.Construction.Because(
		"a ranking has no discordant pair with itself. So τ_b by Eq. 26 is 1, and τ_a by Eq. 25 is the share " +
			"of pairs that are not tied")
	const source = "paper, section F.1"
	apart := p.Concordant + p.Discordant + p.First + p.Second
	return []checks.Check{
		checks.New("Eq. 25: Settle's τ_a equals the τ_a of pairs counted one by one", source, identity,
			checks.Statement("τ_a = (n_c − n_d)/n0", kendall.TauA(x, y) == p.TauA()),
			fmt.Sprintf("of %d pairs, %d are concordant, %d discordant and 3 tied", p.All, p.Concordant, p.Discordant)),
		checks.New("Eq. 26: Settle's τ_b equals the τ_b of pairs counted one by one", source, identity,
			checks.Statement("τ_b = (n_c − n_d)/√((n0 − n1)(n0 − n2))", math.Abs(kendall.TauB(x, y)-p.TauB()) < 1e-15), ""),
		checks.New("number of pairs that are concordant, discordant or tied in either ranking", source, identity,
			checks.Measured("Pairs with ties in either ranking are neither concordant nor discordant",
				float64(apart), 0, apart == p.All), "no pair is tied in both rankings"),
		checks.New("τ_a and τ_b of a ranking with a tie and itself", source, itself,
			checks.Statement("Tau-a … may underestimate correlation when ties occur. Tau-b, which corrects for "+
				"ties, is better suited for datasets with equivalent rankings",
				kendall.TauA(x, x) < 1 && kendall.TauB(x, x) == 1),
			fmt.Sprintf("τ_a = %s, τ_b = %v", tables.Float(kendall.TauA(x, x), 3), kendall.TauB(x, x))),
	}
}
