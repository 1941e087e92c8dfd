package csvfile

import (
	"strconv"
	"strings"
)

// Number parses a number as tools write it to CSV: decimal, optionally with spaces
// around it, a sign, or no digits on one side of the point; or NaN or an infinity. It
// returns false for anything else, including numbers beyond the range of float64 and
// Go's notations 1_000 and 0x1p-2.
func Number(text string) (x float64, ok bool) {
	text = strings.TrimSpace(text)
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !strings.ContainsAny(text, "_xX")
}
