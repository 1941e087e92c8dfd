package experiments

import (
	"fmt"
	"strings"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
)

// Answer returns a few paragraphs that say whether the paper's claims hold, according
// to the given checks. It omits points that no check covers. The last paragraph counts
// the claims by verdict.
func Answer(all []checks.Check) []string {
	says := []func([]checks.Check) []string{mainPoint, reproducedSentences, contradictedSentences, undecidedSentence, countPhrases}
	paragraphs := lists.Each(says, func(say func([]checks.Check) []string) string { return strings.Join(say(all), " ") })
	return lists.Where(paragraphs, func(text string) bool { return text != "" })
}

// mainPoint returns sentences that say whether Bayes@N ranks closest to the truth when
// trials are few.
func mainPoint(all []checks.Check) []string {
	c, ok := nearestSoon.weigh(all)
	if !ok {
		return nil
	}
	holds := map[checks.Verdict]string{checks.Holds: "holds", checks.Partly: "holds in part"}[c.Verdict]
	said := []string{fmt.Sprintf("The paper's main claim, that Bayes@N ranks models most accurately with few trials, %s on simulated models.",
		wording.IfElse(holds == "", "does not hold", holds))}
	var panels evidence
	for _, letter := range []string{"(a)", "(b)", "(c)"} {
		panels = append(panels, checksNamed(all, "fig2", letter+" Bayes@N is highest at every n ≤ 10")...)
	}
	if panels[0].Draws > 0 {
		said = append(said, fmt.Sprintf("In %s of simulated models, no metric ranks closer to the truth than Bayes@N with at most 10 trials.",
			panels.shares()))
	}
	if c, ok := sooner.weigh(all); ok {
		said = append(said, fmt.Sprintf("In %s, no metric needs fewer trials than Bayes@N to come close to the true ranking.",
			evidence(c.Checks).shares()))
	}
	return said
}

// reproducedSentences returns sentences about published results that were reproduced,
// except for the main point of the paper.
func reproducedSentences(all []checks.Check) (said []string) {
	if c, ok := sameOrder.weigh(all); ok {
		said = append(said, "Bayes@N gives the same ranking as avg@N"+
			wording.If(c.Verdict != checks.Holds, " on "+percent(c.Checks[0])+" of boards")+".")
	}
	if c, ok := closedForms.weigh(all); ok {
		examples := evidence(c.Checks).selectKind(checks.Test)
		said = append(said, wording.IfElse(c.Verdict == checks.Holds,
			fmt.Sprintf("All %d", len(examples)), examples.formatHolding())+
			" published worked examples are reproduced.")
	}
	if first := checksNamed(all, "fig3", "first N with mean |z|"); len(first) == 2 {
		said = append(said, fmt.Sprintf("Separating two close models takes about %s trials at z = 1.645 and %s trials at z = 1.96. "+
			"The paper states %s and %s trials.", fixed(first[0], 0), fixed(first[1], 0), first[0].Says(), first[1].Says()))
	}
	return said
}

// contradictedSentences returns sentences about the paper's statements that do not hold
// as stated.
func contradictedSentences(all []checks.Check) []string {
	var said []string
	for _, h := range []headline{nearestLong, calibrated, overlapRule} {
		c, ok := h.weigh(all)
		if !ok || c.Verdict == checks.Holds || c.Verdict == checks.NeedsData {
			continue
		}
		if says := contradictingResult(h, c.Checks, all); says != "" {
			said = append(said, says)
		}
	}
	if len(said) == 0 {
		return nil
	}
	return append([]string{fmt.Sprintf("At least %s of the paper %s not hold as stated.", tables.Count(len(said), "statement"),
		wording.Verb(len(said), "does", "do"))}, said...)
}

// contradictingResult returns a sentence with the obtained result that contradicts the
// claim h, or "" if there is no number for it.
func contradictingResult(h headline, e evidence, all []checks.Check) string {
	switch h.claim {
	case nearestLong.claim:
		if e[0].Draws == 0 {
			return ""
		}
		return fmt.Sprintf("In %s of draws, Pass@k or one of its variants ranks closer to the truth than Bayes@N at some n ≤ %d.",
			e.formatRange(func(share float64) float64 { return 1 - share }), paper.Trials)
	case calibrated.claim:
		late := checksNamed(all, "intervals", "bayes at n = 80, the paper's coins")
		return fmt.Sprintf("On simulated coins, the 95 %% intervals of Bayes@N contain the truth in %s of cases at the worst n, "+
			"and in %s at n = 80.", percent(e[0]), percent(late[0]))
	}
	return fmt.Sprintf("Table 2 separates models from z = 1.645 on, but 95 %% intervals of the same width overlap up to z = %s.",
		fixed(e[0], 2))
}

// undecidedSentence returns a sentence about the claims that cannot be decided without
// the models' real results.
func undecidedSentence(all []checks.Check) []string {
	var verdicts []checks.Verdict
	open := 0
	for _, h := range []headline{onBenchmarks, ranksOfModels, rubrics} {
		if c, ok := h.weigh(all); ok {
			verdicts = append(verdicts, c.Verdict)
			open += lists.CountIf([]checks.Claim{c}, func(c checks.Claim) bool { return c.Verdict == checks.NeedsData })
		}
	}
	switch {
	case len(verdicts) == 0:
		return nil
	case open == len(verdicts):
		return []string{"Claims about AIME, HMMT and BrUMO stay untested without real results (--data, --signals)."}
	}
	return []string{fmt.Sprintf("Of %s on real results, %s.", tables.Count(len(verdicts), "claim"), checks.Tally(verdicts))}
}

// countPhrases returns sentences that count the measured claims by verdict. If some
// claims were not measured, they also count the tests by verdict.
func countPhrases(all []checks.Check) []string {
	claims := Claims(all)
	verdicts := lists.Each(claims, func(c checks.Claim) checks.Verdict { return c.Verdict })
	switch len(claims) {
	case len(headlines):
		return []string{fmt.Sprintf("Of %d headline claims, %s.", len(claims), checks.Tally(verdicts))}
	case 0:
		return []string{checks.Counted(all)}
	}
	return []string{fmt.Sprintf("This run measured %d of %d headline claims: %s.", len(claims), len(headlines),
		checks.Tally(verdicts)), checks.Counted(all)}
}
