package results

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"settle/internal/csvfile"
	"settle/internal/lists"
	"settle/internal/quoted"
)

// A layout function returns the columns to read from a file, given all its column
// names. First come the columns that identify a cell, such as model and question, then
// the columns of its value.
type layout func(names []string) ([]Column, error)

// gridLayout returns the layout of a file whose rows hold the given value columns.
func gridLayout(values []Column) layout {
	return func([]string) ([]Column, error) { return slices.Concat(identity, values), nil }
}

// readCSV reads the rows of a CSV file with a header and passes them to a sink.
// columnsOf(names) chooses the columns to read, given the names in the header.
func readCSV(r *bufio.Reader, file string, columnsOf layout, to sink) error {
	rows, err := csvfile.NewRows(r, file)
	if err == io.EOF {
		return fmt.Errorf("%s: is empty", file)
	} else if err != nil {
		return err
	}
	if len(rows.Names) == 1 && strings.ContainsAny(rows.Names[0], ";\t") {
		return rows.Wrong(fmt.Errorf("the header has no commas: %s; separate the fields with commas", quoted.Text(rows.Names[0])))
	}
	return readRows(csvRows{rows}, func(_ int, err error) error { return rows.Wrong(err) }, columnsOf, to)
}

// csvRows makes the rows of a CSV file usable as Rows.
type csvRows struct{ *csvfile.Rows }

// Columns implements Rows.
func (r csvRows) Columns() []string { return r.Names }

// Each implements Rows.
func (r csvRows) Each(at []int, row func(number int, fields []Field) error) error {
	fields := make([]Field, len(at))
	for {
		texts, err := r.Next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		for i, at := range at {
			if at >= 0 {
				fields[i] = Field{kind: plain, text: texts[at]}
			}
		}
		if err := row(r.Line(), fields); err != nil {
			return err
		}
	}
}

// newCSVHeader returns a Header for the columns. The second argument holds the index of
// each column in the file, or −1 if the file lacks the column.
func newCSVHeader(columns []Column, at []int, names []string) *Header {
	present := lists.Each(at, func(at int) bool { return at >= 0 })
	return &Header{columns: columns, present: present, what: "header", names: func() []string { return names }}
}

// findColumns returns the index of each column among the names, or −1 if an optional
// column is absent. It fails if another column is absent or if a column appears twice.
func findColumns(columns []Column, names []string) ([]int, error) {
	at := make([]int, len(columns))
	var missing []string
	for i, c := range columns {
		at[i] = slices.Index(names, c.Name)
		switch {
		case at[i] < 0 && !c.Optional:
			missing = append(missing, c.Name)
		case at[i] >= 0 && slices.Contains(names[at[i]+1:], c.Name):
			return nil, fmt.Errorf("the header has two columns named %s", quoted.Text(c.Name))
		}
	}
	if missing != nil {
		return nil, fmt.Errorf("the header has no %s: %s", nameMissing("column", missing), quoted.List(names))
	}
	return at, nil
}
