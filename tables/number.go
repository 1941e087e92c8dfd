package tables

import (
	"math"
	"strconv"
	"strings"
)

// Missing stands where there is no number.
const Missing = "–"

// Float writes v with the given number of digits after the point: Missing for
// NaN, ∞ and -∞ for the infinities, and no sign before a zero.
func Float(v float64, digits int) string {
	switch {
	case math.IsNaN(v):
		return Missing
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "-∞"
	}
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}

// Percent writes the fraction v as a percentage with the given number of
// digits after the point, 83.7 % for 0.837; Missing for NaN.
func Percent(v float64, digits int) string {
	s := Float(100*v, digits)
	if s == Missing {
		return s
	}
	return s + " %"
}
