package estimators

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"settle/experiments/checks"
	"settle/experiments/formulas"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/sim"
)

// Reasons given for checks of statements about intervals and estimators.
var (
	simulated = checks.Test.Because(
		"the true success probabilities of simulated models are known, and were chosen for their shape and not for the " +
			"result. Intervals can cover the truth more or less often than stated")
	computed = checks.Test.Because(
		"the value is computed exactly, for success probabilities that were chosen for their shape, and could come out otherwise")
	bayesRule = checks.Construction.Because(
		"under its own prior, the posterior mean always has the smallest expected squared error of all estimators")
	ownPrior = checks.Construction.Because(
		"averaged over its own prior, a credible interval covers the truth as often as stated, by definition. Only the normal approximation and the random draws can change this coverage")
	ownPriorCLT = checks.Construction.Because(
		"under its own prior, the coverage of bayes is 95 % by definition. Intervals of the CLT are too wide, because a pooled trial " +
			"with mean probability ½ has a variance near ¼, but a trial with a given probability has a variance of ⅙ on average")
	countsOfFive = checks.Construction.Because(
		"with 5 outcomes, an interval of the CLT extends beyond [0, 1] if 1 to 4 outcomes are correct, and has no width if " +
			"0 or 5 outcomes are correct. The success probabilities determine only how often these two cases occur")
	fiveByEq20 = checks.Construction.Because(
		"after one trial, σ of every question is √(1/18), so Eq. 20 gives an interval of ±0.62 on 5 questions for any " +
			"results. Such an interval extends beyond [0, 1] for any average")
	oneTrialByEq20 = checks.Construction.Because(
		"after one trial, Eq. 20 gives a question a variance of ½ for any result. The variance of an outcome is at most " +
			"¼, so the ratio is √2 or more for any success probabilities")
)

// priorGround returns the kind of a check, with a reason. It returns the argument if
// the success probabilities are drawn from the metric's own prior. Otherwise it returns
// the ground of simulated models.
func (t truth) priorGround(construction checks.Ground) checks.Ground {
	if t.fixed == nil {
		return construction
	}
	return simulated
}

// Source of statements about intervals, and a note on how the measurement differs from
// the study that the paper cites.
const (
	citedSource = "paper, section 2.6, citing its reference 44"
	citedStudy  = "Reference 44 pools all outcomes and is about one success probability. Here, each question has its own " +
		"success probability and its own prior Beta(1,1)"
)

// calibratedDistance is a distance of a coverage from 95 %. Intervals count as well
// calibrated if the distance of their coverage is at most calibratedDistance plus three
// standard errors.
const calibratedDistance = 0.02

// offCoverage returns the distance of the coverage in a cell from 95 %, minus three
// standard errors.
func offCoverage(c *intervalCell) float64 {
	share, se := c.coverage()
	return math.Abs(share-0.95) - 3*se
}

// extremeCoverage returns the cell for which the quantity is largest, and the n of that
// cell. There is one cell per n.
func extremeCoverage(cells []*intervalCell, quantity func(*intervalCell) float64) (*intervalCell, int) {
	at := 0
	for i, c := range cells {
		if quantity(c) > quantity(cells[at]) {
			at = i
		}
	}
	return cells[at], intervalTrials[at]
}

// calibrationChecks returns checks of section 2.6 about the coverage of intervals, for
// each set of true success probabilities. They check the coverage of Bayes@N, and
// compare it with the coverage of intervals that the paper calls worse.
func calibrationChecks(all []measuredTruth) (list []checks.Check) {
	for _, m := range all {
		cells := m.cells["bayes"]
		worst, n := extremeCoverage(cells, offCoverage)
		list = append(list, m.coverageCheck(worst, n, "its worst n"),
			m.coverageCheck(cells[len(cells)-1], paper.Trials, fmt.Sprintf("n = %d", paper.Trials)))
	}
	for _, m := range all {
		nearer := lists.CountIf(lists.Indices(len(intervalTrials)), func(i int) bool {
			return math.Abs(offCentre(m.cells["bayes"][i])) < math.Abs(offCentre(m.cells["avg:clt"][i]))
		})
		bayes, _ := m.cells["bayes"][0].coverage()
		clt, _ := m.cells["avg:clt"][0].coverage()
		list = append(list, checks.New(
			fmt.Sprintf("share of n = %s at which the coverage of bayes is nearer to 95 %% than the coverage of the CLT, %s",
				formatList(intervalTrials), m.name), citedSource, m.priorGround(ownPriorCLT),
			checks.Measured("Bayesian approaches with uniform priors … yield well-calibrated credible intervals "+
				"…, outperforming CLT approximations in coverage",
				float64(nearer)/float64(len(intervalTrials)), 0, nearer == len(intervalTrials)),
			fmt.Sprintf("at n = 1, the coverage is %s for bayes and %s for avg:clt, with %d questions. %s",
				paper.Percent(bayes), paper.Percent(clt), intervalQuestions, citedStudy)).Finds(calibrationFinding))
	}
	return list
}

// calibrationFinding sums up the checks of coverage that contradict the paper.
const calibrationFinding = "With few trials, 95 % intervals of Bayes@N cover the truth too rarely, and are no better " +
	"than intervals of the CLT."

// coverageCheck returns a check of section 2.6 that intervals of Bayes@N are well
// calibrated at one n. The cell holds the measured coverage. The last argument is a
// phrase that describes n.
func (m measuredTruth) coverageCheck(cell *intervalCell, n int, at string) checks.Check {
	share, se := cell.coverage()
	off := offCoverage(cell)
	return checks.New(fmt.Sprintf("coverage of 95 %% intervals of bayes at %s, %s", at, m.name), citedSource,
		m.priorGround(ownPrior),
		checks.Measured("As highlighted by (44), Bayesian approaches with uniform priors (e.g., Beta(1,1) "+
			"in the binary case) yield well-calibrated credible intervals even for datasets with fewer than a few "+
			"hundred datapoints", share, se, off <= calibratedDistance).AtEdge(off-calibratedDistance),
		fmt.Sprintf("the coverage is measured at n = %d, given the success probabilities of %d questions. Intervals count as well calibrated "+
			"if their coverage differs from 95 %% by at most 2 percentage points plus 3 standard errors. %s",
			n, intervalQuestions, citedStudy)).Finds(calibrationFinding)
}

// formatList formats whole numbers as a list: "1, 2, 4".
func formatList(all []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(all), " ", ", "), "[]")
}

func offCentre(c *intervalCell) float64 {
	share, _ := c.coverage()
	return share - 0.95
}

// smallChecks returns checks of intervals on boards with few questions. The first
// argument holds results on boards with more questions, for the same kind of success
// probabilities.
func smallChecks(coins measuredTruth, small map[string][]*intervalCell) []checks.Check {
	bayes, avg, clt := small["bayes"][0], small["avg"][0], small["avg:clt"][0]
	few, fewSE := clt.coverage()
	lowest, lowestAt := extremeCoverage(coins.cells["avg:clt"], func(c *intervalCell) float64 { return -offCentre(c) })
	many, manySE := lowest.coverage()
	check := func(what string, ground checks.Ground, o checks.Outcome, note string) checks.Check {
		return checks.New(what+", 5 questions like the paper's coins, n = 1", "paper, section 2.6", ground, o, note)
	}
	percent := func(c *intervalCell, count float64) string { return paper.Percent(c.share(count)) }
	return []checks.Check{
		check("coverage of 95 % intervals of the CLT", simulated,
			checks.Measured("CLT-based methods often underestimate uncertainty", few, fewSE, few+3*fewSE < 0.95-calibratedDistance),
			fmt.Sprintf("avg:clt treats all outcomes as draws with the same probability. Intervals underestimate uncertainty if their coverage is more than 3 "+
				"standard errors below 93 %%. On %s, the coverage of avg:clt is lowest at n = %d, where it is %s ± %s on %d questions. "+
				"avg:clt counts the differences between questions as noise, and so has wider intervals", coins.name, lowestAt, paper.Percent(many),
				paper.Percent(manySE), intervalQuestions)),
		check("share of CLT intervals beyond [0, 1]", countsOfFive,
			checks.Measured("CLT-based methods often … produce invalid intervals (e.g., extending beyond [0,1] …)",
				clt.share(clt.overflow), 0, clt.overflow > 0), "the intervals for 1 to 4 correct outcomes of 5 extend beyond [0, 1]"),
		check("share of CLT intervals of no width", countsOfFive,
			checks.Measured("CLT-based methods often … produce invalid intervals (e.g., … collapsing to zero)",
				clt.share(clt.collapsed), 0, clt.collapsed > 0), "the intervals for 0 or 5 correct outcomes of 5 have no width"),
		check("share of intervals of avg@N by Eq. 20 beyond [0, 1]", fiveByEq20,
			checks.Measured("… a concrete method to compute uncertainty in the average without relying on the "+
				"Central Limit Theorem (CLT). This is particularly advantageous in small-sample regimes …, where CLT-based "+
				"methods often … produce invalid intervals (e.g., extending beyond [0,1] …)",
				avg.share(avg.overflow), 0, avg.overflow < clt.overflow),
			fmt.Sprintf("the intervals are μ ± 1.96σ before clipping. Of the intervals of the CLT, %s extend beyond [0, 1]. "+
				"Of the intervals of Bayes@N, %s extend beyond [0, 1] and %s have no width", percent(clt, clt.overflow), percent(bayes, bayes.overflow),
				percent(bayes, bayes.collapsed))),
	}
}

// lossCheck returns a check of section 2.4 about squared errors, averaged over success
// probabilities drawn from the prior. Its note reports the errors for other success
// probabilities.
func lossCheck(all []measuredTruth) checks.Check {
	own := all[0]
	better := true
	for _, n := range intervalTrials {
		bayes, avg := own.rootMeanSquare(n)
		better = better && bayes < avg
	}
	atOne := func(m measuredTruth) string {
		bayes, avg := m.rootMeanSquare(1)
		return paper.FourDigits(bayes) + " for bayes and " + paper.FourDigits(avg) + " for avg"
	}
	elsewhere := lists.Each(all[1:], func(m measuredTruth) string { return atOne(m) + " on " + m.name })
	measured, se := own.cells["bayes"][0].rmse()
	return checks.New(fmt.Sprintf("RMSE of bayes below the RMSE of avg at n = %s, %s", formatList(intervalTrials), own.name),
		"paper, section 2.4", bayesRule,
		checks.Statement("This is a Bayesian optimal estimator, minimizing the quadratic loss function … over "+
			"all possible estimators …, where the expectation value is over all possible π_α and realizations of R", better),
		fmt.Sprintf("at n = 1, the RMSE is %s, by the formulas √(1/(6(n + 2)M)) and √(1/(6nM)) for M = %d "+
			"questions. The measured RMSE of bayes is %s ± %s. The published sentence does not cover other success probabilities, "+
			"with which the RMSE at n = 1 is %s", atOne(own),
			intervalQuestions, paper.FourDigits(measured), paper.FourDigits(se), strings.Join(elsewhere, ", and ")))
}

// spreadChecks returns checks that compare the σ of avg@N by Eq. 20 with the actual
// standard deviation of avg@N.
func spreadChecks() []checks.Check {
	chances := sim.PaperQuantile().P
	over := func(n int) float64 {
		var stated, actual float64
		for _, p := range chances {
			s, a := formulas.MeanVariances(p, n)
			stated, actual = stated+s, actual+a
		}
		return math.Sqrt(stated / actual)
	}
	check := func(n int, ground checks.Ground) checks.Check {
		return checks.New(fmt.Sprintf("Eq. 20: root mean square of σ_avg divided by the standard deviation of avg@N, the paper's "+
			"coins, n = %d", n), "paper, appendix B", ground,
			checks.Measured("The Bayesian expression for σ_Bayes@N is valid for all M and N, providing a reliable "+
				"method to compute uncertainty in avg@N without relying on the Central Limit Theorem (CLT)",
				over(n), 0, math.Abs(over(n)-1) <= calibratedDistance),
			"the ratio is exact, over the trials of given questions. Eq. 20 scales the uncertainty of the posterior. "+
				"A ratio within 2 % of 1 counts as 1")
	}
	return []checks.Check{check(1, oneTrialByEq20), check(paper.Trials, computed)}
}

// passNoise returns the noise of Pass@k after n trials of the paper's coins, relative
// to the differences between models. It divides the standard deviation of Pass@k, as
// the exact root mean square over models, by the standard deviation of the models' true
// scores.
func passNoise(n, k int) float64 {
	var noise float64
	var truths []float64
	chances := sim.PaperQuantile().P
	for _, model := range chances {
		var score float64
		for _, p := range model {
			var of, square float64
			for c, probability := range formulas.Binomial(n, p) {
				x := formulas.Float(formulas.PassAtK(n, c, k))
				of += probability * x
				square += probability * x * x
			}
			noise += (square - of*of) / float64(len(model)*len(model)*len(chances))
			score += of / float64(len(model))
		}
		truths = append(truths, score)
	}
	return math.Sqrt(noise / stat.PopVariance(truths, nil))
}

// noiseCheck returns a check of section 2.1 about the noise of Pass@k.
func noiseCheck() checks.Check {
	const n = 8
	first, last := passNoise(n, 1), passNoise(n, n)
	return checks.New("noise of Pass@8 divided by noise of Pass@1 at n = 8, the paper's coins",
		"paper, section 2.1", computed,
		checks.Measured("this metric exhibits high variance …, particularly when k approaches the total number of trials, N",
			last/first, 0, last > first),
		fmt.Sprintf("noise is the standard deviation of a model's score divided by the standard deviation of the models' true scores. The exact noise is %s for k = 1 and %s for k = 8",
			tables.Float(first, 3), tables.Float(last, 3)))
}

// A tail of a posterior, nominally 2.5 %, counts as normal if its probability is in
// this range.
const (
	tailFrom = 0.015
	tailTo   = 0.035
)

func (s shape) normal() bool {
	return min(s.below, s.above) >= tailFrom && max(s.below, s.above) <= tailTo
}

// shapeChecks returns checks of section 2.5, which says when the shape of a posterior
// is normal.
func shapeChecks(shapes []shape) (list []checks.Check) {
	for i, s := range shapes {
		note := fmt.Sprintf("%s of the exact posterior lies below the interval, and %s lies above the interval. The exact posterior is the convolution of "+
			"the questions' beta distributions. Its shape counts as normal if both shares are from %s to %s", tables.Percent(s.below, 2), tables.Percent(s.above, 2),
			paper.Percent(tailFrom), paper.Percent(tailTo))
		note += wording.If(i < len(shapes)-3, ". Of 11 models, the check uses the model with the shape furthest from normal")
		larger := max(s.below, s.above)
		outcome := checks.Measured("as the size of the test set M becomes large, we can derive … its shape, which becomes "+
			"approximately Gaussian", larger, 0, s.normal())
		if i >= len(shapes)-2 {
			outcome = checks.Inferred(checks.Measured("for small M its shape is not Gaussian", larger, 0, !s.normal()))
		}
		list = append(list, checks.New("probability of the larger tail beyond the normal 95 % interval: "+s.name, "paper, section 2.5",
			computed, outcome, note))
	}
	return list
}
