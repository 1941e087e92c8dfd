package checks

import (
	"fmt"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
)

// A Claim is a headline statement of the paper with its verdict and its checks.
type Claim struct {
	Claim      string  `json:"claim"`
	Source     string  `json:"source"`
	Verdict    Verdict `json:"verdict"`
	OnEdge     bool    `json:"on_edge"`
	Obtained   string  `json:"obtained"`   // the result, in words
	Experiment string  `json:"experiment"` // ID of the experiment that shows it
	Checks     []Check `json:"-"`          // at least one
}

// Standing returns the verdict for a reader, marked if it is on the edge.
func (c Claim) Standing() string { return standing(c.Verdict, c.OnEdge) }

// Weigh returns the claim with its verdict: the verdict of its checks if they agree, otherwise
// Partly. Results that were made to match the paper, or that replace the paper's own, are not
// evidence; the claim then needs the paper's data. A claim is on the edge if one of its checks
// is.
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

// Tally formats how many verdicts there are of each kind: "5 hold, 1 differs". It omits kinds without
// verdicts.
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

// Counted returns a sentence about the verdicts of the tests among checks.
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
