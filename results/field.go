package results

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"settle/internal/csvfile"
	"settle/internal/quoted"
)

// Field is what stands in one column of a row. The zero Field is that of a
// column that is not there.
type Field struct {
	kind jsontext.Kind
	text []byte // as it is written
}

// The kinds of fields: those of JSON values, and these.
const (
	absent jsontext.Kind = 0
	plain  jsontext.Kind = ',' // of CSV, which has no types
)

// Float returns the number in the field: booleans count as 0 and 1, and what is
// missing (no column, an empty field, null, NaN) as NaN. It returns false for
// anything else, and for numbers beyond those of float64. Numbers of CSV are
// decimal, as in JSON, but 1. and +.5 are numbers, too.
func (f Field) Float() (x float64, ok bool) {
	text := f.text
	switch f.kind {
	case absent, jsontext.KindNull:
		return math.NaN(), true
	case jsontext.KindTrue:
		return 1, true
	case jsontext.KindFalse:
		return 0, true
	case jsontext.KindNumber:
		x, err := strconv.ParseFloat(string(text), 64)
		return x, err == nil
	case jsontext.KindString:
		// Tools that cannot write NaN as a number write it as text.
		text := f.unquoted()
		return math.NaN(), len(text) == 0 || bytes.EqualFold(text, []byte("nan"))
	case plain:
		return parseFloat(bytes.TrimSpace(text))
	}
	return 0, false // an object or an array
}

// Text returns the text in the field, of which there is none where it is missing (no
// column, an empty field, null). It returns false for what is no text. It is valid as
// long as the field.
func (f Field) Text() (text []byte, ok bool) {
	switch f.kind {
	case absent, jsontext.KindNull:
		return nil, true
	case jsontext.KindString:
		return f.unquoted(), true
	case plain:
		return f.text, true
	}
	return nil, false
}

// word returns what stands in the field in one word; nothing of a list or an object.
func (f Field) word() []byte {
	text, ok := f.Text()
	if !ok && f.kind != jsontext.KindBeginObject && f.kind != jsontext.KindBeginArray {
		return f.text
	}
	return text
}

// parseFloat reads a number without a type, as Float does.
func parseFloat(text []byte) (float64, bool) {
	if x, ok := csvfile.Number(string(text)); ok {
		return x, true
	}
	switch strings.ToLower(string(text)) {
	case "", "null":
		return math.NaN(), true
	case "true":
		return 1, true
	case "false":
		return 0, true
	}
	return 0, false
}

// Not is the error that the field of a column is not what is wanted there, such
// as "a number in [0, 1]".
func (f Field) Not(column, wanted string) error {
	if f.kind == plain || f.kind == jsontext.KindNumber {
		return fmt.Errorf("%s %s is not %s", column, quoted.Text(string(f.text)), wanted)
	}
	return fmt.Errorf("%s is %s, not %s", column, f.describe(), wanted)
}

// category returns the category in the field, a number or a boolean, and false if
// there is something else.
func (f Field) category() (uint8, bool) {
	switch f.kind {
	case plain, jsontext.KindNumber, jsontext.KindTrue, jsontext.KindFalse:
		if n, ok := fewDigits(f.text); ok && n < MaxCategories {
			return uint8(n), true
		}
		return parseCategory(string(f.text))
	}
	return 0, false
}

// parseWhole reads a whole number. It accepts a fraction of zeros, which
// tools write when a column of integers has become one of floats.
func parseWhole(text string) (int64, error) {
	text = strings.TrimSpace(text)
	if whole, fraction, ok := strings.Cut(text, "."); ok && strings.Trim(fraction, "0") == "" {
		text = whole
	}
	return strconv.ParseInt(text, 10, 64)
}

// wholeOf is parseWhole, and quick where the text is nothing but a few digits.
func wholeOf(text []byte) (int64, error) {
	if n, ok := fewDigits(text); ok {
		return n, nil
	}
	return parseWhole(string(text))
}

// fewDigits reads a number of one to nine digits, and returns false for anything else.
func fewDigits(text []byte) (n int64, ok bool) {
	for _, digit := range text {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		n = 10*n + int64(digit-'0')
	}
	return n, len(text) > 0 && len(text) < 10
}

// parseCategory reads an outcome, a boolean or an integer 0..255, and returns
// false if the text is neither.
func parseCategory(text string) (uint8, bool) {
	switch strings.TrimSpace(text) {
	case "true", "True", "TRUE":
		return 1, true
	case "false", "False", "FALSE":
		return 0, true
	}
	whole, err := parseWhole(text)
	if err != nil || whole < 0 || whole >= MaxCategories {
		return 0, false
	}
	return uint8(whole), true
}

// task takes the name of a task, or null, which tools write where there is none.
func (f Field) task() ([]byte, error) {
	if f.kind == absent || f.kind == jsontext.KindNull {
		return nil, nil
	}
	name, err := f.name("task")
	if err == nil && !utf8.Valid(name) {
		err = checkName("task", string(name))
	}
	return name, err
}

// name takes a string, or an integer as it is written.
func (f Field) name(column string) ([]byte, error) {
	switch {
	case f.kind == plain:
		return f.text, nil
	case f.kind == jsontext.KindString:
		return f.unquoted(), nil
	case f.kind == jsontext.KindNumber && !bytes.ContainsAny(f.text, ".eE"):
		return f.text, nil
	}
	return nil, fmt.Errorf("%s is %s, not a name", column, f.describe())
}

// unquoted returns the text of a JSON string.
func (f Field) unquoted() []byte {
	if bytes.IndexByte(f.text, '\\') < 0 {
		return f.text[1 : len(f.text)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, f.text) // cannot fail for a value that was read
	return text
}

// describe names a field for a message.
func (f Field) describe() string {
	switch f.kind {
	case jsontext.KindString:
		return "the text " + quoted.Text(string(f.unquoted()))
	case jsontext.KindNumber:
		return "the number " + quoted.Text(string(f.text))
	case jsontext.KindBeginObject:
		return "an object"
	case jsontext.KindBeginArray:
		return "an array"
	}
	return string(f.text) // true, false or null
}
