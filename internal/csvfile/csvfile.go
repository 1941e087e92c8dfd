// Package csvfile reads small CSV files whose columns have names.
//
// It believes that such a file may come from a spreadsheet: with a byte order
// mark, blanks around the names of columns, and further columns in any order.
// It leaves to its callers what the values mean. Results are read by package
// results, which must not hold on to millions of rows.
package csvfile

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Read calls row with the values of the named columns, in that order, for each
// row of a CSV file, and stops at its first error. Errors fit one line and
// name the file and, where there is one, the line. The values are valid for
// good.
func Read(r io.Reader, file string, columns []string, row func(values []string) error) error {
	rows := csv.NewReader(r)
	rows.FieldsPerRecord = -1 // the reader's own check does not say how many there are
	header, err := rows.Read()
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: is empty; it needs the columns %s", file, strings.Join(columns, ", "))
	} else if err != nil {
		return located(file, err)
	}
	places, err := find(columns, header)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	for {
		record, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return located(file, err)
		}
		line, _ := rows.FieldPos(0)
		if len(record) != len(header) {
			return fmt.Errorf("%s:%d: %d fields, but the header has %d", file, line, len(record), len(header))
		}
		values := make([]string, len(columns))
		for i, place := range places {
			values[i] = record[place]
		}
		if err := row(values); err != nil {
			return fmt.Errorf("%s:%d: %w", file, line, err)
		}
	}
}

// find returns where the columns stand in the header.
func find(columns, header []string) ([]int, error) {
	names := make([]string, len(header))
	for i, name := range header {
		names[i] = strings.TrimSpace(name)
	}
	names[0] = strings.TrimSpace(strings.TrimPrefix(names[0], "\ufeff"))
	places := make([]int, len(columns))
	for i, column := range columns {
		places[i] = slices.Index(names, column)
		switch {
		case places[i] < 0:
			return nil, fmt.Errorf("no column is named %q; it needs the columns %s, and has %q", column, strings.Join(columns, ", "), names)
		case slices.Contains(names[places[i]+1:], column):
			return nil, fmt.Errorf("two columns are named %q", column)
		}
	}
	return places, nil
}

// located puts the place of an error as other messages have it.
func located(file string, err error) error {
	if syntax, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("%s:%d: %w", file, syntax.StartLine, syntax.Err)
	}
	return fmt.Errorf("%s: %w", file, err)
}
