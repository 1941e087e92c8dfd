package tables

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Field is a property of a T. It is a column of tables and, unless it is for tables alone,
// a column of CSV and a member of JSON objects.
type Field[T any] struct {
	Column
	Key string // in CSV and JSON, and for Pick

	value func(T) any
	show  func(any) string // a value in a table
	shown bool             // in tables alone
}

// absent is the type of Absent.
type absent struct{}

// Absent is the value of a property that a thing does not have: an empty cell, and no
// member of a JSON object. Tables leave out a column that all rows are without.
var Absent any = absent{}

// When returns v on a condition, else Absent.
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

// OrNull returns v, or for the zero value nil: null in JSON, nothing in CSV, Missing in tables.
func OrNull[V comparable](v V) any {
	var zero V
	if v == zero {
		return nil
	}
	return v
}

// Known returns v if it is known, else nil, as OrNull does.
func Known(known bool, v any) any {
	if known {
		return v
	}
	return nil
}

// Data returns a field of tables, CSV and JSON. Tables call it by its key, until Head,
// Rounded or Percent change that, and align all but texts to the right.
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

// Left returns a column that is aligned to the left, as words are, of tables alone.
func Left[T any](name string, cell func(T) string) Field[T] {
	f := Data(name, cell)
	f.shown = true
	return f
}

// Right is Left, but aligned to the right, as numbers are.
func Right[T any](name string, cell func(T) string) Field[T] {
	f := Left(name, cell)
	f.Column.Right = true
	return f
}

// RightNumber is Right for numbers as CSV holds them.
func RightNumber[T any](name string, of func(T) float64) Field[T] {
	return Right(name, func(thing T) string { return Number(of(thing)) })
}

// RightFloat is Right for numbers with so many digits after the point.
func RightFloat[T any](name string, digits int, of func(T) float64) Field[T] {
	return Right(name, func(thing T) string { return Float(of(thing), digits) })
}

// RightPercent is Right for shares in percent, with one digit after the point.
func RightPercent[T any](name string, of func(T) float64) Field[T] {
	return Right(name, func(thing T) string { return Percent(of(thing), 1) })
}

// Wrapped is Left, but wrapped in Text where a cell is wider than width.
func Wrapped[T any](name string, width int, cell func(T) string) Field[T] {
	f := Left(name, cell)
	f.Width = width
	return f
}

// Marked returns the field as one whose yes and no a screen shows as marks.
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

// Rounded returns the field, a float, as tables show it: under a name, with so many
// digits after the point.
func (f Field[T]) Rounded(name string, digits int) Field[T] {
	return f.Shown(name, func(v float64) string { return Float(v, digits) })
}

// Percent returns the field, a share, as tables show it: under a name, in percent with
// one digit after the point.
func (f Field[T]) Percent(name string) Field[T] {
	return f.Shown(name, func(v float64) string { return Percent(v, 1) })
}

// Shown returns the field, a float, as tables show it: under a name, by a function.
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

// When returns the field as one that only some things have: see Absent.
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

// Pick returns the fields of some keys, which blanks separate, in the order of the keys.
// It panics if there is none of a key.
func (f Fields[T]) Pick(keys string) Fields[T] {
	var picked Fields[T]
	for _, key := range strings.Fields(keys) {
		i := slices.IndexFunc(f, func(field Field[T]) bool { return field.Key == key })
		if i < 0 {
			panic(fmt.Sprintf("tables: there is no field %q", key))
		}
		picked = append(picked, f[i])
	}
	return picked
}

// Without returns the fields but those of some keys, which blanks separate.
func (f Fields[T]) Without(keys string) Fields[T] {
	left := strings.Fields(keys)
	return slices.DeleteFunc(slices.Clone(f), func(field Field[T]) bool { return slices.Contains(left, field.Key) })
}

// data returns the fields that are not for tables alone.
func (f Fields[T]) data() Fields[T] {
	return slices.DeleteFunc(slices.Clone(f), func(field Field[T]) bool { return field.shown })
}

// Part returns the fields of a T as those of a U that has one.
func Part[T, U any](fields Fields[T], part func(U) T) (all Fields[U]) {
	for _, f := range fields {
		value := func(whole U) any { return f.value(part(whole)) }
		all = append(all, Field[U]{Column: f.Column, Key: f.Key, value: value, show: f.show, shown: f.shown})
	}
	return all
}

// New returns a table with a column for each field that any of the things has, and a row
// for each thing.
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

// CSV returns a table of whole numbers, with a column for each field and a row for each thing.
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

// JSON returns an object for each thing, with a member for each field that the thing has.
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

// Cell returns a value as tables show it where nothing else is said.
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

// number returns a value as CSV holds it.
func number(v any) string {
	switch v := v.(type) {
	case nil, absent:
		return ""
	case float64:
		return Number(v)
	}
	return fmt.Sprint(v)
}
