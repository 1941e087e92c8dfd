package checks

import (
	"cmp"
	"slices"

	"settle/internal/lists"
)

// A Count holds how many checks there are, by verdict.
type Count struct {
	All       int `json:"all"`
	Holds     int `json:"holds"`
	Partly    int `json:"holds_in_part"`
	Differs   int `json:"differs"`
	NeedsData int `json:"needs_data"`
}

// Count counts the checks of a kind, those with some verdicts alone where these are given.
func (k Kind) Count(checks []Check, verdicts ...Verdict) int {
	return lists.CountIf(checks, func(c Check) bool {
		return c.Kind == k && (verdicts == nil || slices.Contains(verdicts, c.Verdict))
	})
}

// countOf counts the checks of a kind.
func countOf(checks []Check, k Kind) Count {
	return Count{
		k.Count(checks), k.Count(checks, Holds), k.Count(checks, Partly), k.Count(checks, Differs),
		k.Count(checks, NeedsData),
	}
}

// A Summary counts checks by their kind. Only tests speak for or against what is published.
type Summary struct {
	Tests        Count     `json:"tests"`
	Fitted       Count     `json:"fitted"`
	Construction Count     `json:"construction"`
	Data         Count     `json:"data"`
	Findings     []Finding `json:"findings"` // of the tests that differ
}

// Summarise counts checks.
func Summarise(checks []Check) Summary {
	return Summary{
		countOf(checks, Test), countOf(checks, Fitted), countOf(checks, Construction), countOf(checks, Data),
		findings(checks),
	}
}

// A Finding is something that differs from what is published, with the tests that show it.
type Finding struct {
	Says  string   `json:"says"`
	Tests []string `json:"tests"` // "fig3: mean |z| at N = 80"; at least one
	IDs   []string `json:"ids"`   // of their experiments, each once
}

// findings returns what the tests that differ show, each finding once. A test without a
// finding shows what it or its group is called.
func findings(checks []Check) []Finding {
	all := []Finding{} // an empty list in JSON, and not null
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

// Grouped splits checks into those that stand beside each other in one group; one
// without a group stands alone.
func Grouped(checks []Check) [][]Check {
	var groups [][]Check
	for len(checks) > 0 {
		count := 1
		for checks[0].Group != "" && count < len(checks) && checks[count].beside(checks[0]) {
			count++
		}
		groups = append(groups, checks[:count])
		checks = checks[count:]
	}
	return groups
}

// beside reports whether two checks belong to one group.
func (c Check) beside(other Check) bool {
	return c.Group == other.Group && c.Experiment == other.Experiment && c.Kind == other.Kind
}
