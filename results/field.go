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

// A Field is the value of one column in one row. The zero Field means that the column
// is absent.
type Field struct {
	kind jsontext.Kind
	text []byte // as written in the file
}

// Kinds of fields, in addition to the kinds in package jsontext.
const (
	absent jsontext.Kind = 0
	plain  jsontext.Kind = ',' // a CSV field, which has no type
)

// Float returns the number in the field. Booleans are 1 and 0. A missing value (no
// column, an empty field, null or NaN) is NaN. ok is false for anything else, and for
// numbers beyond the range of float64. CSV numbers are decimal, as in JSON, but 1. and
// +.5 are also accepted.
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
		// Tools that cannot write NaN as a JSON number write it as text.
		text := f.unquote()
		return math.NaN(), len(text) == 0 || bytes.EqualFold(text, []byte("nan"))
	case plain:
		return parseFloat(bytes.TrimSpace(text))
	}
	return 0, false // an object or an array
}

// Text returns the text in the field. It is empty if the value is missing (no column,
// an empty field or null). ok is false if the field is not text. The slice is valid for
// as long as the field is.
func (f Field) Text() (text []byte, ok bool) {
	switch f.kind {
	case absent, jsontext.KindNull:
		return nil, true
	case jsontext.KindString:
		return f.unquote(), true
	case plain:
		return f.text, true
	}
	return nil, false
}

// word returns the field's value as text, or nil for an object or array.
func (f Field) word() []byte {
	text, ok := f.Text()
	if !ok && f.kind != jsontext.KindBeginObject && f.kind != jsontext.KindBeginArray {
		return f.text
	}
	return text
}

// parseFloat parses a number of a CSV field, as Float does.
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

// Not returns an error which says that a field is not the wanted kind of value. The
// arguments are the name of the field's column and a phrase such as "a number in [0,
// 1]".
func (f Field) Not(column, wanted string) error {
	if f.kind == plain || f.kind == jsontext.KindNumber {
		return fmt.Errorf("%s %s is not %s", column, quoted.Text(string(f.text)), wanted)
	}
	return fmt.Errorf("%s is %s, not %s", column, f.describe(), wanted)
}

// category returns the category in the field, which can be an integer or a boolean. It
// returns false for anything else.
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

// parseWhole parses a whole number. It accepts decimals if all are zero, as in 3.0,
// because tools write them when a column of integers has become a column of floats.
func parseWhole(text string) (int64, error) {
	text = strings.TrimSpace(text)
	if whole, fraction, ok := strings.Cut(text, "."); ok && strings.Trim(fraction, "0") == "" {
		text = whole
	}
	return strconv.ParseInt(text, 10, 64)
}

// parseWholeFast parses a whole number as parseWhole does, but faster if the number has
// only a few digits.
func parseWholeFast(text []byte) (int64, error) {
	if n, ok := fewDigits(text); ok {
		return n, nil
	}
	return parseWhole(string(text))
}

// fewDigits parses a number of one to nine digits. It returns false for anything else.
func fewDigits(text []byte) (n int64, ok bool) {
	for _, digit := range text {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		n = 10*n + int64(digit-'0')
	}
	return n, len(text) > 0 && len(text) < 10
}

// parseCategory parses an outcome that is a boolean or an integer 0..255. It returns
// false for anything else.
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

// task returns the name of the task in the field. For null, which some tools write if
// there is no task, it returns the empty name.
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

// name returns the name in the field: a string, or an integer exactly as written.
func (f Field) name(column string) ([]byte, error) {
	switch {
	case f.kind == plain:
		return f.text, nil
	case f.kind == jsontext.KindString:
		return f.unquote(), nil
	case f.kind == jsontext.KindNumber && !bytes.ContainsAny(f.text, ".eE"):
		return f.text, nil
	}
	return nil, fmt.Errorf("%s is %s, not a name", column, f.describe())
}

// unquote returns the text of the JSON string in the field.
func (f Field) unquote() []byte {
	if bytes.IndexByte(f.text, '\\') < 0 {
		return f.text[1 : len(f.text)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, f.text) // cannot fail for a value that was read before
	return text
}

// describe returns a description of the field for an error message.
func (f Field) describe() string {
	switch f.kind {
	case jsontext.KindString:
		return "the text " + quoted.Text(string(f.unquote()))
	case jsontext.KindNumber:
		return "the number " + quoted.Text(string(f.text))
	case jsontext.KindBeginObject:
		return "an object"
	case jsontext.KindBeginArray:
		return "an array"
	}
	return string(f.text) // true, false or null
}
