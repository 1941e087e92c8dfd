package checks

import (
	"fmt"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
)

// Count is how many checks of each verdict there are.
type Count struct {
	All     int `json:"all"`
	Agree   int `json:"agree"`
	Differ  int `json:"differ"`
	Unknown int `json:"cannot_be_known"`
}

// Count counts the checks of a kind, those with some verdicts alone where these are given.
func (k Kind) Count(checks []Check, verdicts ...Verdict) int {
	return lists.CountIf(checks, func(c Check) bool {
		return c.Kind == k && (verdicts == nil || slices.Contains(verdicts, c.Verdict))
	})
}

// countOf counts the checks of a kind.
func countOf(checks []Check, k Kind) Count {
	return Count{k.Count(checks), k.Count(checks, Agrees), k.Count(checks, Differs), k.Count(checks, Unknown)}
}

// Summary counts checks by their kind. Only tests speak for or against what is
// published.
type Summary struct {
	Tests        Count    `json:"tests"`
	Fitted       Count    `json:"fitted"`
	Construction Count    `json:"construction"`
	Data         Count    `json:"data"`
	Differing    []string `json:"differing"` // the tests that differ, "fig3: mean |z| at N = 80"
}

// Summarise counts checks.
func Summarise(checks []Check) Summary {
	return Summary{
		countOf(checks, Test), countOf(checks, Fitted), countOf(checks, Construction), countOf(checks, Data),
		lists.Each(lists.Where(checks, Check.differs), Check.name),
	}
}

// differs reports whether a check is a test that differs.
func (c Check) differs() bool { return c.Kind == Test && c.Verdict == Differs }

// name returns what the closing sentence calls a check.
func (c Check) name() string { return c.Experiment + ": " + c.Check }

// Conclusion is what checks come to, in the parts of a closing sentence.
type Conclusion struct {
	Tests  string   // how many agree, differ and cannot be known
	Differ []string // the tests that differ, "fig3: mean |z| at N = 80"; of a group how many
	Beside string   // what is not counted, "" for nothing
}

// Conclude says what the checks come to.
func Conclude(checks []Check) Conclusion {
	s := Summarise(checks)
	if len(checks) == 0 {
		return Conclusion{Tests: "Nothing of this is compared with what is published."}
	}
	if s.Tests.All == 0 {
		return Conclusion{Tests: fmt.Sprintf("None of these %s is a test: %s.",
			tables.Count(len(checks), "check"), s.beside(false))}
	}
	c := Conclusion{Differ: named(checks)}
	c.Tests = fmt.Sprintf("Of %s %d %s with what is published, %d %s and %d cannot be known from it.",
		tables.Count(s.Tests.All, "test"), s.Tests.Agree, verb(s.Tests.Agree, "agree"),
		s.Tests.Differ, verb(s.Tests.Differ, "differ"), s.Tests.Unknown)
	beside := s.beside(true)
	c.Beside = wording.If(beside != "", "Not counted: "+beside+".")
	return c
}

// Closing says in a sentence or two what the checks come to, and names what
// differs.
func Closing(checks []Check) string {
	c := Conclude(checks)
	return c.Tests + wording.If(len(c.Differ) > 0, " These differ: "+strings.Join(c.Differ, "; ")+".") +
		wording.If(c.Beside != "", " "+c.Beside)
}

// verb returns what one thing does, or several do.
func verb(count int, do string) string { return wording.Verb(count, do+"s", do) }

// beside counts what is no test; judged says also how many of those that could
// differ do.
func (s Summary) beside(judged bool) string {
	var parts []string
	for _, p := range []struct {
		Count
		what string
	}{
		{s.Fitted, "of boards that were made to match"},
		{s.Construction, "that cannot come out otherwise"},
		{s.Data, "that only real results can decide (--data, --signals)"},
	} {
		if p.All == 0 {
			continue
		}
		part := fmt.Sprintf("%d %s", p.All, p.what)
		if judged && p.Differ > 0 {
			part += fmt.Sprintf(", %d of which %s", p.Differ, verb(p.Differ, "differ"))
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

// named returns the tests that differ, those of a group as one with their number.
func named(checks []Check) []string {
	var names []string
	for _, group := range Grouped(checks) {
		differ := lists.Where(group, Check.differs)
		switch {
		case len(differ) == 0:
		case len(group) == 1:
			names = append(names, differ[0].name())
		default:
			names = append(names, fmt.Sprintf("%s: %s (%d of %d)",
				group[0].Experiment, group[0].Group, len(differ), len(group)))
		}
	}
	return names
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
