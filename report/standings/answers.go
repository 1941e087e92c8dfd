package standings

import (
	"fmt"

	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/standings"
)

// CouldLead says which models may be the first, for all models at once; "" where that
// was not asked.
func CouldLead(s standings.Standings) string {
	if s.Together == nil || len(s.Rows) < 2 {
		return ""
	}
	names := possibleLeaders(s)
	at := wording.Percent(s.Rules.Confidence)
	switch len(names) {
	case 1:
		return fmt.Sprintf("Only %s could be first (at %s, for all models at once).", names[0], at)
	case len(s.Rows):
		return fmt.Sprintf("Any of the %d could be first (at %s, for all models at once).", len(names), at)
	}
	return fmt.Sprintf("%d could be first: %s (at %s, for all models at once).", len(names), wording.And(wording.Few(names)), at)
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

// Tied says how many pairs are not separated, "" where that was not asked.
func Tied(s standings.Standings) string {
	if s.Together == nil || len(s.Rows) < 2 {
		return ""
	}
	apart, of := s.PairsApart()
	return fmt.Sprintf("%d of %s are not separated (all pairs at once, at %s).",
		of-apart, tables.Count(of, "pair"), wording.Percent(s.Rules.Confidence))
}
