package page

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
)

// A Table is a table in which the first cell of each row is a row heading. A row has
// either a cell for each column or a single cell, which is a heading for the rows below
// it.
type Table struct {
	Title   string // caption, "" for none
	Lead    string // main result, "" for none
	Columns []tables.Column
	Rows    []Row
	Notes   []string // paragraphs below the table

	// Stacked puts the cells of a row below each other on narrow screens. If it is false,
	// a table that is too wide scrolls.
	Stacked bool
}

// A Row is one row of a Table.
type Row struct {
	Cells   []Cell
	Heading bool     // its single cell is a heading of the rows below
	More    *Details // details below the row, over the whole width
}

// A Cell is one cell of a Table.
type Cell struct {
	Text string
	Note string // small text below Text
	Tone Tone
	File string // a file that Text links to, as in Link; "" for none
}

// TableOf converts a table of package internal/tables to a table of a page.
func TableOf(t *tables.Table) Table {
	out := Table{Title: t.Title, Lead: t.Lead, Columns: t.Columns, Notes: t.AllNotes()}
	for i, cells := range t.Rows {
		row := RowOf(cells...)
		for j := range row.Cells {
			if rest, negative := strings.CutPrefix(row.Cells[j].Text, "-"); negative && t.Columns[j].Right {
				row.Cells[j].Text = "−" + rest
			}
		}
		if row.Heading = slices.Contains(t.Headings, i); row.Heading {
			row.Cells = row.Cells[:1]
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// RowOf returns a row of a Table with one cell for each given text.
func RowOf(texts ...string) Row {
	return Row{Cells: lists.Each(texts, func(text string) Cell { return Cell{Text: text} })}
}

func (t Table) render(s *setter) (template.HTML, error) {
	type cell struct {
		Cell
		tables.Column
	}
	type row struct {
		Row
		Head cell
		Rest []cell
		More template.HTML
	}
	view := struct {
		Table
		Rows []row
		Span int
	}{Table: t, Span: len(t.Columns)}
	for i, r := range t.Rows {
		if len(r.Cells) != len(t.Columns) && !(r.Heading && len(r.Cells) == 1) {
			return "", fmt.Errorf("table %q: row %d has %d cells for %d columns", t.Title, i+1, len(r.Cells), len(t.Columns))
		}
		for _, c := range r.Cells {
			if err := checkLink(c.File); err != nil {
				return "", err
			}
		}
		one := row{Row: r, Head: cell{r.Cells[0], t.Columns[0]}}
		for j := 1; j < len(r.Cells); j++ {
			one.Rest = append(one.Rest, cell{r.Cells[j], t.Columns[j]})
		}
		if r.More != nil {
			var err error
			if one.More, err = r.More.render(s); err != nil {
				return "", err
			}
		}
		view.Rows = append(view.Rows, one)
	}
	return s.fill("table", view)
}
