package results

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// Rows is a table in a format for which this package has no reader.
type Rows interface {
	// Columns returns the names of the columns.
	Columns() []string

	// Each calls row(number, fields) for every row. Rows are numbered from 1. Field i comes
	// from the column with index at[i]; −1 gives the zero Field. The fields are valid until
	// the call returns. Each stops at the first error of a call and returns it.
	Each(at []int, row func(number int, fields []Field) error) error
}

// TextField returns a field without a type, as in CSV. Its text can be a name, a
// number, a word for an outcome, or empty.
func TextField(text []byte) Field { return Field{kind: plain, text: text} }

// NullField returns a field without a value.
func NullField() Field { return Field{kind: jsontext.KindNull, text: []byte("null")} }

// ReadRows reads the attempts in a table, as ReadAttempts reads them from a file. Its
// errors show name as the file name and the row number as the line.
func ReadRows(rows Rows, name string, opt ReadOptions) ([]*Attempts, error) {
	wrong := func(number int, err error) error { return errorAt(name, number, err) }
	t := newOutcomeTable(name, opt, false)
	attempts, err := t.gather(t.layout, func(columnsOf layout, to sink) error { return readRows(rows, wrong, columnsOf, to) })
	if err != nil {
		return nil, err
	}
	return attempts, check(attempts)
}

// readRows passes the rows of the wanted task to a sink. columnsOf(names) chooses the
// columns to read. wrong(number, err) adds the number of a row to an error. An error in
// the column names gets the number 1.
func readRows(rows Rows, wrong func(number int, err error) error, columnsOf layout, to sink) error {
	names := rows.Columns()
	columns, err := columnsOf(names)
	var at []int
	if err == nil {
		at, err = findColumns(columns, names)
	}
	if err == nil {
		err = to.bind(newCSVHeader(columns[identityFields:], at[identityFields:], names))
	}
	if err != nil {
		return wrong(1, err)
	}
	return rows.Each(at, func(number int, fields []Field) error {
		wanted, err := to.wants(fields[taskField])
		if err == nil && wanted {
			err = to.add(number, fields)
		}
		if err != nil {
			return wrong(number, err)
		}
		return nil
	})
}

// AllTasks is the task name that selects all tasks together.
const AllTasks = "all"

// TaskNames returns the names of the tasks in a CSV or JSONL file in long form, in the
// order of their first appearance. If the file names no task, it returns a single empty
// name.
func TaskNames(path string) ([]string, error) {
	data, err := openResults(path, ReadOptions{})
	if err != nil {
		return nil, err
	}
	defer data.Close()
	if data.npz != nil {
		return nil, fmt.Errorf("%s: is NPZ, which holds only outcomes", data.name)
	}
	if data.page {
		return nil, fmt.Errorf("%s: is an HTML page, which holds only outcomes", data.name)
	}
	var tasks taskNames
	if err := data.rows(gridLayout(nil), &tasks); err != nil {
		return nil, err
	}
	if tasks.names == nil {
		return nil, fmt.Errorf("%s: no rows", data.name)
	}
	return tasks.names, nil
}

// taskNames is a sink that records only the names of the tasks.
type taskNames struct{ interner }

func (t *taskNames) bind(*Header) error { return nil }

func (t *taskNames) wants(task Field) (bool, error) {
	name, err := task.task()
	if err != nil {
		return false, err
	}
	t.intern(name)
	if t.bytes > maxNameBytes {
		return false, errTooManyNames
	}
	return false, nil
}

func (t *taskNames) add(int, []Field) error { return nil }
