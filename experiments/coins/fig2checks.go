package coins

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/sim"
	"settle/study/lead"
)

// quantileGround is the reason why checks on the quantile coins are tests.
var quantileGround = checks.Test.Because(
	"the coins have the means and distributions of the paper's coins, and nothing was made to match the paper's curves")

// closeDistance is the largest difference in τ at which two curves count as nearly
// identical or closely matching. The paper gives no number for these words.
const closeDistance = 0.05

// fig2Check returns a check of a statement in section 2.7.
func fig2Check(check string, ground checks.Ground, o checks.Outcome, note string) checks.Check {
	return checks.New(check, "paper, section 2.7", ground, o, note)
}

func fig2Checks(f fig2Found) (all []checks.Check) {
	if f.given != nil {
		for _, p := range f.panels {
			all = append(all, p.leadChecks(f, "", givenCoins)...)
		}
		return append(append(all, f.givenLimits()), f.matchChecks()...)
	}
	all = meansChecks(f.shown.Coins)
	for _, w := range lead.Ways() {
		all = append(all, f.leadsChecks(w, "", f.leads(w), "draw", drawnCoins)...)
	}
	all = append(all, f.quantile[lead.Fresh].leadChecks(f, quantileCoins, quantileGround)...)
	for _, w := range []lead.Way{lead.Columns, lead.Rows} {
		all = append(all, f.leadsChecks(w, quantileCoins, f.quantileLeads(w), "board", quantileGround)...)
	}
	return append(append(all, f.fasterCheck(), f.convergesCheck(), f.limitsCheck()), f.matchChecks()...)
}

func meansChecks(coins *sim.Coins) (all []checks.Check) {
	for i, mean := range coins.Means() {
		all = append(all, fig2Check("true mean of "+coins.Models[i], meansAsPublished,
			checks.Number(fmt.Sprint(sim.PaperMeans[i]), mean, 0, 0), "").In("true means as published"))
	}
	return append(all, fig2Check("LLM4 and LLM5 tie in gold", meansAsPublished,
		checks.Statement("tie", coins.Gold()[3] == coins.Gold()[4]), ""))
}

// leadLimits lists the n up to which the paper says that Bayes@N leads: 10, since it
// claims this for few trials, and 80, the end of the axis.
var leadLimits = []int{10, paper.Trials}

// leadClaim returns the name of a check that Bayes@N leads in a panel at every n up to
// a limit. The coins are given as a prefix that names them, or as "".
func leadClaim(letter, coins string, upTo int) string {
	return fmt.Sprintf("(%s) %sBayes@N is highest at every n ≤ %d", letter, coins, upTo)
}

// quantileCoins is the prefix of the names of checks on the quantile coins (see
// quantileDraw).
const quantileCoins = "quantile coins: "

// leadsChecks returns checks on the share of random draws, or of boards, in which
// Bayes@N leads in a panel. The paper claims for its own draw that Bayes@N leads:
// "converges much faster to τ = 1 than Pass@k and its variants".
func (f fig2Found) leadsChecks(
	w lead.Way, coins string, leads []lead.Lead, drawn string, ground checks.Ground,
) (all []checks.Check) {
	for _, upTo := range leadLimits {
		all = append(all, fig2Check(leadClaim(fig2Letters[w].letter, coins, upTo), ground,
			checks.Inferred(checks.Share("highest", countHolding(leads, upTo), len(leads))),
			f.passNote(passesOf(leads, len(f.metrics), upTo), tables.Count(len(leads), drawn))))
	}
	return all
}

// passNote returns a note on the rivals that pass Bayes@N, which means that their mean
// τ is significantly higher. The note says in how many draws a rival passes, and by how
// much.
func (f fig2Found) passNote(p passRecord, draws string) string {
	if len(p.gaps) == 0 {
		return fmt.Sprintf("no rival passes Bayes@N in any of %s. %s", draws, detectionNote)
	}
	low, middle, high := spread(p.gaps)
	return fmt.Sprintf("a rival passes Bayes@N in %d of %s. In these cases, the largest difference in τ has a median of %s (range %s to %s). "+
		"Rivals with the largest difference (number of cases): %s. %s", len(p.gaps), draws,
		tables.Float(middle, 4), tables.Float(low, 4), tables.Float(high, 4), f.rivalsIn(p.by), detectionNote)
}

// detectionNote is a note that says which rivals cannot be detected with the number of
// replicates used.
var detectionNote = fmt.Sprintf("Differences below three standard errors (with %d replicates) are not detected, so the "+
	"obtained share is an upper bound", claimReplicates)

// namedRivals is the largest number of metrics that a note names as passing Bayes@N,
// which means that their mean τ is significantly higher.
const namedRivals = 4

// rivalsIn returns, as text, the metrics that have the largest lead over Bayes@N in
// some draws, each with the number of these draws. The most frequent metric comes
// first. The argument holds the numbers, indexed by metric.
func (f fig2Found) rivalsIn(by []int) string {
	order := lists.Where(lists.Indices(len(by)), func(metric int) bool { return by[metric] > 0 })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(by[b], by[a]) })
	named := min(namedRivals, len(order))
	parts := lists.Each(order[:named], func(metric int) string {
		return fmt.Sprintf("%s (%d)", f.metrics[metric].Name(), by[metric])
	})
	if others := lists.Sum(order[named:], func(metric int) int { return by[metric] }); others > 0 {
		parts = append(parts, fmt.Sprintf("others (%d)", others))
	}
	return strings.Join(parts, ", ")
}

// spread returns the smallest, the median and the largest of several values.
func spread(values []float64) (low, middle, high float64) {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[0], stat.Quantile(0.5, stat.LinInterp, sorted, nil), sorted[len(sorted)-1]
}

// leadChecks returns checks of whether Bayes@N leads in a panel that shows a single set
// of coins. The coins are given as a prefix that names them, or as "".
func (p fig2Panel) leadChecks(f fig2Found, coins string, ground checks.Ground) (all []checks.Check) {
	for _, upTo := range leadLimits {
		note := fmt.Sprintf("the panel uses %d replicates", p.replicates) +
			wording.If(p.letter != fig2Letters[lead.Fresh].letter, " of one board")
		if worst, n := p.lead.Worst(upTo); n > 0 {
			note += fmt.Sprintf(". The first n at which a rival passes Bayes@N is %d. The rival %s has the largest lead: %s ± %s at n = %d", p.lead.HoldsTo()+1,
				f.metrics[worst.Metric].Name(), tables.Float(worst.Gap, 4), tables.Float(worst.SE, 4), n)
		}
		all = append(all, fig2Check(leadClaim(p.letter, coins, upTo), ground,
			checks.Inferred(checks.Statement("highest", p.lead.HoldsTo() >= upTo)), note))
	}
	return all
}

// manyTrials is a number of trials at which the expected τ is reported, in addition to
// 80.
const manyTrials = 1000

// fasterCheck returns a check that no other metric needs fewer trials than Bayes@N to
// come close to the true ranking.
func (f fig2Found) fasterCheck() checks.Check {
	leads := f.leads(lead.Fresh)
	soonest := lists.CountIf(leads, func(l lead.Lead) bool { return l.First[0] <= slices.Min(l.First) })
	var medians []string
	for i, m := range f.metrics {
		if slices.Contains(fasterMetrics, m.Name()) {
			first := slices.Sorted(slices.Values(lists.Each(leads, func(l lead.Lead) int { return l.First[i] })))
			medians = append(medians, fmt.Sprintf("%s %d", m.Name(), first[len(first)/2]))
		}
	}
	return fig2Check(fmt.Sprintf("(a) no rival needs fewer trials than Bayes@N for a mean τ of %v", lead.Near), drawnCoins,
		checks.Inferred(checks.Share("converges much faster to τ = 1 than Pass@k and its variants", soonest, len(leads))),
		fmt.Sprintf("τ = 1 is out of reach because two coins tie in gold. Median number of trials for a mean τ of %v: %s",
			lead.Near, strings.Join(medians, ", ")))
}

// fasterMetrics lists the metrics for which the note of fasterCheck reports the number
// of trials needed.
var fasterMetrics = []string{"bayes", "pass@2", "pass@4", "pass@8"}

// tiedGround is the reason why checks of the limit of τ are not tests: the limit is
// below 1 because two coins tie in the true ranking (gold).
var tiedGround = checks.Construction.Because(
	"the paper's gold has a tie, and the τ between this gold and a ranking without ties cannot be 1")

// convergesCheck returns a check of the claim that Bayes@N converges to τ = 1. This is
// impossible. Two coins tie in the true ranking (gold), but with many trials their
// scores hardly ever tie.
func (f fig2Found) convergesCheck() checks.Check {
	last := lists.Each(f.leads(lead.Fresh), func(l lead.Lead) float64 { return l.Tau[paper.Trials-1] })
	limit := tieLimit(f.shown.Coins)
	low, middle, high := spread(last)
	return fig2Check("τ that Bayes@N converges to", tiedGround, checks.Measured("1", limit, 0, limit == 1),
		fmt.Sprintf("the limit is √(54/55), because LLM4 and LLM5 tie in gold, but with many trials the scores of LLM4 and LLM5 never tie. "+
			"In (a), τ at n = 80 is %s in the median draw (%s to %s over all draws). On the quantile coins, the exact τ at n = %d is %s",
			tables.Float(middle, 3), tables.Float(low, 3), tables.Float(high, 3),
			manyTrials, tables.Float(expectedTau(sim.PaperQuantile(), manyTrials), 3)))
}

// tieLimit returns the largest τ_b between the true ranking of coins (gold) and a
// ranking without ties. It is below 1 if gold ties some pairs.
func tieLimit(coins *sim.Coins) float64 {
	untied, pairs := 0, 0
	for i, level := range coins.Gold() {
		for _, other := range coins.Gold()[:i] {
			pairs++
			if level != other {
				untied++
			}
		}
	}
	return math.Sqrt(float64(untied) / float64(pairs))
}

// expectedTau returns the mean τ_b between the true ranking of the coins and the
// ranking by Bayes@N on new boards of n trials. For simplicity, a pair of tied scores
// counts as half right and half wrong. From n = 80 on such pairs are so rare that the
// error is below 0.001.
func expectedTau(coins *sim.Coins, n int) float64 {
	gold := coins.Gold()
	var sum, untied, pairs float64
	for i := range gold {
		for j := range gold {
			if i < j {
				pairs++
			}
			if gold[i] > gold[j] {
				order := sim.OrderAt(coins.P[i], coins.P[j], n)
				sum += 2*order.Right + order.Tied - 1
				untied++
			}
		}
	}
	return sum / math.Sqrt(untied*pairs)
}

// limitClaim is a statement in section 2.7 about the rankings of all metrics.
const limitClaim = "all methods eventually converge to the same ranking"

// limitsCheck returns a check of limitClaim. It measures the share of draws in which
// every metric reaches the true ranking as the number of trials grows without limit.
func (f fig2Found) limitsCheck() checks.Check {
	least := lists.Each(f.limits, slices.Min)
	holds := lists.CountIf(least, func(tau float64) bool { return tau == 1 })
	low, middle, _ := spread(least)
	return fig2Check(limitClaim, drawnCoins, checks.Share(limitClaim, holds, len(f.limits)),
		fmt.Sprintf("the rankings with endless trials are computed from the true success probabilities. All metrics reach gold in %d of %s, and "+
			"Bayes@N reaches gold in all draws. The metric furthest from gold has τ = %s in the median draw and τ = %s in the worst draw. %s. "+
			"On the quantile coins, the metric furthest from gold has τ = %s",
			holds, tables.Count(len(f.limits), "draw"), tables.Float(middle, 3), tables.Float(low, 3), f.limitNote(),
			tables.Float(slices.Min(lead.Limits(sim.PaperQuantile(), f.metrics)), 3)))
}

// limitedMetrics lists the metrics that miss the true ranking in some draws, even as
// the number of trials grows without limit.
var limitedMetrics = []string{"pass@4", "pass@8", "mgpass@8"}

// limitNote returns a note that says, for each of limitedMetrics, in how many draws the
// metric reaches the true ranking.
func (f fig2Found) limitNote() string {
	var parts []string
	for i, m := range f.metrics {
		if name := m.Name(); slices.Contains(limitedMetrics, name) {
			parts = append(parts, fmt.Sprintf("of %s in %d draws", name, f.countReaching(i)))
		}
	}
	return "Gold is the limit " + wording.And(parts)
}

// countReaching returns the number of draws in which a metric reaches the true ranking
// as the number of trials grows without limit.
func (f fig2Found) countReaching(metric int) int {
	return lists.CountIf(f.limits, func(limits []float64) bool { return limits[metric] == 1 })
}

// givenLimits returns a check of limitClaim on the user's coins.
func (f fig2Found) givenLimits() checks.Check {
	var apart []string
	for i, tau := range lead.Limits(f.shown.Coins, f.metrics) {
		if tau != 1 {
			apart = append(apart, fmt.Sprintf("%s reaches only τ = %s", f.metrics[i].Name(), tables.Float(tau, 3)))
		}
	}
	note := "with endless trials, " + wording.IfElse(len(apart) == 0, "every metric reaches gold", strings.Join(apart, ", "))
	return fig2Check(limitClaim, givenCoins, checks.Statement(limitClaim, len(apart) == 0), note)
}

// matchChecks returns checks of statements that compare the three panels with each
// other.
func (f fig2Found) matchChecks() (all []checks.Check) {
	for _, pair := range []struct {
		a, b lead.Way
		says string
	}{
		{lead.Columns, lead.Rows, "nearly identical"},
		{lead.Fresh, lead.Columns, "closely match"},
		{lead.Fresh, lead.Rows, "closely match"},
	} {
		a, b := f.panels[pair.a], f.panels[pair.b]
		distance := largestDistance(a.lead, b.lead)
		ground, outcome := givenCoins, checks.Measured(pair.says, distance, 0, distance <= closeDistance)
		if f.given == nil {
			holds := lists.CountIf(f.draws, func(d lead.Outcome) bool {
				return largestDistance(d.Leads[pair.a], d.Leads[pair.b]) <= closeDistance
			})
			ground, outcome = drawnCoins, checks.Share(pair.says, holds, len(f.draws))
		}
		difference, metric, n := largestDifference(a.curves, b.curves)
		all = append(all, fig2Check(
			fmt.Sprintf("(%s) and (%s): curves of Bayes@N within %v of each other", a.letter, b.letter, closeDistance),
			ground, outcome, fmt.Sprintf("the paper gives no number. In the panels shown, the two curves of %s have the largest distance of all metrics, "+
				"%s at n = %d", metric, tables.Float(difference, 3), n)))
	}
	return all
}
