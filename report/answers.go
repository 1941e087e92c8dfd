package report

import (
	"fmt"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/study/standings"
)

// mostNamed is how many models a sentence names, and mostGroups how many groups of them.
const (
	mostNamed  = 6
	mostGroups = 3
)

// CouldLead says which models may be the first, for all models at once; "" where that
// was not asked.
func CouldLead(s standings.Standings) string {
	if s.Together == nil || len(s.Rows) < 2 {
		return ""
	}
	names := possibleLeaders(s)
	at := percent(s.Rules.Confidence)
	switch len(names) {
	case 1:
		return fmt.Sprintf("Only %s could be first (at %s, for all models at once).", names[0], at)
	case len(s.Rows):
		return fmt.Sprintf("Any of the %d could be first (at %s, for all models at once).", len(names), at)
	}
	return fmt.Sprintf("%d could be first: %s (at %s, for all models at once).", len(names), andOthers(names), at)
}

// Decided tells whether only one model could be first, for all models at once.
func Decided(s standings.Standings) bool {
	return s.Together != nil && len(s.Rows) > 1 && len(possibleLeaders(s)) == 1
}

// possibleLeaders are the models whose set of ranks holds the first.
func possibleLeaders(s standings.Standings) (names []string) {
	for _, row := range s.Rows {
		if row.Set.Best == 1 {
			names = append(names, row.Model)
		}
	}
	return names
}

// Tied names the models that are not told apart, group by group.
func Tied(s standings.Standings) string {
	if s.Together == nil || len(s.Rows) < 2 {
		return ""
	}
	apart, of := s.PairsApart()
	at := fmt.Sprintf("(all pairs at once, at %s)", percent(s.Rules.Confidence))
	switch {
	case apart == of:
		return fmt.Sprintf("Nobody: every model is told apart from every other %s.", at)
	case apart == 0:
		return fmt.Sprintf("All: no model is told apart from any other %s.", at)
	}
	groups := groupsOf(s)
	named := len(groups)
	if named > mostGroups+1 {
		named = mostGroups
	}
	var texts []string
	for _, g := range groups[:named] {
		texts = append(texts, andOthers(g))
	}
	if more := len(groups) - named; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more such runs of neighbours", more))
	}
	return fmt.Sprintf("%d of %s are not told apart %s: %s.", of-apart, tables.Count(of, "pair"), at, strings.Join(texts, "; "))
}

// groupsOf are the longest runs of models in the ranking of which no two are told apart,
// of two or more.
func groupsOf(s standings.Standings) (groups [][]string) {
	end := 0 // of the last group
	for start := range s.Rows {
		next := start + 1
		for next < len(s.Rows) && alike(s, start, next) {
			next++
		}
		if next <= max(end, start+1) {
			continue // a part of the last one
		}
		end = next
		var names []string
		for _, row := range s.Rows[start:next] {
			names = append(names, row.Model)
		}
		groups = append(groups, names)
	}
	return groups
}

// alike tells whether a model is told apart from none of those from a place on to just
// above its own.
func alike(s standings.Standings, from, place int) bool {
	for other := from; other < place; other++ {
		if s.Together.Resolved(s.Rows[other].Index, s.Rows[place].Index) {
			return false
		}
	}
	return true
}

// andOthers lists the first of some names.
func andOthers(names []string) string {
	if len(names) <= mostNamed {
		return and(names)
	}
	return fmt.Sprintf("%s and %d others", strings.Join(slices.Clone(names[:mostNamed-1]), ", "), len(names)-mostNamed+1)
}
