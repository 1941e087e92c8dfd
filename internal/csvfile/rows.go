package csvfile

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"settle/internal/bounded"
)

// Rows reads a CSV file row by row and holds only one row in memory.
type Rows struct {
	// Names holds the column names in the header, without surrounding spaces.
	Names []string

	csv    *csv.Reader
	lines  *bufio.Reader // the CSV reader also reads from it
	in     *recordLimit
	file   string // file name for messages
	line   int    // line on which the last row began
	last   int    // line on which the last row ended
	plain  int    // number of lines that splitLine split
	fields [][]byte
	more   bool // some row followed the header
}

// NewRows reads the header of a CSV file. It fails with io.EOF if there is none. The
// last argument is the file name for messages (see quoted.Path). Errors of NewRows and
// of all methods fit on one line and begin with the file name and, where known, the
// line.
func NewRows(r io.Reader, file string) (*Rows, error) {
	in := &recordLimit{r: r}
	lines := bufio.NewReader(in)
	rows := &Rows{csv: csv.NewReader(lines), lines: lines, in: in, file: file} // the CSV reader then adds no buffer of its own
	rows.csv.ReuseRecord = true
	rows.csv.FieldsPerRecord = -1 // the CSV reader's own check does not report the numbers of fields
	if err := rows.read(); err != nil {
		return nil, err
	}
	rows.Names = make([]string, len(rows.fields))
	for i, name := range rows.fields {
		rows.Names[i] = strings.TrimSpace(string(name))
	}
	rows.Names[0] = strings.TrimSpace(strings.TrimPrefix(rows.Names[0], "\ufeff"))
	return rows, nil
}

// Next returns the fields of the next row, one for each of Names. It returns io.EOF
// after the last row. The fields are valid until the next call.
func (r *Rows) Next() ([][]byte, error) {
	var err error
	if !r.splitLine() {
		err = r.read()
	}
	if err == io.EOF && !r.more && r.in.loneReturns() {
		return nil, fmt.Errorf("%s: %w", r.file, errLoneReturns)
	} else if err != nil {
		return nil, err
	}
	r.more = true
	if len(r.fields) != len(r.Names) {
		return nil, r.Wrong(fmt.Errorf("%d fields, but the header has %d", len(r.fields), len(r.Names)))
	}
	return r.fields, nil
}

// splitLine splits the next line at its commas if that is safe: the line is buffered,
// is not empty and has no quotes. Most rows are such lines, and the CSV reader would
// take four times as long.
func (r *Rows) splitLine() bool {
	buffered, _ := r.lines.Peek(r.lines.Buffered()) // cannot fail
	end := bytes.IndexByte(buffered, '\n')
	if end < 0 {
		return false
	}
	line := bytes.TrimSuffix(buffered[:end], []byte("\r"))
	if len(line) == 0 || bytes.IndexByte(line, '"') >= 0 {
		return false
	}
	r.fields = r.fields[:0]
	for comma := bytes.IndexByte(line, ','); comma >= 0; comma = bytes.IndexByte(line, ',') {
		r.fields = append(r.fields, line[:comma])
		line = line[comma+1:]
	}
	r.fields = append(r.fields, line)
	_, _ = r.lines.Discard(end + 1) // cannot fail; the bytes stay valid until the next read
	r.plain++
	r.last++
	r.line, r.in.n = r.last, 0
	return true
}

// read reads a row with the CSV reader.
func (r *Rows) read() error {
	fields, err := r.csv.Read()
	if err != nil {
		return r.addLocation(err)
	}
	r.line, _ = r.csv.FieldPos(0)
	r.line += r.plain
	r.last, r.in.n = r.line, 0
	r.fields = r.fields[:0]
	for _, field := range fields {
		r.last += strings.Count(field, "\n")
		r.fields = append(r.fields, []byte(field))
	}
	return nil
}

// Line returns the number, counted from 1, of the line on which the row read last
// began. Before the first row, it is the line of the header.
func (r *Rows) Line() int { return r.line }

// Wrong adds the file name and the line to an error about the row read last, or about
// the header.
func (r *Rows) Wrong(err error) error {
	if !r.more && r.in.loneReturns() {
		err = errLoneReturns
	}
	return fmt.Errorf("%s:%d: %w", r.file, r.line, err)
}

// addLocation adds the file name and the line to an error of the CSV reader, except io.EOF.
// If reading the input failed, it returns the error of the input, because the CSV
// reader's error is only about the truncated row.
func (r *Rows) addLocation(err error) error {
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
		return fmt.Errorf("%s:%d: %w", r.file, syntax.StartLine+r.plain, syntax.Err)
	}
	return fmt.Errorf("%s: %w", r.file, err)
}

// recordLimit is a reader that fails if a record is too long. The CSV reader holds a
// whole record in memory, and an unclosed quote can extend a record to the end of the
// file.
type recordLimit struct {
	r     io.Reader
	n     int    // number of bytes read since the last record, not counting data read ahead
	first []byte // first piece of the data
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
	errRecordTooLong = fmt.Errorf("record of more than %d bytes; check for an unclosed quote or a format other than CSV", bounded.Record)
	errLoneReturns   = errors.New("lines end in carriage returns only; save the file with line feeds")
)

// loneReturns reports whether lines seem to end only in carriage returns, as in old
// Macintosh files. The CSV reader would treat such a file as a single line.
func (l *recordLimit) loneReturns() bool {
	return bytes.IndexByte(l.first, '\r') >= 0 && bytes.IndexByte(l.first, '\n') < 0
}
