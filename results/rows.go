package results

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// Rows are the rows of a table in a format that this package does not know.
type Rows interface {
	// Columns are the names of the columns.
	Columns() []string

	// Each calls the function with every row, counted from 1: with what stands in
	// the columns at these places, in their order, and the zero Field for a place of
	// −1. The fields are valid until the function returns, whose error ends it.
	Each(at []int, row func(number int, fields []Field) error) error
}

// TextField is what stands in a column as text, as CSV has it: a name, a number, a
// word for an outcome, or nothing at all.
func TextField(text []byte) Field { return Field{kind: plain, text: text} }

// NullField is what stands in a column where there is no value.
func NullField() Field { return Field{kind: jsontext.KindNull, text: []byte("null")} }

// ReadRows is ReadAttempts for rows from anywhere. The name stands for the file in
// errors, and the number of a row for the line.
func ReadRows(rows Rows, name string, opt ReadOptions) ([]*Attempts, error) {
	wrong := func(number int, err error) error { return errorAt(name, number, err) }
	t := newOutcomeTable(name, opt, false)
	attempts, err := t.gather(t.layout, func(columnsOf layout, to sink) error { return readRows(rows, wrong, columnsOf, to) })
	if err != nil {
		return nil, err
	}
	return attempts, check(attempts)
}

// readRows hands the rows on that matter. The function says in which row something is
// wrong; the header is row 1, too.
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

// AllTasks is what the pool of all tasks is named, and stands for it where one task
// is chosen by its name.
const AllTasks = "all"

// TaskNames are the names of the tasks in a file in long form, CSV or JSONL, in the
// order of their first appearance: "" alone where it names none.
func TaskNames(path string) ([]string, error) {
	data, err := openResults(path, ReadOptions{})
	if err != nil {
		return nil, err
	}
	defer data.Close()
	if data.npz != nil {
		return nil, fmt.Errorf("%s: is NPZ, which holds outcomes only", data.name)
	}
	if data.page {
		return nil, fmt.Errorf("%s: is a page, which holds outcomes only", data.name)
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

// taskNames is a sink that only looks at the tasks.
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
