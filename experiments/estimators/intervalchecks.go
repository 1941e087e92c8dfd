package estimators

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"settle/experiments/checks"
	"settle/experiments/formulas"
	"settle/experiments/paper"
	"settle/sim"
	"settle/tables"
)

// The grounds of what is said of intervals and estimators.
var (
	simulated = checks.Ground{
		Kind: checks.Test,
		Why: "the truth of simulated models is known, their chances were chosen for their shape and not for what " +
			"is measured, and intervals may hold it more or less often than they say",
	}
	computed = checks.Ground{
		Kind: checks.Test,
		Why:  "it is computed exactly for chances that were chosen for their shape, and could come to anything",
	}
	bayesRule = checks.Ground{
		Kind: checks.Construction,
		Why:  "under its own prior the posterior mean minimises the expected squared error of any estimator, by definition",
	}
)

// calibrated is how far from 95 % a coverage may be and still be called well-calibrated,
// beyond three standard errors.
const calibrated = 0.02

// offCoverage is how far from 95 % a coverage certainly is.
func offCoverage(c intervalCell) float64 {
	share, se := c.coverage()
	return math.Abs(share-0.95) - 3*se
}

// worstCoverage is the cell whose coverage is farthest from 95 %, with its n.
func worstCoverage(cells []intervalCell) (intervalCell, int) {
	at := 0
	for i, c := range cells {
		if offCoverage(c) > offCoverage(cells[at]) {
			at = i
		}
	}
	return cells[at], intervalTrials[at]
}

// calibrationChecks are of section 2.6: one for each truth.
func calibrationChecks(all []measured) []checks.Check {
	var out []checks.Check
	for _, m := range all {
		cell, n := worstCoverage(m.bayes)
		share, se := cell.coverage()
		fitted, _ := worstCoverage(m.fitted)
		fittedShare, fittedSE := fitted.coverage()
		avgShare, _ := m.avg[0].coverage()
		last, _ := m.bayes[len(m.bayes)-1].coverage()
		out = append(out, checks.Check{
			Check:  fmt.Sprintf("coverage of 95 %% intervals of bayes at its worst n, %s", m.name),
			Ground: simulated, Source: "paper, section 2.6",
			Outcome: checks.Measured("uniform priors (e.g., Beta(1,1)) yield well-calibrated credible intervals", share, se,
				offCoverage(cell) <= calibrated),
			Note: fmt.Sprintf("at n = %d, given the chances of %d questions; at n = %d it is %s. "+
				"bayes:fitted has at its worst %s ± %s, avg %s at n = 1. Well-calibrated: within 2 points of 95 %%, "+
				"give or take 3 standard errors",
				n, intervalQuestions, paper.Trials, tables.Percent(last, 1), tables.Percent(fittedShare, 1),
				tables.Percent(fittedSE, 1), tables.Percent(avgShare, 1)),
		})
	}
	return append(out, againstCLT(all)...)
}

// againstCLT compares coverage with that of the intervals that the paper calls worse.
func againstCLT(all []measured) []checks.Check {
	var out []checks.Check
	for _, m := range all {
		nearer := 0
		for i := range intervalTrials {
			if math.Abs(offCentre(m.bayes[i])) < math.Abs(offCentre(m.clt[i])) {
				nearer++
			}
		}
		bayes, _ := m.bayes[0].coverage()
		clt, _ := m.clt[0].coverage()
		out = append(out, checks.Check{
			Check: fmt.Sprintf("share of n at which the coverage of bayes is nearer to 95 %% than that of the CLT, %s",
				m.name),
			Ground: simulated, Source: "paper, section 2.6",
			Outcome: checks.Measured("outperforming CLT approximations in coverage",
				float64(nearer)/float64(len(intervalTrials)), 0,
				nearer == len(intervalTrials)),
			Note: fmt.Sprintf("at n = 1 %s of bayes and %s of avg:clt, %d questions; the cited study has one trial "+
				"of each question, all of one chance", tables.Percent(bayes, 1), tables.Percent(clt, 1), intervalQuestions),
		})
	}
	return out
}

func offCentre(c intervalCell) float64 {
	share, _ := c.coverage()
	return share - 0.95
}

// smallChecks are of what intervals do on few questions, and whether the CLT
// underestimates there and on more.
func smallChecks(all []measured, small intervalSums) []checks.Check {
	bayes, avg, clt := small[0][0], small[1][0], small[2][0]
	few, fewSE := clt.coverage()
	lowest := all[1].clt[0]
	for _, c := range all[1].clt {
		if offCentre(c) < offCentre(lowest) {
			lowest = c
		}
	}
	many, manySE := lowest.coverage()
	const (
		says   = "CLT-based methods often underestimate uncertainty"
		source = "paper, section 2.6"
	)
	five := fmt.Sprintf("the paper's coins on %d questions, one trial of each", smallQuestions)
	return []checks.Check{{
		Check: "coverage of 95 % intervals of the CLT, 5 questions, n = 1", Ground: simulated, Source: source,
		Outcome: checks.Measured(says, few, fewSE, few+3*fewSE < 0.95-calibrated),
		Note: five + "; avg:clt takes all outcomes for draws of one chance. Underestimates: below 93 %, by 3 " +
			"standard errors",
	}, {
		Check: "coverage of 95 % intervals of the CLT at its lowest n, 30 questions", Ground: simulated, Source: source,
		Outcome: checks.Measured(says, many, manySE, many+3*manySE < 0.95-calibrated),
		Note: "on these questions, what they differ by counts as noise, so that the interval is too wide " +
			"rather than too narrow",
	}, {
		Check: "share of CLT intervals beyond [0, 1], 5 questions, n = 1", Ground: simulated, Source: source,
		Outcome: checks.Measured("and produce invalid intervals (e.g., extending beyond [0,1]",
			clt.share(clt.overflow), 0, clt.overflow > 0),
		Note: five,
	}, {
		Check: "share of CLT intervals of no width, 5 questions, n = 1", Ground: simulated, Source: source,
		Outcome: checks.Measured("or collapsing to zero)", clt.share(clt.collapsed), 0, clt.collapsed > 0),
		Note:    five + ", none or all correct",
	}, {
		Check: "share of intervals of avg@N by Eq. 20 beyond [0, 1], 5 questions, n = 1", Ground: simulated, Source: source,
		Outcome: checks.Measured("uncertainty in the average without the CLT is particularly advantageous in "+
			"small-sample regimes, "+
			"where CLT-based methods produce invalid intervals", avg.share(avg.overflow), 0, avg.overflow < clt.overflow),
		Note: fmt.Sprintf("μ ± 1.96σ before it is clipped; of the CLT %s. Of those of Bayes@N %s leave [0, 1], "+
			"and %s have no width",
			tables.Percent(clt.share(clt.overflow), 1), tables.Percent(bayes.share(bayes.overflow), 1),
			tables.Percent(bayes.share(bayes.collapsed), 1)),
	}}
}

// lossChecks are of section 2.4: one for each truth.
func lossChecks(all []measured) []checks.Check {
	var out []checks.Check
	for i, m := range all {
		better := true
		for _, n := range intervalTrials {
			bayes, avg := m.rootMeanSquare(n)
			better = better && bayes < avg
		}
		bayes, avg := m.rootMeanSquare(1)
		measured, se := m.bayes[0].rmse()
		c := checks.Check{
			Check: fmt.Sprintf("RMSE of bayes below that of avg at every n, %s", m.name), Ground: computed,
			Source: "paper, section 2.4",
			Outcome: checks.Inferred(checks.Statement("μ is a Bayesian optimal estimator, minimizing the quadratic loss",
				better)),
			Note: fmt.Sprintf("at n = 1 %s of bayes and %s of avg, exact for %d questions (measured: %s ± %s). "+
				"The paper's expectation is over chances as its prior has them, and so not over these",
				tables.Float(bayes, 4), tables.Float(avg, 4), intervalQuestions, tables.Float(measured, 4), tables.Float(se, 4)),
		}
		if i == 0 {
			c.Ground, c.Inferred = bayesRule, false
			c.Note = fmt.Sprintf("at n = 1 %s of bayes and %s of avg, √(1/(6(n + 2)M)) and √(1/(6nM)) for M = %d "+
				"questions (measured: %s ± %s)",
				tables.Float(bayes, 4), tables.Float(avg, 4), intervalQuestions, tables.Float(measured, 4), tables.Float(se, 4))
		}
		out = append(out, c)
	}
	return out
}

// spreadChecks compare σ of avg@N with the standard deviation of avg@N.
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
	var out []checks.Check
	for _, n := range []int{1, paper.Trials} {
		out = append(out, checks.Check{
			Check: fmt.Sprintf("Eq. 20: root mean square of σ_avg by the standard deviation of avg@N, the paper's "+
				"coins, n = %d", n),
			Ground: computed, Source: "paper, section 2.6",
			Outcome: checks.Measured("the standard deviation of the average relates to the Bayesian standard "+
				"deviation σ by a scaling factor",
				over(n), 0, math.Abs(over(n)-1) <= calibrated),
			Note: "over the trials of given questions, exact; Eq. 20 scales what the posterior leaves open, " +
				"and within 2 % counts as the same",
		})
	}
	return out
}

// passNoise is the standard deviation of Pass@k after n trials of the paper's coins, by
// how far their true scores lie apart: the root mean square over models, and exact.
func passNoise(n, k int) float64 {
	var noise float64
	var truths []float64
	chances := sim.PaperQuantile().P
	for _, model := range chances {
		var score float64
		for _, p := range model {
			var of, square float64
			for c, probability := range formulas.Binomial(n, p) {
				x := nearest(formulas.PassAtK(n, c, k))
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

// noiseCheck is of section 2.1.
func noiseCheck() checks.Check {
	const n = 8
	first, last := passNoise(n, 1), passNoise(n, n)
	return checks.Check{
		Check:  "Pass@8 against Pass@1 at n = 8, the paper's coins: noise by spread of the true scores, as a ratio",
		Ground: computed, Source: "paper, section 2.1",
		Outcome: checks.Measured("this metric exhibits high variance, particularly when k approaches the total "+
			"number of trials",
			last/first, 0, last > first),
		Note: fmt.Sprintf("standard deviation over that of the models' true scores: %s for k = 1, %s for k = 8; exact",
			tables.Float(first, 3), tables.Float(last, 3)),
	}
}

// What a tail of 2.5 % may be and still be called normal.
const (
	tailFrom = 0.015
	tailTo   = 0.035
)

func (s shape) normal() bool {
	return min(s.below, s.above) >= tailFrom && max(s.below, s.above) <= tailTo
}

// shapeChecks are of the normal shape of section 2.5.
func shapeChecks(shapes []shape) []checks.Check {
	var out []checks.Check
	for i, s := range shapes {
		const source = "paper, section 2.5"
		note := fmt.Sprintf("below and above it lie %s and %s of the exact posterior, the convolution of the "+
			"questions' Betas; normal: each from %s to %s", tables.Percent(s.below, 2), tables.Percent(s.above, 2),
			tables.Percent(tailFrom, 1), tables.Percent(tailTo, 1))
		if i < len(shapes)-3 {
			note += "; of 11 models the one that is farthest from it"
		}
		c := checks.Check{
			Check: "larger tail beyond the normal 95 % interval: " + s.name, Source: source, Ground: computed, Note: note,
			Outcome: checks.Measured("as M becomes large, the shape becomes approximately Gaussian",
				max(s.below, s.above), 0, s.normal()),
		}
		if i >= len(shapes)-2 {
			c.Outcome = checks.Inferred(checks.Measured("for small M it is not Gaussian", max(s.below, s.above), 0,
				!s.normal()))
		}
		out = append(out, c)
	}
	return out
}
