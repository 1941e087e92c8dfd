package results

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"unicode/utf8"

	"settle/internal/bounded"
	"settle/internal/quoted"

	"github.com/go-json-experiment/json/jsontext"
)

// readJSONL reads a file with one JSON object per line and passes its rows to a sink.
// columnsOf(keys) chooses the columns, given the keys of the first line.
func readJSONL(r *bufio.Reader, file string, columnsOf layout, to sink) error {
	in := bufio.NewReaderSize(r, bounded.Record)
	row := &jsonRow{}
	blank := 0 // bytes since the last record
	for line := 1; ; line++ {
		text, err := nextLine(in)
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errLineTooLong):
			return errorAt(file, line, err)
		case err != nil:
			return fmt.Errorf("%s: after line %d: %w", file, line-1, err)
		}
		if len(bytes.TrimSpace(text)) == 0 {
			if blank += len(text); blank > bounded.Record {
				return errorAt(file, line, errBlank)
			}
			continue
		}
		blank = 0
		if row.columns == nil {
			if err := row.lay(columnsOf, text); err != nil {
				return errorAt(file, line, err)
			}
		}
		if err := row.add(to, line, text); err != nil {
			return errorAt(file, line, err)
		}
	}
}

var errLineTooLong = fmt.Errorf("line of more than %d bytes", bounded.Record)

// nextLine returns the next line, which is valid until the next call. It returns io.EOF
// after the last line. It returns an error for a line that a read error cut short.
func nextLine(in *bufio.Reader) ([]byte, error) {
	text, err := in.ReadSlice('\n')
	switch {
	case err == bufio.ErrBufferFull:
		return nil, errLineTooLong
	case err == io.EOF && len(text) > 0:
		return text, nil
	}
	return text, err
}

// A jsonRow extracts the values of the columns that are wanted from each JSON line.
type jsonRow struct {
	object  object
	columns []Column
	at      map[string]int // index of each column, by name
	order   []int          // column of each key of the previous line; −1 for keys that are not wanted
	fields  []Field
	bound   []bool // which fields were present when the values were last bound
}

// lay chooses the columns to read. To do so, it passes the keys of the first line to
// columnsOf.
func (r *jsonRow) lay(columnsOf layout, first []byte) error {
	names, err := r.object.keys(first)
	if err != nil {
		return err
	}
	if r.columns, err = columnsOf(names); err != nil {
		return err
	}
	r.at, r.fields = make(map[string]int), make([]Field, len(r.columns))
	for i, c := range r.columns {
		r.at[c.Name] = i
	}
	return nil
}

// add parses one line and passes its values to the sink.
func (r *jsonRow) add(to sink, line int, text []byte) error {
	if err := r.parse(text); err != nil {
		return err
	}
	wanted, err := to.wants(r.fields[taskField])
	if err != nil || !wanted {
		return err
	}
	if r.hasChanged() {
		if err := to.bind(r.header(text)); err != nil {
			return err
		}
	}
	return to.add(line, r.fields)
}

// parse sets the fields to the values in a line. Keys are case-sensitive. A wanted key
// that appears twice is an error.
func (r *jsonRow) parse(line []byte) error {
	clear(r.fields)
	n := 0
	err := r.object.members(line, func(key []byte, value Field) error {
		i := r.column(n, key)
		n++
		switch {
		case i < 0:
			return nil
		case r.fields[i].kind != absent:
			return fmt.Errorf("the key %s appears twice", quoted.Text(r.columns[i].Name))
		}
		r.fields[i] = value
		return nil
	})
	if err != nil {
		return err
	}
	var missing []string
	for i, c := range r.columns {
		if r.fields[i].kind == absent && !c.Optional {
			missing = append(missing, c.Name)
		}
	}
	if missing != nil {
		return fmt.Errorf("the line has no %s", nameMissing("key", missing))
	}
	return nil
}

// column returns the index of the column named by the n-th key of a line, or −1 if
// there is none. It first tries the column of the n-th key of the previous line.
func (r *jsonRow) column(n int, key []byte) int {
	if n == len(r.order) {
		r.order = append(r.order, -1)
	}
	if i := r.order[n]; i >= 0 && r.columns[i].Name == string(key) {
		return i
	}
	i, ok := r.at[string(key)]
	if !ok {
		i = -1
	}
	r.order[n] = i
	return i
}

// hasChanged reports whether the present line has other wanted keys than the line
// before it. It is true for the first line.
func (r *jsonRow) hasChanged() bool {
	changed := r.bound == nil
	if changed {
		r.bound = make([]bool, len(r.fields))
	}
	for i, f := range r.fields {
		present := f.kind != absent
		changed = changed || present != r.bound[i]
		r.bound[i] = present
	}
	return changed
}

// header returns the header of the line from which the fields were parsed.
func (r *jsonRow) header(line []byte) *Header {
	return &Header{
		columns: r.columns[identityFields:],
		present: r.bound[identityFields:],
		what:    "line",
		names: func() []string {
			names, _ := r.object.keys(line) // cannot fail, because the line was parsed before
			return names
		},
	}
}

// An object visits the keys and values of JSON objects without allocating.
type object struct {
	text    bytes.Buffer // the decoder reads it in place
	decoder *jsontext.Decoder
}

// members calls the function with each key and value of the object in a line, in order.
// Both are slices of the line. It stops at the first error of the function.
func (o *object) members(line []byte, member func(key []byte, value Field) error) error {
	o.text = *bytes.NewBuffer(line)
	if o.decoder == nil {
		o.decoder = new(jsontext.Decoder)
	}
	// Keys that are not wanted can appear twice.
	o.decoder.Reset(&o.text, jsontext.AllowDuplicateNames(true))
	if o.decoder.PeekKind() != jsontext.KindBeginObject {
		return notObjectError(line, nil)
	}
	if _, err := o.decoder.ReadToken(); err != nil {
		return notObjectError(line, err)
	}
	for o.decoder.PeekKind() != jsontext.KindEndObject {
		key, err := o.next(line)
		if err != nil {
			return notObjectError(line, err)
		}
		value, err := o.next(line)
		if err != nil {
			return notObjectError(line, err)
		}
		if err := member(key.unquote(), value); err != nil {
			return err
		}
	}
	if _, err := o.decoder.ReadToken(); err != nil {
		return notObjectError(line, err)
	}
	if rest := line[o.decoder.InputOffset():]; len(bytes.TrimSpace(rest)) > 0 {
		return notObjectError(line, errors.New("unexpected data after the object"))
	}
	return nil
}

// keys returns the keys of the object in a line, in order.
func (o *object) keys(line []byte) (names []string, err error) {
	err = o.members(line, func(key []byte, _ Field) error {
		names = append(names, string(key))
		return nil
	})
	return names, err
}

// next returns the next key or value as a slice of the line. It does not return the
// decoder's own copy, which is valid only until the next read.
func (o *object) next(line []byte) (Field, error) {
	value, err := o.decoder.ReadValue()
	if err != nil {
		return Field{}, err
	}
	end := o.decoder.InputOffset()
	return Field{kind: value.Kind(), text: line[end-int64(len(value)) : end]}, nil
}

// notObjectError returns the error for a line that is not a JSON object. The message of
// encoding/json is clearer, but that package accepts some lines that jsontext rejects.
func notObjectError(line []byte, err error) error {
	if !utf8.Valid(line) {
		return errors.New("is not UTF-8")
	}
	if plainer := json.Unmarshal(line, new(json.RawMessage)); plainer != nil {
		err = plainer
	}
	if err == nil {
		return errors.New("is not a JSON object")
	}
	if name := bareNumber(line); name != "" {
		return fmt.Errorf("is not a JSON object: JSON has no %s; use null", name)
	}
	return fmt.Errorf("is not a JSON object: %s", quoted.Message(err))
}

// bareNumber returns the first NaN, Infinity or -Infinity, as Python writes them, in a
// line. It returns "" if there is none, or if replacing it by null would not make the
// line a JSON object.
func bareNumber(line []byte) (first string) {
	mended := textOrBareNumber.ReplaceAllFunc(line, func(match []byte) []byte {
		if match[0] == '"' {
			return match
		}
		first = cmp.Or(first, string(match))
		return []byte("null")
	})
	if json.Unmarshal(mended, new(map[string]json.RawMessage)) != nil {
		return ""
	}
	return first
}

// textOrBareNumber matches NaN and infinities. It also matches strings, so that such
// words inside strings are skipped.
var textOrBareNumber = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|NaN|-?Infinity`)
