package results

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// readCSV reads a board in long form, with a header.
func readCSV(r io.Reader, file, task string) (*Board, error) {
	in := &recordLimit{r: r}
	c := csv.NewReader(in)
	c.ReuseRecord = true
	c.FieldsPerRecord = -1 // the reader's own check does not say how many there are
	line := 0
	next := func() ([]string, error) {
		fields, err := c.Read()
		if err != nil {
			return nil, csvError(file, line, in, err)
		}
		line, _ = c.FieldPos(0)
		in.n = 0
		return fields, nil
	}

	header, err := next()
	if err == io.EOF {
		return nil, fmt.Errorf("%s: is empty", file)
	} else if err != nil {
		return nil, err
	}
	at, err := findColumns(header)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, line, err)
	}
	l := newLongForm(file, task)
	for {
		fields, err := next()
		if err == io.EOF {
			return l.board()
		} else if err != nil {
			return nil, err
		}
		if len(fields) != at.count {
			return nil, l.errorAt(line, fmt.Errorf("%d fields, but the header has %d", len(fields), at.count))
		}
		if err := l.add(line, at.row(fields)); err != nil {
			return nil, err
		}
	}
}

// columns is where a CSV file has what.
type columns struct {
	model, question, trial, outcome int
	task                            int // -1 if there is none
	count                           int // of all columns
}

func findColumns(header []string) (columns, error) {
	at := columns{count: len(header)}
	names := make([]string, len(header))
	for i, name := range header {
		names[i] = strings.TrimSpace(name)
	}
	for _, c := range []struct {
		name     string
		at       *int
		optional bool
	}{
		{"model", &at.model, false},
		{"question", &at.question, false},
		{"trial", &at.trial, false},
		{"outcome", &at.outcome, false},
		{"task", &at.task, true},
	} {
		*c.at = slices.Index(names, c.name)
		switch {
		case *c.at < 0 && !c.optional:
			return columns{}, fmt.Errorf("the header has no column %q: %s; %s", c.name, list(names), advice(names))
		case *c.at >= 0 && slices.Contains(names[*c.at+1:], c.name):
			return columns{}, fmt.Errorf("the header has two columns %q", c.name)
		}
	}
	return at, nil
}

// advice says what to change about a header that lacks a column.
func advice(names []string) string {
	if len(names) == 1 && strings.ContainsAny(names[0], ";\t") {
		return "separate the fields with commas"
	}
	return "it needs model, question, trial, outcome"
}

func (at columns) row(fields []string) row {
	r := row{
		model: fields[at.model], question: fields[at.question],
		trial: fields[at.trial], outcome: fields[at.outcome],
	}
	if at.task >= 0 {
		r.task = fields[at.task]
	}
	return r
}

// csvError puts a place to an error of the CSV reader; io.EOF stays as it is.
// If the input itself failed that is the error, whatever the CSV reader makes
// of the row that was cut short.
func csvError(file string, lastLine int, in *recordLimit, err error) error {
	if in.err != nil {
		return fmt.Errorf("%s: after line %d: %w", file, lastLine, in.err)
	}
	if syntax, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("%s:%d: %w", file, syntax.StartLine, syntax.Err)
	}
	return err
}

// recordLimit fails when a record takes too many bytes: the CSV reader holds
// a whole record, which an open quote can stretch to the end of the file.
type recordLimit struct {
	r   io.Reader
	n   int   // bytes read since the last record, not counting what was read ahead
	err error // the first error other than io.EOF
}

func (l *recordLimit) Read(p []byte) (int, error) {
	if l.n > maxRecord && l.err == nil {
		l.err = errRecordTooLong
	}
	if l.err != nil {
		return 0, l.err
	}
	n, err := l.r.Read(p)
	l.n += n
	if err != io.EOF {
		l.err = err
	}
	return n, err
}

var errRecordTooLong = fmt.Errorf("a record of more than %d bytes; is a quote left open?", maxRecord)
