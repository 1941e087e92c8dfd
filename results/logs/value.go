package logs

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// The types in this file are used for the fields of records. They accept any JSON
// value, and skip a value whose kind is not expected.

// A value holds a JSON value without parts, such as a number or a text. For an object
// or array, it holds only the kind.
type value struct {
	kind jsontext.Kind // 0 if there is no such field
	text string        // a text without its quotes, or a number
}

// kindNaN is the kind of a value that is NaN. Python writes NaN in JSON, although JSON
// does not allow it.
const kindNaN jsontext.Kind = 'N'

// UnmarshalJSONFrom reads any JSON value. It skips the contents of objects and arrays.
func (v *value) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*v = value{kind: d.PeekKind()}
	if v.kind == jsontext.KindBeginObject || v.kind == jsontext.KindBeginArray {
		return d.SkipValue()
	}
	raw, err := d.ReadValue()
	switch {
	case err != nil:
		return err
	case string(raw) == mendedNaN:
		v.kind = kindNaN
	case v.kind == jsontext.KindString:
		v.text = string(unquote(raw))
	case v.kind == jsontext.KindNumber:
		v.text = string(raw)
	}
	return nil
}

// exists reports whether the field exists, even if it is null.
func (v value) exists() bool { return v.kind != 0 }

// null reports whether the field is absent or null.
func (v value) null() bool { return v.kind == 0 || v.kind == jsontext.KindNull }

// isMissing reports whether the field is absent, null or NaN.
func (v value) isMissing() bool { return v.null() || v.kind == kindNaN }

// string returns the text, or a number as written. It returns "" for any other value.
func (v value) string() string { return v.text }

// question returns the value's text as the name of a question. It fails if the text is
// empty.
func (v value) question() (string, error) {
	if v.text == "" {
		return "", errNoQuestion
	}
	return v.text, nil
}

// label returns the value as a name: a non-empty text or a whole number. ok is false
// for anything else.
func (v value) label() (label string, ok bool) {
	if v.kind == jsontext.KindNumber {
		n, ok := v.integer()
		return strconv.FormatInt(n, 10), ok
	}
	return v.text, v.text != ""
}

// integer returns the integer in the value, which can also be written as text. It
// returns false for anything else.
func (v value) integer() (int64, bool) {
	if len(v.text) == 1 && v.text[0] >= '0' && v.text[0] <= '9' {
		return int64(v.text[0] - '0'), true
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(v.text, ".0"), 10, 64)
	return n, err == nil
}

// count returns the value as a count. It returns 0 if the value is negative or not an
// integer.
func (v value) count() int {
	n, _ := v.integer()
	return int(max(0, min(n, math.MaxInt32)))
}

// number returns the number in the value. Booleans are 1 and 0, and a missing value is
// NaN. It returns false for any other value.
func (v value) number() (float64, bool) {
	switch {
	case v.kind == jsontext.KindNumber:
		return parseNumber(v.text), true
	case v.kind == jsontext.KindTrue:
		return 1, true
	case v.kind == jsontext.KindFalse:
		return 0, true
	}
	if v.isMissing() {
		return math.NaN(), true
	}
	return 0, false
}

// orNaN returns the number in the value, or NaN if there is none.
func (v value) orNaN() float64 {
	if x, ok := v.number(); ok {
		return x
	}
	return math.NaN()
}

// publishedNumber returns the number in the value, which can be NaN. It returns false
// if the value is not a number.
func (v value) publishedNumber() (float64, bool) {
	return v.orNaN(), v.kind == jsontext.KindNumber || v.kind == kindNaN
}

// orElse returns x or, if x is NaN, the other argument.
func orElse(x, other float64) float64 {
	if math.IsNaN(x) {
		return other
	}
	return x
}

// truth returns 1 for true and 0 for false.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// parseNumber parses a JSON number. A number beyond the range of float64 becomes
// infinite. A mender uses such a number to replace Infinity, which JSON does not allow.
func parseNumber(text string) float64 {
	switch text {
	case "0", "0.0":
		return 0
	case "1", "1.0":
		return 1
	}
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

// unquote returns the text of a JSON string.
func unquote(raw []byte) []byte {
	if len(raw) < 2 {
		return nil
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, raw) // invalid Unicode becomes U+FFFD
	return text
}

// A part is a JSON object that is decoded into a record of type T.
type part[T any] struct {
	it    T
	there bool
}

// UnmarshalJSONFrom decodes an object into the record. It skips any other value.
func (p *part[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if p.there = d.PeekKind() == jsontext.KindBeginObject; !p.there {
		return d.SkipValue()
	}
	return decode(d, &p.it)
}

// A list holds the elements of a JSON array. It is nil if there is no array.
type list[T any] []T

// UnmarshalJSONFrom decodes an array. It skips any other value.
func (l *list[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == jsontext.KindBeginArray {
		*l = []T{}
	}
	return array(d, func(i int) error {
		if i == mostElements {
			return errLongList
		}
		*l = append(*l, *new(T))
		return decode(d, &(*l)[i])
	})
}

// mostElements limits how many elements of an array, or members of an object, are
// stored.
const mostElements = 1 << 22

var errLongList = refusal{fmt.Errorf("list of more than %d elements", mostElements)}

// A dict is a JSON object, stored as a map from member names to values.
type dict[T any] map[string]T

// UnmarshalJSONFrom decodes an object. It skips any other value.
func (m *dict[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if *m == nil && d.PeekKind() == jsontext.KindBeginObject {
		*m = dict[T]{}
	}
	return object(d, func(name []byte) error {
		key := string(name)
		item := (*m)[key]
		err := decode(d, &item)
		(*m)[key] = item
		return err
	})
}

// decode reads a JSON value into a Go value. It uses the method UnmarshalJSONFrom of
// the Go value if there is one, and otherwise the tags of the fields of a struct. A tag
// with dots is the path of a member in nested objects. If the last field has the tag *,
// it takes all other members. Decoding takes half the time of encoding/json, which
// looks up every name in a map.
func decode(d *jsontext.Decoder, into any) error {
	if own, ok := into.(interface{ UnmarshalJSONFrom(*jsontext.Decoder) error }); ok {
		return own.UnmarshalJSONFrom(d)
	}
	if kind := d.PeekKind(); kind != jsontext.KindBeginObject && kind != jsontext.KindNull {
		if err := d.SkipValue(); err != nil {
			return err
		}
		return kindError(kind, d.StackPointer(), "an object")
	}
	record := reflect.ValueOf(into).Elem()
	return readFields(d, record, fieldsOf(record.Type()))
}

// readFields reads the members of an object that belong to fields of a record. It skips
// all other members.
func readFields(d *jsontext.Decoder, record reflect.Value, fields []field) error {
	return object(d, func(name []byte) error {
		for i := range fields {
			switch f := &fields[i]; {
			case f.name != string(name):
			case f.inner != nil:
				return readFields(d, record, f.inner)
			default:
				return decode(d, record.Field(f.index).Addr().Interface())
			}
		}
		if last := fields[len(fields)-1]; last.name == "*" {
			return record.Field(last.index).Addr().Interface().(interface {
				member(name []byte, d *jsontext.Decoder) error
			}).member(name, d)
		}
		return nil
	})
}

// A field holds the JSON name of one field of a struct. For a path such as a.b, it
// holds the name a and the fields of the object a.
type field struct {
	name  string
	index int     // index of the field in the record
	inner []field // fields whose values are in the object
}

var fieldsByType sync.Map

// fieldsOf returns the fields of a record type, with names from their tags.
func fieldsOf(record reflect.Type) (fields []field) {
	if known, ok := fieldsByType.Load(record); ok {
		return known.([]field)
	}
	for i := range record.NumField() {
		fields = addField(fields, strings.Split(record.Field(i).Tag.Get("json"), "."), i)
	}
	fieldsByType.Store(record, fields)
	return fields
}

// addField adds the record's field with the given index to a list of fields, and
// returns the list. The path holds the JSON names that lead to the field's value.
func addField(fields []field, path []string, index int) []field {
	at := slices.IndexFunc(fields, func(f field) bool { return f.name == path[0] })
	if at < 0 {
		at, fields = len(fields), append(fields, field{name: path[0], index: index})
	}
	if len(path) > 1 {
		fields[at].inner = addField(fields[at].inner, path[1:], index)
	}
	return fields
}

// oneOrMore holds the elements of a JSON array. Any other JSON value is stored as the
// only element.
type oneOrMore []value

// UnmarshalJSONFrom reads an array, or any other value as the only element.
func (l *oneOrMore) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == jsontext.KindBeginArray {
		return (*list[value])(l).UnmarshalJSONFrom(d)
	}
	*l = make([]value, 1)
	return (*l)[0].UnmarshalJSONFrom(d)
}

// length holds the number of elements of a JSON array, but not the elements.
type length struct {
	n     int
	there bool
}

// UnmarshalJSONFrom counts the elements of an array.
func (l *length) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*l = length{there: d.PeekKind() == jsontext.KindBeginArray}
	return array(d, func(int) error {
		l.n++
		return nil
	})
}

// elementVisitor calls a function for every element of a JSON array or object. It reads
// them one at a time, because there can be many.
type elementVisitor[T any] struct {
	do    func(name string, item *T) error // name is "" for an element of an array
	there bool
}

// UnmarshalJSONFrom passes each element of an array, or each member of an object, to
// e.do.
func (e *elementVisitor[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	e.there = true
	var item T
	read := func(name string) error {
		item = *new(T)
		if err := decode(d, &item); err != nil {
			return err
		}
		if err := e.do(name, &item); err != nil {
			return refusal{err}
		}
		return nil
	}
	if d.PeekKind() == jsontext.KindBeginArray {
		return array(d, func(int) error { return read("") })
	}
	return object(d, func(name []byte) error { return read(string(name)) })
}

// orderedMembers holds the members of a JSON object, or the elements of an array, in
// their order.
type orderedMembers[T any] []named[T]

type named[T any] struct {
	name string
	it   T
}

// UnmarshalJSONFrom reads the members of an object or the elements of an array.
func (o *orderedMembers[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == jsontext.KindBeginArray {
		return array(d, func(int) error { return o.member(nil, d) })
	}
	return object(d, func(name []byte) error { return o.member(name, d) })
}

// member reads one more member and appends it.
func (o *orderedMembers[T]) member(name []byte, d *jsontext.Decoder) error {
	if len(*o) == mostElements {
		return errLongList
	}
	*o = append(*o, named[T]{name: string(name)})
	return decode(d, &(*o)[len(*o)-1].it)
}

// chosenField holds the value of one field whose name is known only at run time. The
// name is "" if no field is to be read.
type chosenField struct {
	name string
	value
}

// member reads a member if it has the chosen name.
func (c *chosenField) member(name []byte, d *jsontext.Decoder) error {
	if c.name == "" || c.name != string(name) {
		return nil
	}
	return c.UnmarshalJSONFrom(d)
}

// A branch holds a JSON value, or the members of an object.
type branch struct {
	value
	members orderedMembers[value]
}

// UnmarshalJSONFrom reads the members of an object, or any other value.
func (b *branch) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == jsontext.KindBeginObject {
		b.kind = jsontext.KindBeginObject
		return b.members.UnmarshalJSONFrom(d)
	}
	return b.value.UnmarshalJSONFrom(d)
}

// member returns the object's member with the given name, or the zero value.
func (b *branch) member(name string) value { return memberOf(b.members, name) }

// memberOf returns the member with the given name, or the zero value.
func memberOf(members orderedMembers[value], name string) value {
	for _, m := range members {
		if m.name == name {
			return m.it
		}
	}
	return value{}
}

// kindName returns the name of a JSON kind for a message, such as "a number".
func kindName(kind jsontext.Kind) string {
	switch kind {
	case jsontext.KindBeginObject:
		return "an object"
	case jsontext.KindBeginArray:
		return "a list"
	case jsontext.KindString:
		return "text"
	case jsontext.KindNumber:
		return "a number"
	case jsontext.KindNull:
		return "null"
	case jsontext.KindTrue, jsontext.KindFalse:
		return "a boolean"
	}
	return "nothing"
}
