package paper

import (
	"slices"

	"settle/internal/lists"
	"settle/internal/tables"
)

// Experiments describe a column once for two tables: one for readers, with rounded
// numbers, and one for programs, with full numbers. The table for readers omits fields
// without a heading. The table for programs omits fields without a key.

// field returns a table column. heading is its name for readers, and key its name for
// programs. The last argument computes the value of the column in a row.
func field[T, V any](heading, key string, of func(T) V) tables.Field[T] {
	if key == "" {
		return tables.Left("", func(thing T) string { return tables.Cell(of(thing)) }).Head(heading)
	}
	return tables.Data(key, of).Head(heading)
}

// Text returns a table column whose values are text. heading is its name for readers,
// and key its name for programs.
func Text[T any](heading, key string, of func(T) string) tables.Field[T] {
	return field(heading, key, of)
}

// AtRight returns the table column f with right-aligned values.
func AtRight[T any](f tables.Field[T]) tables.Field[T] {
	f.Right = true
	return f
}

// Count returns a table column whose values are whole numbers. heading is its name for
// readers, and key its name for programs.
func Count[T any](heading, key string, of func(T) int) tables.Field[T] {
	return field(heading, key, of)
}

// Number returns a table column whose values are numbers. Readers see show(x) for the
// number x. heading is the column's name for readers, and key its name for programs.
func Number[T any](heading, key string, show func(float64) string, of func(T) float64) tables.Field[T] {
	return field(heading, key, of).Shown(heading, show)
}

// Estimate returns two table columns: one for numbers and one for their standard
// errors. Readers see show(x) for each number x.
func Estimate[T any](heading, key string, show func(float64) string, of func(T) (value, se float64)) []tables.Field[T] {
	return []tables.Field[T]{
		Number(heading, key, show, func(thing T) float64 { value, _ := of(thing); return value }),
		Number("±", key+"_se", show, func(thing T) float64 { _, se := of(thing); return se }),
	}
}

// Tables returns two tables with one row per thing: one table for readers and one for
// programs.
func Tables[T any](title string, fields []tables.Field[T], things []T) (shown, whole *tables.Table) {
	headed := slices.DeleteFunc(slices.Clone(fields), func(f tables.Field[T]) bool { return f.Name == "" })
	return tables.New(title, headed, things), tables.Fields[T](fields).CSV(things)
}

// Columns returns columns of a CSV file with the given names.
func Columns(names ...string) []tables.Column {
	return lists.Each(names, func(name string) tables.Column { return tables.Column{Name: name} })
}

// Percent formats a share for readers, as a percentage.
func Percent(share float64) string { return tables.Percent(share, 1) }

// FourDigits formats a number for readers with four decimals.
func FourDigits(v float64) string { return tables.Float(v, 4) }

// OneDigit formats a number of trials for readers with one decimal.
func OneDigit(v float64) string { return tables.Float(v, 1) }
