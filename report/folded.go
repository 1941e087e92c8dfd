package report

import (
	"fmt"
	"slices"

	"settle/internal/tables"
)

// Numbers of rows of tables on a screen. A table with more than mostOnScreen rows is
// folded: it shows only its first firstOnScreen and its last lastOnScreen rows.
const (
	mostOnScreen  = 200
	firstOnScreen = 50
	lastOnScreen  = 10
)

// Folded returns the report for a screen. A table with more than 200 rows keeps only
// the first 50 and the last 10. A line between these says how to see the other rows.
func (r Report) Folded() Report {
	r.Tables = slices.Clone(r.Tables)
	for i, t := range r.Tables {
		if len(t.Rows) > mostOnScreen && len(t.Headings) == 0 {
			r.Tables[i] = folded(t)
		}
	}
	return r
}

// Marked returns the report with a mark, ✓ or ✗, before its first sentence. The mark
// says whether the answer of the report is positive.
func (r Report) Marked(mark string) Report {
	switch {
	case r.Sentence != "":
		r.Sentence = mark + " " + r.Sentence
	case len(r.Tables) > 0:
		first := *r.Tables[0]
		said := &first.Title
		if first.Lead != "" {
			said = &first.Lead
		}
		*said = mark + " " + *said
		r.Tables = append([]*tables.Table{&first}, r.Tables[1:]...)
	}
	return r
}

// mostNotes is the greatest number of notes below a table in a brief report.
const mostNotes = 3

// Brief returns the report without details and without repeated notes, and with at most
// three warnings and notes below each table. Warnings are kept even if there are more
// than three.
func (r Report) Brief() Report {
	said := map[string]bool{}
	news := func(notes []string) []string {
		return slices.DeleteFunc(slices.Clone(notes), func(note string) bool {
			known := said[note]
			said[note] = true
			return known
		})
	}
	r.Tables = slices.Clone(r.Tables)
	for i, t := range r.Tables {
		short := *t
		short.Warnings, short.Details = news(t.Warnings), nil
		short.Notes = news(t.Notes[:min(len(t.Notes), max(mostNotes-len(t.Warnings), 0))])
		r.Tables[i] = &short
	}
	return r
}

// folded returns a table with only the first and the last rows of t, and between them a
// line that says how many rows are left out.
func folded(t *tables.Table) *tables.Table {
	short, rows := *t, len(t.Rows)
	left := make([]string, len(t.Columns))
	left[0] = fmt.Sprintf("… and %s more: add | less to see them, --format csv to write all …",
		tables.Count(rows-firstOnScreen-lastOnScreen, "row"))
	short.Rows, short.Headings = ends(t.Rows, left), []int{firstOnScreen}
	if t.Bands != nil {
		short.Bands = ends(t.Bands, 0)
	}
	if r := t.Ranges; r != nil { // the line in between gets the interval of the first row; no interval is drawn there
		short.Ranges = &tables.Ranges{Head: r.Head, Lo: ends(r.Lo, r.Lo[0]), Mid: ends(r.Mid, r.Mid[0]), Hi: ends(r.Hi, r.Hi[0])}
	}
	return &short
}

// ends returns the first and the last elements of rows, with the given divider between
// the two parts.
func ends[T any](rows []T, divider T) []T {
	return slices.Concat(rows[:firstOnScreen], []T{divider}, rows[len(rows)-lastOnScreen:])
}
