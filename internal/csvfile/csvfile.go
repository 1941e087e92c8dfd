// Package csvfile reads CSV files whose columns have names.
//
// Begin with [Read], for small files; [Rows] is what it and package results
// read rows by.
//
// It believes that such a file may come from a spreadsheet: with a byte order
// mark, blanks around the names of columns, and further columns in any order;
// and that a path may lead to anything, so that no more than a record is ever
// held. It leaves to its callers what the values mean. Results are read by
// package results, which must not hold on to millions of rows.
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

// Read calls row with the values of the named columns, in that order, for each
// row of a CSV file, and stops at its first error. It fails for a file of more
// than bounded.File bytes, or a record of more than bounded.Record. Errors fit
// one line and name the file and, where there is one, the line. The values are
// valid for good.
func Read(r io.Reader, file string, columns []string, row func(values []string) error) error {
	file = quoted.Path(file)
	err := read(r, file, columns, row)
	switch tooLong, ok := errors.AsType[*bounded.TooLong](err); {
	case ok:
		return fmt.Errorf("%s: %w%s", file, tooLong, needs(columns))
	case errors.Is(err, errRecordTooLong):
		return fmt.Errorf("%w It needs the columns %s", err, strings.Join(columns, ", "))
	}
	return err
}

func read(r io.Reader, file string, columns []string, row func(values []string) error) error {
	rows, err := NewRows(bounded.Reader(r, bounded.File), file)
	if err == io.EOF {
		return fmt.Errorf("%s: is empty%s", file, needs(columns))
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

// needs says what a file should have been, behind what is wrong with it.
func needs(columns []string) string { return "; it needs the columns " + strings.Join(columns, ", ") }

// find returns where the columns stand among the names of a header.
func find(columns, names []string) ([]int, error) {
	places := make([]int, len(columns))
	for i, column := range columns {
		places[i] = slices.Index(names, column)
		switch {
		case places[i] < 0:
			return nil, fmt.Errorf("no column is named %q%s, and has %s", column, needs(columns), quoted.List(names))
		case slices.Contains(names[places[i]+1:], column):
			return nil, fmt.Errorf("two columns are named %q", column)
		}
	}
	return places, nil
}
