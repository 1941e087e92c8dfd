package paper

import (
	"slices"

	"settle/internal/lists"
	"settle/internal/tables"
)

// Experiments describe a column once for two tables of the same things: one for readers,
// whose numbers are rounded, and one for programs, whose numbers are whole. The table for
// readers leaves out a field without a heading, the one for programs a field without a key.

// field returns a field with the heading and the key.
func field[T, V any](heading, key string, of func(T) V) tables.Field[T] {
	if key == "" {
		return tables.Left("", func(thing T) string { return tables.Cell(of(thing)) }).Head(heading)
	}
	return tables.Data(key, of).Head(heading)
}

// Text returns a field of words.
func Text[T any](heading, key string, of func(T) string) tables.Field[T] {
	return field(heading, key, of)
}

// AtRight returns a field aligned to the right.
func AtRight[T any](f tables.Field[T]) tables.Field[T] {
	f.Right = true
	return f
}

// Count returns a field of whole numbers.
func Count[T any](heading, key string, of func(T) int) tables.Field[T] {
	return field(heading, key, of)
}

// Number returns a field of numbers, which show rounds for readers.
func Number[T any](heading, key string, show func(float64) string, of func(T) float64) tables.Field[T] {
	return field(heading, key, of).Shown(heading, show)
}

// Estimate returns a field of numbers and one of their standard errors.
func Estimate[T any](heading, key string, show func(float64) string, of func(T) (value, se float64)) []tables.Field[T] {
	return []tables.Field[T]{
		Number(heading, key, show, func(thing T) float64 { value, _ := of(thing); return value }),
		Number("±", key+"_se", show, func(thing T) float64 { _, se := of(thing); return se }),
	}
}

// Tables returns the table for readers and that for programs.
func Tables[T any](title string, fields []tables.Field[T], things []T) (shown, whole *tables.Table) {
	headed := slices.DeleteFunc(slices.Clone(fields), func(f tables.Field[T]) bool { return f.Name == "" })
	return tables.New(title, headed, things), tables.Fields[T](fields).CSV(things)
}

// Columns describes the columns of a CSV file.
func Columns(names ...string) []tables.Column {
	return lists.Each(names, func(name string) tables.Column { return tables.Column{Name: name} })
}

// Percent writes a share for readers.
func Percent(share float64) string { return tables.Percent(share, 1) }

// FourDigits writes a number for readers.
func FourDigits(v float64) string { return tables.Float(v, 4) }

// OneDigit writes a number of trials for readers.
func OneDigit(v float64) string { return tables.Float(v, 1) }
