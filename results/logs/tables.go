package logs

import "github.com/go-json-experiment/json/jsontext"

// A Table reads a log whose rows have named columns, in whatever form they are stored.
type Table struct {
	Columns []string // the relevant columns

	r   *reading
	add addRow
}

// An addRow receives a row, in the form of a function that returns the value of a named
// column.
type addRow func(column func(name string) value) error

// NewTable returns a reader for a log with these columns, or nil if no format has them.
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

// A Cell holds the value of a column in a row: its JSON kind and, for a text or a
// number, the text. The zero Cell is an absent column.
type Cell struct {
	Kind jsontext.Kind
	Text string
}

// Add adds a row, in the form of a function that returns the value of a named column.
func (t *Table) Add(column func(name string) Cell) error {
	return t.add(func(name string) value {
		c := column(name)
		if c.Kind == jsontext.KindNumber && c.Text == "" {
			return value{kind: kindNaN}
		}
		return value{c.Kind, c.Text}
	})
}

// Logs returns the logs made from the rows.
func (t *Table) Logs() ([]*Log, error) { return t.r.finish() }
