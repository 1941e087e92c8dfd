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

// The types of this file are those of the fields of records. They take whatever stands
// in a log: what is of another kind than a reader expects is passed over.

// value is a number, text or other value without parts; of an object or array it
// tells only the kind.
type value struct {
	kind jsontext.Kind // 0 where there is no such field
	text string        // of a text, without its quotes, or of a number
}

// kindNaN is the kind of a bare NaN.
const kindNaN jsontext.Kind = 'N'

// UnmarshalJSONFrom reads it.
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
		v.text = string(unquoted(raw))
	case v.kind == jsontext.KindNumber:
		v.text = string(raw)
	}
	return nil
}

// there tells whether there is such a field, whatever it holds.
func (v value) there() bool { return v.kind != 0 }

// null tells whether there is no such field, or null.
func (v value) null() bool { return v.kind == 0 || v.kind == jsontext.KindNull }

// missing tells whether there is no value: no field, null or NaN.
func (v value) missing() bool { return v.null() || v.kind == kindNaN }

// string is a text, or a number as it is written; anything else is "".
func (v value) string() string { return v.text }

// question is the string, which names a question and must not be empty.
func (v value) question() (string, error) {
	if v.text == "" {
		return "", errNoQuestion
	}
	return v.text, nil
}

// label is a text that is not empty or a whole number.
func (v value) label() (label string, ok bool) {
	if v.kind == jsontext.KindNumber {
		n, ok := v.whole()
		return strconv.FormatInt(n, 10), ok
	}
	return v.text, v.text != ""
}

// whole is an integer, also one that is written as text.
func (v value) whole() (int64, bool) {
	if len(v.text) == 1 && v.text[0] >= '0' && v.text[0] <= '9' {
		return int64(v.text[0] - '0'), true
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(v.text, ".0"), 10, 64)
	return n, err == nil
}

// count is a number of things, 0 if it is none.
func (v value) count() int {
	n, _ := v.whole()
	return int(max(0, min(n, math.MaxInt32)))
}

// number is a number or a boolean; what is missing is NaN. It returns false for
// anything else.
func (v value) number() (float64, bool) {
	switch {
	case v.kind == jsontext.KindNumber:
		return parseNumber(v.text), true
	case v.kind == jsontext.KindTrue:
		return 1, true
	case v.kind == jsontext.KindFalse:
		return 0, true
	}
	if v.missing() {
		return math.NaN(), true
	}
	return 0, false
}

// orNaN is the number, NaN if there is none.
func (v value) orNaN() float64 {
	if x, ok := v.number(); ok {
		return x
	}
	return math.NaN()
}

// published is a number, which may be NaN; it returns false for anything else.
func (v value) published() (float64, bool) {
	return v.orNaN(), v.kind == jsontext.KindNumber || v.kind == kindNaN
}

// orElse is x, or the other if x is NaN.
func orElse(x, other float64) float64 {
	if math.IsNaN(x) {
		return other
	}
	return x
}

// truth is 1 for true and 0 for false.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// parseNumber reads a number of JSON. One beyond float64 is infinite, which is
// how a bare Infinity is marked, too.
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

// unquoted is the text of a JSON string.
func unquoted(raw []byte) []byte {
	if len(raw) < 2 {
		return nil
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, raw) // what is not Unicode in it becomes U+FFFD
	return text
}

// part is an object.
type part[T any] struct {
	it    T
	there bool
}

// UnmarshalJSONFrom reads it.
func (p *part[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if p.there = d.PeekKind() == jsontext.KindBeginObject; !p.there {
		return d.SkipValue()
	}
	return decode(d, &p.it)
}

// list is an array, nil if there is none.
type list[T any] []T

// UnmarshalJSONFrom reads it.
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

// mostElements limits the elements of an array, and the members of an object, that are held.
const mostElements = 1 << 22

var errLongList = refusal{fmt.Errorf("a list of more than %d elements", mostElements)}

// dict is an object by the names of its members.
type dict[T any] map[string]T

// UnmarshalJSONFrom reads it.
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

// decode reads a value: by its own method, or as a record, whose fields it knows by their
// tags. A tag with dots is the path of a member of objects in the object. A last field with
// the tag * takes all other members. This takes half the time of package json, which looks up
// every name in a map.
func decode(d *jsontext.Decoder, into any) error {
	if own, ok := into.(interface{ UnmarshalJSONFrom(*jsontext.Decoder) error }); ok {
		return own.UnmarshalJSONFrom(d)
	}
	if kind := d.PeekKind(); kind != jsontext.KindBeginObject && kind != jsontext.KindNull {
		if err := d.SkipValue(); err != nil {
			return err
		}
		return otherKind(kind, d.StackPointer(), "an object")
	}
	record := reflect.ValueOf(into).Elem()
	return readFields(d, record, fieldsOf(record.Type()))
}

// readFields reads the members of an object that are fields of a record, and passes over
// whatever else stands there.
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

// field is what JSON calls a field of a record, or an object that holds some.
type field struct {
	name  string
	index int     // of the field
	inner []field // of the object
}

var fieldsByType sync.Map

// fieldsOf returns the fields of a record.
func fieldsOf(record reflect.Type) (fields []field) {
	if known, ok := fieldsByType.Load(record); ok {
		return known.([]field)
	}
	for i := range record.NumField() {
		fields = withField(fields, strings.Split(record.Field(i).Tag.Get("json"), "."), i)
	}
	fieldsByType.Store(record, fields)
	return fields
}

// withField adds a field at a path.
func withField(fields []field, path []string, index int) []field {
	at := slices.IndexFunc(fields, func(f field) bool { return f.name == path[0] })
	if at < 0 {
		at, fields = len(fields), append(fields, field{name: path[0], index: index})
	}
	if len(path) > 1 {
		fields[at].inner = withField(fields[at].inner, path[1:], index)
	}
	return fields
}

// oneOrMore is an array, or what else stands there as the only element of one.
type oneOrMore []value

// UnmarshalJSONFrom reads it.
func (l *oneOrMore) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == jsontext.KindBeginArray {
		return (*list[value])(l).UnmarshalJSONFrom(d)
	}
	*l = make([]value, 1)
	return (*l)[0].UnmarshalJSONFrom(d)
}

// length is the number of elements of an array, of which it holds none.
type length struct {
	n     int
	there bool
}

// UnmarshalJSONFrom reads it.
func (l *length) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*l = length{there: d.PeekKind() == jsontext.KindBeginArray}
	return array(d, func(int) error {
		l.n++
		return nil
	})
}

// each is an array or an object whose elements are read one at a time, for there may be
// many of them.
type each[T any] struct {
	do    func(name string, item *T) error // the name is "" in an array
	there bool
}

// UnmarshalJSONFrom reads it.
func (e *each[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
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

// ordered holds what an object or an array holds, in order.
type ordered[T any] []named[T]

type named[T any] struct {
	name string
	it   T
}

// UnmarshalJSONFrom reads it.
func (o *ordered[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == jsontext.KindBeginArray {
		return array(d, func(int) error { return o.member(nil, d) })
	}
	return object(d, func(name []byte) error { return o.member(name, d) })
}

// member reads one more.
func (o *ordered[T]) member(name []byte, d *jsontext.Decoder) error {
	if len(*o) == mostElements {
		return errLongList
	}
	*o = append(*o, named[T]{name: string(name)})
	return decode(d, &(*o)[len(*o)-1].it)
}

// chosen is the value of the only field of a name that is known while reading, "" for none.
type chosen struct {
	name string
	value
}

// member reads the field, and leaves others.
func (c *chosen) member(name []byte, d *jsontext.Decoder) error {
	if c.name == "" || c.name != string(name) {
		return nil
	}
	return c.UnmarshalJSONFrom(d)
}

// branch is a value, or an object of values.
type branch struct {
	value
	members ordered[value]
}

// UnmarshalJSONFrom reads it.
func (b *branch) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == jsontext.KindBeginObject {
		b.kind = jsontext.KindBeginObject
		return b.members.UnmarshalJSONFrom(d)
	}
	return b.value.UnmarshalJSONFrom(d)
}

// member is a member of the object, if there is one of that name.
func (b *branch) member(name string) value { return memberOf(b.members, name) }

// memberOf returns the member of that name, if there is one.
func memberOf(members ordered[value], name string) value {
	for _, m := range members {
		if m.name == name {
			return m.it
		}
	}
	return value{}
}

// kindName returns what a value is called in a message.
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
