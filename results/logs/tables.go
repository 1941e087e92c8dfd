package logs

import "github.com/go-json-experiment/json/jsontext"

// Table reads a log whose rows have named columns, whatever they are stored in.
type Table struct {
	Columns []string // that matter

	r   *reading
	add addRow
}

// addRow takes in a row, whose columns the function returns by name.
type addRow func(column func(name string) value) error

// NewTable returns what reads a log with these columns, nil if no format has them.
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

// A Cell holds what stands in a column of a row: its kind in JSON and, of a text or a number,
// the text. The zero Cell is that of a column that is not there.
type Cell struct {
	Kind jsontext.Kind
	Text string
}

// Add adds a row, whose columns the function returns by name.
func (t *Table) Add(column func(name string) Cell) error {
	return t.add(func(name string) value {
		c := column(name)
		if c.Kind == jsontext.KindNumber && c.Text == "" {
			return value{kind: kindNaN}
		}
		return value{c.Kind, c.Text}
	})
}

// Logs returns what the rows made.
func (t *Table) Logs() ([]*Log, error) { return t.r.finish() }
