package checks

import (
	"fmt"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
)

// A Claim is a headline statement of the paper, with what the checks that bear on it come to.
type Claim struct {
	Claim      string  `json:"claim"`
	Source     string  `json:"source"`
	Verdict    Verdict `json:"verdict"`
	OnEdge     bool    `json:"on_edge"`
	Obtained   string  `json:"obtained"`   // the numbers, in words
	Experiment string  `json:"experiment"` // the ID of the one that shows it
	Checks     []Check `json:"-"`          // at least one
}

// Standing returns the verdict as a reader sees it, with a note if it is on the edge.
func (c Claim) Standing() string { return standing(c.Verdict, c.OnEdge) }

// Weigh sets the verdict of a claim by that of its checks: it is theirs where they are
// alike, and else the claim holds in part. Results that were made to match the paper, or
// that stand in for its own, do not speak for it: then the claim needs the paper's data. A
// claim is on the edge if one of its checks is.
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

// Tally says how many of some things come to each verdict: "5 hold, 1 differs"; it leaves
// out the verdicts of none.
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

// Counted says in a sentence how many of the tests among checks come to each verdict.
func Counted(checks []Check) string {
	var tests []Verdict
	for _, c := range checks {
		if c.Kind == Test {
			tests = append(tests, c.Verdict)
		}
	}
	switch {
	case len(checks) == 0:
		return "Nothing of this is compared with what is published."
	case len(tests) == 0:
		return fmt.Sprintf("None of these %s is a test that could have come out otherwise.",
			tables.Count(len(checks), "check"))
	}
	return fmt.Sprintf("Of %s that could have come out otherwise, %s.", tables.Count(len(tests), "test"), Tally(tests))
}
