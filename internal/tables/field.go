package tables

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Field is a property of a T. It is a column of tables and, unless it was made by
// Left or similar functions, a column of CSV and a member of JSON objects.
type Field[T any] struct {
	Column
	Key string // in CSV and JSON, and for Pick

	value func(T) any
	show  func(any) string // formats a value for tables
	shown bool             // only in tables
}

// absent is the type of Absent.
type absent struct{}

// Absent is the value of a property that a thing lacks. It is shown as an empty cell,
// and JSON objects omit it. Tables omit a column in which all rows are Absent.
var Absent any = absent{}

// When returns v if condition is true, else Absent.
func When(condition bool, v any) any {
	if condition {
		return v
	}
	return Absent
}

// OrAbsent returns v, or Absent for the zero value.
func OrAbsent[V comparable](v V) any {
	var zero V
	if v == zero {
		return Absent
	}
	return v
}

// OrNull returns v, or nil for the zero value: null in JSON, empty in CSV, Missing in
// tables.
func OrNull[V comparable](v V) any {
	var zero V
	if v == zero {
		return nil
	}
	return v
}

// Known returns v if known is true, else nil, which has the same effect as in OrNull.
func Known(known bool, v any) any {
	if known {
		return v
	}
	return nil
}

// Data returns a field for tables, CSV and JSON. Its name in tables is the key, until
// Head, Rounded or Percent change it. All types except strings are right-aligned.
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

// Left returns a left-aligned column that only tables show, for words.
func Left[T any](name string, cell func(T) string) Field[T] {
	f := Data(name, cell)
	f.shown = true
	return f
}

// Right returns a right-aligned column that only tables show, for numbers.
func Right[T any](name string, cell func(T) string) Field[T] {
	f := Left(name, cell)
	f.Column.Right = true
	return f
}

// RightNumber returns a column as Right does, for numbers in CSV format.
func RightNumber[T any](name string, of func(T) float64) Field[T] {
	return Right(name, func(thing T) string { return Number(of(thing)) })
}

// RightFloat returns a column as Right does, for numbers with the given number of
// decimals.
func RightFloat[T any](name string, digits int, of func(T) float64) Field[T] {
	return Right(name, func(thing T) string { return Float(of(thing), digits) })
}

// RightPercent returns a column as Right does, for shares in percent with one decimal.
func RightPercent[T any](name string, of func(T) float64) Field[T] {
	return Right(name, func(thing T) string { return Percent(of(thing), 1) })
}

// Wrapped returns a column as Left does, in which Text wraps cells wider than width.
func Wrapped[T any](name string, width int, cell func(T) string) Field[T] {
	f := Left(name, cell)
	f.Width = width
	return f
}

// Marked returns the field such that a screen shows its yes and no as marks.
func (f Field[T]) Marked() Field[T] {
	f.Marks = true
	return f
}

// As returns the field with another key.
func (f Field[T]) As(key string) Field[T] {
	f.Key = key
	return f
}

// Head returns the field with another name in tables.
func (f Field[T]) Head(name string) Field[T] {
	f.Name = name
	return f
}

// Rounded returns the float field with a name and a number of decimals for tables.
func (f Field[T]) Rounded(name string, digits int) Field[T] {
	return f.Shown(name, func(v float64) string { return Float(v, digits) })
}

// Percent returns the field of a share, with a name for tables. Tables show it in
// percent with one decimal.
func (f Field[T]) Percent(name string) Field[T] {
	return f.Shown(name, func(v float64) string { return Percent(v, 1) })
}

// Shown returns the float field with a name and a format for tables.
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

// When returns a field whose value is Absent for the things for which has returns
// false.
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

// Fields are the properties of a T in the order of CSV and JSON.
type Fields[T any] []Field[T]

// Pick returns the fields with the given keys, separated by spaces, in the order of the
// keys. It panics if a key is unknown.
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

// Without returns all fields except those with the given keys, separated by spaces.
func (f Fields[T]) Without(keys string) Fields[T] {
	left := strings.Fields(keys)
	return slices.DeleteFunc(slices.Clone(f), func(field Field[T]) bool { return slices.Contains(left, field.Key) })
}

// data returns the fields that are not only for tables.
func (f Fields[T]) data() Fields[T] {
	return slices.DeleteFunc(slices.Clone(f), func(field Field[T]) bool { return field.shown })
}

// Part converts fields of a T to fields of a U that contains a T.
func Part[T, U any](fields Fields[T], part func(U) T) (all Fields[U]) {
	for _, f := range fields {
		value := func(whole U) any { return f.value(part(whole)) }
		all = append(all, Field[U]{Column: f.Column, Key: f.Key, value: value, show: f.show, shown: f.shown})
	}
	return all
}

// New returns a table with a row for each thing, and a column for each field that at
// least one thing has.
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

// CSV returns a table of unrounded values, with a column for each field and a row for
// each thing.
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

// JSON returns an object for each thing, with a member for each field that the thing
// has.
func (f Fields[T]) JSON(things []T) []Object {
	objects := make([]Object, len(things))
	for i, thing := range things {
		objects[i] = f.Object(thing)
	}
	return objects
}

// Object returns the object of one thing.
func (f Fields[T]) Object(thing T) (o Object) {
	for _, field := range f {
		if !field.shown {
			o = o.with(field.Key, field.value(thing))
		}
	}
	return o
}

// Cell returns the default format of a value in tables.
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

// number returns the CSV format of a value.
func number(v any) string {
	switch v := v.(type) {
	case nil, absent:
		return ""
	case float64:
		return Number(v)
	}
	return fmt.Sprint(v)
}
