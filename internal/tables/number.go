package tables

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Missing is the text that tables show in place of a missing number.
const Missing = "–"

// Float formats v with the given number of decimals. NaN becomes Missing, infinities
// become ∞ and -∞, and zero has no sign.
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

// Thousands formats an integer with commas between thousands, as in 16,200.
func Thousands[N int | int64](n N) string {
	digits := strconv.FormatInt(int64(n), 10)
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// Count formats a number of things, as in 1 model or 11 models. The noun is in the
// singular; its plural must end in s.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Are returns the verb for n things: "is" for one thing, otherwise "are".
func Are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// Size formats the size of a board (a table of outcomes), as in 11 models × 30
// questions × 80 trials.
func Size(models, questions, trials int) string {
	return Count(models, "model") + " × " + Count(questions, "question") + " × " + Count(trials, "trial")
}

// SizeBetween formats the size of a board with least..most trials per question, as in
// 11 models × 83 questions × 5–8 trials. If the number does not vary, most can be 0.
func SizeBetween(models, questions, least, most int) string {
	if most <= least {
		return Size(models, questions, least)
	}
	return Count(models, "model") + " × " + Count(questions, "question") + " × " + CountBetween(least, most, "trial")
}

// CountBetween formats a range of numbers of things, as in 5–8 trials. If most is 0,
// the result is Count(least, noun).
func CountBetween(least, most int, noun string) string {
	if most <= least {
		return Count(least, noun)
	}
	return strconv.Itoa(least) + "–" + strconv.Itoa(most) + " " + noun + "s"
}

// YesNo returns "yes" for true and "no" for false.
func YesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// Percent formats a fraction as a percentage with the given number of decimals, as in
// 83.7 % for 0.837. NaN becomes Missing.
func Percent(v float64, digits int) string {
	s := Float(100*v, digits)
	if s == Missing {
		return s
	}
	return s + " %"
}

// Number formats v for CSV as the shortest decimal that parses to the same number. NaN
// becomes an empty text.
func Number(v float64) string {
	if v != v {
		return ""
	}
	return fmt.Sprint(v)
}
