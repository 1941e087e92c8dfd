package csvfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"settle/internal/bounded"
)

// Rows reads a CSV file row by row, and holds one at a time.
type Rows struct {
	// Names are the columns of the header, without blanks around them.
	Names []string

	csv  *csv.Reader
	in   *recordLimit
	file string // its name in messages
	line int    // on which the last row began
	more bool   // there was a row behind the header
}

// NewRows reads the header of a file, and fails with io.EOF if there is none.
// Messages call the file as it is given here (see quoted.Path). Errors of
// NewRows and the methods fit one line and begin with that name and, where there
// is one, the line.
func NewRows(r io.Reader, file string) (*Rows, error) {
	in := &recordLimit{r: r}
	rows := &Rows{csv: csv.NewReader(in), in: in, file: file}
	rows.csv.ReuseRecord = true
	rows.csv.FieldsPerRecord = -1 // the reader's own check does not say how many there are
	header, err := rows.read()
	if err != nil {
		return nil, err
	}
	rows.Names = make([]string, len(header))
	for i, name := range header {
		rows.Names[i] = strings.TrimSpace(name)
	}
	rows.Names[0] = strings.TrimSpace(strings.TrimPrefix(rows.Names[0], "\ufeff"))
	return rows, nil
}

// Next returns the fields of the next row, of which there are as many as names,
// and io.EOF after the last. The slice is valid until the next call, the fields
// for good.
func (r *Rows) Next() ([]string, error) {
	fields, err := r.read()
	if err == io.EOF && !r.more && r.in.loneReturns() {
		return nil, fmt.Errorf("%s: %w", r.file, errLoneReturns)
	} else if err != nil {
		return nil, err
	}
	r.more = true
	if len(fields) != len(r.Names) {
		return nil, r.Wrong(fmt.Errorf("%d fields, but the header has %d", len(fields), len(r.Names)))
	}
	return fields, nil
}

func (r *Rows) read() ([]string, error) {
	fields, err := r.csv.Read()
	if err != nil {
		return nil, r.located(err)
	}
	r.line, _ = r.csv.FieldPos(0)
	r.in.n = 0
	return fields, nil
}

// Line is where the last row, or the header, began, counted from 1.
func (r *Rows) Line() int { return r.line }

// Wrong says where what is wrong with the last row, or the header, is.
func (r *Rows) Wrong(err error) error {
	if !r.more && r.in.loneReturns() {
		err = errLoneReturns
	}
	return fmt.Errorf("%s:%d: %w", r.file, r.line, err)
}

// located puts a place to an error of the CSV reader; io.EOF stays as it is.
// If the input itself failed that is the error, whatever the CSV reader makes
// of the row that was cut short.
func (r *Rows) located(err error) error {
	if err == io.EOF {
		return err
	}
	syntax, malformed := errors.AsType[*csv.ParseError](err)
	failed := r.in.err
	switch {
	case r.line == 0 && r.in.loneReturns() && (malformed || failed == errRecordTooLong):
		return fmt.Errorf("%s: %w", r.file, errLoneReturns)
	case failed != nil && r.line == 0:
		return fmt.Errorf("%s: %w", r.file, failed)
	case failed != nil:
		return fmt.Errorf("%s: after line %d: %w", r.file, r.line, failed)
	case malformed:
		return fmt.Errorf("%s:%d: %w", r.file, syntax.StartLine, syntax.Err)
	}
	return fmt.Errorf("%s: %w", r.file, err)
}

// recordLimit fails when a record takes too many bytes: the CSV reader holds
// a whole record, which an open quote can stretch to the end of the file.
type recordLimit struct {
	r     io.Reader
	n     int    // bytes read since the last record, not counting what was read ahead
	first []byte // some of the beginning
	err   error  // the first error other than io.EOF
}

func (l *recordLimit) Read(p []byte) (int, error) {
	if l.n > bounded.Record && l.err == nil {
		l.err = errRecordTooLong
	}
	if l.err != nil {
		return 0, l.err
	}
	n, err := l.r.Read(p)
	l.n += n
	if l.first == nil {
		l.first = bytes.Clone(p[:n])
	}
	if err != io.EOF {
		l.err = err
	}
	return n, err
}

var (
	errRecordTooLong = fmt.Errorf("a record of more than %d bytes; is a quote left open, or is it no CSV?", bounded.Record)
	errLoneReturns   = errors.New("lines end in carriage returns alone; save it with line feeds")
)

// loneReturns tells whether lines seem to end in carriage returns alone, as
// old programs for the Macintosh wrote them: to CSV, such a file is one line.
func (l *recordLimit) loneReturns() bool {
	return bytes.IndexByte(l.first, '\r') >= 0 && bytes.IndexByte(l.first, '\n') < 0
}
