package paper

import (
	"fmt"

	"settle/tables"
)

// Field is a column of two tables of the same things: one for readers, whose numbers are
// rounded, and one for programs, whose numbers are whole. The table for readers leaves out
// a field without a heading, the one for programs a field without a key.
type Field[T any] struct {
	heading, key string
	right        bool
	shown, whole func(T) string
}

// Text is a field of words.
func Text[T any](heading, key string, of func(T) string) Field[T] {
	return Field[T]{heading, key, false, of, of}
}

// AtRight is the field aligned to the right.
func (f Field[T]) AtRight() Field[T] {
	f.right = true
	return f
}

// Count is a field of whole numbers.
func Count[T any](heading, key string, of func(T) int) Field[T] {
	cell := func(thing T) string { return fmt.Sprint(of(thing)) }
	return Field[T]{heading, key, true, cell, cell}
}

// Number is a field of numbers, which show rounds for readers.
func Number[T any](heading, key string, show func(float64) string, of func(T) float64) Field[T] {
	return Field[T]{
		heading, key, true,
		func(thing T) string { return show(of(thing)) }, func(thing T) string { return tables.Number(of(thing)) },
	}
}

// Estimate is a field of numbers and one of their standard errors.
func Estimate[T any](heading, key string, show func(float64) string, of func(T) (value, se float64)) []Field[T] {
	return []Field[T]{
		Number(heading, key, show, func(thing T) float64 { value, _ := of(thing); return value }),
		Number("±", key+"_se", show, func(thing T) float64 { _, se := of(thing); return se }),
	}
}

// Tables returns the table for readers and that for programs.
func Tables[T any](title string, fields []Field[T], things []T) (shown, whole *tables.Table) {
	var readers, programs []tables.Field[T]
	for _, f := range fields {
		if f.heading != "" {
			column := tables.Left(f.heading, f.shown)
			column.Right = f.right
			readers = append(readers, column)
		}
		if f.key != "" {
			programs = append(programs, tables.Left(f.key, f.whole))
		}
	}
	return tables.New(title, readers, things), tables.New("", programs, things)
}

// Columns are those of a CSV file.
func Columns(names ...string) []tables.Column {
	all := make([]tables.Column, len(names))
	for i, name := range names {
		all[i].Name = name
	}
	return all
}

// Percent writes a share for readers.
func Percent(share float64) string { return tables.Percent(share, 1) }

// FourDigits writes a number for readers.
func FourDigits(v float64) string { return tables.Float(v, 4) }

// OneDigit writes a number of trials for readers.
func OneDigit(v float64) string { return tables.Float(v, 1) }
