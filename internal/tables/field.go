package tables

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Field describes one property of things of type T. It is a column of tables. Unless
// it was made by Left or a similar function, it is also a column of CSV and a member of
// JSON objects.
type Field[T any] struct {
	Column
	Key string // name of the property in CSV, in JSON and for Pick

	value func(T) any
	show  func(any) string // formats a value for a table
	shown bool             // the property appears only in tables
}

// absent is the type of the value Absent.
type absent struct{}

// Absent is the value of a property that a thing does not have. Its cell is empty, and
// JSON objects omit it. Tables omit a column in which all cells are Absent.
var Absent any = absent{}

// When returns v if the condition is true, else Absent.
func When(condition bool, v any) any {
	if condition {
		return v
	}
	return Absent
}

// OrAbsent returns v. If v is the zero value, it returns Absent.
func OrAbsent[V comparable](v V) any {
	var zero V
	if v == zero {
		return Absent
	}
	return v
}

// OrNull returns v. If v is the zero value, it returns nil, which is shown as null in
// JSON, as an empty cell in CSV and as Missing in tables.
func OrNull[V comparable](v V) any {
	var zero V
	if v == zero {
		return nil
	}
	return v
}

// Known returns v if known is true, else nil. The value nil is shown as null in JSON,
// as an empty cell in CSV and as Missing in tables.
func Known(known bool, v any) any {
	if known {
		return v
	}
	return nil
}

// Data returns a field for tables, CSV and JSON. In tables, the column is named by the
// key, unless Head, Rounded or Percent sets another name. Columns are right-aligned,
// except columns of strings and booleans.
func Data[T, V any](key string, value func(T) V) Field[T] {
	f := Field[T]{Key: key, value: func(thing T) any { return value(thing) }, show: Cell}
	f.Name = key
	switch any(*new(V)).(type) {
	case bool:
		f.Marks = true
	case string:
	default:
		f.Right = true
	}
	return f
}

// Left returns a left-aligned column of words that appears only in tables.
func Left[T any](name string, cell func(T) string) Field[T] {
	f := Data(name, cell)
	f.shown = true
	return f
}

// Right returns a right-aligned column of numbers that appears only in tables.
func Right[T any](name string, cell func(T) string) Field[T] {
	f := Left(name, cell)
	f.Column.Right = true
	return f
}

// RightNumber returns a right-aligned column of numbers that appears only in tables.
// The function Number formats them, as in CSV.
func RightNumber[T any](name string, of func(T) float64) Field[T] {
	return Right(name, func(thing T) string { return Number(of(thing)) })
}

// RightFloat returns a right-aligned column that appears only in tables. Its numbers
// are shown with the given number of decimals.
func RightFloat[T any](name string, digits int, of func(T) float64) Field[T] {
	return Right(name, func(thing T) string { return Float(of(thing), digits) })
}

// RightPercent returns a right-aligned column that appears only in tables. It shows
// fractions as percentages with one decimal.
func RightPercent[T any](name string, of func(T) float64) Field[T] {
	return Right(name, func(thing T) string { return Percent(of(thing), 1) })
}

// Wrapped returns a left-aligned column of words that appears only in tables. The
// format Text wraps cells that are wider than width.
func Wrapped[T any](name string, width int, cell func(T) string) Field[T] {
	f := Left(name, cell)
	f.Width = width
	return f
}

// Marked returns the field, changed so that a screen shows yes as ✓ and no as ✗.
func (f Field[T]) Marked() Field[T] {
	f.Marks = true
	return f
}

// As returns the field with another key.
func (f Field[T]) As(key string) Field[T] {
	f.Key = key
	return f
}

// Head returns the field, changed so that tables show it with another column name.
func (f Field[T]) Head(name string) Field[T] {
	f.Name = name
	return f
}

// Rounded returns the field, changed so that tables show it with the given column name
// and the given number of decimals. The field must hold floats.
func (f Field[T]) Rounded(name string, digits int) Field[T] {
	return f.Shown(name, func(v float64) string { return Float(v, digits) })
}

// Percent returns the field, changed so that tables show it with the given column name,
// as percentages with one decimal. The field must hold fractions.
func (f Field[T]) Percent(name string) Field[T] {
	return f.Shown(name, func(v float64) string { return Percent(v, 1) })
}

// Shown returns the field, changed so that tables show it with the given column name
// and format each value v as show(v). The field must hold floats.
func (f Field[T]) Shown(name string, show func(float64) string) Field[T] {
	f.Name = name
	f.show = func(v any) string {
		if number, ok := v.(float64); ok {
			return show(number)
		}
		return Cell(v)
	}
	return f
}

// When returns the field, changed so that its value is Absent for each thing with
// has(thing) = false.
func (f Field[T]) When(has func(T) bool) Field[T] {
	value := f.value
	f.value = func(thing T) any {
		if !has(thing) {
			return Absent
		}
		return value(thing)
	}
	return f
}

// Fields lists properties of things of type T, in their order in CSV and JSON.
type Fields[T any] []Field[T]

// Pick returns the fields with the given keys, in the order of the keys. Spaces
// separate the keys. It panics if a key is unknown.
func (f Fields[T]) Pick(keys string) Fields[T] {
	var picked Fields[T]
	for _, key := range strings.Fields(keys) {
		i := slices.IndexFunc(f, func(field Field[T]) bool { return field.Key == key })
		if i < 0 {
			panic(fmt.Sprintf("tables: unknown field %q", key))
		}
		picked = append(picked, f[i])
	}
	return picked
}

// Without returns all fields except the fields with the given keys. Spaces separate the
// keys.
func (f Fields[T]) Without(keys string) Fields[T] {
	left := strings.Fields(keys)
	return slices.DeleteFunc(slices.Clone(f), func(field Field[T]) bool { return slices.Contains(left, field.Key) })
}

// data returns the fields that appear in CSV and JSON.
func (f Fields[T]) data() Fields[T] {
	return slices.DeleteFunc(slices.Clone(f), func(field Field[T]) bool { return field.shown })
}

// Part converts fields that describe a T into fields that describe a U. part(u) returns
// the T that belongs to u.
func Part[T, U any](fields Fields[T], part func(U) T) (all Fields[U]) {
	for _, f := range fields {
		value := func(whole U) any { return f.value(part(whole)) }
		all = append(all, Field[U]{Column: f.Column, Key: f.Key, value: value, show: f.show, shown: f.shown})
	}
	return all
}

// New returns a table with one row for each thing and one column for each field. It
// omits fields that no thing has.
func New[T any](title string, fields []Field[T], things []T) *Table {
	t := &Table{Title: title, Rows: make([][]string, len(things))}
	for _, field := range fields {
		cells, some := make([]string, len(things)), len(things) == 0
		for i, thing := range things {
			value := field.value(thing)
			if value != Absent {
				cells[i], some = field.show(value), true
			}
		}
		if !some {
			continue
		}
		t.Columns = append(t.Columns, field.Column)
		for i, cell := range cells {
			t.Rows[i] = append(t.Rows[i], cell)
		}
	}
	return t
}

// CSV returns a table of values that are not rounded, with one row for each thing and
// one column for each field.
func (f Fields[T]) CSV(things []T) *Table {
	fields := f.data()
	t := &Table{Rows: make([][]string, len(things))}
	for _, field := range fields {
		t.Columns = append(t.Columns, Column{Name: field.Key, Right: field.Right})
	}
	for i, thing := range things {
		for _, field := range fields {
			t.Rows[i] = append(t.Rows[i], number(field.value(thing)))
		}
	}
	return t
}

// JSON returns one object for each thing, with a member for each property that the
// thing has.
func (f Fields[T]) JSON(things []T) []Object {
	objects := make([]Object, len(things))
	for i, thing := range things {
		objects[i] = f.Object(thing)
	}
	return objects
}

// Object returns the JSON object for one thing.
func (f Fields[T]) Object(thing T) (o Object) {
	for _, field := range f {
		if !field.shown {
			o = o.with(field.Key, field.value(thing))
		}
	}
	return o
}

// Cell formats a value for a table in the default way.
func Cell(v any) string {
	switch v := v.(type) {
	case nil:
		return Missing
	case bool:
		return YesNo(v)
	case float64:
		if math.IsNaN(v) {
			return Missing
		}
	}
	return fmt.Sprint(v)
}

// number formats a value for CSV.
func number(v any) string {
	switch v := v.(type) {
	case nil, absent:
		return ""
	case float64:
		return Number(v)
	}
	return fmt.Sprint(v)
}
