package checks

import (
	"fmt"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
)

// A Claim is a headline statement of the paper with its verdict and the checks that
// decide it.
type Claim struct {
	Claim      string  `json:"claim"`
	Source     string  `json:"source"`
	Verdict    Verdict `json:"verdict"`
	OnEdge     bool    `json:"on_edge"`
	Obtained   string  `json:"obtained"`   // the obtained result in words
	Experiment string  `json:"experiment"` // ID of the experiment that shows it
	Checks     []Check `json:"-"`          // checks that decide the claim, at least one
}

// Standing returns the verdict as text for readers. The text says if chance could
// change the verdict.
func (c Claim) Standing() string { return standing(c.Verdict, c.OnEdge) }

// Weigh returns the claim with its verdict. This is the verdict of its checks if they
// agree, and otherwise Partly. The verdict of a check is replaced by NeedsData if its
// results were made to match the paper, or if it needs real results. OnEdge is set if
// chance could change the verdict of one of the checks.
func (c Claim) Weigh() Claim {
	for i, check := range c.Checks {
		verdict := check.Verdict
		if check.Kind == Fitted || check.Kind == Data {
			verdict = NeedsData
		}
		if i > 0 && verdict != c.Verdict {
			verdict = Partly
		}
		c.Verdict = verdict
		c.OnEdge = c.OnEdge || check.OnEdge
	}
	c.OnEdge = c.OnEdge && c.Verdict != NeedsData
	return c
}

// Tally returns as text how often each verdict occurs: "5 hold and 1 differs". It omits
// verdicts that do not occur.
func Tally(verdicts []Verdict) string {
	var parts []string
	for _, v := range Verdicts() {
		count := lists.CountIf(verdicts, func(other Verdict) bool { return other == v })
		if verb, rest, _ := strings.Cut(string(v), " "); count > 0 {
			verb = wording.Verb(count, verb, strings.TrimSuffix(verb, "s"))
			parts = append(parts, strings.TrimSpace(fmt.Sprintf("%d %s %s", count, verb, rest)))
		}
	}
	return wording.And(parts)
}

// Counted returns a sentence that counts the checks of kind Test by verdict.
func Counted(checks []Check) string {
	var tests []Verdict
	for _, c := range checks {
		if c.Kind == Test {
			tests = append(tests, c.Verdict)
		}
	}
	switch {
	case len(checks) == 0:
		return "This run compares nothing with published results."
	case len(tests) == 0:
		return fmt.Sprintf("None of these %s is a test, so none could have failed.",
			tables.Count(len(checks), "check"))
	}
	return fmt.Sprintf("Of %s, %s.", tables.Count(len(tests), "test"), Tally(tests))
}
