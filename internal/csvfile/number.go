package csvfile

import (
	"strconv"
	"strings"
)

// Number reads a number as tools write it to CSV: in decimal notation, with
// blanks around it, a sign, or no digits on one side of the point if need be;
// or NaN or an infinity. It returns false for anything else, and for numbers
// beyond those of float64. What only Go takes for a number, as 1_000 and
// 0x1p-2, is none.
func Number(text string) (x float64, ok bool) {
	text = strings.TrimSpace(text)
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !strings.ContainsAny(text, "_xX")
}
