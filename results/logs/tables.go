package logs

import (
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

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

// List stands for a list in a column.
type List struct{}

// Add adds a row, whose columns the function returns by name: nil, a bool, an int64, a
// float64, a string or a List.
func (t *Table) Add(column func(name string) any) error {
	return t.add(func(name string) value { return valueOf(column(name)) })
}

// Logs returns what the rows made.
func (t *Table) Logs() ([]*Log, error) { return t.r.finish() }

// valueOf is a value of Go as one of JSON.
func valueOf(v any) value {
	switch v := v.(type) {
	case bool:
		if v {
			return value{kind: jsontext.KindTrue}
		}
		return value{kind: jsontext.KindFalse}
	case int64:
		return value{jsontext.KindNumber, strconv.FormatInt(v, 10)}
	case float64:
		if math.IsNaN(v) {
			return value{kind: kindNaN}
		}
		return value{jsontext.KindNumber, strconv.FormatFloat(v, 'f', -1, 64)}
	case string:
		return value{jsontext.KindString, v}
	case List:
		return value{kind: jsontext.KindBeginArray}
	}
	return value{}
}
