package csvfile

import (
	"strconv"
	"strings"
)

// Number parses a number as tools write it to CSV: a decimal number, NaN or an
// infinity. A decimal number can have spaces around it and a sign, and it can lack the
// digits before or after the point. ok is false for anything else, including numbers
// beyond the range of float64 and Go's notations 1_000 and 0x1p-2.
func Number(text string) (x float64, ok bool) {
	text = strings.TrimSpace(text)
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !strings.ContainsAny(text, "_xX")
}
