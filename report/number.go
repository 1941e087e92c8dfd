package report

import (
	"fmt"

	"settle/internal/tables"
)

// whole is a column of numbers as CSV holds them.
func whole[T any](name string, of func(T) float64) tables.Field[T] {
	return tables.Right(name, func(thing T) string { return tables.Number(of(thing)) })
}

// rounded is a column of numbers with so many digits after the point.
func rounded[T any](name string, digits int, of func(T) float64) tables.Field[T] {
	return tables.Right(name, func(thing T) string { return tables.Float(of(thing), digits) })
}

// percentage is a column of shares in percent, with one digit after the point.
func percentage[T any](name string, of func(T) float64) tables.Field[T] {
	return tables.Right(name, func(thing T) string { return tables.Percent(of(thing), 1) })
}

// percent is a confidence without idle zeros: 95 %, 97.5 %.
func percent(confidence float64) string { return fmt.Sprintf("%.6g %%", 100*confidence) }

// integer is a count, which may be large.
type integer interface{ int | int64 }

// orMissing is n in a table, or tables.Missing for 0.
func orMissing[N integer](n N) string {
	if n == 0 {
		return tables.Missing
	}
	return fmt.Sprint(n)
}
