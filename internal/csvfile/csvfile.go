// Package csvfile reads CSV files with named columns.
//
// Call [Read] for small files, or [NewRows] to read row by row, as Read and package
// results do.
//
// A file can come from a spreadsheet: it can have a byte order mark, spaces around
// column names, and other columns in any order. NewRows has only one record in
// memory at a time, so it reads files of any size.
//
// To read results, call results.Read instead, which can hold millions of rows.
package csvfile

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"settle/internal/bounded"
	"settle/internal/quoted"
)

// Read calls row(values) for each row of a CSV file. The values are those in the given
// columns, in the given order. Read stops at the first error of a call. It fails if the
// file exceeds bounded.File bytes or a record exceeds bounded.Record. Errors fit on one
// line and name the file and, where known, the line. The values stay valid after the
// call.
func Read(r io.Reader, file string, columns []string, row func(values []string) error) error {
	file = quoted.Path(file)
	err := read(r, file, columns, row)
	switch tooLong, ok := errors.AsType[*bounded.TooLong](err); {
	case ok:
		return fmt.Errorf("%s: %w%s", file, tooLong, neededColumns(columns))
	case errors.Is(err, errRecordTooLong):
		return fmt.Errorf("%w; the file needs the columns %s", err, strings.Join(columns, ", "))
	}
	return err
}

func read(r io.Reader, file string, columns []string, row func(values []string) error) error {
	rows, err := NewRows(bounded.Reader(r, bounded.File), file)
	if err == io.EOF {
		return fmt.Errorf("%s: is empty%s", file, neededColumns(columns))
	} else if err != nil {
		return err
	}
	places, err := find(columns, rows.Names)
	if err != nil {
		return rows.Wrong(err)
	}
	for {
		fields, err := rows.Next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		values := make([]string, len(columns))
		for i, place := range places {
			values[i] = string(fields[place])
		}
		if err := row(values); err != nil {
			return rows.Wrong(err)
		}
	}
}

// neededColumns returns the end of an error message, which lists the columns that the
// file must have.
func neededColumns(columns []string) string {
	return "; the file needs the columns " + strings.Join(columns, ", ")
}

// find returns, for each column, the index of its name in a header. It fails if a name
// is absent or appears twice.
func find(columns, names []string) ([]int, error) {
	places := make([]int, len(columns))
	for i, column := range columns {
		places[i] = slices.Index(names, column)
		switch {
		case places[i] < 0:
			return nil, fmt.Errorf("no column is named %q%s; it has %s", column, neededColumns(columns), quoted.List(names))
		case slices.Contains(names[places[i]+1:], column):
			return nil, fmt.Errorf("two columns are named %q", column)
		}
	}
	return places, nil
}
