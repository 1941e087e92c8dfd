package experiments

import (
	"fmt"
	"slices"
	"strings"

	"settle/experiments/checks"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
)

// A headline is a main claim of the paper, with the names of the checks that decide it.
type headline struct {
	claim, source string
	experiment    string   // ID of the experiment that shows it
	evidence      []string // parts of the names of checks, as in "fig2: part"; a part without "ID: " refers to the same experiment
	obtained      func(evidence) string
}

// evidence holds the checks that decide a claim or support a sentence.
type evidence []checks.Check

// Main claims of the paper, each with the names of the checks that decide it. Functions
// that Answer calls refer to some of them.
var (
	nearestSoon = headline{
		"Bayes@N ranks closest to the truth while trials are few (n ≤ 10)", "abstract; section 2.7 and Fig. 2",
		"fig2", []string{"(a) Bayes@N is highest at every n ≤ 10"}, evidence.shares,
	}
	nearestLong = headline{
		"Bayes@N ranks closest to the truth up to 80 trials", "section 2.7 and Fig. 2", "fig2",
		[]string{"(a) Bayes@N is highest at every n ≤ 80", "(b) Bayes@N is highest at every n ≤ 80",
			"(c) Bayes@N is highest at every n ≤ 80"}, evidence.shares,
	}
	sooner = headline{
		"Bayes@N comes close to the true ranking with fewer trials than Pass@k and its variants", "abstract; section 2.7 and Fig. 2", "fig2",
		[]string{"no rival needs fewer trials"}, evidence.sharesAndNote,
	}
	sameOrder = headline{
		"Bayes@N gives exactly the same ranking as average accuracy", "abstract; section 2.6 and appendix B", "equations",
		[]string{"rank alike"}, func(e evidence) string { return percent(e[0]) + " of boards, by proof" },
	}
	closedForms = headline{
		"Mean and uncertainty of Bayes@N have closed forms, and the published worked examples are reproduced", "abstract; section 2.4; blog and poster",
		"examples", []string{"", "equations: Algorithm 1", "equations: Eqs. 13, 15"},
		func(e evidence) string { return e.selectKind(checks.Test).formatHolding() + " worked examples" },
	}
	calibrated = headline{
		"95 % intervals of Bayes@N are well calibrated with few trials, and better calibrated than intervals of the CLT", "section 2.6", "intervals",
		[]string{"at its worst n, the paper's coins", "at its worst n, U-shaped", "of the CLT, the paper's coins",
			"of the CLT, U-shaped"},
		func(e evidence) string { return percent(e[0]) + " coverage at the worst n" },
	}
	overlapRule = headline{
		"Models share a rank if their 95 % intervals overlap", "abstract; sections 1 and 3.2, Table 2", "equations",
		[]string{"cease to overlap", "table2: intervals that do not overlap"},
		func(e evidence) string {
			return fmt.Sprintf("intervals of the same width overlap up to z = %s, but ranks separate models from z = 1.645 on", fixed(e[0], 2))
		},
	}
	manyTrials = headline{
		"Separating two close models takes about 200 to 300 trials", "section 2.7.1 and Fig. 3", "fig3",
		[]string{"P(LLM10 above LLM9)", "mean |z| at", "first N with mean |z| ≥ 1.645"},
		func(e evidence) string {
			last := e[len(e)-1]
			return fmt.Sprintf("%s trials for z = 1.645 (paper: %s)", fixed(last, 0), last.Says())
		},
	}
	oneRanking = headline{
		"All metrics reach the same ranking with enough trials", "section 2.7", "fig2",
		[]string{"all methods eventually converge"}, evidence.shares,
	}
	onBenchmarks = headline{
		"On AIME, HMMT and BrUMO, rankings by Bayes@N settle sooner than rankings by Pass@k", "abstract; sections 3.1 and 3.3, Figs. 1, 4 and 6", "fig1",
		[]string{"fig1: permutations: mean convergence@n", "fig4: τ of bayes at n = 10", "fig4: not above bayes at any",
			"fig6: has settled more often"}, evidence.formatSettling,
	}
	ranksOfModels = headline{
		"One model leads all four benchmarks, and the other models rank as in Table 2", "section 3.2 and Table 2", "table2",
		[]string{": rank of ", "the first model, and the next"}, evidence.counts,
	}
	rubrics = headline{
		"Graded rubrics change ranks in the middle, but not at the top and at the bottom", "abstract; section 3.4 and Fig. 7", "fig7",
		[]string{""}, evidence.counts,
	}
)

// headlines lists the main claims of the paper, from the abstract and from the
// conclusions of sections.
var headlines = []headline{
	nearestSoon, nearestLong, sooner, sameOrder, closedForms, calibrated, overlapRule, manyTrials, oneRanking,
	onBenchmarks, ranksOfModels, rubrics,
}

// Claims returns the main claims of the paper with their verdicts. It omits claims whose
// experiment did not run.
func Claims(all []checks.Check) (claims []checks.Claim) {
	for _, h := range headlines {
		if c, ok := h.weigh(all); ok {
			claims = append(claims, c)
		}
	}
	return claims
}

// weigh returns the claim with its verdict. ok is false if the experiment that shows
// the claim did not run; checks of other experiments alone cannot decide the claim.
func (h headline) weigh(all []checks.Check) (c checks.Claim, ok bool) {
	found := h.find(all)
	if len(checksNamed(found, h.experiment, "")) == 0 {
		return c, false
	}
	c = checks.Claim{Claim: h.claim, Source: h.source, Experiment: h.experiment, Checks: found}.Weigh()
	made := len(found.selectKind(checks.Fitted)) > 0
	c.Obtained = wording.If(made, "on results that were made to match the claim: ") + h.obtained(found)
	return c, true
}

// find returns the given checks that decide the claim, in the order of h.evidence.
func (h headline) find(all []checks.Check) (e evidence) {
	for _, pattern := range h.evidence {
		experiment, part := h.experiment, pattern
		if id, rest, other := strings.Cut(pattern, ": "); other && id != "" {
			experiment, part = id, rest
		}
		e = append(e, checksNamed(all, experiment, part)...)
	}
	return e
}

// checksNamed returns the checks of an experiment whose names contain the given part.
func checksNamed(all []checks.Check, experiment, part string) evidence {
	return lists.Where(all, func(c checks.Check) bool {
		return c.Experiment == experiment && strings.Contains(c.Check, part)
	})
}

// selectKind returns the checks of kind k.
func (e evidence) selectKind(k checks.Kind) evidence {
	return lists.Where(e, func(c checks.Check) bool { return c.Kind == k })
}

// shares returns, as text, the share of random draws in which a claim holds. For
// several checks it returns the range of their shares: "94.5–98.0 % of 100 draws".
func (e evidence) shares() string {
	if e[0].Draws == 0 {
		return e[0].Got()
	}
	return e.formatRange(func(share float64) float64 { return share }) + fmt.Sprintf(" of %d draws", e[0].Draws)
}

// formatRange applies convert(share) to the obtained share of each check and formats
// the range of the results: "94.5–98.0 %".
func (e evidence) formatRange(convert func(share float64) float64) string {
	shares := lists.Each(e, func(c checks.Check) float64 { return convert(c.Obtained.(float64)) })
	low, high := tables.Percent(slices.Min(shares), 1), tables.Percent(slices.Max(shares), 1)
	if low == high {
		return low
	}
	return strings.TrimSuffix(low, " %") + "–" + high
}

// sharesAndNote returns the same text as e.shares, followed by the part of the first
// check's note after its first sentence.
func (e evidence) sharesAndNote() string {
	_, note, _ := strings.Cut(e[0].Note, ". ")
	return e.shares() + wording.If(note != "", ". "+note)
}

// formatHolding formats how many of the checks hold: "22 of 22".
func (e evidence) formatHolding() string {
	holds := lists.CountIf(e, func(c checks.Check) bool { return c.Verdict == checks.Holds })
	return fmt.Sprintf("%d of %d", holds, len(e))
}

// counts returns a phrase that says how many of the checks hold: "3 of 5 comparisons
// hold". It omits checks that only unpublished data can decide.
func (e evidence) counts() string {
	decided := evidence(lists.Where(e, func(c checks.Check) bool { return c.Verdict != checks.NeedsData }))
	return wording.IfElse(len(decided) == 0, "nothing to compare", decided.formatHolding()+" comparisons hold")
}

// formatSettling formats, for each benchmark, how many trials it takes on average until
// the ranking settles: by Bayes@N and by the best Pass@k.
func (e evidence) formatSettling() string {
	means := checksNamed(e, "fig1", "mean convergence@n")
	var parts []string
	for i := 1; i < len(means); i += 2 {
		title, _, _ := strings.Cut(means[i].Check, ",")
		parts = append(parts, fmt.Sprintf("Bayes@N settles after %s trials and Pass@k after %s trials on %s", fixed(means[i-1], 1), fixed(means[i], 1), title))
	}
	return wording.IfElse(parts == nil, e.counts(), strings.Join(parts, "; "))
}

func percent(c checks.Check) string { return tables.Percent(c.Obtained.(float64), 1) }

func fixed(c checks.Check, digits int) string { return tables.Float(c.Obtained.(float64), digits) }
