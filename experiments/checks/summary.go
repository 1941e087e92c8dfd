package checks

import (
	"cmp"
	"slices"

	"settle/internal/lists"
)

// A Count holds the number of checks for each verdict.
type Count struct {
	All       int `json:"all"`
	Holds     int `json:"holds"`
	Partly    int `json:"holds_in_part"`
	Differs   int `json:"differs"`
	NeedsData int `json:"needs_data"`
}

// Count returns the number of checks of kind k. If verdicts are given, only checks with
// one of these verdicts count.
func (k Kind) Count(checks []Check, verdicts ...Verdict) int {
	return lists.CountIf(checks, func(c Check) bool {
		return c.Kind == k && (verdicts == nil || slices.Contains(verdicts, c.Verdict))
	})
}

// countOf counts the checks of kind k by verdict.
func countOf(checks []Check, k Kind) Count {
	return Count{
		k.Count(checks), k.Count(checks, Holds), k.Count(checks, Partly), k.Count(checks, Differs),
		k.Count(checks, NeedsData),
	}
}

// A Summary counts checks by kind and verdict. Only tests are evidence for or against
// the paper.
type Summary struct {
	Tests        Count     `json:"tests"`
	Fitted       Count     `json:"fitted"`
	Construction Count     `json:"construction"`
	Data         Count     `json:"data"`
	Findings     []Finding `json:"findings"` // findings of the tests that differ
}

// Summarise counts the given checks by kind and verdict, and lists their findings.
func Summarise(checks []Check) Summary {
	return Summary{
		countOf(checks, Test), countOf(checks, Fitted), countOf(checks, Construction), countOf(checks, Data),
		findings(checks),
	}
}

// A Finding is a difference from the published results, with the tests that show it.
type Finding struct {
	Says  string   `json:"says"`
	Tests []string `json:"tests"` // "fig3: mean |z| at N = 80"; at least one
	IDs   []string `json:"ids"`   // IDs of their experiments, each once
}

// findings returns the findings of all tests that differ, each once. For a test without
// a finding, it uses the name of the test's group or, without a group, the name of the
// test.
func findings(checks []Check) []Finding {
	all := []Finding{} // an empty list in JSON instead of null
	for _, c := range checks {
		if c.Kind != Test || c.Verdict != Differs {
			continue
		}
		says := cmp.Or(c.Finding, c.Experiment+": "+cmp.Or(c.Group, c.Check))
		at := slices.IndexFunc(all, func(f Finding) bool { return f.Says == says })
		if at < 0 {
			at = len(all)
			all = append(all, Finding{Says: says})
		}
		all[at].Tests = append(all[at].Tests, c.Experiment+": "+c.Check)
		all[at].IDs = lists.Unique(append(all[at].IDs, c.Experiment))
	}
	return all
}

// Grouped splits checks into lists of adjacent checks that have the same group. A check
// without a group is a list of its own.
func Grouped(checks []Check) [][]Check {
	var groups [][]Check
	for len(checks) > 0 {
		count := 1
		for checks[0].Group != "" && count < len(checks) && checks[count].sameGroup(checks[0]) {
			count++
		}
		groups = append(groups, checks[:count])
		checks = checks[count:]
	}
	return groups
}

// sameGroup reports whether c and other belong to the same group.
func (c Check) sameGroup(other Check) bool {
	return c.Group == other.Group && c.Experiment == other.Experiment && c.Kind == other.Kind
}
