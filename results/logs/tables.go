package logs

import "github.com/go-json-experiment/json/jsontext"

// A Table reads a log that is stored as rows with named columns, in any file format.
type Table struct {
	Columns []string // the columns that are needed

	r   *reading
	add addRow
}

// An addRow function receives one row of a table. Its argument column is a function
// that returns the row's value in the column with a given name.
type addRow func(column func(name string) value) error

// NewTable returns a reader for a log that is a table with the given columns. It
// returns nil if no log format has these columns.
func NewTable(path string, columns []string, opts Options) *Table {
	for i := range formats {
		if formats[i].table == nil {
			continue
		}
		r := &reading{file: &file{path: path}, opts: opts, format: formats[i].name}
		if wanted, add := formats[i].table(r, columns); wanted != nil {
			return &Table{Columns: wanted, r: r, add: add}
		}
	}
	return nil
}

// A Cell holds one value in a table: its JSON kind and, for a text or a number, its
// text. The zero Cell means that the column is absent.
type Cell struct {
	Kind jsontext.Kind
	Text string
}

// Add adds one row of the table. column(name) is the row's value in the column with
// that name.
func (t *Table) Add(column func(name string) Cell) error {
	return t.add(func(name string) value {
		c := column(name)
		if c.Kind == jsontext.KindNumber && c.Text == "" {
			return value{kind: kindNaN}
		}
		return value{c.Kind, c.Text}
	})
}

// Logs returns the logs made from all rows that were added.
func (t *Table) Logs() ([]*Log, error) { return t.r.finish() }
