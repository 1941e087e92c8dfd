package report

import (
	"fmt"

	"settle/results"
	"settle/rubric/signals"
	"settle/study/standings"
	"settle/tables"
)

// Standings is rankings of the models of one board, a ranking for each metric,
// with what they were made of.
type Standings struct {
	Origin   Origin
	Name     string // of the board, for titles
	Facts    string // what the board is, in sentences
	Task     string
	Shape    results.Shape
	Sorted   *signals.Sorted // how signals became the board, nil for outcomes
	Rules    standings.Rules
	Columns  Columns               // of the tables
	Rankings []standings.Standings // one or more
	Trials   *Exchangeable         // nil where their order means nothing
}

// Report is the report in the format asked for: CSV gets a row per model and
// metric, the others a table per metric and, with a schema, one of categories.
func (s Standings) Report(format string) Report {
	r := Report{JSON: s.document()}
	if tables.Format(format) == tables.CSV {
		r.Tables = []*tables.Table{StandingsData(s.Rankings)}
		return r
	}
	for _, ranked := range s.Rankings {
		t := standingsTable(s.title(ranked), ranked, s.Columns)
		t.Notes = append(append(t.Notes, unequalNotes(ranked)...), append(s.Trials.notes(), s.Facts)...)
		r.Tables = append(r.Tables, t)
	}
	if s.Sorted != nil {
		r.Tables = append(r.Tables, categoriesTable(s.categoriesTitle(), s.Sorted, s.Rankings[0]))
	}
	return r
}

// title is that of one of the rankings.
func (s Standings) title(ranked standings.Standings) string {
	return fmt.Sprintf("%s ranked by %s", s.Name, ranked.Metric)
}

func (s Standings) categoriesTitle() string { return s.Name + ": share of each category" }

// placed is a model of a ranking, compared with the next one.
type placed struct {
	standings.Standing
	z, rho   float64 // NaN for the last model, and without intervals
	resolved bool    // from the next
	last     bool
	ranking  *standings.Standings
}

// places are the models of a ranking, best first.
func places(s *standings.Standings) []placed {
	all := make([]placed, len(s.Rows))
	for place, row := range s.Rows {
		p := placed{Standing: row, last: place+1 == len(s.Rows), ranking: s}
		p.z, p.rho, p.resolved = s.Next(place)
		all[place] = p
	}
	return all
}
