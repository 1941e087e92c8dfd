package results

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// readCSV reads rows in long form, with a header.
func readCSV(r io.Reader, file string, values []Column, to sink) error {
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
		return fmt.Errorf("%s: is empty", file)
	} else if err != nil {
		return err
	}
	names := trimmed(header)
	columns := slices.Concat(identity, values)
	at, err := findColumns(columns, names)
	if err == nil {
		err = to.bind(newCSVHeader(values, at[identityFields:], names))
	}
	if err != nil {
		return errorAt(file, line, err)
	}
	row, width := newCSVRow(at), len(names)
	for {
		texts, err := next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if len(texts) != width {
			return errorAt(file, line, fmt.Errorf("%d fields, but the header has %d", len(texts), width))
		}
		fields := row.fill(texts)
		wanted, err := to.wants(fields[taskField])
		if err == nil && wanted {
			err = to.add(line, fields)
		}
		if err != nil {
			return errorAt(file, line, err)
		}
	}
}

// newCSVHeader is the header of columns that are at these places, −1 for none.
func newCSVHeader(columns []Column, at []int, names []string) *Header {
	present := make([]bool, len(columns))
	for i := range columns {
		present[i] = at[i] >= 0
	}
	return &Header{columns: columns, present: present, what: "header", names: func() []string { return names }}
}

// csvRow picks the columns that matter from a row. The texts are copied to one
// place, so that what reads them need not know whether they came as strings.
type csvRow struct {
	at     []int
	text   []byte
	fields []Field
}

func newCSVRow(at []int) *csvRow { return &csvRow{at: at, fields: make([]Field, len(at))} }

// fill returns the fields of a row, which are valid until the next call.
func (r *csvRow) fill(texts []string) []Field {
	r.text = r.text[:0]
	for i, at := range r.at {
		if at < 0 {
			continue
		}
		start := len(r.text)
		r.text = append(r.text, texts[at]...)
		r.fields[i] = Field{kind: plain, text: r.text[start:]}
	}
	return r.fields
}

func trimmed(header []string) []string {
	names := make([]string, len(header))
	for i, name := range header {
		names[i] = strings.TrimSpace(name)
	}
	return names
}

// findColumns returns where each column is, −1 for one that is not there.
func findColumns(columns []Column, names []string) ([]int, error) {
	at := make([]int, len(columns))
	for i, c := range columns {
		at[i] = slices.Index(names, c.Name)
		switch {
		case at[i] < 0 && !c.Optional:
			return nil, fmt.Errorf("the header has no column %q: %s; %s", c.Name, list(names), advice(columns, names))
		case at[i] >= 0 && slices.Contains(names[at[i]+1:], c.Name):
			return nil, fmt.Errorf("the header has two columns %q", c.Name)
		}
	}
	return at, nil
}

// advice says what to change about a header that lacks a column.
func advice(columns []Column, names []string) string {
	if len(names) == 1 && strings.ContainsAny(names[0], ";\t") {
		return "separate the fields with commas"
	}
	var needed []string
	for _, c := range columns {
		if !c.Optional {
			needed = append(needed, c.Name)
		}
	}
	return "it needs " + strings.Join(needed, ", ")
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
