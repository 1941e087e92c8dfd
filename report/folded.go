package report

import (
	"fmt"
	"slices"

	"settle/internal/tables"
)

// Tables of more rows than are scrolled through are folded on a screen: the first and the
// last rows stay.
const (
	mostOnScreen  = 200
	firstOnScreen = 50
	lastOnScreen  = 10
)

// Folded is the report for a screen: of tables of more than 200 rows the first 50 and the
// last 10, with a line between them that says how to see the others.
func (r Report) Folded() Report {
	r.Tables = slices.Clone(r.Tables)
	for i, t := range r.Tables {
		if len(t.Rows) > mostOnScreen && len(t.Headings) == 0 {
			r.Tables[i] = folded(t)
		}
	}
	return r
}

// Marked returns the report with a mark of its answer, ✓ or ✗, before what it says first.
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

// mostNotes is the number of notes below a table.
const mostNotes = 3

// Brief returns the report without details and with at most three notes below each table, none
// of them twice.
// Warnings come first, and stay however many they are.
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

func folded(t *tables.Table) *tables.Table {
	short, rows := *t, len(t.Rows)
	left := make([]string, len(t.Columns))
	left[0] = fmt.Sprintf("… and %s more: | less shows them, --format csv writes all …",
		tables.Count(rows-firstOnScreen-lastOnScreen, "row"))
	short.Rows, short.Headings = ends(t.Rows, left), []int{firstOnScreen}
	if t.Bands != nil {
		short.Bands = ends(t.Bands, 0)
	}
	if r := t.Ranges; r != nil { // the line between has the interval of the first row, which is not drawn
		short.Ranges = &tables.Ranges{Head: r.Head, Lo: ends(r.Lo, r.Lo[0]), Mid: ends(r.Mid, r.Mid[0]), Hi: ends(r.Hi, r.Hi[0])}
	}
	return &short
}

// ends returns what belongs to the rows that stay, with what belongs to the line between them.
func ends[T any](rows []T, between T) []T {
	return slices.Concat(rows[:firstOnScreen], []T{between}, rows[len(rows)-lastOnScreen:])
}
