package results

import (
	"fmt"
	"io"
	"reflect"
	"slices"

	"settle/internal/quoted"
)

// A Grid holds one value of type T for each of N trials of L models on the same M
// questions. Unlike in a Board, the values need not be categories.
type Grid[T any] struct {
	Task      string   // name of the task, "" if there is only one
	Models    []string // L unique names
	Questions []string // M unique names
	Trials    int      // N

	// Cells holds the values by model, then question, then trial. The value of model l on
	// question q in trial t is at (l·M + q)·N + t.
	Cells []T
}

// A Column is a column of a CSV file or a key of JSON lines.
type Column struct {
	Name     string
	Optional bool // a file can lack it
}

// Values describes how to read the value of a cell from a row.
type Values[T any] struct {
	// Columns are the columns that determine a value, besides model, question, trial and
	// task. All other columns are ignored.
	Columns []Column

	// Bind inspects the header and returns a function that makes a value from the fields of
	// a row. The fields are in the order of Columns and are valid until that function
	// returns. Bind is called for the header of a CSV file, and for every JSON line whose
	// keys differ from the previous line. Errors of Bind and of the returned function get
	// the file name and line as a prefix.
	Bind func(h *Header) (func(fields []Field) (T, error), error)
}

// A Header holds the names that a file uses: the columns of a CSV file, or the keys of
// one JSON line.
type Header struct {
	columns []Column
	present []bool // by column
	names   func() []string
	what    string // "header" or "line"
}

// Has reports whether the header has the given column, which must be in Values.Columns.
func (h *Header) Has(column string) bool {
	i := slices.IndexFunc(h.columns, func(c Column) bool { return c.Name == column })
	return i >= 0 && h.present[i]
}

// String returns text for an error message that lists all names, as in
//
//	the header has "model", "question", "trial"
func (h *Header) String() string {
	return fmt.Sprintf("the %s has %s", h.what, quoted.List(h.names()))
}

// ReadGrid reads the values of one task from a CSV or JSONL file in long form. It
// treats formats, names, trials, missing cells and errors as Read does. It rejects NPZ
// files, because they can hold only outcomes.
func ReadGrid[T any](path string, opt ReadOptions, v Values[T]) (*Grid[T], error) {
	f, err := openResults(path, opt)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readGrid(f, v)
}

// ReadGridFrom reads a grid from r, as ReadGrid reads it from a file. The given name
// replaces the file name in errors.
func ReadGridFrom[T any](r io.Reader, name string, opt ReadOptions, v Values[T]) (*Grid[T], error) {
	f, err := newResults(r, name, opt)
	if err != nil {
		return nil, err
	}
	return readGrid(f, v)
}

func readGrid[T any](f *resultsFile, v Values[T]) (*Grid[T], error) {
	if f.npz != nil {
		return nil, fmt.Errorf("%s: is NPZ, which holds only outcomes; use CSV or JSONL", f.name)
	}
	if f.page {
		return nil, fmt.Errorf("%s: is an HTML page, which holds only outcomes; use CSV or JSONL", f.name)
	}
	var cells []T // by row
	t := newOutcomeTable(f.name, f.opt, true)
	t.perRow = perAttempt + 2*int64(reflect.TypeFor[T]().Size()) // memory per row, then per cell
	t.values = func(h *Header) (func(at place, fields []Field) error, error) {
		value, err := v.Bind(h)
		return func(at place, fields []Field) error {
			cell, err := value(fields)
			cells = append(cells[:t.of.rows.n], cell)
			t.of.addCode(at, 0, 0, 1)
			return err
		}, err
	}
	attempts, err := t.gather(gridLayout(v.Columns), f.rows)
	if err != nil {
		return nil, err
	}
	a := attempts[0]
	g := &Grid[T]{Task: a.Task, Models: a.models.names, Questions: a.questions.names, Trials: len(a.trials.labels)}
	// The grid is allocated only if it has as many cells as there are rows, because a few
	// rows can span very many cells.
	if a.size() == uint64(a.n) {
		g.Cells = make([]T, a.n)
	}
	if g.Cells == nil || !fill(a, g.Cells, func(row int, _ uint16) T { return cells[row] }) {
		return nil, a.addFileName(a.explain(a.places()))
	}
	return g, nil
}

// Check fails unless the grid is complete, its names are unique, and it is not larger
// than a board can be.
func (g *Grid[T]) Check() error {
	if err := checkShape(len(g.Models), len(g.Questions), g.Trials); err != nil {
		return err
	}
	if cells := product(len(g.Models), len(g.Questions), g.Trials); cells != uint64(len(g.Cells)) || cells > maxCells {
		return fmt.Errorf("%d cells for %d models × %d questions × %d trials",
			len(g.Cells), len(g.Models), len(g.Questions), g.Trials)
	}
	return checkUnique(g.Models, g.Questions)
}
