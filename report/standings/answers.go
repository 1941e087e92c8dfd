package standings

import (
	"fmt"

	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/standings"
)

// CouldLead returns a sentence that names the models that could be first, with
// simultaneous confidence over all models. It returns "" if there are no simultaneous
// comparisons of all models.
func CouldLead(s standings.Standings) string {
	if s.Together == nil || len(s.Rows) < 2 {
		return ""
	}
	names := possibleLeaders(s)
	at := wording.Percent(s.Rules.Confidence)
	switch len(names) {
	case 1:
		return fmt.Sprintf("Only %s could be first (%s confidence over all models together).", names[0], at)
	case len(s.Rows):
		return fmt.Sprintf("Any of the %d models could be first (%s confidence over all models together).", len(names), at)
	}
	return fmt.Sprintf("%d models could be first: %s (%s confidence over all models together).", len(names), wording.And(wording.Few(names)), at)
}

// Decided reports whether only one model could be first, with simultaneous confidence
// over all models.
func Decided(s standings.Standings) bool {
	return s.Together != nil && len(s.Rows) > 1 && len(possibleLeaders(s)) == 1
}

// possibleLeaders returns the names of the models that could be first: those whose set
// of possible ranks contains rank 1.
func possibleLeaders(s standings.Standings) (names []string) {
	for _, row := range s.Rows {
		if row.Set.Best == 1 {
			names = append(names, row.Model)
		}
	}
	return names
}

// ClearLead returns a short answer to the question whether one model leads, such as
// "No: 3 models could be first".
func ClearLead(s standings.Standings) string {
	if s.Together == nil || len(s.Rows) < 2 {
		return fmt.Sprintf("Unknown: %s has no intervals", s.Metric)
	}
	if names := possibleLeaders(s); len(names) > 1 {
		return fmt.Sprintf("No: %d models could be first", len(names))
	}
	return "Yes: separated from all others"
}

// NoTies is the result of [Ties] if all models are separated.
const NoTies = "None: all pairs are separated"

// mostRuns is the greatest number of ranges of ranks that [Ties] lists.
const mostRuns = 3

// Ties returns a few words that say how many pairs of models are not separated, and
// among which ranks these pairs lie. It returns "" if there are no simultaneous
// comparisons of all models.
func Ties(s standings.Standings) string {
	if s.Together == nil || len(s.Rows) < 2 {
		return ""
	}
	separated, pairs := s.SeparatedPairs()
	switch {
	case separated == pairs:
		return NoTies
	case pairs == 1:
		return "The two"
	}
	var runs []string
	for from, last := 0, 0; from < len(s.Rows); from = last + 1 {
		last = from // the last place reached by a chain of ties that begins here
		for at := from; at <= last; at++ {
			for below := last + 1; below < len(s.Rows); below++ {
				if !s.Together.Resolved(s.Rows[at].Index, s.Rows[below].Index) {
					last = below
				}
			}
		}
		if last > from {
			runs = append(runs, wording.Range(from+1, last+1))
		}
	}
	if more := len(runs) - mostRuns; more > 0 {
		runs = append(runs[:mostRuns], fmt.Sprintf("%d more", more))
	}
	return fmt.Sprintf("%s of %s pairs, among ranks %s", tables.Thousands(pairs-separated), tables.Thousands(pairs), wording.And(runs))
}
